import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MAX_SHOWN_ATTEMPTS } from '../../server/contract/delivery.ts';
import {
  createDeliveryDispatcher,
  type DeliveryDispatcher,
} from '../../server/domain/messaging/delivery/dispatcher.ts';
import { createSender } from '../../server/webhooks/send.ts';
import { startWebhookReceiver, status, type WebhookReceiver } from '../fakes/webhook-receiver.ts';
import { type Partner, useApi } from './api.ts';
import { bodies, dataOf, expectRefused } from './helpers.ts';

const api = useApi();
let partner: Partner;
let sink: WebhookReceiver;
let dispatcher: DeliveryDispatcher;

beforeEach(async () => {
  partner = await api.partner();
  sink = await startWebhookReceiver();
  dispatcher = createDeliveryDispatcher(createSender());
});

afterEach(async () => {
  await sink.close();
  await dispatcher.close();
});

const register = async (over: object = {}) =>
  dataOf(await partner.post('/v1/webhooks', bodies.webhook({ url: sink.url, ...over })));

const disable = (id: string) =>
  partner.put(`/v1/webhooks/${id}`, bodies.webhook({ url: sink.url, status: 'DISABLED' }));

async function deliver() {
  await dispatcher.dispatchDue(partner.providerId);
  await dispatcher.idle();
}

const deliveriesOf = async (id: string) =>
  dataOf(await partner.get(`/v1/webhooks/${id}/deliveries?sort=createdAt&limit=100`));

test('a delivery shows its attempts for thirty days', async () => {
  sink.become(status(500));
  const { id } = await register();
  await partner.post('/v1/plans', bodies.plan());
  await deliver();
  const [failed] = await deliveriesOf(id);
  expect(failed).toMatchObject({ status: 'PENDING', eventType: 'plan.created' });
  expect(failed.attempts).toEqual([
    {
      id: sink.received[0]?.headers['x-service-delivery-id'],
      number: 1,
      at: expect.any(String),
      responseStatus: 500,
      latencyMs: expect.any(Number),
      responseExcerpt: 'status 500',
      error: null,
    },
  ]);
  expect(failed.attempts[0].id).toMatch(/^att_/);
  const wait = new Date(failed.nextAttemptAt).getTime() - new Date(failed.attempts[0].at).getTime();
  expect(wait).toBeGreaterThan(4_000);
  // Attempts are kept for thirty days.
  await api.sql`update delivery_attempt set at = at - interval '31 days'`;
  expect((await deliveriesOf(id))[0].attempts).toEqual([]);
});

test('a delivery that was sent again and again shows its newest attempts, beside one that was not', async () => {
  const { id } = await register();
  await partner.post('/v1/plans', bodies.plan());
  await partner.post('/v1/plans', bodies.plan());
  await deliver();
  const [often] = await deliveriesOf(id);
  await api.sql`
    insert into delivery_attempt (id, provider_id, delivery_id, number, at, response_status, latency_ms, response_excerpt)
    select left(id, -4) || lpad(n::text, 4, '0'), provider_id, delivery_id, n, at + n * interval '1 second', 200, 5, 'ok'
    from delivery_attempt, generate_series(2, 500) n where delivery_id = ${often.id}`;
  const numbers = (await deliveriesOf(id)).map(({ attempts }: { attempts: { number: number }[] }) =>
    attempts.map(({ number }) => number),
  );
  expect(numbers).toEqual([
    Array.from({ length: MAX_SHOWN_ATTEMPTS }, (_, i) => 500 - MAX_SHOWN_ATTEMPTS + 1 + i),
    [1],
  ]);
});

