import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { realNow } from '../../server/clock.ts';
import { transaction } from '../../server/db/transaction.ts';
import { announceSessions } from '../../server/domain/network/announce.ts';
import {
  adjustSessions,
  providersWithSessionsToAdjust,
} from '../../server/domain/network/apply-session-changes.ts';
import { countUsage } from '../../server/domain/network/count-usage.ts';
import { adjustSessionsInDoubt } from '../../server/domain/network/enqueue-session-change.ts';
import { accountForMissed, endSilentSessions } from '../../server/domain/network/sweep.ts';
import { throttlePassed } from '../../server/domain/network/throttle.ts';
import { createNetworkServer } from '../../server/domain/network-server/create.ts';
import { setThrottleRate } from '../../server/domain/provider/throttle-rate.ts';
import { jobs } from '../../server/jobs/client.ts';
import { startLocalRunner } from '../../server/jobs/local-runner.ts';
import { sweepNetwork } from '../../server/jobs/network-sweep.ts';
import { jobFunctions } from '../../server/jobs/registry.ts';
import { log } from '../../server/log.ts';
import type { Partner } from '../contract/api.ts';
import { dataOf, expectRefused } from '../contract/world.ts';
import { type FakeNas, startFakeNas } from '../fakes/nas.ts';
import { LOCAL_SECRET, radclient } from './freeradius.ts';
import { customerOf, lineOf } from './line.ts';
import { useNetwork } from './network.ts';

const network = useNetwork();
let partner: Partner;
beforeAll(async () => {
  partner = await network.api.partner();
  const { coa } = network.radius.ports;
  // FreeRADIUS itself stands for the NAS: it hears at the address the sessions below come from.
  await network.api.sql`
    insert into radius.nas (nasname, shortname, ports, secret) values
      ('127.0.0.1', 'here', ${coa}, ${LOCAL_SECRET}), ('127.0.0.0/24', 'around', 9, 'not this one')`;
});

const GIGABYTE = 1_000_000_000;

type Where = { session?: string; nas?: string };

/** A customer with a session online at a NAS. */
async function online({ plan = {}, ...where }: Where & { plan?: object } = {}) {
  return comesOnline(await customerOf(partner, { plan }), where);
}

/** The accounting of a customer's session begins. */
async function comesOnline(
  customer: Awaited<ReturnType<typeof customerOf>>,
  { session = randomBytes(4).toString('hex'), nas = '127.0.0.1' }: Where = {},
) {
  const line = lineOf(network.radius, customer.username, { session, nas });
  await line.tell('Start');
  const [{ id }] = dataOf(
    await partner.get(`/v1/network-sessions?subscriptionId=${customer.subscription.id}`),
  );
  const from = network.radius.log().length;
  return {
    ...customer,
    ...line,
    id: id as string,
    /** Requests the NAS heard about this session so far, each with the speed it was told, if any. */
    heard: () =>
      network.radius
        .log()
        .slice(from)
        .split(/(?=\) Received )/)
        .filter((packet) => packet.includes(`Acct-Session-Id = "${session}"`))
        .flatMap((packet) => {
          const code = /^\) Received (CoA-Request|Disconnect-Request)/.exec(packet)?.[1];
          const speed = /Mikrotik-Rate-Limit = "([^"]+)"/.exec(packet)?.[1];
          return code ? [speed ? `${code} ${speed}` : code] : [];
        }),
    read: async () => {
      const list = dataOf(
        await partner.get(`/v1/network-sessions?subscriptionId=${customer.subscription.id}`),
      );
      return list.find((each: { id: string }) => each.id === id);
    },
    told: async () => {
      const events = dataOf(await partner.get(`/v1/events?resourceId=${id}&type=network.throttled`));
      return events.map((event: { data: { current: object } }) => event.data.current);
    },
    /** The speed the next sign-in gets. */
    replied: async () => {
      const answer = await radclient(network.radius.ports.auth, 'auth', [
        `User-Name = "${customer.username}"`,
        `User-Password = "${customer.password}"`,
      ]);
      return answer.attributes.find((line) => line.startsWith('Mikrotik'))?.split('"')[1] ?? answer.code;
    },
  };
}

/** Registers a fake NAS as a partner's network server. */
function register({ providerId }: Partner, { address, port, secret }: FakeNas) {
  const caller = { type: 'system', name: 'test' } as const;
  return transaction({ providerId, caller, correlationId: randomUUID() }, (scope) =>
    createNetworkServer(scope, { name: address, address, secret, coaPort: port }),
  );
}

/** What the jobs do within a minute. */
async function aMinute(): Promise<void> {
  await countUsage();
  await throttlePassed();
  await adjustSessionsInDoubt();
  await adjustSessions({ providerId: partner.providerId, budgetMs: 15_000 });
}

