import { beforeAll, expect, test } from 'vitest';
import { type Partner, useApi } from './api.ts';
import { advance, bodies, dataOf, eventsCausedBy, expectRefused, pendingSubscription } from './helpers.ts';

const api = useApi();
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
});

const DAY = 86_400_000;
const clock = async (of = partner) => dataOf(await of.get('/v1/test-clock'));
const move = (body: unknown, of = partner) => of.post('/v1/test-clock/advance', body);
const at = (time: string | number, ms = 0) =>
  new Date((typeof time === 'number' ? time : Date.parse(time)) + ms);

async function waiting(of: Partner) {
  const { subscription } = await pendingSubscription(of);
  return dataOf(await of.post('/v1/payments', { subscriptionId: subscription.id, rail: 'simulated' }));
}

test('200 starts at real time and advances by days and hours', async () => {
  const own = await api.partner();
  const before = await clock(own);
  expect(before).toEqual({ now: expect.stringMatching(/\.\d{3}Z$/), offsetSeconds: 0 });
  const answer = await move({ by: { days: 1, hours: 2 } }, own);
  expect(answer.status).toBe(200);
  expect(dataOf(answer).offsetSeconds).toBe(93_600);
  expect(at(dataOf(answer).now).getTime() - at(before.now).getTime()).toBeGreaterThanOrEqual(93_600_000);
  expect(dataOf(await move({ by: { hours: 1 } }, own)).offsetSeconds).toBe(97_200);
  const { now } = await clock(own);
  const { createdAt } = dataOf(await own.post('/v1/subscribers', bodies.subscriber()));
  expect(createdAt >= now).toBe(true);
  expect(await clock()).toMatchObject({ offsetSeconds: 0 });
});

test('200 advances to an instant, a past instant has no effect', async () => {
  const own = await api.partner();
  const to = at(Date.now(), 10 * DAY);
  const answer = await move({ to: to.toISOString() }, own);
  expect(at(dataOf(answer).now) >= to).toBe(true);
  const offset = dataOf(answer).offsetSeconds;
  for (const reached of [to.toISOString(), '2020-01-01T00:00:00+03:00']) {
    const same = await move({ to: reached }, own);
    expect(same.status).toBe(200);
    expect(dataOf(same).offsetSeconds).toBe(offset);
  }
  expect(dataOf(await move({ by: { days: 0 } }, own)).offsetSeconds).toBe(offset);
});

test.each([
  [{}, 'to', 'REQUIRED'],
  [undefined, 'to', 'REQUIRED'],
  [{ to: '2030-01-01T00:00:00Z', by: { days: 1 } }, 'by', 'INVALID_VALUE'],
  [{ by: {} }, 'by.days', 'REQUIRED'],
  [{ by: { days: 401 } }, 'by.days', 'OUT_OF_RANGE'],
  [{ by: { days: -1 } }, 'by.days', 'OUT_OF_RANGE'],
  [{ by: { days: 1.5 } }, 'by.days', 'INVALID_FORMAT'],
  [{ by: { days: 400, hours: 1 } }, 'by', 'OUT_OF_RANGE'],
  [{ by: { weeks: 1 } }, 'by.weeks', 'NOT_ALLOWED'],
  [{ by: 5 }, 'by', 'INVALID_FORMAT'],
  [{ to: '2030-01-01' }, 'to', 'INVALID_FORMAT'],
  [{ to: '2030-02-30T00:00:00Z' }, 'to', 'INVALID_FORMAT'],
  [{ to: '9999-01-01T00:00:00Z' }, 'to', 'OUT_OF_RANGE'],
  [{ to: null }, 'to', 'INVALID_FORMAT'],
])('400 for %j at %s: %s', async (body, field, code) => {
  expectRefused(await move(body), 400, { error: 'VALIDATION_FAILED', field, code });
  expect(await clock()).toMatchObject({ offsetSeconds: 0 });
});

test('200 for an advance of 400 days', async () => {
  const own = await api.partner();
  expect(dataOf(await move({ by: { days: 400 } }, own)).offsetSeconds).toBe(400 * 86_400);
});

