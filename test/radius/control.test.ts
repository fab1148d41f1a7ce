import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { inngest } from '../../server/background/client.ts';
import { startLocalRunner } from '../../server/background/local-runner.ts';
import { sweepNetwork } from '../../server/background/network-sweep.ts';
import { backgroundFunctions } from '../../server/background/registry.ts';
import { realNow } from '../../server/clock.ts';
import { announceSessions } from '../../server/domain/network/announce-sessions.ts';
import { applySessionChanges } from '../../server/domain/network/apply-session-changes.ts';
import { applyThrottles } from '../../server/domain/network/apply-throttles.ts';
import { countUsage } from '../../server/domain/network/count-usage.ts';
import { enqueueMissedSessionChanges } from '../../server/domain/network/enqueue-session-changes.ts';
import { accountMissedSessions } from '../../server/domain/network/missed-accounting.ts';
import { endSilentSessions } from '../../server/domain/network/sweep.ts';
import { setThrottleRate } from '../../server/domain/provider/throttle-rate.ts';
import { log } from '../../server/log.ts';
import { transaction } from '../../server/work/transaction.ts';
import type { Partner } from '../contract/api.ts';
import { dataOf, expectRefused } from '../contract/helpers.ts';
import { startFakeNas } from '../fakes/nas.ts';
import { LOCAL_SECRET, radclient } from './freeradius.ts';
import { customerOf, lineOf } from './line.ts';
import { useNetwork } from './network.ts';
import { register } from './router.ts';

const network = useNetwork();
let partner: Partner;
beforeAll(async () => {
  partner = await network.api.partner();
  const { coa } = network.radius.ports;
  // FreeRADIUS itself plays the NAS: it listens at the address that the sessions below come from.
  await network.api.sql`
    insert into radius.nas (nasname, shortname, ports, secret) values
      ('127.0.0.1', 'here', ${coa}, ${LOCAL_SECRET}), ('127.0.0.0/24', 'around', 9, 'not this one')`;
});

const GIGABYTE = 1_000_000_000;

type Line = { session?: string; nas?: string };

/** A customer with an open session at a NAS. */
async function online({ plan = {}, ...where }: Line & { plan?: object } = {}) {
  return startSession(await customerOf(partner, { plan }), where);
}

/** Starts the accounting of a session. */
async function startSession(
  customer: Awaited<ReturnType<typeof customerOf>>,
  { session = randomBytes(4).toString('hex'), nas = '127.0.0.1' }: Line = {},
) {
  const line = lineOf(network.radius, customer.username, { session, nas });
  await line.account('Start');
  const [{ id }] = dataOf(
    await partner.get(`/v1/network-sessions?subscriptionId=${customer.subscription.id}`),
  );
  const from = network.radius.log().length;
  return {
    ...customer,
    ...line,
    id: id as string,
    /** The requests that the NAS received about this session, each with its rate limit, if any. */
    requests: () =>
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
    throttledEvents: async () => {
      const events = dataOf(await partner.get(`/v1/events?resourceId=${id}&type=network.throttled`));
      return events.map((event: { data: { current: object } }) => event.data.current);
    },
    /** The rate limit in the Access-Accept of a sign-in. */
    rateAtSignIn: async () => {
      const answer = await radclient(network.radius.ports.auth, 'auth', [
        `User-Name = "${customer.username}"`,
        `User-Password = "${customer.password}"`,
      ]);
      return answer.attributes.find((line) => line.startsWith('Mikrotik'))?.split('"')[1] ?? answer.code;
    },
  };
}

/** Runs the jobs of one minute. */
async function runMinute(): Promise<void> {
  await countUsage();
  await applyThrottles();
  await enqueueMissedSessionChanges();
  await applySessionChanges({ providerId: partner.providerId, budgetMs: 15_000 });
}

const announce = () => announceSessions({ providerId: partner.providerId, budgetMs: 15_000 });

const disconnect = (id: string, key?: string) =>
  partner.post(`/v1/network-sessions/${id}/disconnect`, undefined, { key });

test('disconnect sends a Disconnect-Request, and the accounting stop ends the session', async () => {
  const { id, requests, account } = await online();
  const key = randomBytes(8).toString('hex');
  expect(dataOf(await disconnect(id, key))).toMatchObject({ id, endedAt: null });
  expect(requests()).toEqual(['Disconnect-Request']);
  await account('Stop');
  expectRefused(await disconnect(id), 409, { error: 'CONFLICT', field: 'id' });
  const replayed = await disconnect(id, key);
  expect(replayed.headers.get('idempotent-replayed')).toBe('true');
  expect(requests()).toEqual(['Disconnect-Request']);
});

