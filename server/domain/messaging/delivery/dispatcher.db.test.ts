import { createHmac, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  drip,
  flood,
  hang,
  ok,
  type Received,
  reset,
  type Sink,
  startSink,
  status,
} from '../../../../test/sink.ts';
import type { WebhookCreate } from '../../../contract/webhook.ts';
import { newProvider, useDatabase } from '../../../scenarios/scene.ts';
import { ATTEMPT_MS, createSender, type Outcome, type Sender } from '../../../webhooks/send.ts';
import { createSubscriber } from '../../subscriber/create.ts';
import { updateSubscriber } from '../../subscriber/update.ts';
import { createWebhook } from '../../webhook/create.ts';
import { replayEvents } from '../../webhook/replay.ts';
import { rotateWebhookSecret } from '../../webhook/rotate-secret.ts';
import { updateWebhook } from '../../webhook/update.ts';
import { type Courier, createCourier } from './dispatcher.ts';

const database = useDatabase();
const at = new Date('2026-03-01T08:00:00.000Z');

let provider: Awaited<ReturnType<typeof newProvider>>;
let courier: Courier;
const sinks: Sink[] = [];

beforeEach(async () => {
  provider = await newProvider(database.current);
  courier = createCourier(createSender());
});

afterEach(async () => {
  for (const sink of sinks.splice(0)) await sink.close();
  await courier.close();
});

async function sink(...behave: Parameters<typeof startSink>): Promise<Sink> {
  const made = await startSink(...behave);
  sinks.push(made);
  return made;
}

const webhook = (over: Partial<WebhookCreate> & { url: string }) =>
  provider.at(at, (scope) =>
    createWebhook(scope, {
      events: ['*'],
      headers: [],
      apiVersion: '2026-01-15',
      addresses: [],
      ...over,
    }),
  );

let people = 0;

/** Announces so many events. */
async function happen(n = 1) {
  const made = [];
  for (let i = 0; i < n; i++) {
    const id = ++people;
    const person = { firstName: 'Ada', lastName: 'L', email: `a${id}@example.com` };
    const phone = `+2547${String(id).padStart(8, '0')}`;
    made.push(await provider.at(at, (scope) => createSubscriber(scope, { ...person, phone })));
  }
  return made;
}

async function deliver() {
  await courier.work(provider.providerId);
  await courier.idle();
}

/** Every pending delivery is due now, as if its time had come. */
const timePasses = () => database.current.sql`
  update delivery set next_attempt_at = now() - interval '1 second'
  where provider_id = ${provider.providerId} and next_attempt_at is not null`;

const deliveries = () => database.current.sql`
  select id, webhook_id, event_id, status, attempts, failures, next_attempt_at, leased_until from delivery
  where provider_id = ${provider.providerId} order by created_at, id`;

const attempts = () => database.current.sql`
  select id, delivery_id, number, response_status, latency_ms, response_excerpt, error from delivery_attempt
  where provider_id = ${provider.providerId} order by delivery_id, number`;