test('a payment expires at its own instant, with the correlation id of the advance', async () => {
  const own = await api.partner();
  const payment = await waiting(own);
  const short = await move({ to: at(payment.expiresAt, -1).toISOString() }, own);
  expect(await eventsCausedBy(own, short)).toEqual([]);
  expect(dataOf(await own.get(`/v1/payments/${payment.id}`))).toEqual(payment);
  const answer = await move({ to: at(payment.expiresAt, DAY).toISOString() }, own);
  const expired = dataOf(await own.get(`/v1/payments/${payment.id}`));
  expect(expired).toEqual({ ...payment, status: 'EXPIRED', updatedAt: payment.expiresAt });
  const events = await eventsCausedBy(own, answer);
  expect(events).toMatchObject([{ type: 'payment.expired', occurredAt: payment.expiresAt }]);
  expect(events[0]?.data).toEqual({ object: 'payment', current: expired, previous: { status: 'PENDING' } });
  const entries = await api.sql`
    select action, actor_type, resource_id, changes, affected from audit_entry
    where correlation_id = ${answer.body.correlationId} order by action`;
  expect(entries.map(({ action, actor_type }) => [action, actor_type])).toEqual([
    ['subscription.payment_expiry', 'system'],
    ['testClock.advance', 'credential'],
  ]);
  expect(entries[0]).toMatchObject({
    resource_id: payment.subscriptionId,
    changes: '{}',
    affected: JSON.stringify({ 'payment.expire': [payment.id] }),
  });
});

test('work that is due exactly at the new time is done', async () => {
  const own = await api.partner();
  const payment = await waiting(own);
  dataOf(await move({ to: payment.expiresAt }, own));
  expect(dataOf(await own.get(`/v1/payments/${payment.id}`)).status).toBe('EXPIRED');
});

test('due work is done in order, each at its own instant', async () => {
  const own = await api.partner();
  const payments = [await waiting(own)];
  await advance(own, { hours: 1 });
  payments.push(await waiting(own), await waiting(own));
  await advance(own, { hours: 5 });
  payments.push(await waiting(own));
  const answer = await advance(own, { days: 3 });
  const events = await eventsCausedBy(own, answer);
  expect(events.map((event) => event.data.current.id)).toEqual(payments.map((payment) => payment.id));
  expect(events.map((event) => event.occurredAt)).toEqual(payments.map((payment) => payment.expiresAt));
  expect(await eventsCausedBy(own, await advance(own, { days: 20 }))).toEqual([]);
});

test('a completed payment does not expire, and other accounts keep their time', async () => {
  const own = await api.partner();
  const other = await api.partner();
  const [settled, ofOther] = [await waiting(own), await waiting(other)];
  dataOf(await own.post(`/v1/payments/${settled.id}/simulate`, { outcome: 'succeed' }));
  expect(await eventsCausedBy(own, await advance(own, { days: 2 }))).toEqual([]);
  expect(dataOf(await other.get(`/v1/payments/${ofOther.id}`)).status).toBe('PENDING');
});

test('a payment that waits for a lock while the clock moves starts its cycle at the new time', async () => {
  const own = await api.partner();
  const { subscription } = await pendingSubscription(own);
  const moved = await api.sql.begin(async (sql) => {
    await sql`select 1 from subscription where id = ${subscription.id} for update`;
    const paying = own.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual' });
    const waits = async () =>
      (
        await api.sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      ).length > 0;
    await expect.poll(waits).toBe(true);
    await sql`update provider set clock_offset_ms = ${100 * DAY} where id = ${own.providerId}`;
    return { now: at(Date.now(), 100 * DAY), paying };
  });
  expect(dataOf(await moved.paying).status).toBe('COMPLETED');
  const { startedAt, expiresAt } = dataOf(await own.get(`/v1/subscriptions/${subscription.id}`));
  expect(at(startedAt) >= moved.now).toBe(true);
  expect(expiresAt).toBe(at(startedAt, 30 * DAY).toISOString());
  expect(dataOf(await own.get(`/v1/payments?subscriptionId=${subscription.id}`))).toHaveLength(1);
});

test('a repeated advance with the same key moves the clock once', async () => {
  const own = await api.partner();
  const send = () => own.post('/v1/test-clock/advance', { by: { days: 1 } }, { key: 'once' });
  const first = await send();
  const second = await send();
  expect(second.text).toBe(first.text);
  expect(await clock(own)).toMatchObject({ offsetSeconds: 86_400 });
});

test('403 FORBIDDEN for the test clock of a live account', async () => {
  const live = await api.partner({ livemode: true });
  const forbidden = { error: 'FORBIDDEN', code: 'FORBIDDEN' };
  expectRefused(await live.get('/v1/test-clock'), 403, forbidden);
  expectRefused(await move({ by: { days: 1 } }, live), 403, forbidden);
});
