import { expect, test } from 'vitest';
import { updateSubscription } from '../../server/domain/subscription/update.ts';
import { days, newCustomer, passTime } from '../fixtures/customer.ts';
import { customerWithPlans } from '../fixtures/customer-with-plans.ts';
import { useDatabase } from '../fixtures/use-database.ts';

// Pending changes are checked against Schedule D at their own due instant, whenever the job runs.

const database = useDatabase();
const start = new Date('2026-01-15T09:30:00.000Z');
const MILLISECOND = 1 / 86_400_000;
const speedOverride = { downloadSpeedMbps: 80, uploadSpeedMbps: 8 };

async function setUp() {
  const made = await customerWithPlans(database.current, start);
  const { sql } = database.current;
  return {
    ...made,
    until: (day: number) => passTime(made.provider, days(start, day)),
    /** Speeds above 60 Mbps cost more than the customer's plan from a day on. */
    raiseFloor: (day: number) => sql`
      insert into schedule_d_row (id, plan_type, currency, min_speed_mbps, max_speed_mbps, floor_amount, effective_from, created_at, updated_at)
      values ('sdf_' || gen_random_uuid(), 'RESIDENTIAL', 'USD', 60, 1000, 4000, ${days(start, day).toISOString()}, now(), now())`,
  };
}

test.each([
  [
    'a millisecond before the renewal is issued',
    27 - MILLISECOND,
    ['27 subscription.override_rejected', '27 billing.cycle_ending', '30 billing.overdue'],
    '5M/20M',
  ],
  [
    'as the renewal is issued',
    27,
    ['27 subscription.override_rejected', '27 billing.cycle_ending', '30 billing.overdue'],
    '5M/20M',
  ],
  [
    'a millisecond later',
    27 + MILLISECOND,
    ['27 billing.cycle_ending', '30 subscription.override_rejected', '30 billing.overdue'],
    '5M/20M',
  ],
  [
    'as the cycle ends',
    30,
    ['27 billing.cycle_ending', '30 subscription.override_rejected', '30 billing.overdue'],
    '5M/20M',
  ],
  [
    'a millisecond after the end',
    30 + MILLISECOND,
    ['27 billing.cycle_ending', '30 subscription.override_applied', '30 billing.overdue'],
    '8M/80M',
  ],
])(
  'a new floor that takes effect %s is checked when the renewal is issued and when the cycle ends',
  async (_when, day, expected, speed) => {
    const { ada, update, raiseFloor, until, story, speed: speedNow } = await setUp();
    await update(10, { speedOverride });
    await raiseFloor(day);
    await until(32);
    expect((await story()).slice(1)).toEqual(expected);
    await ada.pay(days(start, 32));
    expect(await speedNow()).toBe(speed);
  },
);

/** Two customers a day apart with the same pending override. */
async function twins() {
  const made = await setUp();
  const { provider, ada } = made;
  const bob = await newCustomer(provider, database.current, days(start, 1));
  await made.update(10, { speedOverride });
  await provider.at(days(start, 10), (scope) =>
    updateSubscription(scope, { id: bob.subscriptionId, speedOverride }),
  );
  return { ...made, bob, ada };
}

test('overrides of two subscriptions in one run are each checked by the floor at the end of its cycle', async () => {
  const { ada, bob, raiseFloor, until } = await twins();
  await raiseFloor(30.5);
  await until(32);
  expect((await ada.story()).at(-2)).toBe('30 subscription.override_applied');
  expect((await bob.story()).at(-2)).toBe('30 subscription.override_rejected');
});

test('renewals of two subscriptions in one run are each checked by the floor at the start of its window', async () => {
  const { ada, bob, raiseFloor, until } = await twins();
  await raiseFloor(27.5);
  await until(29);
  expect((await ada.story()).at(-1)).toBe('27 billing.cycle_ending');
  expect((await ada.story()).at(-2)).toBe('10 subscription.override_queued');
  expect((await bob.story()).at(-2)).toBe('27 subscription.override_rejected');
});