describe('what arrives', () => {
  test('is the recorded event, signed so that a stranger can check it', async () => {
    const to = await sink();
    const { secret } = await webhook({
      url: to.url,
      headers: [
        { name: 'Authorization', value: 'Bearer mine' },
        { name: 'X-Service-Signature', value: 'forged' },
        { name: 'x-service-delivery-id', value: 'forged' },
      ],
    });
    await happen();
    await deliver();
    const [event] = await database.current
      .sql`select id, type, body from event where provider_id = ${provider.providerId}`;
    const [got] = to.received;
    expect(to.received).toHaveLength(1);
    expect(got?.body).toBe(event?.body);
    expect(got?.headers).toMatchObject({
      authorization: 'Bearer mine',
      'content-type': 'application/json',
      'x-service-event-type': 'subscriber.created',
      'x-service-event-id': event?.id,
      'x-service-delivery-attempt': '1',
    });
    expect(got?.headers).not.toHaveProperty('x-service-signature-previous');
    expect(got?.headers).not.toHaveProperty('x-service-test');
    const key = createHmac('sha256', secret);
    const timestamp = String(got?.headers['x-service-timestamp']);
    expect(Math.abs(Number(timestamp) - Date.now() / 1_000)).toBeLessThan(60);
    expect(got?.headers['x-service-signature']).toBe(
      `sha256=${key.update(`${timestamp}.${got?.body}`).digest('hex')}`,
    );
    const [logged] = await attempts();
    expect(logged).toMatchObject({
      number: 1,
      response_status: 200,
      response_excerpt: 'thanks',
      error: null,
    });
    expect(got?.headers['x-service-delivery-id']).toBe(logged?.id);
    expect(await deliveries()).toMatchObject([{ status: 'DELIVERED', attempts: 1, next_attempt_at: null }]);
  });

  test('in the older shape lacks changedFields, and nothing else', async () => {
    const [older, newest] = [await sink(), await sink()];
    await webhook({ url: older.url, apiVersion: '2025-06-01', events: ['subscriber.updated'] });
    await webhook({ url: newest.url, events: ['subscriber.updated'] });
    const [made] = await happen();
    const person = { firstName: 'Ada', lastName: 'New', email: made?.email ?? '', phone: made?.phone ?? '' };
    await provider.at(at, (scope) => updateSubscriber(scope, { id: made?.id ?? '', ...person }));
    await deliver();
    const { data, ...envelope } = JSON.parse(newest.received[0]?.body ?? '');
    expect(data.changedFields).toEqual(['lastName']);
    const { changedFields: _, ...rest } = data;
    expect(older.received[0]?.body).toBe(
      JSON.stringify({ ...envelope, apiVersion: '2025-06-01', data: rest }),
    );
  });

  test('is signed with both secrets for a day after a rotation', async () => {
    const to = await sink();
    const made = await webhook({ url: to.url });
    const rotated = await provider.at(at, (scope) => rotateWebhookSecret(scope, made));
    await happen();
    await deliver();
    const { headers, body } = to.received[0] as Received;
    const signed = (secret: string) =>
      `sha256=${createHmac('sha256', secret).update(`${headers['x-service-timestamp']}.${body}`).digest('hex')}`;
    expect(headers['x-service-signature']).toBe(signed(rotated.secret));
    expect(headers['x-service-signature-previous']).toBe(signed(made.secret));
    await database.current.sql`update webhook set previous_secret_until = now() where id = ${made.id}`;
    await happen();
    await deliver();
    expect(to.received[1]?.headers).not.toHaveProperty('x-service-signature-previous');
  });
});

