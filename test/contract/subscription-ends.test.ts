import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { type Partner, useApi } from './api.ts';
import {
  activeSubscription,
  advance,
  dataOf,
  eventsCausedBy,
  eventTypes,
  expectRefused,
  pendingSubscription,
} from './helpers.ts';

const api = useApi();
let partner: Partner;

beforeAll(async () => {
  partner = await api.partner();
});

const path = (id: string, more = '') => `/v1/subscriptions/${id}${more}`;

/** A subscription whose grace period has ended. */
async function lapsed() {
  const made = await activeSubscription(partner, { plan: { billingCycleDays: 1, graceDays: 0 } });
  await advance(partner, { days: 1 });
  return made;
}

test('200 DELETE cancels at the end of the cycle, can be repeated, and PATCH with cancelAt null withdraws it', async () => {
  const { subscription } = await activeSubscription(partner);
  const answer = await partner.delete(path(subscription.id));
  expect(dataOf(answer)).toMatchObject({ status: 'ACTIVE', cancelAt: subscription.expiresAt });
  const [event, ...more] = await eventsCausedBy(partner, answer);
  expect(more).toEqual([]);
  expect(event).toMatchObject({ type: 'subscription.updated', data: { previous: { cancelAt: null } } });
  const again = await partner.delete(path(subscription.id));
  expect(dataOf(again)).toEqual(dataOf(answer));
  expect(await eventsCausedBy(partner, again)).toEqual([]);
  const withdrawn = await partner.patch(path(subscription.id), { cancelAt: null });
  expect(dataOf(withdrawn)).toMatchObject({ status: 'ACTIVE', cancelAt: null });
  expect((await eventsCausedBy(partner, withdrawn)).map(({ type }) => type)).toEqual([
    'subscription.updated',
  ]);
  expectRefused(await partner.patch(path(subscription.id), { cancelAt: subscription.expiresAt }), 400, {
    error: 'VALIDATION_FAILED',
    field: 'cancelAt',
    code: 'INVALID_FORMAT',
  });
});

test('a cancelled subscription is archived at the end of its cycle, 409 IMMUTABLE afterwards', async () => {
  const { subscription, subscriber } = await activeSubscription(partner, { plan: { billingCycleDays: 10 } });
  await partner.delete(path(subscription.id));
  await advance(partner, { days: 10 });
  const ended = dataOf(await partner.get(path(subscription.id)));
  expect(ended).toMatchObject({
    status: 'INACTIVE',
    inactiveReason: 'CANCELLED',
    archivedAt: subscription.expiresAt,
  });
  expect((await eventTypes(partner, subscription.id)).slice(-2)).toEqual([
    'subscription.updated',
    'subscription.deactivated',
  ]);
  expect(dataOf(await partner.get(`/v1/subscribers/${subscriber.id}`)).status).toBe('suspended');
  expect(dataOf(await partner.delete(path(subscription.id)))).toEqual(ended);
  const immutable = { error: 'IMMUTABLE', code: 'IMMUTABLE' };
  expectRefused(await partner.post(path(subscription.id, '/activate')), 409, immutable);
  expectRefused(await partner.delete(path(subscription.id, '/plan?when=immediately')), 409, immutable);
  expectRefused(await partner.patch(path(subscription.id), { cancelAt: null }), 409, immutable);
  expectRefused(
    await partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual' }),
    409,
    immutable,
  );
  expectRefused(await partner.get(path(subscription.id, '/credentials')), 409, { error: 'PRECONDITION' });
});

test('200 DELETE of a PENDING or lapsed subscription takes effect at once and sets cancelAt', async () => {
  const waiting = await pendingSubscription(partner);
  const gone = dataOf(await partner.delete(path(waiting.subscription.id)));
  expect(gone).toMatchObject({ status: 'CANCELLED', cancelAt: gone.archivedAt });
  expect(dataOf(await partner.delete(path(gone.id)))).toEqual(gone);
  const out = await lapsed();
  const answer = await partner.delete(path(out.subscription.id));
  const ended = dataOf(answer);
  expect(ended).toMatchObject({ status: 'INACTIVE', inactiveReason: 'GRACE_EXPIRED' });
  expect(ended.cancelAt).toBe(ended.archivedAt);
  const [event] = await eventsCausedBy(partner, answer);
  expect(event?.data).toMatchObject({ current: ended, changedFields: ['cancelAt', 'archivedAt'] });
});

