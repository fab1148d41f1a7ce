import { expect, test } from 'vitest';
import { cancelSubscription } from '../../server/domain/lifecycle/termination/cancel.ts';
import { createSubscription } from '../../server/domain/subscription/create.ts';
import { migrateOut } from '../../server/domain/subscription/migrate-out.ts';
import { removePlan } from '../../server/domain/subscription/remove-plan.ts';
import { updateSubscription } from '../../server/domain/subscription/update.ts';
import { days, lowFloors, newCustomer, passTime } from '../fixtures/customer.ts';
import { newProvider } from '../fixtures/provider.ts';
import { useDatabase } from '../fixtures/use-database.ts';

const database = useDatabase();
const start = new Date('2026-01-15T09:30:00.000Z');

async function setUp(terms = {}) {
  await database.current.sql`delete from schedule_d_row`;
  await lowFloors(database.current);
  const provider = await newProvider(database.current);
  const customer = (more = {}) => newCustomer(provider, database.current, start, more);
  const ada = await customer(terms);
  const id = ada.subscriptionId;
  return {
    provider,
    customer,
    ada,
    cancel: (day: number) => provider.at(days(start, day), (scope) => cancelSubscription(scope, { id })),
    withdraw: (day: number) =>
      provider.at(days(start, day), (scope) => updateSubscription(scope, { id, cancelAt: null })),
    remove: (day: number, when: 'cycle_end' | 'immediately') =>
      provider.at(days(start, day), (scope) => removePlan(scope, { id, when })),
    /** What was announced after the customer came online. */
    story: async () => (await ada.story()).slice(5),
    cycles: async () => {
      const rows = await database.current.sql`
        select status from billing_cycle where subscription_id = ${id} order by starts_at`;
      return rows.map((row) => row.status);
    },
    invoices: async () => {
      const rows = await database.current.sql`
        select status from invoice where subscription_id = ${id} order by issued_at, id`;
      return rows.map((row) => row.status);
    },
    networkRows: async () => {
      const [row] = await database.current.sql`
        select count(*)::int as n from radius.radcheck join subscription s on s.radius_username = username where s.id = ${id}`;
      return row?.n;
    },
  };
}

test('cancelled before the renewal window: service ends with the cycle and is not renewed', async () => {
  const { provider, ada, cancel, story, cycles, networkRows } = await setUp();
  const asked = await cancel(10);
  expect(asked).toMatchObject({ status: 'ACTIVE', cancelAt: days(start, 30).toISOString() });
  expect(await cancel(11)).toEqual(asked);
  await passTime(provider, days(start, 29));
  expect(await networkRows()).toBe(1);
  await passTime(provider, days(start, 40));
  expect(await story()).toEqual([
    '10 subscription.updated',
    '30 subscription.deactivated',
    '30 subscriber.suspended',
  ]);
  const ended = await ada.read(days(start, 40));
  expect(ended).toMatchObject({
    status: 'INACTIVE',
    inactiveReason: 'CANCELLED',
    archivedAt: days(start, 30).toISOString(),
    currentCycle: null,
  });
  expect(await cycles()).toEqual(['CLOSED']);
  expect(await networkRows()).toBe(0);
  expect(await cancel(41)).toEqual(ended);
  await expect(ada.pay(days(start, 41))).rejects.toThrow('IMMUTABLE');
});

test('cancelled in the renewal window: the renewal is VOID and the scheduled cycle does not start', async () => {
  const { provider, cancel, story, cycles, invoices } = await setUp();
  await passTime(provider, days(start, 28));
  expect((await cancel(28)).cancelAt).toBe(days(start, 30).toISOString());
  await passTime(provider, days(start, 40));
  expect(await story()).toEqual([
    '27 billing.cycle_ending',
    '28 subscription.updated',
    '30 subscription.deactivated',
    '30 subscriber.suspended',
  ]);
  expect(await cycles()).toEqual(['CLOSED', 'CLOSED']);
  expect(await invoices()).toEqual(['PAID', 'VOID']);
});