describe('POST /v1/webhooks/{id}/test', () => {
  test('200 sends the example with X-Service-Test and stores no event', async () => {
    const made = await register({ events: ['payment.*', 'plan.created'] });
    const answer = await partner.post(`/v1/webhooks/${made.id}/test`);
    const { secret: _, ...webhook } = made;
    expect(answer.status).toBe(200);
    expect(dataOf(answer)).toEqual(webhook);
    await deliver();
    const [got] = sink.received;
    expect(got?.headers).toMatchObject({
      'x-service-test': 'true',
      'x-service-event-type': 'payment.received',
      'x-service-delivery-attempt': '1',
    });
    const body = JSON.parse(got?.body ?? '');
    const document = (await partner.get('/v1/openapi.json')).body;
    const { example } = document.webhooks['payment.received'].post.requestBody.content['application/json'];
    expect(body).toEqual({
      ...example,
      id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
      occurredAt: expect.any(String),
      providerId: partner.providerId,
      correlationId: answer.body.correlationId,
    });
    expect(body.id).not.toBe(example.id);
    expect(got?.headers['x-service-event-id']).toBe(body.id);
    expect(await deliveriesOf(made.id)).toMatchObject([
      { eventId: body.id, test: true, status: 'DELIVERED' },
    ]);
    expect(dataOf(await partner.get('/v1/events'))).toEqual([]);
    expectRefused(await partner.get(`/v1/events/${body.id}`), 404);
  });

  test.each([
    ['plan.updated', 'plan.updated'],
    ['user.created', 'subscriber.created'],
    ['subscription.*', 'subscription.created'],
    ['*', 'payment.received'],
  ])('200 sends a test event of the type %s', async (type, sent) => {
    const { id } = await register({ apiVersion: '2025-06-01', events: ['plan.deleted'] });
    expect((await partner.post(`/v1/webhooks/${id}/test`, { type })).status).toBe(200);
    await deliver();
    const body = JSON.parse(sink.received[0]?.body ?? '');
    expect(body).toMatchObject({ type: sent, apiVersion: '2025-06-01' });
    expect(body.data).not.toHaveProperty('changedFields');
  });

  test('400 UNSUPPORTED for an unknown type, 409 CONFLICT while the webhook is disabled', async () => {
    const { id } = await register();
    expectRefused(await partner.post(`/v1/webhooks/${id}/test`, { type: 'x.y' }), 400, {
      field: 'type',
      code: 'UNSUPPORTED',
    });
    await disable(id);
    expectRefused(await partner.post(`/v1/webhooks/${id}/test`), 409, { error: 'CONFLICT', field: 'id' });
  });
});