test('502 when the NAS refuses, 408 when it does not answer, 503 when it is not registered', async () => {
  const refusing = await online({ session: `unknown${randomBytes(4).toString('hex')}` });
  expectRefused(await disconnect(refusing.id), 502, { error: 'UPSTREAM_FAILURE', code: 'UPSTREAM_FAILURE' });
  const silent = await online({ nas: '127.0.0.2' });
  expectRefused(await disconnect(silent.id), 408, { error: 'TIMEOUT', code: 'TIMEOUT' });
  const nowhere = await online({ nas: '127.9.0.1' });
  expectRefused(await disconnect(nowhere.id), 503, { error: 'SERVICE_UNAVAILABLE' });
});

test('404 for a session of another provider', async () => {
  const { id, requests } = await online();
  const other = await network.api.partner();
  expectRefused(await other.post(`/v1/network-sessions/${id}/disconnect`), 404, { error: 'NOT_FOUND' });
  expect(requests()).toEqual([]);
});

test('requests go to the partner’s own server, and another partner’s server gets no packet', async () => {
  const [ownNas, otherNas] = [
    await startFakeNas('shared-with-ours'),
    await startFakeNas('shared-with-theirs'),
  ];
  const other = await network.api.partner();
  await register(partner, ownNas);
  await register(other, otherNas);
  const [first, second] = [await online({ nas: ownNas.address }), await online({ nas: ownNas.address })];
  dataOf(await disconnect(first.id));
  expect(ownNas.received).toEqual(['Disconnect-Request']);

  // The accounting row names the other partner's server. Both servers listen, each on its own address.
  await network.api.sql`
    update radius.radacct set nasipaddress = ${otherNas.address}
    where acctuniqueid = (select acct_unique_id from network_session where id = ${second.id})`;
  expectRefused(await disconnect(second.id), 503, { error: 'SERVICE_UNAVAILABLE' });
  dataOf(await partner.post(`/v1/subscribers/${second.subscription.subscriberId}/suspend`));
  await runMinute();
  expect(ownNas.received).toEqual(['Disconnect-Request']);
  expect(otherNas.packets()).toBe(0);
  await Promise.all([ownNas.close(), otherNas.close()]);
});

test('the sweep finds pending session changes whose wake-up was lost', async () => {
  const nas = await startFakeNas('shared-with-sweep');
  await register(partner, nas);
  const { subscription } = await online({ nas: nas.address });
  dataOf(await partner.post(`/v1/subscribers/${subscription.subscriberId}/suspend`));
  const functions = backgroundFunctions.filter((fn) => fn.id().startsWith('network-due'));
  const runner = await startLocalRunner({ client: inngest, functions, log, schedule: false });
  runner.tick(realNow());
  await runner.idle();
  await runner.stop();
  expect(nas.received).toEqual(['Disconnect-Request']);
  await nas.close();
});

test('a manual hold disconnects the session; one that is lifted before the request is sent does not', async () => {
  const { id, subscription, requests } = await online();
  const path = `/v1/subscribers/${subscription.subscriberId}`;
  dataOf(await partner.post(`${path}/suspend`));
  dataOf(await partner.post(`${path}/activate`));
  await runMinute();
  expect(requests()).toEqual(['CoA-Request 5M/20M']);
  dataOf(await partner.post(`${path}/suspend`));
  await runMinute();
  expect(requests()).toEqual(['CoA-Request 5M/20M', 'Disconnect-Request']);
  expect([...(await network.api.sql`select from network_command where session_id = ${id}`)]).toEqual([]);
});

test('a hold between the Access-Accept and the start disconnects the session, once', async () => {
  const customer = await customerOf(partner);
  const accepted = await radclient(network.radius.ports.auth, 'auth', [
    `User-Name = "${customer.username}"`,
    `User-Password = "${customer.password}"`,
  ]);
  expect(accepted.code).toBe('Access-Accept');
  dataOf(await partner.post(`/v1/subscribers/${customer.subscription.subscriberId}/suspend`));
  await runMinute();
  const { requests, account } = await startSession(customer);
  await runMinute();
  expect(requests()).toEqual(['Disconnect-Request']);
  await runMinute();
  expect(requests()).toEqual(['Disconnect-Request']);
  await account('Stop');
});