const announce = () => announceSessions({ providerId: partner.providerId, budgetMs: 15_000 });

const disconnect = (id: string, key?: string) =>
  partner.post(`/v1/network-sessions/${id}/disconnect`, undefined, { key });

test('disconnect: the NAS hears of the session, and its accounting ends it', async () => {
  const { id, heard, tell } = await online();
  const key = randomBytes(8).toString('hex');
  expect(dataOf(await disconnect(id, key))).toMatchObject({ id, endedAt: null });
  expect(heard()).toEqual(['Disconnect-Request']);
  await tell('Stop');
  expectRefused(await disconnect(id), 409, { error: 'CONFLICT', field: 'id' });
  const replayed = await disconnect(id, key);
  expect(replayed.headers.get('idempotent-replayed')).toBe('true');
  expect(heard()).toEqual(['Disconnect-Request']);
});

test('disconnect: refused by the NAS, not answered, and no such NAS', async () => {
  const refusing = await online({ session: `unknown${randomBytes(4).toString('hex')}` });
  expectRefused(await disconnect(refusing.id), 502, { error: 'UPSTREAM_FAILURE', code: 'UPSTREAM_FAILURE' });
  const silent = await online({ nas: '127.0.0.2' });
  expectRefused(await disconnect(silent.id), 408, { error: 'TIMEOUT', code: 'TIMEOUT' });
  const nowhere = await online({ nas: '127.9.0.1' });
  expectRefused(await disconnect(nowhere.id), 503, { error: 'SERVICE_UNAVAILABLE' });
});

test('disconnect: a session of another provider is not there', async () => {
  const { id, heard } = await online();
  const other = await network.api.partner();
  expectRefused(await other.post(`/v1/network-sessions/${id}/disconnect`), 404, { error: 'NOT_FOUND' });
  expect(heard()).toEqual([]);
});

test('a partner’s own server is asked, and the server of another partner gets no packet', async () => {
  const [ours, theirs] = [await startFakeNas('shared-with-ours'), await startFakeNas('shared-with-theirs')];
  const other = await network.api.partner();
  await register(partner, ours);
  await register(other, theirs);
  const [first, second] = [await online({ nas: ours.address }), await online({ nas: ours.address })];
  dataOf(await disconnect(first.id));
  expect(ours.heard).toEqual(['Disconnect-Request']);

  // As if accounting had put a session to the other partner's server: both NASes listen, on addresses of their own.
  await network.api.sql`
    update radius.radacct set nasipaddress = ${theirs.address}
    where acctuniqueid = (select acct_unique_id from network_session where id = ${second.id})`;
  expectRefused(await disconnect(second.id), 503, { error: 'SERVICE_UNAVAILABLE' });
  dataOf(await partner.post(`/v1/subscribers/${second.subscription.subscriberId}/suspend`));
  await aMinute();
  expect(ours.heard).toEqual(['Disconnect-Request']);
  expect(theirs.packets()).toBe(0);
  await Promise.all([ours.close(), theirs.close()]);
});

test('the sweep finds the sessions whose wake-up was lost', async () => {
  const nas = await startFakeNas('shared-with-sweep');
  await register(partner, nas);
  const { subscription } = await online({ nas: nas.address });
  dataOf(await partner.post(`/v1/subscribers/${subscription.subscriberId}/suspend`));
  const functions = jobFunctions.filter((fn) => fn.id().startsWith('network-due'));
  const runner = await startLocalRunner({ client: jobs, functions, log, schedule: false });
  runner.tick(realNow());
  await runner.idle();
  await runner.stop();
  expect(nas.heard).toEqual(['Disconnect-Request']);
  await nas.close();
});

test('a manual hold disconnects those online; one lifted before the NAS was told changes nothing for them', async () => {
  const { subscription, heard } = await online();
  const path = `/v1/subscribers/${subscription.subscriberId}`;
  dataOf(await partner.post(`${path}/suspend`));
  dataOf(await partner.post(`${path}/activate`));
  await aMinute();
  expect(heard()).toEqual(['CoA-Request 5M/20M']);
  dataOf(await partner.post(`${path}/suspend`));
  await aMinute();
  expect(heard()).toEqual(['CoA-Request 5M/20M', 'Disconnect-Request']);
  expect(await providersWithSessionsToAdjust()).not.toContain(partner.providerId);
});