describe('POST /v1/webhooks/{id}/deliveries/{deliveryId}/resend', () => {
  test('200 sends the same event again with the next attempt number', async () => {
    const { id } = await register();
    await partner.post('/v1/plans', bodies.plan());
    await deliver();
    const [first] = await deliveriesOf(id);
    expect(first.status).toBe('DELIVERED');
    const path = `/v1/webhooks/${id}/deliveries/${first.id}`;
    const answer = await partner.post(`${path}/resend`);
    expect(answer.status).toBe(200);
    expect(dataOf(answer)).toMatchObject({ id: first.id, status: 'PENDING', attempts: first.attempts });
    await deliver();
    const [one, two] = sink.received;
    expect(two?.body).toBe(one?.body);
    expect(two?.headers['x-service-event-id']).toBe(first.eventId);
    expect(two?.headers['x-service-delivery-attempt']).toBe('2');
    expect(two?.headers['x-service-delivery-id']).not.toBe(one?.headers['x-service-delivery-id']);
    const after = dataOf(await partner.get(path));
    expect(after.status).toBe('DELIVERED');
    expect(after.attempts.map(({ number }: { number: number }) => number)).toEqual([1, 2]);
  });

  test('200 gives a failed delivery the full retry schedule again', async () => {
    sink.become(status(500));
    const { id } = await register();
    await partner.post('/v1/plans', bodies.plan());
    const exhaust = async () => {
      for (let i = 0; i < 9; i++) {
        await api.sql`update delivery set next_attempt_at = now() where next_attempt_at is not null`;
        await deliver();
      }
    };
    await exhaust();
    const [failed] = await deliveriesOf(id);
    expect(failed).toMatchObject({ status: 'FAILED', nextAttemptAt: null });
    expect(sink.received).toHaveLength(8);
    dataOf(await partner.post(`/v1/webhooks/${id}/deliveries/${failed.id}/resend`));
    await exhaust();
    expect(sink.received).toHaveLength(16);
    expect(sink.received[15]?.headers['x-service-delivery-attempt']).toBe('16');
  });

  test('429 for more than 100 times within a day of one delivery, and for as many replays of one webhook', async () => {
    const [{ id }, other] = [await register(), await register()];
    await partner.post('/v1/plans', bodies.plan());
    await deliver();
    const [[first], [second]] = [await deliveriesOf(id), await deliveriesOf(other.id)];
    const resend = (webhook: string, delivery: string) =>
      partner.post(`/v1/webhooks/${webhook}/deliveries/${delivery}/resend`);
    const replay = (webhook: string) =>
      partner.post(`/v1/webhooks/${webhook}/replay`, { since: new Date(Date.now() - 60_000).toISOString() });
    expect((await resend(id, first.id)).status).toBe(200);
    dataOf(await replay(id));
    await api.sql`update attempt_window set count = 100`;
    for (const refused of [await resend(id, first.id), await replay(id)]) {
      expectRefused(refused, 429, { error: 'RATE_LIMITED' });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await resend(other.id, second.id)).status).toBe(200);
    dataOf(await replay(other.id));
    await api.sql`update attempt_window set until = now()`;
    expect((await resend(id, first.id)).status).toBe(200);
  });

  test('404 for a delivery of another webhook, 409 CONFLICT while the webhook is disabled', async () => {
    const [one, other] = [await register(), await register({ events: ['plan.deleted'] })];
    await partner.post('/v1/plans', bodies.plan());
    const [queued] = await deliveriesOf(one.id);
    const resend = (id: string) => partner.post(`/v1/webhooks/${id}/deliveries/${queued.id}/resend`);
    expectRefused(await resend(other.id), 404, { field: 'deliveryId' });
    await disable(one.id);
    expectRefused(await resend(one.id), 409, { error: 'CONFLICT', field: 'id' });
  });
});