test('cancelled after the renewal is paid: service ends with the next cycle', async () => {
  const { provider, ada, cancel, story, invoices } = await setUp();
  await passTime(provider, days(start, 28));
  await ada.pay(days(start, 28));
  expect((await cancel(29)).cancelAt).toBe(days(start, 60).toISOString());
  await passTime(provider, days(start, 70));
  expect(await story()).toEqual([
    '27 billing.cycle_ending',
    '28 payment.received',
    '29 subscription.updated',
    '30 billing.cycle_started',
    '30 subscription.updated',
    '60 subscription.deactivated',
    '60 subscriber.suspended',
  ]);
  expect(await invoices()).toEqual(['PAID', 'PAID']);
});

test('cancelled in grace: service ends at once', async () => {
  const { provider, cancel, story, cycles, invoices } = await setUp();
  await passTime(provider, days(start, 31));
  expect(await cancel(31)).toMatchObject({
    status: 'INACTIVE',
    inactiveReason: 'CANCELLED',
    archivedAt: days(start, 31).toISOString(),
  });
  await passTime(provider, days(start, 40));
  expect(await story()).toEqual([
    '27 billing.cycle_ending',
    '30 billing.overdue',
    '31 subscription.deactivated',
    '31 subscriber.suspended',
  ]);
  expect(await cycles()).toEqual(['CLOSED', 'CLOSED']);
  expect(await invoices()).toEqual(['PAID', 'VOID']);
});

test('cancelled after service ended: the subscription is archived at once', async () => {
  const { provider, cancel, story, networkRows } = await setUp();
  await passTime(provider, days(start, 40));
  expect(await cancel(40)).toMatchObject({
    status: 'INACTIVE',
    inactiveReason: 'GRACE_EXPIRED',
    archivedAt: days(start, 40).toISOString(),
  });
  expect((await story()).slice(5)).toEqual(['40 subscription.updated']);
  expect(await networkRows()).toBe(0);
});

test('cancellation withdrawn before the renewal window: the subscription renews', async () => {
  const { provider, cancel, withdraw, story } = await setUp();
  await cancel(10);
  expect(await withdraw(11)).toMatchObject({ cancelAt: null });
  await passTime(provider, days(start, 31));
  expect(await story()).toEqual([
    '10 subscription.updated',
    '11 subscription.updated',
    '27 billing.cycle_ending',
    '30 billing.overdue',
  ]);
});

test('cancellation withdrawn after the renewal window began: the renewal is issued at once', async () => {
  const { provider, ada, cancel, withdraw, story } = await setUp();
  await cancel(10);
  await passTime(provider, days(start, 28));
  await withdraw(28);
  await ada.pay(days(start, 29));
  await passTime(provider, days(start, 31));
  expect(await story()).toEqual([
    '10 subscription.updated',
    '28 subscription.updated',
    '28 billing.cycle_ending',
    '29 payment.received',
    '30 billing.cycle_started',
    '30 subscription.updated',
  ]);
});

test('cancellation withdrawn after the renewal was void: the renewal is reissued and cycle_ending is not repeated', async () => {
  const { provider, ada, cancel, withdraw, story, invoices, cycles } = await setUp();
  await passTime(provider, days(start, 27.5));
  await cancel(28);
  await withdraw(29);
  await withdraw(29);
  await ada.pay(days(start, 29.5));
  await passTime(provider, days(start, 31));
  expect(await story()).toEqual([
    '27 billing.cycle_ending',
    '28 subscription.updated',
    '29 subscription.updated',
    '29.5 payment.received',
    '30 billing.cycle_started',
    '30 subscription.updated',
  ]);
  expect(await invoices()).toEqual(['PAID', 'VOID', 'PAID']);
  expect(await cycles()).toEqual(['CLOSED', 'ACTIVE']);
});

