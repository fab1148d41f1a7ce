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

async function scene(terms = {}) {
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

test('cancelled before its window, it serves to the end of its cycle and is not renewed', async () => {
  const { provider, ada, cancel, story, cycles, networkRows } = await scene();
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

test('cancelled in its window, what was asked for is void and the scheduled cycle never begins', async () => {
  const { provider, cancel, story, cycles, invoices } = await scene();
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

test('cancelled with the renewal paid, it serves through the next cycle too', async () => {
  const { provider, ada, cancel, story, invoices } = await scene();
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

test('cancelled in grace, it ends at once', async () => {
  const { provider, cancel, story, cycles, invoices } = await scene();
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

test('one that lapsed before is archived at once', async () => {
  const { provider, cancel, story, networkRows } = await scene();
  await passTime(provider, days(start, 40));
  expect(await cancel(40)).toMatchObject({
    status: 'INACTIVE',
    inactiveReason: 'GRACE_EXPIRED',
    archivedAt: days(start, 40).toISOString(),
  });
  expect((await story()).slice(5)).toEqual(['40 subscription.updated']);
  expect(await networkRows()).toBe(0);
});

test('withdrawn before the window, it renews as if nothing had been', async () => {
  const { provider, cancel, withdraw, story } = await scene();
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

test('withdrawn after the window would have opened, it opens now', async () => {
  const { provider, ada, cancel, withdraw, story } = await scene();
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

test('withdrawn after the renewal was void, it is asked for anew, and its end is announced once', async () => {
  const { provider, ada, cancel, withdraw, story, invoices, cycles } = await scene();
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

test('the plan is removed at the end of the cycle, announced before the end of service', async () => {
  const { provider, ada, remove, story } = await scene();
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

test('the plan is removed at once; a payment brings the subscription back', async () => {
  const { ada, remove, story } = await scene();
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

test('it moves out in two steps', async () => {
  const { provider, ada, story, networkRows } = await scene();
  const moved = await provider.at(days(start, 10), (scope) => migrateOut(scope, { id: ada.subscriptionId }));
  expect(moved).toMatchObject({ status: 'MIGRATED_OUT', inactiveReason: 'MIGRATED_OUT' });
  expect((await story()).sort()).toEqual([
    '10 subscriber.suspended',
    '10 subscription.deactivated',
    '10 subscription.updated',
  ]);
  expect(await networkRows()).toBe(0);
});

test('nobody paid for it in 30 days: it is cancelled, with what was still to come', async () => {
  const { provider, ada } = await scene();
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

test('ends come out the same in one jump and in steps, for many at once', async () => {
  const stories: string[][] = [];
  for (const stops of [[95], [9, 10, 11, 27, 30, 31, 60, 95]]) {
    const { provider, customer } = await scene();
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
