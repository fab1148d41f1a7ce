import { createHmac, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  chunkedCutOff,
  drip,
  flood,
  hang,
  ok,
  type Received,
  reset,
  resetAfterHeaders,
  startWebhookReceiver,
  status,
  truncated,
  type WebhookReceiver,
} from '../../../../test/fakes/webhook-receiver.ts';
import { eventually } from '../../../../test/fixtures/eventually.ts';
import { newProvider } from '../../../../test/fixtures/provider.ts';
import { useDatabase } from '../../../../test/fixtures/use-database.ts';
import type { WebhookCreate } from '../../../contract/webhook.ts';
import { ATTEMPT_MS, type AttemptOutcome, createSender, type Sender } from '../../../webhooks/send.ts';
import { createSubscriber } from '../../subscriber/create.ts';
import { updateSubscriber } from '../../subscriber/update.ts';
import { createWebhook } from '../../webhook/create.ts';
import { replayEvents } from '../../webhook/replay.ts';
import { rotateWebhookSecret } from '../../webhook/rotate-secret.ts';
import { updateWebhook } from '../../webhook/update.ts';
import { createConcurrencyWindows } from './concurrency-window.ts';
import { createDeliveryDispatcher, type DeliveryDispatcher } from './dispatcher.ts';
import { createRetryWatch } from './due.ts';

const database = useDatabase();
const at = new Date('2026-03-01T08:00:00.000Z');

let provider: Awaited<ReturnType<typeof newProvider>>;
let dispatcher: DeliveryDispatcher;
const sinks: WebhookReceiver[] = [];

beforeEach(async () => {
  provider = await newProvider(database.current);
  dispatcher = createDeliveryDispatcher(createSender());
});

afterEach(async () => {
  for (const sink of sinks.splice(0)) await sink.close();
  await dispatcher.close();
});