test('plan removal at the end of the cycle emits plan_removed before deactivated', async () => {
  const { provider, ada, remove, story } = await setUp();
  expect(await remove(10, 'cycle_end')).toMatchObject({
    status: 'ACTIVE',
    planRemovalAt: days(start, 30).toISOString(),
  });
  await passTime(provider, days(start, 40));
  expect(await story()).toEqual([
    '10 subscription.plan_removed_queued',
    '30 subscription.plan_removed',
    '30 subscription.deactivated',
    '30 subscriber.suspended',
  ]);
  expect(await ada.read(days(start, 40))).toMatchObject({
    status: 'INACTIVE',
    inactiveReason: 'PLAN_REMOVED',
    planRemovalAt: null,
    archivedAt: null,
  });
});

test('plan removal at once ends service, and a payment restores it', async () => {
  const { ada, remove, story } = await setUp();
  await remove(10, 'immediately');
  await ada.pay(days(start, 12));
  expect(await story()).toEqual([
    '10 subscription.plan_removed',
    '10 subscription.deactivated',
    '10 subscriber.suspended',
    '12 payment.received',
    '12 billing.cycle_started',
    '12 subscription.updated',
    '12 subscriber.activated',
  ]);
});

test('a subscription returns in the instant in which the removal of its plan ended it', async () => {
  const { provider, ada, remove, cycles } = await setUp();
  // The window of the renewal is open, so the next cycle that is closed begins in that instant too.
  await passTime(provider, days(start, 28));
  await remove(28, 'cycle_end');
  await passTime(provider, days(start, 30));
  await ada.pay(days(start, 30));
  expect(await ada.read(days(start, 30))).toMatchObject({ status: 'ACTIVE' });
  expect(await cycles()).toEqual(['CLOSED', 'CLOSED', 'ACTIVE']);
});

test('migrate-out emits deactivated and updated', async () => {
  const { provider, ada, story, networkRows } = await setUp();
  const moved = await provider.at(days(start, 10), (scope) => migrateOut(scope, { id: ada.subscriptionId }));
  expect(moved).toMatchObject({ status: 'MIGRATED_OUT', inactiveReason: 'MIGRATED_OUT' });
  expect((await story()).sort()).toEqual([
    '10 subscriber.suspended',
    '10 subscription.deactivated',
    '10 subscription.updated',
  ]);
  expect(await networkRows()).toBe(0);
});

test('a PENDING subscription is cancelled after 30 days without a payment', async () => {
  const { provider, ada } = await setUp();
  const { planId, demarcationPointId } = await ada.read(start);
  const waiting = await provider.at(start, (scope) =>
    createSubscription(scope, {
      subscriberId: ada.subscriberId,
      planId,
      demarcationPointId: demarcationPointId as string,
    }),
  );
  await passTime(provider, days(start, 29.9));
  const { sql } = database.current;
  const read = async () =>
    (
      await sql`
        select status, extract(epoch from archived_at)::int as ended from subscription where id = ${waiting.id}`
    )[0];
  expect(await read()).toMatchObject({ status: 'PENDING' });
  await passTime(provider, days(start, 35));
  expect(await read()).toEqual({ status: 'CANCELLED', ended: days(start, 30).getTime() / 1000 });
});

test('cancellations have the same events in one advance and in several', async () => {
  const stories: string[][] = [];
  for (const stops of [[95], [9, 10, 11, 27, 30, 31, 60, 95]]) {
    const { provider, customer } = await setUp();
    const all = await Promise.all([7, 10, 30].map((billingCycleDays) => customer({ billingCycleDays })));
    for (const [i, { subscriptionId: id }] of all.entries()) {
      await provider.at(days(start, 1), (scope) =>
        i === 1 ? removePlan(scope, { id, when: 'cycle_end' }) : cancelSubscription(scope, { id }),
      );
    }
    for (const stop of stops) await passTime(provider, days(start, stop));
    stories.push((await Promise.all(all.map((one) => one.story()))).flat());
  }
  expect(stories[0]).toHaveLength(3 * 5 + 3 + 4 + 3);
  expect(stories[1]).toEqual(stories[0]);
});