describe('a receiver that fails', () => {
  test('gets the same bytes again, under the same event id, eight times in all', async () => {
    const to = await sink(status(503));
    await webhook({ url: to.url });
    await happen();
    for (let i = 0; i < 10; i++) {
      await timePasses();
      await deliver();
    }
    expect(to.received).toHaveLength(8);
    const seen = (header: string) => to.received.map(({ headers }) => headers[header]);
    expect(new Set(to.received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(seen('x-service-event-id')).size).toBe(1);
    expect(new Set(seen('x-service-delivery-id')).size).toBe(8);
    expect(seen('x-service-delivery-attempt')).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
    expect(await deliveries()).toMatchObject([{ status: 'FAILED', attempts: 8, next_attempt_at: null }]);
    expect(await attempts()).toHaveLength(8);
  });

  test('and comes back gets what is pending, and its failures are forgotten', async () => {
    const to = await sink(status(500));
    await webhook({ url: to.url });
    await happen(3);
    await deliver();
    const failing = () => database.current.sql`select failing_since is not null as failing from webhook
      where provider_id = ${provider.providerId}`;
    expect(await failing()).toEqual([{ failing: true }]);
    to.become(ok);
    await timePasses();
    await deliver();
    expect((await deliveries()).map(({ status }) => status)).toEqual(['DELIVERED', 'DELIVERED', 'DELIVERED']);
    expect(await failing()).toEqual([{ failing: false }]);
  });

  test('is tried again after seconds without anybody asking', async () => {
    const to = await sink(status(500));
    await webhook({ url: to.url });
    await happen();
    await deliver();
    to.become(ok);
    await expect.poll(() => to.received.length, { timeout: 15_000 }).toBe(2);
    await courier.idle();
    expect(await deliveries()).toMatchObject([{ status: 'DELIVERED', attempts: 2 }]);
  });

  test.each([
    ['a redirect, which is not followed', status(302, { location: 'http://localhost:1/' }), 302, null],
    ['a client error', status(404), 404, null],
    ['a broken connection', reset, null, 'CONNECTION_RESET'],
  ] as const)('by %s', async (_, behave, responseStatus, error) => {
    const to = await sink(behave);
    await webhook({ url: to.url });
    await happen();
    await deliver();
    expect(to.received).toHaveLength(1);
    expect(await attempts()).toMatchObject([{ response_status: responseStatus, error }]);
    expect(await deliveries()).toMatchObject([{ status: 'PENDING', failures: 1, leased_until: null }]);
  });

  test.each([
    ['no such name', 'http://no-such-name.invalid/', 'DNS_FAILURE'],
    ['nobody listening', 'http://localhost:9/', 'CONNECTION_REFUSED'],
    ['a private address', 'http://127.0.0.1:9/', 'ADDRESS_NOT_ALLOWED'],
    ['a private address in other words', 'http://[::ffff:7f00:1]:9/', 'ADDRESS_NOT_ALLOWED'],
    ['a name that leads to one', 'http://rebound.localhost:9/', 'ADDRESS_NOT_ALLOWED'],
  ])('by %s', async (_, url, error) => {
    // It was registered when its name led elsewhere.
    const made = await webhook({ url: 'https://example.com/' });
    await database.current.sql`update webhook set url = ${url} where id = ${made.id}`;
    await happen();
    await deliver();
    expect(await attempts()).toMatchObject([{ response_status: null, response_excerpt: null, error }]);
  });

  test('has ten seconds for each attempt', () => expect(ATTEMPT_MS).toBe(10_000));

  test('with 100 MB is not read beyond the first KiB', async () => {
    const to = await sink(flood);
    await webhook({ url: to.url });
    await happen();
    await deliver();
    const [logged] = await attempts();
    expect(logged).toMatchObject({ response_status: 200, error: null });
    expect(logged?.response_excerpt).toBe('x'.repeat(1024));
    await expect.poll(() => to.bytesSent()).toBeGreaterThan(0);
    expect(to.bytesSent()).toBeLessThan(20 * 1024 * 1024);
  });

  test.each([
    ['hangs', hang, null],
    ['drips', drip, 200],
  ] as const)(
    'is given up on when its time is over and it %s, while others get theirs',
    async (_, behave, responseStatus) => {
      const attemptMs = 2_500;
      const courier = createCourier(createSender(attemptMs));
      const [slow, brisk] = [await sink(behave), await sink()];
      const { id } = await webhook({ url: slow.url });
      await webhook({ url: brisk.url });
      await happen(12);
      await courier.work(provider.providerId);
      await expect.poll(() => brisk.received.length, { timeout: 5_000 }).toBe(12);
      // What is queued meanwhile is not held up either.
      await happen(3);
      await courier.work(provider.providerId);
      await expect.poll(() => brisk.received.length, { timeout: 5_000 }).toBe(15);
      expect(slow.received.length).toBeLessThan(12);
      await courier.close();
      const logged = await database.current.sql`
      select a.error, a.response_status, a.latency_ms from delivery_attempt a
      join delivery d on d.provider_id = a.provider_id and d.id = a.delivery_id where d.webhook_id = ${id}`;
      expect(logged).toHaveLength(slow.received.length);
      for (const attempt of logged) {
        expect(attempt).toMatchObject({ error: 'TIMEOUT', response_status: responseStatus });
        expect(attempt.latency_ms).toBeGreaterThanOrEqual(attemptMs - 100);
      }
    },
  );
});

describe('a webhook', () => {
  const statusOf = async (id: string) => {
    const [row] = await database.current.sql`
      select status, disabled_reason, warnings from webhook where id = ${id}`;
    return row;
  };

  test('that answers 410 is disabled, and what is pending waits', async () => {
    const to = await sink(status(410));
    const { id } = await webhook({ url: to.url });
    await happen(2);
    await deliver();
    expect(await statusOf(id)).toMatchObject({ status: 'DISABLED', disabled_reason: 'GONE' });
    const so = to.received.length;
    await timePasses();
    await happen();
    await deliver();
    expect(to.received).toHaveLength(so);
    expect((await deliveries()).map(({ status }) => status)).toEqual(['PENDING', 'PENDING']);
    const [entry] = await database.current.sql`
      select actor_type, action from audit_entry where resource_id = ${id} order by id desc limit 1`;
    expect(entry).toEqual({ actor_type: 'system', action: 'webhook.disable' });
  });

  test('that recovered is warned of anew when it fails for as long again', async () => {
    const to = await sink(status(500));
    const { id } = await webhook({ url: to.url });
    await newStaff('owner');
    const failsFor = async (days: number) => {
      to.become(status(500));
      await happen();
      await deliver();
      await database.current.sql`
        update webhook set failing_since = now() - ${days * 86_400} * interval '1 second' where id = ${id}`;
      await happen();
      await deliver();
      return statusOf(id);
    };
    const warned = { status: 'ACTIVE', warnings: 1 };
    expect(await failsFor(2.6)).toMatchObject(warned);
    to.become(ok);
    await timePasses();
    await deliver();
    expect(await statusOf(id)).toMatchObject({ status: 'ACTIVE', warnings: 0 });
    expect(await failsFor(2.6)).toMatchObject(warned);
    expect((await mails()).map(({ kind }) => kind)).toEqual(['WEBHOOK_FAILING', 'WEBHOOK_FAILING']);
  });

  test('that is set back to ACTIVE begins without failures', async () => {
    const to = await sink(status(500));
    const made = await webhook({ url: to.url });
    const { id } = made;
    await happen();
    await deliver();
    await database.current.sql`
      update webhook set failing_since = now() - interval '4 days', warnings = 1 where id = ${id}`;
    const put = (to: 'ACTIVE' | 'DISABLED') =>
      provider.at(at, (scope) =>
        updateWebhook(scope, {
          ...{ id, url: made.url, events: ['*'], headers: [], apiVersion: '2026-01-15' },
          ...{ status: to, addresses: [] },
        }),
      );
    await put('DISABLED');
    await put('ACTIVE');
    const [row] = await database.current.sql`
      select status, failing_since, warnings, disabled_reason from webhook where id = ${id}`;
    expect(row).toEqual({ status: 'ACTIVE', failing_since: null, warnings: 0, disabled_reason: null });
  });

  test('that is replayed what failed for good tries each event from the start of the schedule', async () => {
    const to = await sink(status(500));
    const { id } = await webhook({ url: to.url });
    await happen();
    for (let attempt = 0; attempt < 8; attempt++) {
      await timePasses();
      await deliver();
    }
    expect(await deliveries()).toMatchObject([{ status: 'FAILED', attempts: 8 }]);
    await provider.at(at, (scope) => replayEvents(scope, { id, since: at }));
    expect(await deliveries()).toMatchObject([{ status: 'PENDING', attempts: 8, failures: 0 }]);
    await deliver();
    // One more failure is the first of eight, not the ninth.
    expect(await deliveries()).toMatchObject([{ status: 'PENDING', attempts: 9, failures: 1 }]);
  });

  test('that took nothing for five days is disabled, after two warnings', async () => {
    const to = await sink(status(500));
    const { id } = await webhook({ url: to.url });
    const owner = await newStaff('owner');
    await newStaff('admin');
    await happen();
    const failsAfter = async (days: number) => {
      await database.current.sql`
        update webhook set failing_since = now() - ${days * 86_400} * interval '1 second' where id = ${id}`;
      await happen();
      await timePasses();
      await deliver();
      return statusOf(id);
    };
    expect(await failsAfter(2.4)).toMatchObject({ status: 'ACTIVE', warnings: 0 });
    expect(await failsAfter(2.6)).toMatchObject({ status: 'ACTIVE', warnings: 1 });
    expect(await failsAfter(4.6)).toMatchObject({ status: 'ACTIVE', warnings: 2 });
    expect(await failsAfter(5.1)).toMatchObject({ status: 'DISABLED', disabled_reason: 'FAILING' });
    // Each is told once, by mail, and the owners alone; a sandbox keeps what it would send.
    expect(await mails()).toEqual(
      ['WEBHOOK_FAILING', 'WEBHOOK_FAILING', 'WEBHOOK_DISABLED'].map((kind) => ({
        ...{ kind, staff_user_id: owner, subscriber_id: null, fact_id: id, status: 'HELD' },
      })),
    );
  });

  const mails = () => database.current.sql`
    select kind, staff_user_id, subscriber_id, fact_id, status from mail
    where provider_id = ${provider.providerId} order by id`;

  async function newStaff(role: string): Promise<string> {
    const { sql } = database.current;
    const userId = randomUUID();
    await sql`insert into staff_user (id, name, email) values (${userId}, 'Olive Owner', ${`${userId}@example.com`})`;
    await sql`
      insert into staff_member (organisation_id, user_id, role, created_at, updated_at)
      select organisation_id, ${userId}, ${role}, now(), now() from provider where id = ${provider.providerId}`;
    return userId;
  }
});

describe('leases and fences', () => {
  /** A sender whose attempts end when the test says so. */
  function held() {
    const open: ((outcome: Outcome) => void)[] = [];
    const sender: Sender = { send: () => new Promise((done) => open.push(done)), close: async () => {} };
    return { open, sender };
  }
  const taken: Outcome = { responseStatus: 200, latencyMs: 1, responseExcerpt: '', error: null };

  test('two couriers share the work, each delivery attempted by one', async () => {
    const to = await sink();
    await webhook({ url: to.url });
    await happen(40);
    const other = createCourier(createSender());
    await Promise.all([courier.work(provider.providerId), other.work(provider.providerId)]);
    await Promise.all([courier.idle(), other.idle()]);
    await other.close();
    expect(to.received).toHaveLength(40);
    expect(new Set(to.received.map(({ headers }) => headers['x-service-event-id'])).size).toBe(40);
  });

  test('an attempt whose process died is logged as interrupted, and another is made', async () => {
    const to = await sink();
    await webhook({ url: to.url });
    await happen();
    const { sender } = held();
    await createCourier(sender).work(provider.providerId);
    await deliver();
    expect(to.received).toHaveLength(0);
    await database.current
      .sql`update delivery set leased_until = now() where provider_id = ${provider.providerId}`;
    await deliver();
    expect(to.received).toHaveLength(1);
    expect(to.received[0]?.headers['x-service-delivery-attempt']).toBe('2');
    expect(await attempts()).toMatchObject([
      { number: 1, error: 'INTERRUPTED', response_status: null },
      { number: 2, error: null, response_status: 200 },
    ]);
    expect(await deliveries()).toMatchObject([{ status: 'DELIVERED', attempts: 2, failures: 0 }]);
  });

  /** A webhook of a receiver known to be brisk, with more due than one window takes. */
  async function brisk(sender: Sender): Promise<Courier> {
    await webhook({ url: 'https://example.com/' });
    const made = createCourier(sender);
    await happenQuickly(40);
    await made.work(provider.providerId);
    await made.idle();
    await happenQuickly(600);
    return made;
  }
  const happenQuickly = (n: number) => database.current.sql`
    insert into event (provider_id, id, type, resource_id, body, occurred_at, created_at, updated_at, correlation_id)
    select ${provider.providerId}, 'evt_' || replace(gen_random_uuid()::text, '-', ''), 'network.session_started', 'sess_1', '{}',
      ${at.toISOString()}, ${at.toISOString()}, ${at.toISOString()}, '-' from generate_series(1, ${n}::int)`;
  const states = () => database.current.sql`
    select attempts, leased_until is not null as leased, count(*)::int as n from delivery
    where provider_id = ${provider.providerId} and status = 'PENDING' group by 1, 2 order by 1, 2`;

  test.each([
    ['fails', { ...taken, responseStatus: 500 }],
    ['is slow', { ...taken, latencyMs: 3_000 }],
  ])('what is held ready for a receiver that then %s is given back unattempted', async (_, outcome) => {
    const { open, sender } = held();
    let answers = true;
    const willing: Sender = {
      ...sender,
      send: (what) => (answers ? Promise.resolve(taken) : sender.send(what)),
    };
    const made = await brisk(willing);
    answers = false;
    await made.work(provider.providerId);
    const underWay = open.length;
    expect(underWay).toBeLessThan(64);
    expect(await states()).toMatchObject([
      { attempts: 0, leased: false },
      { attempts: 1, leased: true },
    ]);
    open[0]?.(outcome);
    await expect
      .poll(async () => (await states()).filter(({ leased }) => leased))
      .toEqual([{ attempts: 1, leased: true, n: underWay - 1 }]);
    answers = true;
    for (const end of open.slice(1)) end(taken);
    await made.idle();
    await made.close();
    // Nothing was lost, and nothing attempted twice but what failed.
    expect((await attempts()).filter(({ number, error }) => number > 1 || error !== null)).toEqual([]);
    expect(await attempts()).toHaveLength(640);
  });

  test('a courier that is closed gives back what it held, for another to take at once', async () => {
    const { open, sender } = held();
    let answers = true;
    const made = await brisk({
      ...sender,
      send: (what) => (answers ? Promise.resolve(taken) : sender.send(what)),
    });
    answers = false;
    await made.work(provider.providerId);
    const closed = made.close();
    for (const end of open) end(taken);
    await closed;
    expect(await states()).toEqual([{ attempts: 0, leased: false, n: 600 - open.length }]);
    const other = createCourier({ ...sender, send: async () => taken });
    await other.work(provider.providerId);
    await other.idle();
    await other.close();
    expect(await states()).toEqual([]);
    expect((await attempts()).every(({ number }) => number === 1)).toBe(true);
  });

  test('what a late attempt has to tell goes to the log, and changes nothing else', async () => {
    const to = await sink(status(500));
    await webhook({ url: to.url });
    await happen();
    const { open, sender } = held();
    const late = createCourier(sender);
    await late.work(provider.providerId);
    await database.current
      .sql`update delivery set leased_until = now() where provider_id = ${provider.providerId}`;
    await deliver();
    open[0]?.(taken);
    await late.idle();
    expect(await attempts()).toMatchObject([
      { number: 1, error: null, response_status: 200 },
      { number: 2, error: null, response_status: 500 },
    ]);
    expect(await deliveries()).toMatchObject([{ status: 'PENDING', attempts: 2, failures: 1 }]);
    await late.close();
  });
});

test('floods of network events let everything else go first', async () => {
  const to = await sink();
  await webhook({ url: to.url });
  await database.current.sql`
    insert into event (provider_id, id, type, resource_id, body, occurred_at, created_at, updated_at, correlation_id)
    select ${provider.providerId}, 'evt_' || lpad(to_hex(n), 32, '0'), 'network.session_started', 'sess_1', '{}', ${at.toISOString()},
      ${at.toISOString()}, ${at.toISOString()}, gen_random_uuid() from generate_series(1, 100) n`;
  await happen(5);
  await deliver();
  expect(to.received).toHaveLength(105);
  // Those that go at the same time may arrive in any order, so what counts is when each was taken.
  const [taken] = await database.current.sql<{ first: boolean }[]>`
    select max(at) filter (where event_type = 'subscriber.created')
      <= min(at) filter (where event_type = 'network.session_started') as first
    from delivery_attempt a join delivery d on d.provider_id = a.provider_id and d.id = a.delivery_id
    where a.provider_id = ${provider.providerId}`;
  expect(taken).toEqual({ first: true });
});