describe('POST /v1/webhooks/{id}/replay', () => {
  test('200 queues each subscribed event since then once, including events before the registration', async () => {
    const before = dataOf(await partner.post('/v1/plans', bodies.plan()));
    dataOf(await partner.post('/v1/test-clock/advance', { by: { hours: 1 } }));
    const since = dataOf(await partner.get('/v1/test-clock')).now;
    dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
    dataOf(await partner.post('/v1/plans', bodies.plan()));
    const { id } = await register({ events: ['plan.*'] });
    dataOf(await partner.post('/v1/plans', bodies.plan()));
    await deliver();
    expect(sink.received).toHaveLength(1);
    const replay = (from: string) => partner.post(`/v1/webhooks/${id}/replay`, { since: from });
    const answer = await replay(since);
    expect(answer.status).toBe(200);
    expect(dataOf(answer)).toEqual({ queued: 2 });
    await deliver();
    expect(sink.received).toHaveLength(3);
    expect(new Set(sink.received.map(({ body }) => body)).size).toBe(2);
    // `since` is inclusive.
    expect(dataOf(await replay(before.createdAt))).toEqual({ queued: 3 });
    await deliver();
    expect(sink.received).toHaveLength(6);
    expect(await deliveriesOf(id)).toHaveLength(3);
    expect(dataOf(await replay('2099-01-01T00:00:00Z'))).toEqual({ queued: 0 });
  });

  test('200 with until (exclusive), types (patterns) and status FAILED narrows what is queued', async () => {
    const { id } = await register();
    const first = dataOf(await partner.post('/v1/plans', bodies.plan()));
    await deliver();
    dataOf(await partner.post('/v1/test-clock/advance', { by: { hours: 1 } }));
    const { createdAt } = dataOf(await partner.post('/v1/plans', bodies.plan()));
    dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
    sink.become(status(500));
    for (let i = 0; i < 9; i++) {
      await api.sql`update delivery set next_attempt_at = now() where next_attempt_at is not null and webhook_id = ${id}`;
      await deliver();
    }
    const replay = async (over: object) =>
      dataOf(await partner.post(`/v1/webhooks/${id}/replay`, { since: first.createdAt, ...over })).queued;
    expect(await replay({ status: 'FAILED', types: ['plan.*'] })).toBe(1);
    expect((await deliveriesOf(id)).map((each: { status: string }) => each.status).sort()).toEqual([
      'DELIVERED',
      'FAILED',
      'PENDING',
    ]);
    expect(await replay({ until: createdAt })).toBe(1);
    expect(await replay({ types: ['plan.created'] })).toBe(2);
    expect(await replay({ types: ['user.*', 'payment.received'] })).toBe(1);
    expect(await replay({ types: ['*'] })).toBe(3);
    expect(await replay({ status: 'FAILED' })).toBe(0);
    const entries = await api.sql`
      select changes from audit_entry where action = 'webhook.replay' and resource_id = ${id} order by id`;
    expect(JSON.parse(entries[0]?.changes)).toMatchObject({
      status: { before: null, after: 'FAILED' },
      types: { before: null, after: ['plan.*'] },
    });
  });

  test('400 for an unknown type, an empty list of types and another status', async () => {
    const { id } = await register();
    const answer = await partner.post(`/v1/webhooks/${id}/replay`, {
      since: '2026-01-01T00:00:00Z',
      until: 'tomorrow',
      types: ['plan.created', 'plan.exploded'],
      status: 'PENDING',
    });
    expectRefused(answer, 400, { field: 'until', code: 'INVALID_FORMAT' });
    expectRefused(answer, 400, { field: 'types.1', code: 'UNSUPPORTED' });
    expectRefused(answer, 400, { field: 'status', code: 'UNSUPPORTED' });
  });

  test('400 REQUIRED without since, 409 CONFLICT while the webhook is disabled', async () => {
    const { id } = await register();
    expectRefused(await partner.post(`/v1/webhooks/${id}/replay`, {}), 400, {
      field: 'since',
      code: 'REQUIRED',
    });
    expectRefused(await partner.post(`/v1/webhooks/${id}/replay`, { since: 'today' }), 400, {
      field: 'since',
      code: 'INVALID_FORMAT',
    });
    await disable(id);
    const answer = await partner.post(`/v1/webhooks/${id}/replay`, { since: '2026-01-01T00:00:00Z' });
    expectRefused(answer, 409, { error: 'CONFLICT', field: 'id' });
  });
});

test('pending deliveries wait while the webhook is disabled and continue after it is enabled', async () => {
  const { id } = await register();
  await partner.post('/v1/plans', bodies.plan());
  await disable(id);
  await partner.post('/v1/plans', bodies.plan());
  await deliver();
  expect(sink.received).toEqual([]);
  await partner.put(`/v1/webhooks/${id}`, bodies.webhook({ url: sink.url, status: 'ACTIVE' }));
  await deliver();
  expect(sink.received).toHaveLength(1);
});

test('each webhook receives each of 25 concurrent events once', async () => {
  const ids = (await Promise.all([register(), register(), register({ events: ['plan.*'] })])).map(
    ({ id }) => id,
  );
  await Promise.all(Array.from({ length: 25 }, () => partner.post('/v1/plans', bodies.plan())));
  await deliver();
  expect(sink.received).toHaveLength(75);
  for (const id of ids) {
    const rows = await deliveriesOf(id);
    expect(rows.map((row: { status: string }) => row.status)).toEqual(Array(25).fill('DELIVERED'));
  }
});
