import { describe, expect, test } from 'vitest';
import { createDeliveryDispatcher } from '../../server/domain/messaging/delivery/dispatcher.ts';
import { terminateSubscriber } from '../../server/domain/subscriber/terminate.ts';
import { editPlanFromExternal } from '../../server/domain/subscription/edit-from-external.ts';
import { migrateOut } from '../../server/domain/subscription/migrate-out.ts';
import { removePlan } from '../../server/domain/subscription/remove-plan.ts';
import { createWebhook } from '../../server/domain/webhook/create.ts';
import type { Sender } from '../../server/webhooks/send.ts';
import { days, passTime } from '../fixtures/customer.ts';
import { customerWithPlans } from '../fixtures/customer-with-plans.ts';
import { useDatabase } from '../fixtures/use-database.ts';

const database = useDatabase();
const start = new Date('2026-01-15T09:30:00.000Z');

async function setUp() {
  const made = await customerWithPlans(database.current, start);
  const { ada, provider } = made;
  const id = ada.subscriptionId;
  /** The events about the subscription from a day on, in the order of their ids: type, what they show, and what was before. */
  const events = async (from: number) => {
    const rows = await database.current.sql<{ body: string }[]>`
      select body from event where resource_id = ${id} and occurred_at >= ${days(start, from).toISOString()} order by id`;
    return rows.map(({ body }) => {
      const { type, data } = JSON.parse(body);
      return { type: type.replace('subscription.', ''), current: data.current, previous: data.previous };
    });
  };
  return {
    ...made,
    id,
    events,
    at: <T>(day: number, work: Parameters<typeof provider.at<T>>[1]) => provider.at(days(start, day), work),
  };
}

describe('the events of one change show the state after the whole of it', () => {
  test('a plan and an override that apply with the next cycle', async () => {
    const { provider, ada, plan, update, events, id } = await setUp();
    const longer = await plan(45, { billingCycleDays: 60 });
    await update(10, { planId: longer.id });
    await update(11, { priceOverride: 40 });
    await passTime(provider, days(start, 28));
    await ada.pay(days(start, 28));
    await passTime(provider, days(start, 31));
    const found = await events(29);
    expect(found.map(({ type }) => type)).toEqual(['plan_change_applied', 'override_applied', 'updated']);
    const after = await ada.read(days(start, 31));
    expect(after).toMatchObject({
      planId: longer.id,
      price: { amount: 40 },
      expiresAt: days(start, 90).toISOString(),
    });
    for (const { current } of found) expect(current).toEqual(JSON.parse(JSON.stringify(after)));
    expect(found[2]?.previous).toMatchObject({
      price: { amount: 30 },
      expiresAt: days(start, 30).toISOString(),
    });
    expect(id).toBe(after.id);
  });

  test('a change that was requested in grace and applies with the payment', async () => {
    const { provider, ada, plan, update, events } = await setUp();
    await passTime(provider, days(start, 31));
    const longer = await plan(45, { billingCycleDays: 60 });
    await update(31, { planId: longer.id });
    await ada.pay(days(start, 32));
    const found = (await events(32)).filter(({ type }) => type !== 'plan_change_queued');
    expect(found.map(({ type }) => type)).toEqual(['plan_change_applied', 'updated']);
    const after = JSON.parse(JSON.stringify(await ada.read(days(start, 32))));
    expect(after).toMatchObject({
      planId: longer.id,
      price: { amount: 45 },
      expiresAt: days(start, 90).toISOString(),
    });
    for (const { current } of found) expect(current).toEqual(after);
  });

  test('a change that begins grace, because its renewal is unpaid', async () => {
    const { provider, ada, plan, update, events } = await setUp();
    const other = await plan(45);
    await update(10, { planId: other.id });
    await passTime(provider, days(start, 31));
    const found = await events(30);
    expect(found.map(({ type }) => type)).toEqual(['plan_change_applied']);
    const after = JSON.parse(JSON.stringify(await ada.read(days(start, 31))));
    expect(after).toMatchObject({ planId: other.id, currentCycle: { status: 'OVERDUE' } });
    expect(found[0]?.current).toEqual(after);
  });

  test('a change that is applied at once', async () => {
    const { ada, plan, events, id, at } = await setUp();
    const dearer = await plan(45);
    await at(10, (scope) =>
      editPlanFromExternal(scope, { id, planId: dearer.id, freeImmediateUpgrade: true }),
    );
    const found = await events(10);
    expect(found.map(({ type }) => type)).toEqual(['plan_change_applied']);
    const after = JSON.parse(JSON.stringify(await ada.read(days(start, 10))));
    expect(after).toMatchObject({
      planId: dearer.id,
      price: { amount: 45 },
      currentCycle: { planId: dearer.id },
    });
    expect(found[0]?.current).toEqual(after);
  });
});

describe('of a request that makes two moves, each event shows the state after its own', () => {
  const moves = {
    terminate: [
      ['deactivated', 'ACTIVE', 'INACTIVE'],
      ['updated', 'INACTIVE', 'CANCELLED'],
    ],
    'migrate-out': [
      ['deactivated', 'ACTIVE', 'INACTIVE'],
      ['updated', 'INACTIVE', 'MIGRATED_OUT'],
    ],
    'plan removal': [
      ['plan_removed', 'ACTIVE', 'INACTIVE'],
      ['deactivated', 'ACTIVE', 'INACTIVE'],
    ],
  };

  test.each(Object.entries(moves))('%s, and its deliveries start in that order', async (name, expected) => {
    const { provider, ada, events, id, at } = await setUp();
    await at(5, (scope) =>
      createWebhook(scope, {
        ...{ url: 'https://a.example/', events: ['subscription.*'], headers: [], addresses: [] },
        apiVersion: '2026-01-15',
      }),
    );
    await at(10, async (scope) => {
      if (name === 'terminate') await terminateSubscriber(scope, { id: ada.subscriberId });
      else if (name === 'migrate-out') await migrateOut(scope, { id });
      else await removePlan(scope, { id, when: 'immediately' });
    });
    const found = await events(10);
    expect(found.map(({ type, current, previous }) => [type, previous.status, current.status])).toEqual(
      expected,
    );
    const started: string[] = [];
    const send: Sender['send'] = async ({ body }) => {
      started.push(JSON.parse(body).type.replace('subscription.', ''));
      return { responseStatus: 200, latencyMs: 1, responseExcerpt: '', error: null };
    };
    const dispatcher = createDeliveryDispatcher({ send, close: async () => {} });
    await dispatcher.dispatchDue(provider.providerId);
    await dispatcher.close();
    expect(started).toEqual(expected.map(([type]) => type));
  });
});