test('currentCycle is the SUSPENDED cycle until service is restored', async () => {
  const { subscription, subscriber } = await lapsed();
  const { currentCycle } = dataOf(await partner.get(path(subscription.id)));
  expect(currentCycle.status).toBe('SUSPENDED');
  dataOf(await partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual' }));
  const back = dataOf(await partner.get(path(subscription.id)));
  expect(back.currentCycle).toMatchObject({ status: 'ACTIVE', expiresAt: back.expiresAt });
  dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/deactivate`));
  expect(dataOf(await partner.get(path(subscription.id))).currentCycle).toBeNull();
});

test('plan removal with when=immediately emits plan_removed before deactivated, 400 REQUIRED without when', async () => {
  const { subscription } = await activeSubscription(partner);
  expectRefused(await partner.delete(path(subscription.id, '/plan')), 400, {
    field: 'when',
    code: 'REQUIRED',
  });
  expectRefused(await partner.delete(path(subscription.id, '/plan?when=soon')), 400, {
    field: 'when',
    code: 'UNSUPPORTED',
  });
  expectRefused(await partner.delete(path('sbn_never', '/plan?when=soon')), 404, { error: 'NOT_FOUND' });
  const answer = await partner.delete(path(subscription.id, '/plan?when=immediately'));
  expect(dataOf(answer)).toMatchObject({ status: 'INACTIVE', inactiveReason: 'PLAN_REMOVED' });
  const events = await eventsCausedBy(partner, answer);
  expect(events.map(({ type }) => type)).toEqual([
    'subscription.plan_removed',
    'subscription.deactivated',
    'subscriber.suspended',
  ]);
  for (const event of events.slice(0, 2)) {
    expect(event.data.current).toMatchObject({ status: 'INACTIVE', inactiveReason: 'PLAN_REMOVED' });
    expect(event.data.previous).toEqual({ status: 'ACTIVE' });
  }
  expectRefused(await partner.delete(path(subscription.id, '/plan?when=immediately')), 409, {
    error: 'CONFLICT',
  });
});

test('plan removal with when=cycle_end is pending until the cycle ends', async () => {
  const { subscription } = await activeSubscription(partner, { plan: { billingCycleDays: 5 } });
  const answer = await partner.delete(path(subscription.id, '/plan?when=cycle_end'));
  expect(dataOf(answer)).toMatchObject({ status: 'ACTIVE', planRemovalAt: subscription.expiresAt });
  const [event] = await eventsCausedBy(partner, answer);
  expect(event).toMatchObject({
    type: 'subscription.plan_removed_queued',
    data: { previous: { planRemovalAt: null }, changedFields: ['planRemovalAt'] },
  });
  const again = await partner.delete(path(subscription.id, '/plan?when=cycle_end'));
  expect(dataOf(again)).toEqual(dataOf(answer));
  expect(await eventsCausedBy(partner, again)).toEqual([]);
  await advance(partner, { days: 5 });
  expect((await eventTypes(partner, subscription.id)).slice(-3)).toEqual([
    'subscription.plan_removed_queued',
    'subscription.plan_removed',
    'subscription.deactivated',
  ]);
});

test('a cancellation replaces a plan removal that is pending, also after it is withdrawn', async () => {
  const { subscription } = await activeSubscription(partner, { plan: { billingCycleDays: 5 } });
  dataOf(await partner.delete(path(subscription.id, '/plan?when=cycle_end')));
  const cancelled = dataOf(await partner.delete(path(subscription.id)));
  expect(cancelled).toMatchObject({ cancelAt: subscription.expiresAt, planRemovalAt: null });
  const kept = dataOf(await partner.patch(path(subscription.id), { cancelAt: null }));
  expect(kept).toMatchObject({ status: 'ACTIVE', cancelAt: null, planRemovalAt: null });
});

test('200 migrate-out of an ACTIVE or INACTIVE subscription, 409 CONFLICT otherwise', async () => {
  const { subscription } = await activeSubscription(partner);
  const answer = await partner.post(path(subscription.id, '/migrate-out'));
  expect(answer.status).toBe(200);
  expect(dataOf(answer)).toMatchObject({ status: 'MIGRATED_OUT', inactiveReason: 'MIGRATED_OUT' });
  const events = await eventsCausedBy(partner, answer);
  const own = events.filter(({ data }) => data.object === 'subscription');
  expect(own.map(({ type, data }) => [type, data.current.status, data.previous.status])).toEqual([
    ['subscription.deactivated', 'INACTIVE', 'ACTIVE'],
    ['subscription.updated', 'MIGRATED_OUT', 'INACTIVE'],
  ]);
  expect(events.map(({ type }) => type)).toContain('subscriber.suspended');
  const conflict = { error: 'CONFLICT', code: 'CONFLICT' };
  expectRefused(await partner.post(path(subscription.id, '/migrate-out')), 409, conflict);
  expectRefused(await partner.delete(path(subscription.id)), 409, { error: 'IMMUTABLE' });
  const waiting = await pendingSubscription(partner);
  expectRefused(await partner.post(path(waiting.subscription.id, '/migrate-out')), 409, conflict);
  const out = await lapsed();
  const second = await partner.post(path(out.subscription.id, '/migrate-out'));
  expect(dataOf(second).status).toBe('MIGRATED_OUT');
  expect((await eventsCausedBy(partner, second)).map(({ type }) => type)).toEqual(['subscription.updated']);
});

test('200 rotate keeps the user name, and the audit entry does not contain the password', async () => {
  const { subscription } = await activeSubscription(partner);
  const before = dataOf(await partner.get(path(subscription.id, '/credentials')));
  const answer = await partner.post(path(subscription.id, '/credentials/rotate'));
  const after = dataOf(answer);
  expect(after.username).toBe(before.username);
  expect(after.password).not.toBe(before.password);
  expect(dataOf(await partner.get(path(subscription.id, '/credentials')))).toEqual(after);
  const entries = await api.sql`
    select action, changes from audit_entry where correlation_id = ${answer.body.correlationId}`;
  expect(entries).toEqual([{ action: 'subscription.rotate_credentials', changes: '{}' }]);
  expect(await eventsCausedBy(partner, answer)).toEqual([]);
  const waiting = await pendingSubscription(partner);
  expectRefused(await partner.post(path(waiting.subscription.id, '/credentials/rotate')), 409, {
    error: 'PRECONDITION',
  });
});

test('a repeated rotate with the same key has the same password, which is stored encrypted', async () => {
  const { subscription } = await activeSubscription(partner);
  const key = randomUUID();
  const first = await partner.post(path(subscription.id, '/credentials/rotate'), undefined, { key });
  const again = await partner.post(path(subscription.id, '/credentials/rotate'), undefined, { key });
  expect(again.text).toBe(first.text);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  const [kept] = await api.sql`select body from idempotency_key where key = ${key}`;
  expect(kept?.body).not.toContain(dataOf(first).password);
});

test('200 activate of a lapsed subscription creates one reactivation invoice, 409 CONFLICT after its payment', async () => {
  const { subscription } = await lapsed();
  const answer = await partner.post(path(subscription.id, '/activate'));
  expect(answer.status).toBe(200);
  expect(dataOf(answer)).toMatchObject({ status: 'INACTIVE', inactiveReason: 'GRACE_EXPIRED' });
  await partner.post(path(subscription.id, '/activate'));
  const open = dataOf(await partner.get(`/v1/invoices?subscriptionId=${subscription.id}&status=OPEN`));
  expect(open).toMatchObject([{ kind: 'REACTIVATION', amountDue: 100 }]);
  dataOf(await partner.post('/v1/payments', { invoiceId: open[0].id, rail: 'manual' }));
  expect(dataOf(await partner.get(path(subscription.id))).status).toBe('ACTIVE');
  expectRefused(await partner.post(path(subscription.id, '/activate')), 409, { error: 'CONFLICT' });
});

test('200 activate starts a free subscription, 409 PRECONDITION before the first payment', async () => {
  const { subscription } = await pendingSubscription(partner);
  expectRefused(await partner.post(path(subscription.id, '/activate')), 409, { error: 'PRECONDITION' });
  await api.sql`update subscription set price_override = 0 where id = ${subscription.id}`;
  const answer = await partner.post(path(subscription.id, '/activate'));
  expect(dataOf(answer)).toMatchObject({ status: 'ACTIVE', price: { amount: 0 } });
  expect((await eventsCausedBy(partner, answer)).map(({ type }) => type)).toEqual([
    'billing.cycle_started',
    'subscription.updated',
  ]);
  const out = await lapsed();
  await api.sql`update subscription set price_override = 0 where id = ${out.subscription.id}`;
  expect(dataOf(await partner.post(path(out.subscription.id, '/activate')))).toMatchObject({
    status: 'ACTIVE',
    inactiveReason: null,
  });
  const invoices = dataOf(await partner.get(`/v1/invoices?subscriptionId=${out.subscription.id}`));
  expect(invoices[0]).toMatchObject({
    kind: 'REACTIVATION',
    status: 'PAID',
    billingCycleId: expect.any(String),
  });
});

test('cancellation expires the pending payment of the voided renewal', async () => {
  const { subscription } = await activeSubscription(partner, { plan: { billingCycleDays: 4 } });
  await advance(partner, { days: 3 });
  const body = { subscriptionId: subscription.id, rail: 'simulated' };
  const payment = dataOf(await partner.post('/v1/payments', body));
  const answer = await partner.delete(path(subscription.id), { key: randomUUID() });
  expect((await eventsCausedBy(partner, answer)).map(({ type }) => type)).toEqual([
    'payment.expired',
    'subscription.updated',
  ]);
  expect(dataOf(await partner.get(`/v1/payments/${payment.id}`)).status).toBe('EXPIRED');
  expectRefused(await partner.post('/v1/payments', body), 409, { error: 'CONFLICT' });
});