test('what changes between the Access-Accept and the start reaches the session, once', async () => {
  const customer = await customerOf(partner);
  const accepted = await radclient(network.radius.ports.auth, 'auth', [
    `User-Name = "${customer.username}"`,
    `User-Password = "${customer.password}"`,
  ]);
  expect(accepted.code).toBe('Access-Accept');
  dataOf(await partner.post(`/v1/subscribers/${customer.subscription.subscriberId}/suspend`));
  await aMinute();
  const { heard, tell } = await comesOnline(customer);
  await aMinute();
  expect(heard()).toEqual(['Disconnect-Request']);
  await aMinute();
  expect(heard()).toEqual(['Disconnect-Request']);
  await tell('Stop');
});

test.each(['deactivate', 'terminate'])('%s disconnects those online', async (verb) => {
  const { subscription, heard } = await online();
  dataOf(await partner.post(`/v1/subscribers/${subscription.subscriberId}/${verb}`));
  await aMinute();
  expect(heard()).toEqual(['Disconnect-Request']);
});

test('a NAS that is not there is asked again later, until the session ends', async () => {
  const { subscription, id, tell } = await online({ nas: '127.0.0.2' });
  dataOf(await partner.post(`/v1/subscribers/${subscription.subscriberId}/deactivate`));
  await aMinute();
  const left = () =>
    network.api.sql`
      select failure, due_at > now() as waits from network_command where session_id = ${id}`;
  expect([...(await left())]).toEqual([{ failure: 'the server did not answer', waits: true }]);
  await tell('Stop');
  await network.api.sql`update network_command set due_at = now() where session_id = ${id}`;
  await aMinute();
  expect(await left()).toHaveLength(0);
});

