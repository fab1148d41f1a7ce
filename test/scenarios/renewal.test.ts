import { expect, test } from 'vitest';
import { days, lowFloors, newCustomer, passTime } from '../fixtures/customer.ts';
import { newProvider } from '../fixtures/provider.ts';
import { useDatabase } from '../fixtures/use-database.ts';

const database = useDatabase();
const start = new Date('2026-01-15T09:30:00.000Z');

async function setUp() {
  await database.current.sql`delete from schedule_d_row`;
  await lowFloors(database.current);
  const provider = await newProvider(database.current);
  const customer = (terms = {}) => newCustomer(provider, database.current, start, terms);
  return { provider, customer };
}

const online = [
  '0 subscriber.created',
  '0 subscription.created',
  '0 payment.received',
  '0 billing.cycle_started',
  '0 subscription.updated',
];

test('a renewal that is paid in its window starts the next cycle at the end of the last one', async () => {
  const { provider, customer } = await setUp();
  const ada = await customer();
  await passTime(provider, days(start, 28));
  await ada.pay(days(start, 28));
  await passTime(provider, days(start, 31));
  expect(await ada.story()).toEqual([
    ...online,
    '27 billing.cycle_ending',
    '28 payment.received',
    '30 billing.cycle_started',
    '30 subscription.updated',
  ]);
  expect(await ada.read(days(start, 31))).toMatchObject({
    status: 'ACTIVE',
    expiresAt: days(start, 60).toISOString(),
    currentCycle: { startsAt: days(start, 30).toISOString(), paymentStatus: 'COMPLETED' },
  });
});

test('a renewal that is paid in grace starts the next cycle at the end of the last one', async () => {
  const { provider, customer } = await setUp();
  const ada = await customer();
  await passTime(provider, days(start, 32));
  expect(await ada.read(days(start, 32))).toMatchObject({
    status: 'ACTIVE',
    currentCycle: { status: 'OVERDUE' },
  });
  await ada.pay(days(start, 32));
  expect((await ada.story()).slice(5)).toEqual([
    '27 billing.cycle_ending',
    '30 billing.overdue',
    '32 payment.received',
    '32 billing.cycle_started',
    '32 subscription.updated',
  ]);
  expect(await ada.read(days(start, 32))).toMatchObject({
    expiresAt: days(start, 60).toISOString(),
    currentCycle: { startsAt: days(start, 30).toISOString() },
  });
});

test('an unpaid renewal suspends service when grace ends, and a payment starts a new cycle', async () => {
  const { provider, customer } = await setUp();
  const ada = await customer();
  await passTime(provider, days(start, 40));
  expect((await ada.story()).slice(5)).toEqual([
    '27 billing.cycle_ending',
    '30 billing.overdue',
    '33 billing.suspended',
    '33 subscription.deactivated',
    '33 subscriber.suspended',
  ]);
  const { sql } = database.current;
  const [network] = await sql`
    select g.groupname, g.priority from radius.radusergroup g
    join subscription s on s.radius_username = g.username where s.id = ${ada.subscriptionId}`;
  expect(network).toEqual({ groupname: 'suspended', priority: -1 });
  expect(
    await sql`select status from invoice where subscription_id = ${ada.subscriptionId} order by issued_at`,
  ).toEqual([{ status: 'PAID' }, { status: 'VOID' }]);
  await ada.pay(days(start, 41));
  expect((await ada.story()).slice(10)).toEqual([
    '41 payment.received',
    '41 billing.cycle_started',
    '41 subscription.updated',
    '41 subscriber.activated',
  ]);
  expect(await ada.read(days(start, 41))).toMatchObject({
    status: 'ACTIVE',
    inactiveReason: null,
    expiresAt: days(start, 71).toISOString(),
  });
});

test('a subscriber with another active subscription stays active', async () => {
  const { provider, customer } = await setUp();
  const ada = await customer({ billingCycleDays: 10, graceDays: 0 });
  const { sql } = database.current;
  const other = await customer({ billingCycleDays: 60 });
  await sql`update subscription set subscriber_id = ${ada.subscriberId} where id = ${other.subscriptionId}`;
  await sql`update billing_cycle set subscriber_id = ${ada.subscriberId} where subscription_id = ${other.subscriptionId}`;
  await sql`update renewal_window set subscriber_id = ${ada.subscriberId} where subscription_id = ${other.subscriptionId}`;
  await passTime(provider, days(start, 12));
  expect((await ada.story()).slice(5)).toEqual([
    '7 billing.cycle_ending',
    '10 billing.overdue',
    '10 billing.suspended',
    '10 subscription.deactivated',
  ]);
});

test('a free cycle renews with a paid invoice and without a payment', async () => {
  const { provider, customer } = await setUp();
  const ada = await customer({ billingCycleDays: 10 });
  await database.current.sql`update subscription set price_override = 0 where id = ${ada.subscriptionId}`;
  await passTime(provider, days(start, 25));
  expect((await ada.story()).slice(5)).toEqual([
    '7 billing.cycle_ending',
    '10 billing.cycle_started',
    '10 subscription.updated',
    '17 billing.cycle_ending',
    '20 billing.cycle_started',
    '20 subscription.updated',
  ]);
});

test('three cycles have the same events in one advance and in several', async () => {
  const stories: string[][] = [];
  for (const stops of [[95], [31, 62, 95], [27, 30, 33, 57, 60, 63, 87, 90, 93, 95]]) {
    const { provider, customer } = await setUp();
    const ada = await customer();
    const free = await customer({ billingCycleDays: 30 });
    await database.current.sql`update subscription set price_override = 0 where id = ${free.subscriptionId}`;
    for (const stop of stops) await passTime(provider, days(start, stop));
    stories.push([...(await ada.story()), ...(await free.story())]);
  }
  expect(stories[0]?.length).toBe(10 + 5 + 9);
  expect(stories[1]).toEqual(stories[0]);
  expect(stories[2]).toEqual(stories[0]);
});

test('invoice numbers have no gap and follow the order of issue', async () => {
  const { provider, customer } = await setUp();
  for (const billingCycleDays of [30, 7, 11]) {
    const { subscriptionId } = await customer({ billingCycleDays });
    await database.current.sql`update subscription set price_override = 0 where id = ${subscriptionId}`;
  }
  await passTime(provider, days(start, 100));
  const invoices = await database.current.sql<{ number: string }[]>`
    select number from invoice where provider_id = ${provider.providerId} order by issued_at, id`;
  expect(invoices.length).toBeGreaterThan(25);
  expect(invoices.map((row) => row.number)).toEqual(
    invoices.map((_, i) => `INV-${String(i + 1).padStart(6, '0')}`),
  );
});

test('a payment before a late billing run is not overwritten', async () => {
  const { provider, customer } = await setUp();
  const ada = await customer();
  await passTime(provider, days(start, 28));
  // The billing run is an hour late. The customer has paid half an hour before it.
  await ada.pay(days(start, 30 + 1 / 48));
  await passTime(provider, days(start, 30 + 1 / 24));
  expect((await ada.story()).slice(6)).toEqual([
    '30.02 payment.received',
    '30.02 billing.cycle_started',
    '30.02 subscription.updated',
  ]);
  expect(await ada.read(days(start, 31))).toMatchObject({ expiresAt: days(start, 60).toISOString() });
});
