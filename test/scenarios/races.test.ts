import { expect, test } from 'vitest';
import { plus } from '../../server/clock.ts';
import { DAY_MS } from '../../server/contract/days.ts';
import { Refusal } from '../../server/contract/errors.ts';
import { createDemarcationPoint } from '../../server/domain/demarcation-point/create.ts';
import { cancelSubscription } from '../../server/domain/lifecycle/termination/cancel.ts';
import { createPayment } from '../../server/domain/payment/create.ts';
import { simulatePayment } from '../../server/domain/payment/simulate.ts';
import { createPlan } from '../../server/domain/plan/create.ts';
import { runDue } from '../../server/domain/scheduling/run.ts';
import { advanceTestClock } from '../../server/domain/scheduling/test-clock.ts';
import { createSubscriber } from '../../server/domain/subscriber/create.ts';
import { deactivateSubscriber } from '../../server/domain/subscriber/deactivate.ts';
import { suspendSubscriber } from '../../server/domain/subscriber/suspend.ts';
import { terminateSubscriber } from '../../server/domain/subscriber/terminate.ts';
import { createSubscription } from '../../server/domain/subscription/create.ts';
import type { WriteScope } from '../../server/work/scope.ts';
import { newProvider } from '../fixtures/provider.ts';
import { useDatabase } from '../fixtures/use-database.ts';

const database = useDatabase();
const start = new Date('2026-03-01T08:00:00.000Z');
/** Enough to meet each interleaving that locks allow, few enough to be quick. */
const ROUNDS = 8;

const person = (email: string, phone: string) => ({ firstName: 'Ada', lastName: 'Lovelace', email, phone });

/** A provider with one subscription that waits for its first payment. */
async function setUp() {
  const { sql } = database.current;
  await sql`
    insert into schedule_d_row (id, plan_type, currency, min_speed_mbps, max_speed_mbps, floor_amount, effective_from, created_at, updated_at)
    values ('sdf_1', 'RESIDENTIAL', 'USD', 0, 1000, 500, '2020-01-01', now(), now()) on conflict do nothing`;
  const provider = await newProvider(database.current);
  const made = await provider.at(start, async (scope) => {
    const plan = await createPlan(scope, {
      planName: 'Home 20',
      planType: 'RESIDENTIAL',
      downloadSpeedMbps: 20,
      uploadSpeedMbps: 5,
      priceAmount: 30,
      priceCurrency: 'USD',
      billingCycleDays: 30,
      graceDays: 3,
    });
    const point = await createDemarcationPoint(scope, { name: 'Cabinet 7', accessType: 'FIBER' });
    const subscriber = await createSubscriber(scope, person('ada@example.com', '+254712345678'));
    const subscription = await createSubscription(scope, {
      subscriberId: subscriber.id,
      planId: plan.id,
      demarcationPointId: point.id,
    });
    return { subscriber, subscription };
  });
  const pay = (rail: 'manual' | 'simulated') => (scope: WriteScope) =>
    createPayment(scope, { subscriptionId: made.subscription.id, rail });
  return { ...provider, ...made, pay };
}

type World = Awaited<ReturnType<typeof setUp>>;
type Work = (scope: WriteScope) => Promise<unknown>;

/** Runs each unit of work in a transaction of its own, all at once; what was refused is given as its key. */
function atOnce({ at }: World, ...works: Work[]) {
  return Promise.all(
    works.map((work, i) =>
      at(plus(start, DAY_MS + i), work).then(
        () => 'done',
        (error) => {
          if (error instanceof Refusal) return error.body.error;
          throw error;
        },
      ),
    ),
  );
}

/** What the books say of a provider. */
async function books({ providerId }: World) {
  const { sql } = database.current;
  const [row] = await sql`
    select
      (select count(*)::int from payment where provider_id = ${providerId} and status = 'COMPLETED') as completed,
      (select count(*)::int from payment where provider_id = ${providerId} and status in ('PENDING', 'PROCESSING')) as open,
      (select coalesce(sum(amount), 0)::int from payment where provider_id = ${providerId} and status = 'COMPLETED') as received,
      (select coalesce(sum(amount_paid), 0)::int from invoice where provider_id = ${providerId}) as paid,
      (select count(*)::int from invoice where provider_id = ${providerId} and status = 'PAID') as invoices,
      (select count(*)::int from billing_cycle where provider_id = ${providerId}) as cycles,
      (select count(*)::int from event where provider_id = ${providerId} and type = 'payment.received') as announced,
      (select last_invoice_number::int from provider where id = ${providerId}) as numbered,
      (select status from subscription where provider_id = ${providerId}) as subscription,
      (select status from subscriber where provider_id = ${providerId}) as subscriber,
      (select count(*)::int from radius.radusergroup g join subscription s on s.radius_username = g.username
        where s.provider_id = ${providerId}) as refused`;
  return row as Record<string, unknown>;
}