test.each(['deactivate', 'terminate'])(
  '%s of a subscriber sends a Disconnect-Request for its session',
  async (verb) => {
    const { subscription, requests } = await online();
    dataOf(await partner.post(`/v1/subscribers/${subscription.subscriberId}/${verb}`));
    await runMinute();
    expect(requests()).toEqual(['Disconnect-Request']);
  },
);

test('a session change whose NAS does not answer is retried until the session ends', async () => {
  const { subscription, id, account } = await online({ nas: '127.0.0.2' });
  dataOf(await partner.post(`/v1/subscribers/${subscription.subscriberId}/deactivate`));
  await runMinute();
  const pending = () =>
    network.api.sql`
      select failure, due_at > now() as is_retried from network_command where session_id = ${id}`;
  expect([...(await pending())]).toEqual([{ failure: 'the server did not answer', is_retried: true }]);
  await account('Stop');
  await network.api.sql`update network_command set due_at = now() where session_id = ${id}`;
  await runMinute();
  expect(await pending()).toHaveLength(0);
});

test('a session past its data cap is throttled once, and the next cycle restores its speed', async () => {
  const { subscription, account, requests, read, throttledEvents, rateAtSignIn, id } = await online({
    plan: { dataCapMb: 1_000 },
  });
  await account('Interim-Update', [GIGABYTE / 2, GIGABYTE / 2]);
  await runMinute();
  expect(requests()).toEqual([]);
  await account('Interim-Update', [GIGABYTE / 2, GIGABYTE / 2 + 1]);
  await runMinute();
  expect(requests()).toEqual(['CoA-Request 1M/1M']);
  expect(await throttledEvents()).toEqual([
    expect.objectContaining({ sessionId: id, reason: 'DATA_CAP', throttled: true }),
  ]);
  expect(await read()).toMatchObject({ throttled: true, reason: null });
  expect(await rateAtSignIn()).toBe('1M/1M');

  await account('Interim-Update', [GIGABYTE, GIGABYTE]);
  await runMinute();
  expect(await throttledEvents()).toHaveLength(1);

  const { now } = dataOf(await partner.get('/v1/test-clock'));
  const to = new Date(Date.parse(now) + 28 * 86_400_000).toISOString();
  dataOf(await partner.post('/v1/test-clock/advance', { to }));
  dataOf(await partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual' }));
  dataOf(await partner.post('/v1/test-clock/advance', { by: { days: 3 } }));
  await runMinute();
  expect(requests()).toEqual(['CoA-Request 1M/1M', 'CoA-Request 5M/20M']);
  expect(await read()).toMatchObject({ throttled: false });
  expect(await rateAtSignIn()).toBe('5M/20M');
  await account('Interim-Update', [GIGABYTE, GIGABYTE + 5]);
  await runMinute();
  expect(requests()).toHaveLength(2);
});

test('a new throttle rate applies to throttled sessions', async () => {
  const { account, requests, rateAtSignIn, throttledEvents } = await online({ plan: { dataCapMb: 1 } });
  await account('Interim-Update', [600_000, 600_000]);
  await runMinute();
  const origin = {
    providerId: partner.providerId,
    caller: { type: 'system', name: 'test' } as const,
    correlationId: randomUUID(),
  };
  const set = (downloadSpeedMbps: number, uploadSpeedMbps: number) =>
    transaction(origin, (scope) => setThrottleRate(scope, { downloadSpeedMbps, uploadSpeedMbps }));
  expect((await set(2, 0.5)).throttled).toBe(1);
  await runMinute();
  expect(requests()).toEqual(['CoA-Request 1M/1M', 'CoA-Request 500k/2M']);
  expect(await rateAtSignIn()).toBe('500k/2M');
  await set(2, 0.5);
  await runMinute();
  expect(requests()).toHaveLength(2);
  expect(await throttledEvents()).toHaveLength(1);
  // The throttle rate never exceeds the plan's speed.
  await set(100, 100);
  await runMinute();
  expect(await rateAtSignIn()).toBe('5M/20M');
  const audit = await network.api.sql<{ changes: string }[]>`
    select changes from audit_entry where correlation_id = ${origin.correlationId} order by id`;
  expect(audit.map(({ changes }) => JSON.parse(changes))).toEqual([
    { downloadSpeedMbps: { before: 1, after: 2 }, uploadSpeedMbps: { before: 1, after: 0.5 } },
    { downloadSpeedMbps: { before: 2, after: 100 }, uploadSpeedMbps: { before: 0.5, after: 100 } },
  ]);
  await set(1, 1);
});

test('a cap that is passed right after a count is applied within the same sweep', async () => {
  const { account, rateAtSignIn } = await online({ plan: { dataCapMb: 1 } });
  const slept: string[] = [];
  await sweepNetwork({
    run: (_, work) => work(),
    sleep: async (_, time) => {
      slept.push(time);
      await account('Interim-Update', [600_000, 600_000]);
      expect(await rateAtSignIn()).toBe('5M/20M');
    },
  });
  expect(slept).toEqual(['30s']);
  expect(await rateAtSignIn()).toBe('1M/1M');
});

test('a NAS that refuses CoA gets a Disconnect-Request, and the next session starts throttled', async () => {
  const session = `stubborn${randomBytes(4).toString('hex')}`;
  const first = await online({ plan: { dataCapMb: 1 }, session });
  await first.account('Stop', [0, 0]);
  const { subscription, username } = first;
  const second = lineOf(network.radius, username, { session: `${session}b`, nas: '127.0.0.1' });
  await second.account('Start');
  await second.account('Interim-Update', [600_000, 600_000]);
  await runMinute();
  expect(network.radius.log()).toContain(`Received Disconnect-Request`);
  expect(await first.throttledEvents()).toEqual([]);
  await second.account('Stop', [600_000, 600_000]);
  await lineOf(network.radius, username, { nas: '127.0.0.1' }).account('Start');
  const sessions = dataOf(
    await partner.get(`/v1/network-sessions?subscriptionId=${subscription.id}&sort=createdAt`),
  );
  expect(sessions.map((each: { throttled: boolean }) => each.throttled)).toEqual([false, false, true]);
});

test('concurrent counts of several sessions add up to the exact octets', async () => {
  const { subscription, username, account } = await online();
  const other = lineOf(network.radius, username);
  await other.account('Start');
  await Promise.all([account('Interim-Update', [10, 20]), other.account('Interim-Update', [1, 2])]);
  await Promise.all([countUsage(), countUsage(), countUsage()]);
  await account('Stop', [100, 200]);
  await other.account('Interim-Update', [1, 0], ['Acct-Output-Gigawords = 2']);
  await Promise.all([countUsage(), countUsage()]);
  await countUsage();
  const [usage] = await network.api.sql`
    select octets, passed_cap_at from network_usage where subscription_id = ${subscription.id}`;
  expect(usage).toEqual({ octets: String(301 + 2 * 2 ** 32), passed_cap_at: null });
});

test('three interim intervals without packets end a session at the arrival of its last one', async () => {
  const { id, read, account } = await online();
  const age = (by: string) => network.api.sql`
    update network_session set heard_at = now() - ${by}::interval where id = ${id}`;
  await endSilentSessions();
  await network.api.sql`update network_listening set since = now() - interval '1 hour'`;
  await age('14 minutes 50 seconds');
  await endSilentSessions();
  expect(await read()).toMatchObject({ endedAt: null });
  await age('15 minutes 1 second');
  await endSilentSessions();
  expect(await read()).toMatchObject({ reason: 'Lost-Service' });
  await endSilentSessions();
  await account('Stop');
  await announce();
  const ended = await partner.get(`/v1/events?resourceId=${id}&type=network.session_ended`);
  expect(dataOf(ended)).toHaveLength(1);
});

test('the sweep creates and ends the sessions that the trigger missed, once', async () => {
  const { sql } = network.api;
  const { username, subscription, account, read } = await online();
  const missed = lineOf(network.radius, username);
  await sql`alter table radius.radacct disable trigger user`;
  await account('Stop');
  await missed.account('Start');
  await sql`alter table radius.radacct enable trigger user`;
  expect(await read()).toMatchObject({ endedAt: null });
  await Promise.all([accountMissedSessions(), accountMissedSessions()]);
  await accountMissedSessions();
  expect(await read()).toMatchObject({ reason: 'User-Request' });
  const sessions = dataOf(await partner.get(`/v1/network-sessions?subscriptionId=${subscription.id}`));
  expect(sessions).toHaveLength(2);
  await announce();
  const [emitted] = await sql`
    select count(*) filter (where type = 'network.session_started')::int as started,
      count(*) filter (where type = 'network.session_ended')::int as ended
    from event where resource_id = any(${sessions.map(({ id }: { id: string }) => id)})`;
  expect(emitted).toEqual({ started: 2, ended: 1 });
});