async function sink(...behave: Parameters<typeof startWebhookReceiver>): Promise<WebhookReceiver> {
  const made = await startWebhookReceiver(...behave);
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

let subscribers = 0;

/** Creates `n` subscribers; each emits one event. */
async function emitEvents(n = 1) {
  const made = [];
  for (let i = 0; i < n; i++) {
    const id = ++subscribers;
    const person = { firstName: 'Ada', lastName: 'L', email: `a${id}@example.com` };
    const phone = `+2547${String(id).padStart(8, '0')}`;
    made.push(await provider.at(at, (scope) => createSubscriber(scope, { ...person, phone })));
  }
  return made;
}

async function deliver() {
  await dispatcher.dispatchDue(provider.providerId);
  await dispatcher.idle();
}

/** Makes all pending deliveries due now. */
const makeDue = () => database.current.sql`
  update delivery set next_attempt_at = now() - interval '1 second'
  where provider_id = ${provider.providerId} and next_attempt_at is not null`;

const deliveries = () => database.current.sql`
  select id, webhook_id, event_id, status, attempts, failures, next_attempt_at, leased_until from delivery
  where provider_id = ${provider.providerId} order by created_at, id`;

const attempts = () => database.current.sql`
  select id, delivery_id, number, response_status, latency_ms, response_excerpt, error from delivery_attempt
  where provider_id = ${provider.providerId} order by delivery_id, number`;

describe('a request to an endpoint', () => {
  test('has the recorded envelope as its body, and an HMAC of it as its signature', async () => {
    const to = await sink();
    const { secret } = await webhook({
      url: to.url,
      headers: [
        { name: 'Authorization', value: 'Bearer mine' },
        { name: 'X-Service-Signature', value: 'forged' },
        { name: 'x-service-delivery-id', value: 'forged' },
      ],
    });
    await emitEvents();
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

  test('has no changedFields in API version 2025-06-01, and is otherwise the same', async () => {
    const [older, newest] = [await sink(), await sink()];
    await webhook({ url: older.url, apiVersion: '2025-06-01', events: ['subscriber.updated'] });
    await webhook({ url: newest.url, events: ['subscriber.updated'] });
    const [made] = await emitEvents();
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

  test('has two signatures until the rotated secret expires', async () => {
    const to = await sink();
    const made = await webhook({ url: to.url });
    const rotated = await provider.at(at, (scope) => rotateWebhookSecret(scope, made));
    await emitEvents();
    await deliver();
    const { headers, body } = to.received[0] as Received;
    const signed = (secret: string) =>
      `sha256=${createHmac('sha256', secret).update(`${headers['x-service-timestamp']}.${body}`).digest('hex')}`;
    expect(headers['x-service-signature']).toBe(signed(rotated.secret));
    expect(headers['x-service-signature-previous']).toBe(signed(made.secret));
    await database.current.sql`update webhook set previous_secret_until = now() where id = ${made.id}`;
    await emitEvents();
    await deliver();
    expect(to.received[1]?.headers).not.toHaveProperty('x-service-signature-previous');
  });

  test('uses the connection of the one that has just ended', async () => {
    const to = await sink();
    const sender = createSender();
    const outgoing = { url: to.url, headers: [], body: '{}', livemode: false };
    for (let n = 0; n < 5; n++) expect(await sender.send(outgoing)).toMatchObject({ responseStatus: 200 });
    await sender.close();
    expect(to.connections()).toBe(1);
  });

  test('has the secret and the headers of now, also if they changed while a retry waits', async () => {
    const to = await sink(status(500));
    const headers = [{ name: 'X-Tag', value: 'before' }];
    const made = await webhook({ url: to.url, headers });
    await emitEvents();
    await deliver();
    const rotated = await provider.at(at, (scope) => rotateWebhookSecret(scope, made));
    await makeDue();
    await deliver();
    const [, { headers: sent, body }] = to.received as [Received, Received];
    const key = createHmac('sha256', rotated.secret);
    const signature = key.update(`${sent['x-service-timestamp']}.${body}`).digest('hex');
    expect(sent['x-service-signature']).toBe(`sha256=${signature}`);
    expect(sent['x-tag']).toBe('before');
    const changed = [{ name: 'X-Tag', value: 'after' }];
    await provider.at(at, (scope) =>
      updateWebhook(scope, { id: made.id, url: to.url, events: ['*'], headers: changed, addresses: [] }),
    );
    await makeDue();
    await deliver();
    expect(to.received[2]?.headers['x-tag']).toBe('after');
  });
});

describe('a failed attempt', () => {
  test('is retried up to eight attempts in all, with the same bytes and the same event id', async () => {
    const to = await sink(status(503));
    await webhook({ url: to.url });
    await emitEvents();
    for (let i = 0; i < 10; i++) {
      await makeDue();
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

  test('resets failing_since once the endpoint accepts the pending deliveries', async () => {
    const to = await sink(status(500));
    await webhook({ url: to.url });
    await emitEvents(3);
    await deliver();
    const failing = () => database.current.sql`select failing_since is not null as failing from webhook
      where provider_id = ${provider.providerId}`;
    expect(await failing()).toEqual([{ failing: true }]);
    to.become(ok);
    await makeDue();
    await deliver();
    expect((await deliveries()).map(({ status }) => status)).toEqual(['DELIVERED', 'DELIVERED', 'DELIVERED']);
    expect(await failing()).toEqual([{ failing: false }]);
  });

  test.each([
    ['a redirect that is not followed', status(302, { location: 'http://localhost:1/' }), 302, null],
    ['a client error', status(404), 404, null],
    ['a broken connection', reset, null, 'CONNECTION_RESET'],
  ] as const)('is recorded for %s', async (_, behave, responseStatus, error) => {
    const to = await sink(behave);
    await webhook({ url: to.url });
    await emitEvents();
    await deliver();
    expect(to.received).toHaveLength(1);
    expect(await attempts()).toMatchObject([{ response_status: responseStatus, error }]);
    expect(await deliveries()).toMatchObject([{ status: 'PENDING', failures: 1, leased_until: null }]);
  });

  test.each([
    ['a name that does not resolve', 'http://no-such-name.invalid/', 'DNS_FAILURE'],
    ['a closed port', 'http://localhost:9/', 'CONNECTION_REFUSED'],
    ['a private address', 'http://127.0.0.1:9/', 'ADDRESS_NOT_ALLOWED'],
    ['a private address mapped to IPv6', 'http://[::ffff:7f00:1]:9/', 'ADDRESS_NOT_ALLOWED'],
    ['a name that resolves to a private address', 'http://rebound.localhost:9/', 'ADDRESS_NOT_ALLOWED'],
  ])('is recorded without a response for %s', async (_, url, error) => {
    // The webhook was registered when its name had a public address.
    const made = await webhook({ url: 'https://example.com/' });
    await database.current.sql`update webhook set url = ${url} where id = ${made.id}`;
    await emitEvents();
    await deliver();
    expect(await attempts()).toMatchObject([{ response_status: null, response_excerpt: null, error }]);
  });

  test('may take ten seconds', () => expect(ATTEMPT_MS).toBe(10_000));

  test('of a 100 MB response is read up to the first KiB', async () => {
    const to = await sink(flood);
    await webhook({ url: to.url });
    await emitEvents();
    await deliver();
    const [logged] = await attempts();
    expect(logged).toMatchObject({ response_status: 200, error: null });
    expect(logged?.response_excerpt).toBe('x'.repeat(1024));
    await expect.poll(() => to.bytesSent()).toBeGreaterThan(0);
    expect(to.bytesSent()).toBeLessThan(20 * 1024 * 1024);
  });

  test.each([
    ['shorter than its Content-Length', truncated(100, 5)],
    ['of several KiB that is shorter than its Content-Length', truncated(5_000, 2_000)],
    ['without any of its bytes', truncated(100, 0)],
    ['in chunks without the last one', chunkedCutOff],
    ['cut off by a reset connection', resetAfterHeaders],
  ])('is one whose answer has a 2xx status and a body %s', async (_, behave) => {
    const to = await sink(behave);
    await webhook({ url: to.url });
    await emitEvents();
    await deliver();
    expect(await attempts()).toMatchObject([{ response_status: 200, error: 'CONNECTION_RESET' }]);
    expect(await deliveries()).toMatchObject([{ status: 'PENDING', failures: 1 }]);
  });

  test.each([
    ['a whole body of 60 KB', (res: ServerResponse) => void res.end('x'.repeat(60_000))],
    [
      'a body that ends with the connection',
      (res: ServerResponse) => {
        res.shouldKeepAlive = false;
        res.removeHeader('transfer-encoding');
        res.useChunkedEncodingByDefault = false;
        res.end('done');
      },
    ],
    ['no body', (res: ServerResponse) => void res.writeHead(204).end()],
  ])('is none whose 2xx answer has %s', async (_, behave) => {
    const to = await sink(behave);
    await webhook({ url: to.url });
    await emitEvents();
    await deliver();
    expect(await deliveries()).toMatchObject([{ status: 'DELIVERED', attempts: 1 }]);
  });

  test.each([
    ['hangs', hang, null],
    ['drips', drip, 200],
  ] as const)(
    'times out when the endpoint %s, while other endpoints get their deliveries',
    async (_, behave, responseStatus) => {
      const attemptMs = 2_500;
      const dispatcher = createDeliveryDispatcher(createSender(attemptMs));
      const [slow, fast] = [await sink(behave), await sink()];
      const { id } = await webhook({ url: slow.url });
      await webhook({ url: fast.url });
      await emitEvents(12);
      await dispatcher.dispatchDue(provider.providerId);
      await expect.poll(() => fast.received.length).toBe(12);
      // Deliveries that are queued meanwhile are not delayed either.
      await emitEvents(3);
      await dispatcher.dispatchDue(provider.providerId);
      await expect.poll(() => fast.received.length).toBe(15);
      expect(slow.received.length).toBeLessThan(12);
      await dispatcher.close();
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

  test('that answers 410 is disabled, and its deliveries stay pending', async () => {
    const to = await sink(status(410));
    const { id } = await webhook({ url: to.url });
    await emitEvents(2);
    await deliver();
    expect(await statusOf(id)).toMatchObject({ status: 'DISABLED', disabled_reason: 'GONE' });
    const before = to.received.length;
    await makeDue();
    await emitEvents();
    await deliver();
    expect(to.received).toHaveLength(before);
    expect((await deliveries()).map(({ status }) => status)).toEqual(['PENDING', 'PENDING']);
    const [entry] = await database.current.sql`
      select actor_type, action from audit_entry where resource_id = ${id} order by id desc limit 1`;
    expect(entry).toEqual({ actor_type: 'system', action: 'webhook.disable' });
  });

  test('that recovered is warned about again when it fails for as long again', async () => {
    const to = await sink(status(500));
    const { id } = await webhook({ url: to.url });
    await newStaff('owner');
    const failsFor = async (days: number) => {
      to.become(status(500));
      await emitEvents();
      await deliver();
      await database.current.sql`
        update webhook set failing_since = now() - ${days * 86_400} * interval '1 second' where id = ${id}`;
      await emitEvents();
      await deliver();
      return statusOf(id);
    };
    const warned = { status: 'ACTIVE', warnings: 1 };
    expect(await failsFor(2.6)).toMatchObject(warned);
    to.become(ok);
    await makeDue();
    await deliver();
    expect(await statusOf(id)).toMatchObject({ status: 'ACTIVE', warnings: 0 });
    expect(await failsFor(2.6)).toMatchObject(warned);
    expect((await emails()).map(({ kind }) => kind)).toEqual(['WEBHOOK_FAILING', 'WEBHOOK_FAILING']);
  });

  test('that is set back to ACTIVE starts without failures', async () => {
    const to = await sink(status(500));
    const made = await webhook({ url: to.url });
    const { id } = made;
    await emitEvents();
    await deliver();
    await database.current.sql`
      update webhook set failing_since = now() - interval '4 days', warnings = 1 where id = ${id}`;
    const putStatus = (newStatus: 'ACTIVE' | 'DISABLED') =>
      provider.at(at, (scope) =>
        updateWebhook(scope, {
          ...{ id, url: made.url, events: ['*'], headers: [], apiVersion: '2026-01-15' },
          ...{ status: newStatus, addresses: [] },
        }),
      );
    await putStatus('DISABLED');
    await putStatus('ACTIVE');
    const [row] = await database.current.sql`
      select status, failing_since, warnings, disabled_reason from webhook where id = ${id}`;
    expect(row).toEqual({ status: 'ACTIVE', failing_since: null, warnings: 0, disabled_reason: null });
  });

  test('retries each replayed event from the start of the schedule', async () => {
    const to = await sink(status(500));
    const { id } = await webhook({ url: to.url });
    await emitEvents();
    for (let attempt = 0; attempt < 8; attempt++) {
      await makeDue();
      await deliver();
    }
    expect(await deliveries()).toMatchObject([{ status: 'FAILED', attempts: 8 }]);
    await provider.at(at, (scope) => replayEvents(scope, { id, since: at }));
    expect(await deliveries()).toMatchObject([{ status: 'PENDING', attempts: 8, failures: 0 }]);
    await deliver();
    // This failure counts as the first of eight, not as the ninth.
    expect(await deliveries()).toMatchObject([{ status: 'PENDING', attempts: 9, failures: 1 }]);
  });

  test('that failed for five days is disabled after two warnings', async () => {
    const to = await sink(status(500));
    const { id } = await webhook({ url: to.url });
    const owner = await newStaff('owner');
    await newStaff('admin');
    await emitEvents();
    const failsAfter = async (days: number) => {
      await database.current.sql`
        update webhook set failing_since = now() - ${days * 86_400} * interval '1 second' where id = ${id}`;
      await emitEvents();
      await makeDue();
      await deliver();
      return statusOf(id);
    };
    expect(await failsAfter(2.4)).toMatchObject({ status: 'ACTIVE', warnings: 0 });
    expect(await failsAfter(2.6)).toMatchObject({ status: 'ACTIVE', warnings: 1 });
    expect(await failsAfter(4.6)).toMatchObject({ status: 'ACTIVE', warnings: 2 });
    expect(await failsAfter(5.1)).toMatchObject({ status: 'DISABLED', disabled_reason: 'FAILING' });
    // Each step sends one email, to owners only. A sandbox holds its emails.
    expect(await emails()).toEqual(
      ['WEBHOOK_FAILING', 'WEBHOOK_FAILING', 'WEBHOOK_DISABLED'].map((kind) => ({
        ...{ kind, staff_user_id: owner, subscriber_id: null, fact_id: id, status: 'HELD' },
      })),
    );
  });

  const emails = () => database.current.sql`
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

/** A sender whose attempts end when the test resolves them. */
function controlledSender() {
  const inFlight: ((outcome: AttemptOutcome) => void)[] = [];
  const sender: Sender = { send: () => new Promise((end) => inFlight.push(end)), close: async () => {} };
  return { inFlight, sender };
}

describe('leases and fences', () => {
  const success: AttemptOutcome = { responseStatus: 200, latencyMs: 1, responseExcerpt: '', error: null };

  test('two dispatchers attempt each delivery once', async () => {
    const to = await sink();
    await webhook({ url: to.url });
    await emitEvents(40);
    const other = createDeliveryDispatcher(createSender());
    await Promise.all([dispatcher.dispatchDue(provider.providerId), other.dispatchDue(provider.providerId)]);
    await Promise.all([dispatcher.idle(), other.idle()]);
    await other.close();
    expect(to.received).toHaveLength(40);
    expect(new Set(to.received.map(({ headers }) => headers['x-service-event-id'])).size).toBe(40);
  });

  test('an attempt whose lease expired is logged as INTERRUPTED, and the delivery is attempted again', async () => {
    const to = await sink();
    await webhook({ url: to.url });
    await emitEvents();
    const { sender } = controlledSender();
    await createDeliveryDispatcher(sender).dispatchDue(provider.providerId);
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

  /** A dispatcher whose endpoint has answered 40 attempts quickly, with deliveries due. */
  async function dispatcherOfFastEndpoint(sender: Sender, due = 600): Promise<DeliveryDispatcher> {
    await webhook({ url: 'https://example.com/' });
    const made = createDeliveryDispatcher(sender);
    await insertEvents(40);
    await made.dispatchDue(provider.providerId);
    await made.idle();
    await insertEvents(due);
    return made;
  }
  const insertEvents = (n: number, providerId = provider.providerId) => database.current.sql`
    insert into event (provider_id, id, type, resource_id, body, occurred_at, created_at, updated_at, correlation_id)
    select ${providerId}, 'evt_' || replace(gen_random_uuid()::text, '-', ''), 'network.session_started', 'sess_1', '{}',
      ${at.toISOString()}, ${at.toISOString()}, ${at.toISOString()}, '-' from generate_series(1, ${n}::int)`;
  const states = () => database.current.sql`
    select attempts, leased_until is not null as leased, count(*)::int as n from delivery
    where provider_id = ${provider.providerId} and status = 'PENDING' group by 1, 2 order by 1, 2`;

  test.each([
    ['fails', { ...success, responseStatus: 500 }],
    ['is slow', { ...success, latencyMs: 3_000 }],
  ])('prefetched deliveries are released unattempted when the endpoint %s', async (_, outcome) => {
    const { inFlight, sender } = controlledSender();
    let answers = true;
    const switchable: Sender = {
      ...sender,
      send: (what) => (answers ? Promise.resolve(success) : sender.send(what)),
    };
    const made = await dispatcherOfFastEndpoint(switchable);
    answers = false;
    await made.dispatchDue(provider.providerId);
    const started = inFlight.length;
    expect(started).toBeLessThan(64);
    expect(await states()).toMatchObject([
      { attempts: 0, leased: false },
      { attempts: 1, leased: true },
    ]);
    inFlight[0]?.(outcome);
    await expect
      .poll(async () => (await states()).filter(({ leased }) => leased))
      .toEqual([{ attempts: 1, leased: true, n: started - 1 }]);
    answers = true;
    for (const end of inFlight.slice(1)) end(success);
    await made.idle();
    await made.close();
    // No delivery was lost. None was attempted twice except the failed one.
    expect((await attempts()).filter(({ number, error }) => number > 1 || error !== null)).toEqual([]);
    expect(await attempts()).toHaveLength(640);
  });

  test('a closed dispatcher releases its prefetched deliveries, and another claims them at once', async () => {
    const { inFlight, sender } = controlledSender();
    let answers = true;
    const made = await dispatcherOfFastEndpoint({
      ...sender,
      send: (what) => (answers ? Promise.resolve(success) : sender.send(what)),
    });
    answers = false;
    await made.dispatchDue(provider.providerId);
    const closed = made.close();
    for (const end of inFlight) end(success);
    await closed;
    expect(await states()).toEqual([{ attempts: 0, leased: false, n: 600 - inFlight.length }]);
    const other = createDeliveryDispatcher({ ...sender, send: async () => success });
    await other.dispatchDue(provider.providerId);
    await other.idle();
    await other.close();
    expect(await states()).toEqual([]);
    expect((await attempts()).every(({ number }) => number === 1)).toBe(true);
  });

  test('deliveries whose release a claim did not see are claimed after it', async () => {
    const { inFlight, sender } = controlledSender();
    let answers = true;
    const made = await dispatcherOfFastEndpoint(
      { ...sender, send: (what) => (answers ? Promise.resolve(success) : sender.send(what)) },
      100,
    );
    answers = false;
    await made.dispatchDue(provider.providerId);
    expect(inFlight.length).toBeLessThan(100);
    await database.current.sql.begin(async (tx) => {
      await tx`select 1 from delivery where provider_id = ${provider.providerId} for update`;
      const [slow, ...others] = inFlight;
      slow?.({ ...success, latencyMs: 3_000 });
      for (const end of others) end(success);
      answers = true;
      await made.dispatchDue(provider.providerId);
    });
    await made.idle();
    expect(await states()).toEqual([]);
    await made.close();
  });

  test('deliveries for which the process had no room are claimed when attempts of another provider end', async () => {
    const other = await newProvider(database.current);
    const url = 'https://example.com/';
    await webhook({ url });
    await insertEvents(8);
    await other.at(at, (scope) =>
      createWebhook(scope, { url, events: ['*'], headers: [], apiVersion: '2026-01-15', addresses: [] }),
    );
    const { inFlight, sender } = controlledSender();
    const full = createDeliveryDispatcher(sender, createConcurrencyWindows({ maxClaimed: 8 }));
    await full.dispatchDue(provider.providerId);
    expect(inFlight).toHaveLength(8);
    await insertEvents(1, other.providerId);
    await full.dispatchDue(other.providerId);
    expect(inFlight).toHaveLength(8);
    for (const end of inFlight) end(success);
    await eventually(() => expect(inFlight).toHaveLength(9));
    inFlight[8]?.(success);
    await full.close();
  });

  test('deliveries that several providers claim at once, beyond the bound, leave none of them without a claim', async () => {
    const other = await newProvider(database.current);
    const subscribe = (to: typeof provider, url: string) =>
      to.at(at, (scope) =>
        createWebhook(scope, { url, events: ['*'], headers: [], apiVersion: '2026-01-15', addresses: [] }),
      );
    await subscribe(provider, 'https://example.com/mine');
    await subscribe(other, 'https://example.com/other');
    await insertEvents(10);
    await insertEvents(8, other.providerId);
    const inFlight: Record<string, (() => void)[]> = { mine: [], other: [] };
    const send: Sender['send'] = ({ url }) =>
      new Promise((resolve) =>
        inFlight[url.slice(-4) === 'mine' ? 'mine' : 'other']?.push(() => resolve(success)),
      );
    const full = createDeliveryDispatcher(
      { send, close: async () => {} },
      createConcurrencyWindows({ maxClaimed: 8 }),
    );
    const { sql } = database.current;
    const claims: Promise<void>[] = [];
    // Both claims wait in the database, so neither counts what the other takes.
    await sql.begin(async (tx) => {
      await tx`lock table delivery in access exclusive mode`;
      for (const { providerId } of [provider, other]) claims.push(full.dispatchDue(providerId));
      await eventually(async () => {
        const [waiting] = await tx`
          select count(*)::int as n from pg_locks join pg_stat_activity using (pid)
          where datname = current_database() and relation = 'delivery'::regclass and not granted`;
        expect(waiting?.n).toBe(2);
      });
    });
    await Promise.all(claims);
    expect([inFlight.mine?.length, inFlight.other?.length]).toEqual([8, 8]);
    for (const end of inFlight.mine?.splice(0) ?? []) end();
    await eventually(async () => expect(await states()).toEqual([{ attempts: 0, leased: false, n: 2 }]));
    for (const end of inFlight.other ?? []) end();
    await eventually(() => expect(inFlight.mine).toHaveLength(2));
    for (const end of inFlight.mine ?? []) end();
    await full.close();
  });

  test('an attempt that ends after its lease is logged, and does not change the delivery', async () => {
    const to = await sink(status(500));
    await webhook({ url: to.url });
    await emitEvents();
    const { inFlight, sender } = controlledSender();
    const late = createDeliveryDispatcher(sender);
    await late.dispatchDue(provider.providerId);
    await database.current
      .sql`update delivery set leased_until = now() where provider_id = ${provider.providerId}`;
    await deliver();
    inFlight[0]?.(success);
    await late.idle();
    expect(await attempts()).toMatchObject([
      { number: 1, error: null, response_status: 200 },
      { number: 2, error: null, response_status: 500 },
    ]);
    expect(await deliveries()).toMatchObject([{ status: 'PENDING', attempts: 2, failures: 1 }]);
    await late.close();
  });
});

/** Event ids in the order in which attempts to a receiver arrived at a sender that answers at once. */
function recordingSender(outcome: () => AttemptOutcome) {
  const started: { url: string; eventId: string }[] = [];
  const sender: Sender = {
    send: async ({ url, headers }) => {
      const eventId = headers[headers.findIndex((name) => /^x-service-event-id$/i.test(name)) + 1] ?? '';
      started.push({ url, eventId });
      return outcome();
    },
    close: async () => {},
  };
  return { started, sender };
}
const accepted: AttemptOutcome = { responseStatus: 200, latencyMs: 1, responseExcerpt: '', error: null };
const refused: AttemptOutcome = { ...accepted, responseStatus: 503 };
const inOrder = (ids: string[]) => [...ids].sort();

describe('order', () => {
  /** Inserts events of the network with ids of now, in a random order. */
  const insertShuffled = (n: number) => database.current.sql`
    insert into event (provider_id, id, type, resource_id, body, occurred_at, created_at, updated_at, correlation_id)
    select ${provider.providerId}, id, 'network.session_started', 'sess_1', '{}', ${at.toISOString()}, ${at.toISOString()},
      ${at.toISOString()}, gen_random_uuid()
    from (select 'evt_' || id_bits(${at.toISOString()}::timestamptz) as id from generate_series(1, ${n}::int)) made
    order by random()`;

  test('what is due to one webhook is started in the order of the event ids, whatever its type', async () => {
    const { started, sender } = recordingSender(() => accepted);
    const made = createDeliveryDispatcher(sender);
    const [one, other] = [
      await webhook({ url: 'https://a.example/' }),
      await webhook({ url: 'https://b.example/' }),
    ];
    for (let n = 0; n < 10; n++) {
      await insertShuffled(49);
      await emitEvents(1);
    }
    await made.dispatchDue(provider.providerId);
    await made.idle();
    for (const { url } of [one, other]) {
      const ids = started.filter((each) => each.url === url).map(({ eventId }) => eventId);
      expect(ids).toHaveLength(500);
      expect(ids).toEqual(inOrder(ids));
    }
    await made.close();
  });

  test('replayed events are started in the order of their ids, before events that follow them', async () => {
    const { started, sender } = recordingSender(() => accepted);
    const made = createDeliveryDispatcher(sender);
    await insertShuffled(500);
    const { id } = await webhook({ url: 'https://a.example/' });
    await provider.at(at, (scope) => replayEvents(scope, { id, since: at }));
    await emitEvents(5);
    await made.dispatchDue(provider.providerId);
    await made.idle();
    const ids = started.map(({ eventId }) => eventId);
    expect(ids).toHaveLength(505);
    expect(ids).toEqual(inOrder(ids));
    await made.close();
  });

  test('retries that are due together are started in the order of the event ids, among new events', async () => {
    let outcome = refused;
    const { started, sender } = recordingSender(() => outcome);
    const made = createDeliveryDispatcher(sender);
    await webhook({ url: 'https://a.example/' });
    await insertShuffled(500);
    await made.dispatchDue(provider.providerId);
    await made.idle();
    expect(started).toHaveLength(500);
    outcome = accepted;
    started.length = 0;
    // All others wait, however long the statements above took.
    await database.current.sql`
      update delivery set next_attempt_at = case
        when id = any(array(select id from delivery where provider_id = ${provider.providerId} order by random() limit 40))
        then now() - interval '1 second' * random() else now() + interval '1 hour' end
      where provider_id = ${provider.providerId}`;
    await emitEvents(5);
    await made.dispatchDue(provider.providerId);
    await made.idle();
    const ids = started.map(({ eventId }) => eventId);
    expect(ids).toHaveLength(45);
    expect(ids).toEqual(inOrder(ids));
    await made.close();
  });
});

describe('the schedule of retries', () => {
  const delay = (seconds: number) => [seconds * 0.9, seconds * 1.1] as const;
  /** Providers of other tests have failed deliveries too. */
  const watchOf = (made: DeliveryDispatcher) =>
    createRetryWatch(async ({ providerId }) => {
      if (providerId === provider.providerId) await made.dispatchDue(providerId);
    });

  test('holds for each delivery, however many fail at different times', async () => {
    let outcome = refused;
    const { started, sender } = recordingSender(() => outcome);
    const made = createDeliveryDispatcher(sender);
    const watch = watchOf(made);
    await webhook({ url: 'https://a.example/' });
    await emitEvents(60);
    await made.dispatchDue(provider.providerId);
    await made.idle();
    await watch();
    await made.idle();
    expect(started).toHaveLength(60);
    const rows = await database.current.sql<{ wait: number; id: string }[]>`
      select d.id, extract(epoch from d.next_attempt_at - a.at)::float8 as wait from delivery d
      join delivery_attempt a on a.provider_id = d.provider_id and a.delivery_id = d.id
      where d.provider_id = ${provider.providerId} order by d.id`;
    const [least, most] = delay(5);
    for (const { wait } of rows) {
      expect(wait).toBeGreaterThan(least - 0.01);
      expect(wait).toBeLessThan(most + 1);
    }
    // Time passes: each look starts what has become due since the last one, and nothing else.
    outcome = accepted;
    started.length = 0;
    for (const [n, { id }] of rows.entries()) {
      if (n % 20 !== 19) continue;
      const due = rows.slice(n - 19, n + 1).map((row) => row.id);
      await database.current.sql`update delivery set next_attempt_at = now()
        where provider_id = ${provider.providerId} and id = any(${due}) and ${id} = any(${due})`;
      await watch();
      await expect.poll(() => started.length).toBe(n + 1);
      await made.idle();
    }
    await made.close();
  });

  test('costs deliveries without a failure nothing: retries are looked for once', async () => {
    const { started, sender } = recordingSender(() => accepted);
    const windows = createConcurrencyWindows();
    let looks = 0;
    const retryCapacity = (id: string) => {
      looks++;
      return windows.retryCapacity(id);
    };
    const made = createDeliveryDispatcher(sender, { ...windows, retryCapacity });
    await webhook({ url: 'https://a.example/' });
    await emitEvents(60);
    await made.dispatchDue(provider.providerId);
    await made.idle();
    expect(started).toHaveLength(60);
    expect(looks).toBe(1);
    await made.close();
  });

  test('does not wait for the window, which is small after failures', async () => {
    const { inFlight, sender } = controlledSender();
    let answers = true;
    let outcome = refused;
    const made = createDeliveryDispatcher({
      ...sender,
      send: (what) => (answers ? Promise.resolve(outcome) : sender.send(what)),
    });
    await webhook({ url: 'https://a.example/' });
    await emitEvents(40);
    await made.dispatchDue(provider.providerId);
    await made.idle();
    answers = false;
    await emitEvents(10);
    await made.dispatchDue(provider.providerId);
    // Two new deliveries fill the window. All retries start beside them.
    await expect.poll(() => inFlight.length).toBe(2);
    await makeDue();
    await made.dispatchDue(provider.providerId);
    await expect.poll(() => inFlight.length).toBe(42);
    answers = true;
    outcome = accepted;
    for (const end of inFlight) end(accepted);
    await made.idle();
    expect((await deliveries()).filter(({ status }) => status !== 'DELIVERED')).toEqual([]);
    await made.close();
  });

  test('is kept by another process when the one that failed has ended, and after a restart', async () => {
    let outcome = refused;
    const { started, sender } = recordingSender(() => outcome);
    const ended = createDeliveryDispatcher(sender);
    const other = createDeliveryDispatcher(sender);
    const running = watchOf(other);
    await webhook({ url: 'https://a.example/' });
    await running();
    await emitEvents(10);
    await ended.dispatchDue(provider.providerId);
    await ended.idle();
    await ended.close();
    outcome = accepted;
    const due = (ids: string[]) => database.current.sql`
      update delivery set next_attempt_at = now() where provider_id = ${provider.providerId} and id = any(${ids})`;
    const ids = (await deliveries()).map(({ id }) => id);
    await due(ids.slice(0, 5));
    await running();
    await expect.poll(() => started.length).toBe(15);
    await other.idle();
    // The first look of a process finds what has been due for hours.
    await database.current.sql`update delivery set next_attempt_at = now() - interval '3 hours'
      where provider_id = ${provider.providerId} and next_attempt_at is not null`;
    await watchOf(other)();
    await expect.poll(() => started.length).toBe(20);
    await other.close();
  });
});