const paidOnce = {
  completed: 1,
  open: 0,
  received: 3_000,
  paid: 3_000,
  invoices: 1,
  cycles: 1,
  announced: 1,
  numbered: 1,
};

async function rounds(play: () => Promise<void>) {
  for (let i = 0; i < ROUNDS; i++) await play();
}

test('of two concurrent first payments one succeeds, with one invoice and one cycle', () =>
  rounds(async () => {
    const world = await setUp();
    const results = await atOnce(world, world.pay('manual'), world.pay('manual'), world.pay('manual'));
    expect(results.sort()).toEqual(['CONFLICT', 'CONFLICT', 'done']);
    expect(await books(world)).toMatchObject({ ...paidOnce, subscription: 'ACTIVE' });
  }));

test('concurrent cash payment and gateway success: the debt is paid once', () =>
  rounds(async () => {
    const world = await setUp();
    const pending = await world.at(start, world.pay('simulated'));
    const results = await atOnce(world, world.pay('manual'), (scope) =>
      simulatePayment(scope, { id: pending.id, outcome: 'succeed' }),
    );
    expect(results).toContain('done');
    expect(await books(world)).toMatchObject({ ...paidOnce, subscription: 'ACTIVE' });
  }));

test('concurrent manual hold and first payment: ACTIVE and on hold', () =>
  rounds(async () => {
    const world = await setUp();
    const { id } = world.subscriber;
    const results = await atOnce(world, world.pay('manual'), (scope) => suspendSubscriber(scope, { id }));
    expect(results).toEqual(['done', 'done']);
    expect(await books(world)).toMatchObject({
      ...paidOnce,
      subscription: 'ACTIVE',
      subscriber: 'suspended',
      refused: 1,
    });
  }));

/**
 * Runs `second` while `first` is done but not committed, and lets `first` commit once `second` waits or is through.
 * @param day when, in days after the start
 */
async function inTheMiddle(world: World, first: Work, second: Work, day = 1): Promise<unknown> {
  let overtaking: Promise<unknown> | undefined;
  const now = plus(start, day * DAY_MS);
  await world.at(now, async (scope) => {
    await first(scope);
    overtaking = world.at(now, second);
    const through = overtaking.then(
      () => true,
      () => true,
    );
    while (!(await Promise.race([through, someoneWaits()])));
  });
  return overtaking;
}

async function someoneWaits(): Promise<boolean> {
  const [row] = await database.current.sql`
    select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waits, pg_sleep(0.01)`;
  return row?.waits;
}

test.each([
  ['hold', suspendSubscriber, { subscription: 'ACTIVE', subscriber: 'suspended', refused: 1 }],
  ['deactivation', deactivateSubscriber, { subscription: 'INACTIVE', subscriber: 'suspended', refused: 1 }],
  ['termination', terminateSubscriber, { subscription: 'CANCELLED', subscriber: 'terminated', refused: 0 }],
] as const)('a %s during a payment waits for it and sees its result', async (_name, verb, after) => {
  const world = await setUp();
  await inTheMiddle(world, world.pay('manual'), (scope) => verb(scope, { id: world.subscriber.id }));
  expect(await books(world)).toMatchObject({ ...paidOnce, ...after });
});

test('a gateway event during the expiry of its payment waits for it and sets refundDue', async () => {
  const world = await setUp();
  const pending = await world.at(start, world.pay('simulated'));
  const settled = await inTheMiddle(
    world,
    (scope) => runDue(scope, scope.now, Number.POSITIVE_INFINITY),
    (scope) => simulatePayment(scope, { id: pending.id, outcome: 'succeed' }),
  );
  expect(settled).toMatchObject({ status: 'EXPIRED', refundDue: true });
  expect(await books(world)).toMatchObject({ completed: 0, open: 0, invoices: 0, subscription: 'PENDING' });
});