test('past its data cap a session is slowed down, once; the next cycle gives the speed back', async () => {
  const { subscription, tell, heard, read, told, replied, id } = await online({ plan: { dataCapMb: 1_000 } });
  await tell('Interim-Update', [GIGABYTE / 2, GIGABYTE / 2]);
  await aMinute();
  expect(heard()).toEqual([]);
  await tell('Interim-Update', [GIGABYTE / 2, GIGABYTE / 2 + 1]);
  await aMinute();
  expect(heard()).toEqual(['CoA-Request 1M/1M']);
  expect(await told()).toEqual([
    expect.objectContaining({ sessionId: id, reason: 'DATA_CAP', throttled: true }),
  ]);
  expect(await read()).toMatchObject({ throttled: true, reason: null });
  expect(await replied()).toBe('1M/1M');

  await tell('Interim-Update', [GIGABYTE, GIGABYTE]);
  await aMinute();
  expect(await told()).toHaveLength(1);

  const { now } = dataOf(await partner.get('/v1/test-clock'));
  const to = new Date(Date.parse(now) + 28 * 86_400_000).toISOString();
  dataOf(await partner.post('/v1/test-clock/advance', { to }));
  dataOf(await partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual' }));
  dataOf(await partner.post('/v1/test-clock/advance', { by: { days: 3 } }));
  await aMinute();
  expect(heard()).toEqual(['CoA-Request 1M/1M', 'CoA-Request 5M/20M']);
  expect(await read()).toMatchObject({ throttled: false });
  expect(await replied()).toBe('5M/20M');
  await tell('Interim-Update', [GIGABYTE, GIGABYTE + 5]);
  await aMinute();
  expect(heard()).toHaveLength(2);
});

test('a throttle rate that is changed reaches those who are throttled, and those who begin throttled', async () => {
  const { tell, heard, replied, told } = await online({ plan: { dataCapMb: 1 } });
  await tell('Interim-Update', [600_000, 600_000]);
  await aMinute();
  const origin = {
    providerId: partner.providerId,
    caller: { type: 'system', name: 'test' } as const,
    correlationId: randomUUID(),
  };
  const set = (downloadSpeedMbps: number, uploadSpeedMbps: number) =>
    transaction(origin, (scope) => setThrottleRate(scope, { downloadSpeedMbps, uploadSpeedMbps }));
  expect((await set(2, 0.5)).throttled).toBe(1);
  await aMinute();
  expect(heard()).toEqual(['CoA-Request 1M/1M', 'CoA-Request 500k/2M']);
  expect(await replied()).toBe('500k/2M');
  await set(2, 0.5);
  await aMinute();
  expect(heard()).toHaveLength(2);
  expect(await told()).toHaveLength(1);
  // No plan gets faster by it.
  await set(100, 100);
  await aMinute();
  expect(await replied()).toBe('5M/20M');
  const audit = await network.api.sql<{ changes: string }[]>`
    select changes from audit_entry where correlation_id = ${origin.correlationId} order by id`;
  expect(audit.map(({ changes }) => JSON.parse(changes))).toEqual([
    { downloadSpeedMbps: { before: 1, after: 2 }, uploadSpeedMbps: { before: 1, after: 0.5 } },
    { downloadSpeedMbps: { before: 2, after: 100 }, uploadSpeedMbps: { before: 0.5, after: 100 } },
  ]);
  await set(1, 1);
});

test('what passes the cap right after it was looked at is seen before the minute is over', async () => {
  const { tell, replied } = await online({ plan: { dataCapMb: 1 } });
  const slept: string[] = [];
  await sweepNetwork({
    run: (_, work) => work(),
    sleep: async (_, time) => {
      slept.push(time);
      await tell('Interim-Update', [600_000, 600_000]);
      expect(await replied()).toBe('5M/20M');
    },
  });
  expect(slept).toEqual(['30s']);
  expect(await replied()).toBe('1M/1M');
});

test('a NAS that takes no CoA is told to disconnect; who signs in again begins throttled', async () => {
  const session = `stubborn${randomBytes(4).toString('hex')}`;
  const first = await online({ plan: { dataCapMb: 1 }, session });
  await first.tell('Stop', [0, 0]);
  const { subscription, username } = first;
  const second = lineOf(network.radius, username, { session: `${session}b`, nas: '127.0.0.1' });
  await second.tell('Start');
  await second.tell('Interim-Update', [600_000, 600_000]);
  await aMinute();
  expect(network.radius.log()).toContain(`Received Disconnect-Request`);
  expect(await first.told()).toEqual([]);
  await second.tell('Stop', [600_000, 600_000]);
  await lineOf(network.radius, username, { nas: '127.0.0.1' }).tell('Start');
  const sessions = dataOf(
    await partner.get(`/v1/network-sessions?subscriptionId=${subscription.id}&sort=createdAt`),
  );
  expect(sessions.map((each: { throttled: boolean }) => each.throttled)).toEqual([false, false, true]);
});

test('several sessions count together, to the byte, however often they are counted', async () => {
  const { subscription, username, tell } = await online();
  const other = lineOf(network.radius, username);
  await other.tell('Start');
  await Promise.all([tell('Interim-Update', [10, 20]), other.tell('Interim-Update', [1, 2])]);
  await Promise.all([countUsage(), countUsage(), countUsage()]);
  await tell('Stop', [100, 200]);
  await other.tell('Interim-Update', [0, 0], ['Acct-Output-Gigawords = 2']);
  await Promise.all([countUsage(), countUsage()]);
  await countUsage();
  const [usage] = await network.api.sql`
    select octets, passed_cap_at from network_usage where subscription_id = ${subscription.id}`;
  expect(usage).toEqual({ octets: String(300 + 2 * 2 ** 32), passed_cap_at: null });
});

test('three interim intervals of silence end a session at the instant it was last heard of', async () => {
  const { id, read, tell } = await online();
  const age = (by: string) => network.api.sql`
    update radius.radacct set acctupdatetime = now() - ${by}::interval, acctstarttime = now() - interval '1 hour'
    where acctuniqueid = (select acct_unique_id from network_session where id = ${id})`;
  await endSilentSessions();
  await network.api.sql`update network_listening set since = now() - interval '1 hour'`;
  await age('14 minutes 50 seconds');
  await endSilentSessions();
  expect(await read()).toMatchObject({ endedAt: null });
  await age('15 minutes 1 second');
  await endSilentSessions();
  expect(await read()).toMatchObject({ reason: 'Lost-Service' });
  await endSilentSessions();
  await tell('Stop');
  await announce();
  const ended = await partner.get(`/v1/events?resourceId=${id}&type=network.session_ended`);
  expect(dataOf(ended)).toHaveLength(1);
});

test('what the trigger could not do when it should have is made good, once', async () => {
  const { sql } = network.api;
  const { username, subscription, tell, read } = await online();
  const missed = lineOf(network.radius, username);
  await sql`alter table radius.radacct disable trigger user`;
  await tell('Stop');
  await missed.tell('Start');
  await sql`alter table radius.radacct enable trigger user`;
  expect(await read()).toMatchObject({ endedAt: null });
  await Promise.all([accountForMissed(), accountForMissed()]);
  await accountForMissed();
  expect(await read()).toMatchObject({ reason: 'User-Request' });
  const sessions = dataOf(await partner.get(`/v1/network-sessions?subscriptionId=${subscription.id}`));
  expect(sessions).toHaveLength(2);
  await announce();
  const [told] = await sql`
    select count(*) filter (where type = 'network.session_started')::int as started,
      count(*) filter (where type = 'network.session_ended')::int as ended
    from event where resource_id = any(${sessions.map(({ id }: { id: string }) => id)})`;
  expect(told).toEqual({ started: 2, ended: 1 });
});
