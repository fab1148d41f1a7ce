import { beforeAll, expect, test } from 'vitest';
import { type Partner, useApi } from './api.ts';
import {
  activeSubscription,
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

type World = Awaited<ReturnType<typeof activeSubscription>>;
const act = (subscriber: { id: string }, verb: string, body?: unknown) =>
  partner.post(`/v1/subscribers/${subscriber.id}/${verb}`, body);
const read = async (path: string) => dataOf(await partner.get(path));
const types = (events: { type: string }[]) => events.map((event) => event.type);

async function another({ subscriber, plan, point }: World) {
  const made = { subscriberId: subscriber.id, planId: plan.id, demarcationPointId: point.id };
  return dataOf(await partner.post('/v1/subscriptions', made));
}

test('200 suspend sets a manual hold and does not change subscriptions and cycles, activate lifts it', async () => {
  const world = await activeSubscription(partner);
  const answer = await act(world.subscriber, 'suspend', { reason: 'Police request' });
  expect(answer.status).toBe(200);
  const held = dataOf(answer);
  expect(held).toMatchObject({
    status: 'suspended',
    hold: { reason: 'Police request', since: held.updatedAt },
  });
  expect(await read(`/v1/subscriptions/${world.subscription.id}`)).toEqual(world.subscription);
  const events = await eventsCausedBy(partner, answer);
  expect(types(events)).toEqual(['subscriber.suspended']);
  expect(events[0]?.data).toEqual({ object: 'subscriber', current: held, previous: { status: 'active' } });

  const lifted = await act(world.subscriber, 'activate');
  expect(dataOf(lifted)).toMatchObject({ status: 'active', hold: null });
  const after = await eventsCausedBy(partner, lifted);
  expect(types(after)).toEqual(['subscriber.activated']);
  expect(after[0]?.data.previous).toEqual({ status: 'suspended' });
  expect(after[0]?.data).not.toHaveProperty('changedFields');
});

test('reason of suspend is optional, 400 OUT_OF_RANGE beyond 255 characters', async () => {
  const subscriber = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
  expectRefused(await act(subscriber, 'suspend', { reason: 'x'.repeat(256) }), 400, {
    field: 'reason',
    code: 'OUT_OF_RANGE',
  });
  expect(dataOf(await act(subscriber, 'suspend'))).toMatchObject({ hold: { reason: null } });
});

test('409 CONFLICT for suspend under a hold, activate of an active and any change of a terminated subscriber', async () => {
  const subscriber = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
  const conflict = { error: 'CONFLICT', code: 'CONFLICT' };
  expectRefused(await act(subscriber, 'activate'), 409, conflict);
  dataOf(await act(subscriber, 'suspend'));
  expectRefused(await act(subscriber, 'suspend'), 409, conflict);
  dataOf(await act(subscriber, 'terminate'));
  expectRefused(await act(subscriber, 'suspend'), 409, conflict);
  expectRefused(await act(subscriber, 'activate'), 409, conflict);
  expectRefused(await act(subscriber, 'terminate'), 409, conflict);
});

test('200 deactivate ends service of all active subscriptions and suspends the subscriber', async () => {
  const world = await activeSubscription(partner);
  const pending = await another(world);
  const answer = await act(world.subscriber, 'deactivate');
  expect(answer.status).toBe(200);
  expect(dataOf(answer)).toEqual({
    subscriberId: world.subscriber.id,
    status: 'suspended',
    deactivatedAt: expect.any(String),
    subscriptions: [{ id: world.subscription.id, status: 'INACTIVE', inactiveReason: 'DEACTIVATED' }],
    skipped: [pending.id],
  });
  const inactive = await read(`/v1/subscriptions/${world.subscription.id}`);
  expect(inactive).toMatchObject({ status: 'INACTIVE', inactiveReason: 'DEACTIVATED', currentCycle: null });
  expect(await read(`/v1/subscriptions/${world.subscription.id}/cycles`)).toMatchObject([
    { status: 'CLOSED' },
  ]);
  const events = await eventsCausedBy(partner, answer);
  expect(types(events)).toEqual(['subscription.deactivated', 'subscriber.suspended']);
  expect(events[0]?.data).toEqual({
    object: 'subscription',
    current: inactive,
    previous: { status: 'ACTIVE' },
  });
  expect(events[1]?.data).toEqual({
    object: 'subscriber',
    current: await read(`/v1/subscribers/${world.subscriber.id}`),
    previous: { status: 'active' },
  });
  expectRefused(await act(world.subscriber, 'activate'), 409, {
    error: 'PRECONDITION',
    code: 'PRECONDITION',
  });
});

test('200 deactivate with subscriptionIds keeps the others in service and the subscriber active', async () => {
  const world = await activeSubscription(partner);
  const second = await another(world);
  dataOf(await partner.post('/v1/payments', { subscriptionId: second.id, rail: 'manual' }));
  const subscriptionIds = [world.subscription.id, world.subscription.id];
  const answer = await act(world.subscriber, 'deactivate', { subscriptionIds });
  expect(dataOf(answer)).toMatchObject({
    status: 'active',
    subscriptions: [{ id: world.subscription.id, status: 'INACTIVE' }],
    skipped: [],
  });
  expect(types(await eventsCausedBy(partner, answer))).toEqual(['subscription.deactivated']);
  expect(await read(`/v1/subscriptions/${second.id}`)).toMatchObject({ status: 'ACTIVE' });
  const mixed = await act(world.subscriber, 'deactivate', {
    subscriptionIds: [world.subscription.id, second.id],
  });
  expect(dataOf(mixed)).toMatchObject({ status: 'suspended', skipped: [world.subscription.id] });
});

test('a payment after deactivation under a manual hold does not lift the hold', async () => {
  const world = await activeSubscription(partner);
  dataOf(await act(world.subscriber, 'suspend', { reason: 'Fraud' }));
  const cut = await act(world.subscriber, 'deactivate');
  expect(dataOf(cut)).toMatchObject({ status: 'suspended' });
  expect(types(await eventsCausedBy(partner, cut))).toEqual(['subscription.deactivated']);
  dataOf(await partner.post('/v1/payments', { subscriptionId: world.subscription.id, rail: 'manual' }));
  const paid = await read(`/v1/subscribers/${world.subscriber.id}`);
  expect(paid).toMatchObject({ status: 'suspended', hold: { reason: 'Fraud' } });
  expect(dataOf(await act(world.subscriber, 'activate'))).toMatchObject({ status: 'active' });
});

test('a hold of a suspended subscriber is set and lifted with subscriber.updated', async () => {
  const world = await activeSubscription(partner);
  dataOf(await act(world.subscriber, 'deactivate'));
  const held = await act(world.subscriber, 'suspend', { reason: 'Fraud' });
  expect(held.status).toBe(200);
  const { hold } = dataOf(held);
  expect(hold).toEqual({ reason: 'Fraud', since: dataOf(held).updatedAt });
  expect((await eventsCausedBy(partner, held)).map(({ type, data }) => ({ type, data }))).toEqual([
    {
      type: 'subscriber.updated',
      data: {
        object: 'subscriber',
        current: dataOf(held),
        previous: { hold: null },
        changedFields: ['hold'],
      },
    },
  ]);
  const conflict = { error: 'CONFLICT', code: 'CONFLICT', field: 'id' };
  expectRefused(await act(world.subscriber, 'suspend'), 409, conflict);
  const lifted = await act(world.subscriber, 'activate');
  expect(lifted.status).toBe(200);
  expect(dataOf(lifted)).toMatchObject({ status: 'suspended', hold: null });
  expect((await eventsCausedBy(partner, lifted))[0]).toMatchObject({
    type: 'subscriber.updated',
    data: { previous: { hold }, changedFields: ['hold'] },
  });
  expectRefused(await act(world.subscriber, 'activate'), 409, {
    error: 'PRECONDITION',
    code: 'PRECONDITION',
  });
});

test('409 ALREADY_INACTIVE for deactivate without an active subscription, which has no effect', async () => {
  const world = await activeSubscription(partner);
  dataOf(await act(world.subscriber, 'deactivate'));
  const before = await read(`/v1/subscribers/${world.subscriber.id}`);
  expectRefused(await act(world.subscriber, 'deactivate'), 409, { field: 'id', code: 'ALREADY_INACTIVE' });
  const scoped = await act(world.subscriber, 'deactivate', { subscriptionIds: [world.subscription.id] });
  expectRefused(scoped, 409, { field: 'subscriptionIds', code: 'ALREADY_INACTIVE' });
  expect(await read(`/v1/subscribers/${world.subscriber.id}`)).toEqual(before);
  const bare = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
  expectRefused(await act(bare, 'deactivate'), 409, { field: 'id', code: 'ALREADY_INACTIVE' });
  const { subscriber } = await pendingSubscription(partner);
  expectRefused(await act(subscriber, 'deactivate'), 409, { field: 'id', code: 'ALREADY_INACTIVE' });
});

test('lifting a hold after the last service migrated out keeps the subscriber suspended until a payment', async () => {
  const world = await activeSubscription(partner);
  dataOf(await act(world.subscriber, 'suspend'));
  dataOf(await partner.post(`/v1/subscriptions/${world.subscription.id}/migrate-out`));
  expect(dataOf(await act(world.subscriber, 'activate'))).toMatchObject({ status: 'suspended', hold: null });
  const next = await another(world);
  dataOf(await partner.post('/v1/payments', { subscriptionId: next.id, rail: 'manual' }));
  expect(await read(`/v1/subscribers/${world.subscriber.id}`)).toMatchObject({ status: 'active' });
});

test('400 for empty subscriptionIds, 404 for a subscription of another subscriber', async () => {
  const world = await activeSubscription(partner);
  const other = await activeSubscription(partner);
  const empty = await act(world.subscriber, 'deactivate', { subscriptionIds: [] });
  expectRefused(empty, 400, { field: 'subscriptionIds', code: 'OUT_OF_RANGE' });
  for (const id of [
    other.subscription.id,
    'sbn_never',
    (await activeSubscription(await api.partner())).subscription.id,
  ]) {
    const answer = await act(world.subscriber, 'deactivate', {
      subscriptionIds: [world.subscription.id, id],
    });
    expectRefused(answer, 404, { error: 'NOT_FOUND', code: 'NOT_FOUND' });
  }
  const wrong = await act(world.subscriber, 'deactivate', { subscriptionIds: [7] });
  expectRefused(wrong, 400, { field: 'subscriptionIds.0', code: 'INVALID_FORMAT' });
  expect(await read(`/v1/subscriptions/${world.subscription.id}`)).toMatchObject({ status: 'ACTIVE' });
});

test('200 terminate cancels all subscriptions in order and expires pending payments', async () => {
  const world = await activeSubscription(partner);
  const pending = await another(world);
  const open = dataOf(await partner.post('/v1/payments', { subscriptionId: pending.id, rail: 'simulated' }));
  const answer = await act(world.subscriber, 'terminate');
  const terminated = dataOf(answer);
  expect(terminated).toMatchObject({
    status: 'terminated',
    deactivatedAt: expect.any(String),
    balanceDue: [],
  });
  const events = await eventsCausedBy(partner, answer);
  expect(types(events.filter((e) => e.data.current.id === world.subscription.id))).toEqual([
    'subscription.deactivated',
    'subscription.updated',
  ]);
  expect(types(events.filter((e) => e.data.current.id === pending.id))).toEqual(['subscription.updated']);
  expect(types(events.filter((e) => e.data.current.id === open.id))).toEqual(['payment.expired']);
  expect(events.at(-1)).toMatchObject({ type: 'subscriber.terminated' });
  expect(events.at(-1)?.data).toEqual({
    object: 'subscriber',
    current: terminated,
    previous: { status: 'active' },
  });
  const cancelled = await read(`/v1/subscriptions/${world.subscription.id}`);
  expect(cancelled).toMatchObject({
    status: 'CANCELLED',
    inactiveReason: 'SUBSCRIBER_TERMINATED',
    archivedAt: expect.any(String),
    currentCycle: null,
  });
  const update = events.find((e) => e.type === 'subscription.updated' && e.data.current.id === cancelled.id);
  expect(update?.data.current).toEqual(cancelled);
  expect(update?.data.previous).toEqual({ status: 'INACTIVE', archivedAt: null });
  expect(await read(`/v1/subscriptions/${pending.id}`)).toMatchObject({
    status: 'CANCELLED',
    inactiveReason: 'SUBSCRIBER_TERMINATED',
  });
});

test('200 terminate of a suspended subscriber voids the open invoice, 400 subscriber_terminal for a new subscription', async () => {
  const world = await activeSubscription(partner);
  dataOf(await act(world.subscriber, 'deactivate'));
  dataOf(await partner.post('/v1/payments', { subscriptionId: world.subscription.id, rail: 'simulated' }));
  const answer = await act(world.subscriber, 'terminate');
  const events = await eventsCausedBy(partner, answer);
  expect(types(events)).toEqual(['payment.expired', 'subscription.updated', 'subscriber.terminated']);
  expect(events.at(-1)?.data.previous).toEqual({ status: 'suspended' });
  const invoices = await read(`/v1/invoices?subscriptionId=${world.subscription.id}&sort=number`);
  expect(invoices.map((row: { status: string }) => row.status)).toEqual(['PAID', 'VOID']);
  const again = await partner.post('/v1/subscriptions', {
    subscriberId: world.subscriber.id,
    planId: world.plan.id,
    demarcationPointId: world.point.id,
  });
  expectRefused(again, 400, { error: 'subscriber_terminal', field: 'subscriberId' });
});

test('suspend creates an audit entry with the correlation id of the request', async () => {
  const world = await activeSubscription(partner);
  const answer = await act(world.subscriber, 'suspend', { reason: 'Fraud' });
  const entries = await api.sql`
    select action, actor_type, changes from audit_entry where correlation_id = ${answer.body.correlationId}`;
  expect(entries).toMatchObject([{ action: 'subscriber.suspend', actor_type: 'credential' }]);
  expect(JSON.parse(entries[0]?.changes)).toEqual({
    status: { before: 'active', after: 'suspended' },
    hold: { before: null, after: { reason: 'Fraud', since: dataOf(answer).updatedAt } },
  });
});