test('a repeated gateway event waits for the first and finds the payment settled', async () => {
  const world = await setUp();
  const now = plus(start, DAY_MS);
  const pending = await world.at(plus(now, -1), world.pay('simulated'));
  const word = (scope: WriteScope) => simulatePayment(scope, { id: pending.id, outcome: 'succeed' });
  await expect(inTheMiddle(world, word, word)).rejects.toMatchObject({ key: 'CONFLICT' });
  expect(await books(world)).toMatchObject({ ...paidOnce, subscription: 'ACTIVE' });
});

test('concurrent deactivation and payment take effect one after the other', () =>
  rounds(async () => {
    const world = await setUp();
    const { id } = world.subscriber;
    const [paid, deactivated] = await atOnce(world, world.pay('manual'), (scope) =>
      deactivateSubscriber(scope, { id }),
    );
    expect(paid).toBe('done');
    const cut = { subscription: 'INACTIVE', subscriber: 'suspended', refused: 1 };
    const served = { subscription: 'ACTIVE', subscriber: 'active', refused: 0 };
    expect(await books(world)).toMatchObject({ ...paidOnce, ...(deactivated === 'done' ? cut : served) });
  }));

test('concurrent payment and termination or cancellation: no payment is taken for an ended subscription', () =>
  rounds(async () => {
    const world = await setUp();
    const { id } = world.subscription;
    const [paid, cancelled] = await atOnce(world, world.pay('manual'), (scope) =>
      cancelSubscription(scope, { id }),
    );
    // Paid first, it is in service and its cancellation waits for the end; cancelled first, nothing is taken.
    expect(cancelled).toBe('done');
    expect(await books(world)).toMatchObject(
      paid === 'done' ? { subscription: 'ACTIVE', open: 0 } : { subscription: 'CANCELLED', received: 0 },
    );
    expect(['done', 'IMMUTABLE']).toContain(paid);
    const other = await setUp();
    await atOnce(other, other.pay('manual'), (scope) =>
      terminateSubscriber(scope, { id: other.subscriber.id }),
    );
    const after = await books(other);
    expect(after).toMatchObject({ subscription: 'CANCELLED', subscriber: 'terminated', open: 0 });
    expect(after.received).toBe(after.paid);
  }));

test('of two concurrent subscribers with one email one is created', () =>
  rounds(async () => {
    const world = await setUp();
    const results = await atOnce(
      world,
      (scope) => createSubscriber(scope, person('twin@example.com', '+254712000001')),
      (scope) => createSubscriber(scope, person('twin@example.com', '+254712000002')),
    );
    expect(results.sort()).toEqual(['Email already in use for this provider', 'done']);
  }));

test('of two concurrent advances one may be refused; repeated, they add up, and due work runs once', () =>
  rounds(async () => {
    const world = await setUp();
    await world.at(new Date(), world.pay('simulated'));
    const advance = (scope: WriteScope) => advanceTestClock(scope, { by: { days: 2 } });
    const results = await atOnce(world, advance, advance);
    expect(results).toContain('done');
    for (const refused of results.filter((result) => result !== 'done')) {
      expect(refused).toBe('SERVICE_UNAVAILABLE');
      expect(await atOnce(world, advance)).toEqual(['done']);
    }
    const [row] = await database.current.sql`
      select round(clock_offset_ms / 86400000.0)::int as days,
        (select count(*)::int from event e where e.provider_id = p.id and e.type = 'payment.expired') as expired
      from provider p where id = ${world.providerId}`;
    expect(row).toEqual({ days: 4, expired: 1 });
  }));

test('concurrent expiry by an advance and gateway success settle the payment in one way', () =>
  rounds(async () => {
    const world = await setUp();
    const now = new Date();
    const pending = await world.at(now, world.pay('simulated'));
    const settle = world.at(now, (scope) => simulatePayment(scope, { id: pending.id, outcome: 'succeed' }));
    const advance = world.at(now, (scope) => advanceTestClock(scope, { by: { days: 2 } }));
    const [settled] = await Promise.all([settle, advance]);
    const after = await books(world);
    if (settled.status === 'COMPLETED') expect(after).toMatchObject({ ...paidOnce, subscription: 'ACTIVE' });
    else {
      expect(after).toMatchObject({ completed: 0, invoices: 0, cycles: 0 });
      expect(after.subscription).not.toBe('ACTIVE');
    }
  }));

