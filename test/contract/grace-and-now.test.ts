import { beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../server/contract/days.ts';
import { subscriptionOperations } from '../../server/contract/operations/subscription.ts';
import { may } from '../../server/contract/roles.ts';
import { type Answer, type Partner, useApi } from './api.ts';
import {
  activeSubscription,
  advance,
  bodies,
  dataOf,
  eventsCausedBy,
  expectRefused,
  pendingSubscription,
} from './helpers.ts';

const api = useApi();
let partner: Partner;

beforeAll(async () => {
  partner = await api.partner();
});

const read = async (id: string) => dataOf(await partner.get(`/v1/subscriptions/${id}`));
const types = async (answer: Answer) => (await eventsCausedBy(partner, answer)).map(({ type }) => type);
const afterEnd = ({ expiresAt }: { expiresAt: string }, days: number) =>
  new Date(Date.parse(expiresAt) + days * DAY_MS).toISOString();
const extend = (id: string, until: unknown, more: object = {}) =>
  partner.post(`/v1/subscriptions/${id}/extend-grace`, { until, ...more });

/** A subscription in the grace days of its first cycle. */
async function inGrace() {
  const { subscription } = await activeSubscription(partner, { plan: { billingCycleDays: 1, graceDays: 3 } });
  await advance(partner, { days: 2 });
  return subscription;
}

test('extended grace ends service at its new end, and the event and the audit entry have it', async () => {
  const subscription = await inGrace();
  const until = afterEnd(subscription, 10);
  const answer = await extend(subscription.id, until, { note: 'Pays on Friday' });
  expect(dataOf(answer).currentCycle).toMatchObject({ status: 'OVERDUE', graceEndsAt: until });
  const [event, ...more] = await eventsCausedBy(partner, answer);
  expect(more).toEqual([]);
  expect(event).toMatchObject({
    type: 'subscription.updated',
    data: { current: dataOf(answer), previous: {}, changedFields: [] },
  });
  const entries = await api.sql<{ changes: string }[]>`
    select changes from audit_entry
    where correlation_id = ${answer.body.correlationId} and action = 'subscription.extend_grace'`;
  expect(entries.map(({ changes }) => JSON.parse(changes))).toEqual([
    {
      graceEndsAt: { before: afterEnd(subscription, 3), after: until },
      note: { before: null, after: 'Pays on Friday' },
    },
  ]);
  await advance(partner, { days: 8 });
  expect((await read(subscription.id)).status).toBe('ACTIVE');
  await advance(partner, { days: 1 });
  expect(await read(subscription.id)).toMatchObject({ status: 'INACTIVE', inactiveReason: 'GRACE_EXPIRED' });
});

test('a payment in extended grace starts the next cycle at the old end', async () => {
  const subscription = await inGrace();
  dataOf(await extend(subscription.id, afterEnd(subscription, 20)));
  await advance(partner, { days: 6 });
  dataOf(await partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual' }));
  expect((await read(subscription.id)).currentCycle.startsAt).toBe(subscription.expiresAt);
});

test('the same end again has no event', async () => {
  const subscription = await inGrace();
  const until = afterEnd(subscription, 30);
  dataOf(await extend(subscription.id, until));
  expect(await types(await extend(subscription.id, until))).toEqual([]);
});

test.each([
  ['an instant that has passed', 1],
  ['more than 30 days after the end of the cycle', 30 + 1 / DAY_MS],
])('extend-grace to %s is 400 OUT_OF_RANGE', async (_name, day) => {
  const subscription = await inGrace();
  const until = afterEnd(subscription, day);
  expectRefused(await extend(subscription.id, until), 400, { field: 'until', code: 'OUT_OF_RANGE' });
  expect((await read(subscription.id)).currentCycle.graceEndsAt).toBe(afterEnd(subscription, 3));
});

test('extend-grace outside grace is 409 PRECONDITION, of an unknown subscription 404', async () => {
  const { subscription: active } = await activeSubscription(partner);
  const { subscription: pending } = await pendingSubscription(partner);
  const until = afterEnd(active, 5);
  expectRefused(await extend(active.id, until), 409, { error: 'PRECONDITION', field: 'id' });
  expectRefused(await extend(pending.id, until), 409, { error: 'PRECONDITION', field: 'id' });
  const other = await activeSubscription(await api.partner());
  expectRefused(await extend(other.subscription.id, until), 404, { error: 'NOT_FOUND' });
});

test.each([
  ['billing', true],
  ['support', true],
  ['viewer', false],
] as const)('whether %s may extend grace: %s', (role, isAllowed) => {
  expect(may({ role }, subscriptionOperations.extendGrace.permission)).toBe(isAllowed);
});

const plan = async (priceAmount: number) =>
  dataOf(await partner.post('/v1/plans', bodies.plan({ priceAmount })));
const changeNow = (id: string, planId: string, more: object = {}) =>
  partner.patch(`/v1/subscriptions/${id}`, { planId, when: 'now', ...more });

test('a dearer plan now is an upgrade hold, and its payment applies it at once', async () => {
  const { subscription } = await activeSubscription(partner);
  const dearer = await plan(160);
  const answer = await changeNow(subscription.id, dearer.id);
  expect(dataOf(answer)).toMatchObject({
    status: 'AWAITING_PAYMENT_FOR_UPGRADE',
    planId: subscription.planId,
    pendingUpgrade: { planId: dearer.id, amount: 60, currency: 'USD' },
  });
  expect(await types(answer)).toEqual(['subscription.updated']);
  expect(await types(await changeNow(subscription.id, dearer.id))).toEqual([]);
  dataOf(await partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual', amount: 60 }));
  expect(await read(subscription.id)).toMatchObject({
    status: 'ACTIVE',
    planId: dearer.id,
    price: { amount: 160 },
    expiresAt: subscription.expiresAt,
  });
});

test.each([
  ['equal', 100],
  ['cheaper', 70],
])('a plan now of a price that is %s is 400 INVALID_VALUE', async (_name, price) => {
  const { subscription } = await activeSubscription(partner);
  const { id } = await plan(price);
  expectRefused(await changeNow(subscription.id, id), 400, { field: 'planId', code: 'INVALID_VALUE' });
  expectRefused(await changeNow(subscription.id, subscription.planId), 400, {
    field: 'planId',
    code: 'INVALID_VALUE',
  });
  expect(await read(subscription.id)).toMatchObject({ nextPlanId: null, pendingUpgrade: null });
});

test('when: cycle_end is the default; when without planId, or another word, is 400', async () => {
  const { subscription } = await activeSubscription(partner);
  const { id } = await plan(160);
  const path = `/v1/subscriptions/${subscription.id}`;
  expect(dataOf(await partner.patch(path, { planId: id, when: 'cycle_end' }))).toMatchObject({
    status: 'ACTIVE',
    nextPlanId: id,
  });
  for (const when of ['now', 'cycle_end']) {
    expectRefused(await partner.patch(path, { when }), 400, { field: 'when', code: 'NOT_ALLOWED' });
  }
  expectRefused(await partner.patch(path, { planId: id, when: 'soon' }), 400, {
    field: 'when',
    code: 'UNSUPPORTED',
  });
});

test('now with an override: the plan is held, the override waits for the end of the cycle', async () => {
  const { subscription } = await activeSubscription(partner);
  const dearer = await plan(160);
  expect(dataOf(await changeNow(subscription.id, dearer.id, { durationOverride: 20 }))).toMatchObject({
    status: 'AWAITING_PAYMENT_FOR_UPGRADE',
    pendingUpgrade: { planId: dearer.id, amount: 60 },
    pendingOverrides: { durationOverride: 20 },
  });
});

test('now out of service applies at once at any price; in grace the payment of the renewal applies it', async () => {
  const { subscription: pending } = await pendingSubscription(partner);
  const [cheaper, dearer] = [await plan(70), await plan(160)];
  expect(dataOf(await changeNow(pending.id, cheaper.id))).toMatchObject({ planId: cheaper.id });
  const subscription = await inGrace();
  expect(dataOf(await changeNow(subscription.id, dearer.id))).toMatchObject({
    nextPlanId: dearer.id,
    pendingUpgrade: null,
  });
  dataOf(
    await partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual', amount: 160 }),
  );
  expect(await read(subscription.id)).toMatchObject({ planId: dearer.id, nextPlanId: null });
});