/** Everything that fell due, as a billing run does it. */
const bill: Work = (scope) => runDue(scope, scope.now, Number.POSITIVE_INFINITY);

/** In service since the start, with every due thing done up to a day. */
async function billedUntil(day: number): Promise<World> {
  const world = await setUp();
  await world.at(start, world.pay('manual'));
  await world.at(plus(start, day * DAY_MS), bill);
  return world;
}

/** What became of the subscription, its cycles in their order and its renewal. */
async function outcome({ subscription: { id } }: World) {
  const [row] = await database.current.sql`
    select status,
      (select string_agg(status, ' ' order by starts_at) from billing_cycle where subscription_id = s.id) as cycles,
      (select string_agg(status, ' ' order by issued_at, id) from invoice where subscription_id = s.id and kind = 'RENEWAL')
        as renewals
    from subscription s where id = ${id}`;
  return row;
}

const cancel =
  ({ subscription: { id } }: World): Work =>
  (scope) =>
    cancelSubscription(scope, { id });
const ended = { status: 'INACTIVE', cycles: 'CLOSED CLOSED', renewals: 'VOID' };

/** The types of a provider's events from a day on, in order of occurrence. */
async function eventsFrom({ providerId }: World, day: number): Promise<string[]> {
  const events = await database.current.sql<{ type: string }[]>`
    select type from event where provider_id = ${providerId} and occurred_at >= ${plus(start, day * DAY_MS).toISOString()}
    order by occurred_at, id`;
  return events.map(({ type }) => type);
}
const paidInGrace = ['billing.overdue', 'payment.received', 'billing.cycle_started', 'subscription.updated'];

test('the end of a cycle waits for a running payment, and the next cycle starts', async () => {
  const world = await billedUntil(28);
  await inTheMiddle(world, world.pay('manual'), bill, 30);
  expect(await outcome(world)).toEqual({ status: 'ACTIVE', cycles: 'CLOSED ACTIVE', renewals: 'PAID' });
});

test('a payment waits for the end of the cycle and is applied in grace', async () => {
  const world = await billedUntil(28);
  await inTheMiddle(world, bill, world.pay('manual'), 30);
  expect(await outcome(world)).toEqual({ status: 'ACTIVE', cycles: 'CLOSED ACTIVE', renewals: 'PAID' });
  expect(await eventsFrom(world, 30)).toEqual(paidInGrace);
});

/** Requests payment of the renewal half a day before its cycle ends. @returns the gateway's report that it succeeded */
async function reportOnRenewal(world: World): Promise<Work> {
  const { id } = await world.at(plus(start, 29.5 * DAY_MS), world.pay('simulated'));
  return (scope) => simulatePayment(scope, { id, outcome: 'succeed' });
}

test('a gateway event waits for the end of the cycle and is applied in grace', async () => {
  const world = await billedUntil(28);
  await inTheMiddle(world, bill, await reportOnRenewal(world), 30);
  expect(await outcome(world)).toEqual({ status: 'ACTIVE', cycles: 'CLOSED ACTIVE', renewals: 'PAID' });
  expect(await eventsFrom(world, 30)).toEqual(paidInGrace);
});

test('the end of a cycle waits for a running cancellation, and service ends', async () => {
  const world = await billedUntil(28);
  await inTheMiddle(world, cancel(world), bill, 30);
  expect(await outcome(world)).toEqual(ended);
});

test('a cancellation waits for the end of the cycle and ends service in grace', async () => {
  const world = await billedUntil(28);
  await inTheMiddle(world, bill, cancel(world), 30);
  expect(await outcome(world)).toEqual(ended);
});

test('a renewal window waits for a running cancellation and issues nothing', async () => {
  const world = await billedUntil(20);
  await inTheMiddle(world, cancel(world), bill, 27);
  expect(await outcome(world)).toEqual({ status: 'ACTIVE', cycles: 'ACTIVE', renewals: null });
});

test('a cancellation waits for the renewal window and voids its renewal', async () => {
  const world = await billedUntil(20);
  await inTheMiddle(world, bill, cancel(world), 27);
  expect(await outcome(world)).toEqual({ status: 'ACTIVE', cycles: 'ACTIVE SCHEDULED', renewals: 'VOID' });
});
