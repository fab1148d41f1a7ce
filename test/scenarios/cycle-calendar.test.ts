import { afterEach, describe, expect, test } from 'vitest';
import { plus } from '../../server/clock.ts';
import { createPayment } from '../../server/domain/payment/create.ts';
import { createSubscription } from '../../server/domain/subscription/create.ts';
import { days, lowFloors, newCustomer, passTime } from '../fixtures/customer.ts';
import { newProvider } from '../fixtures/provider.ts';
import { useDatabase } from '../fixtures/use-database.ts';

const database = useDatabase({ checked: 'at the end' });
const zoneOfProcess = process.env.TZ;
afterEach(() => {
  process.env.TZ = zoneOfProcess;
});

/** When the customer pays each renewal: never, that many days after the end of the cycle, or not at all because it is free. */
type Pays = 'it is free' | 'never' | { daysFromEnd: number };
type Case = {
  since: string;
  cycle: number;
  grace?: number;
  pays: Pays;
  /** Days after the start at which the test ends. */
  watched: number;
};

const cases: Record<string, Case> = {
  'a cycle over 29 February': { since: '2028-02-01T00:00:00.000Z', cycle: 30, pays: 'never', watched: 40 },
  'a cycle that begins on 29 February': {
    since: '2028-02-29T23:59:59.999Z',
    cycle: 28,
    pays: 'it is free',
    watched: 120,
  },
  'a year of 366 days from 29 February': {
    since: '2028-02-29T12:00:00.000Z',
    cycle: 366,
    pays: { daysFromEnd: -2 },
    watched: 400,
  },
  ...Object.fromEntries(
    [28, 29, 30, 31].map((cycle): [string, Case] => [
      `from the end of January, ${cycle} days each`,
      { since: '2026-01-31T23:59:59.999Z', cycle, pays: { daysFromEnd: 1 }, watched: 130 },
    ]),
  ),
  'a cycle of one day over the end of a year': {
    since: '2026-12-30T18:00:00.000Z',
    cycle: 1,
    pays: 'it is free',
    watched: 12,
  },
  'a cycle of one day that is paid in its window of half a day': {
    since: '2026-12-30T18:00:00.000Z',
    cycle: 1,
    pays: { daysFromEnd: -0.25 },
    watched: 5,
  },
  'a cycle shorter than two windows': {
    since: '2026-05-01T00:00:00.000Z',
    cycle: 5,
    pays: 'it is free',
    watched: 21,
  },
  'no grace': { since: '2026-05-01T00:00:00.000Z', cycle: 10, grace: 0, pays: 'never', watched: 12 },
  'grace longer than the cycle, never paid': {
    since: '2026-05-01T00:00:00.000Z',
    cycle: 10,
    grace: 90,
    pays: 'never',
    watched: 110,
  },
  'grace longer than the cycle, paid when the next is over already': {
    since: '2026-05-01T00:00:00.000Z',
    cycle: 10,
    grace: 90,
    pays: { daysFromEnd: 25 },
    watched: 100,
  },
  'three missed cycles': {
    since: '2026-05-01T00:00:00.000Z',
    cycle: 30,
    pays: 'it is free',
    watched: 95,
  },
  '400 days at once': { since: '2026-05-01T00:00:00.000Z', cycle: 30, pays: 'it is free', watched: 400 },
  'the clocks go forward in Berlin': {
    since: '2026-03-28T01:30:00.000Z',
    cycle: 1,
    pays: 'it is free',
    watched: 3,
  },
  'the clocks go back in Berlin': {
    since: '2026-10-24T00:30:00.000Z',
    cycle: 1,
    pays: { daysFromEnd: 0.5 },
    watched: 3,
  },
  'the clocks go forward in New York': {
    since: '2026-03-07T07:30:00.000Z',
    cycle: 1,
    pays: 'it is free',
    watched: 3,
  },
  'the clocks go back in New York': {
    since: '2026-10-31T05:30:00.000Z',
    cycle: 7,
    pays: 'never',
    watched: 12,
  },
};

type TimedEvent = [at: string, type: string];

/** The expected events and payments, computed with days of 24 hours. */
function expectedEvents({ since, cycle, grace = 3, pays, watched }: Case): {
  story: TimedEvent[];
  payments: Date[];
} {
  const story: TimedEvent[] = [];
  const payments: Date[] = [];
  const start = new Date(since);
  const until = days(start, watched);
  // Work that was due before the last payment is done right after it.
  let latest = start;
  const emit = (due: Date, ...types: string[]) => {
    const at = due < latest ? latest : due;
    if (at > until) return false;
    latest = at;
    for (const type of types) story.push([at.toISOString(), type]);
    return true;
  };
  for (let begins = start; ; begins = days(begins, cycle)) {
    const ends = days(begins, cycle);
    if (!emit(days(ends, -Math.min(3, cycle / 2)), 'billing.cycle_ending')) break;
    const renews = ['billing.cycle_started', 'subscription.updated'];
    if (pays === 'it is free') {
      if (!emit(ends, ...renews)) break;
    } else if (pays === 'never') {
      if (!emit(ends, 'billing.overdue')) break;
      emit(days(ends, grace), 'billing.suspended', 'subscription.deactivated', 'subscriber.suspended');
      break;
    } else {
      const paidAt = days(ends, pays.daysFromEnd);
      const early = paidAt < ends;
      if (!early && !emit(ends, 'billing.overdue')) break;
      if (!emit(paidAt, 'payment.received')) break;
      payments.push(latest);
      if (!emit(early ? ends : paidAt, ...renews)) break;
    }
  }
  return { story, payments };
}

/** Runs a case. The clock stops at the payments and at the given instants. */
async function run(of: Case, otherStops: Date[]): Promise<TimedEvent[]> {
  const { sql } = database.current;
  await sql`delete from schedule_d_row`;
  await lowFloors(database.current);
  const provider = await newProvider(database.current);
  const since = new Date(of.since);
  const { cycle: billingCycleDays, grace: graceDays } = of;
  const ada = await newCustomer(provider, database.current, since, { billingCycleDays, graceDays });
  if (of.pays === 'it is free') {
    await sql`update subscription set price_override = 0 where id = ${ada.subscriptionId}`;
  }
  const payments = expectedEvents(of).payments.map((at) => at.getTime());
  const ends = days(since, of.watched).getTime();
  const stops = new Set([...otherStops.map((at) => at.getTime()), ...payments, ends]);
  for (const stop of [...stops].sort((a, b) => a - b)) {
    await passTime(provider, new Date(stop));
    if (payments.includes(stop)) {
      await ada.pay(new Date(stop));
      // The next run does the work that has become due.
      await passTime(provider, new Date(stop));
    }
  }
  const events = await sql<{ at: string; type: string }[]>`
    select body::jsonb ->> 'occurredAt' as at, type from event where provider_id = ${provider.providerId}
    order by occurred_at, id`;
  const lengths = await sql<{ days: number }[]>`
    select distinct (extract(epoch from expires_at - starts_at) / 86400)::float as days from billing_cycle
    where subscription_id = ${ada.subscriptionId}`;
  expect(lengths).toEqual([{ days: of.cycle }]);
  const online = events.findIndex((row) => row.type === 'subscription.updated');
  return events.slice(online + 1).map(({ at, type }) => [at, type]);
}

describe.each(Object.entries(cases))('%s', (_name, of) => {
  const { story } = expectedEvents(of);

  test('has its events when the clock advances once', async () => {
    expect(story.length).toBeGreaterThan(2);
    expect(await run(of, [])).toEqual(story);
  });

  test('has the same events when the clock stops at and between all due instants', async () => {
    const instants = story.map(([at]) => new Date(at));
    expect(await run(of, [...instants, ...instants.map((at) => plus(at, -1))])).toEqual(story);
  });
});

describe.each(['Europe/Berlin', 'America/New_York', 'Pacific/Apia'])(
  'with the time zone %s in process, database and provider',
  (zone) => {
    test.each(
      Object.keys(cases).filter((name) => name.includes('clocks go') || name.includes('29 February')),
    )('%s', async (name) => {
      const { sql } = database.current;
      process.env.TZ = zone;
      await sql.unsafe(
        `alter database ${new URL(database.current.url).pathname.slice(1)} set timezone to '${zone}'`,
      );
      await sql.unsafe(`alter table provider alter column time_zone set default '${zone}'`);
      const of = cases[name] as Case;
      expect(await run(of, [])).toEqual(expectedEvents(of).story);
    });
  },
);

test('four subscriptions of a subscriber that are due at one instant emit one subscriber.suspended, the last event', async () => {
  const { current } = database;
  const start = new Date('2026-05-01T00:00:00.000Z');
  await current.sql`delete from schedule_d_row`;
  await lowFloors(current);
  const provider = await newProvider(current);
  const ada = await newCustomer(provider, current, start);
  const [first] = await current.sql`
    select plan_id, demarcation_point_id from subscription where id = ${ada.subscriptionId}`;
  await provider.at(start, async (scope) => {
    for (let n = 0; n < 3; n++) {
      const { id } = await createSubscription(scope, {
        subscriberId: ada.subscriberId,
        planId: first?.plan_id,
        demarcationPointId: first?.demarcation_point_id,
      });
      await createPayment(scope, { subscriptionId: id, rail: 'manual' });
    }
  });
  await passTime(provider, days(start, 40));
  const events = await current.sql<{ type: string; day: number }[]>`
    select type, extract(day from occurred_at - ${start.toISOString()}::timestamptz)::int as day
    from event where provider_id = ${provider.providerId} and occurred_at > ${start.toISOString()}
    order by occurred_at, id`;
  const four = (text: string) => [text, text, text, text];
  expect(events.map(({ type, day }) => `${day} ${type}`)).toEqual([
    ...four('27 billing.cycle_ending'),
    ...four('30 billing.overdue'),
    ...four('33 billing.suspended|33 subscription.deactivated').flatMap((both) => both.split('|')),
    '33 subscriber.suspended',
  ]);
});

test('a payment at the instant of suspension starts a new cycle', async () => {
  const { current } = database;
  const start = new Date('2026-05-01T00:00:00.000Z');
  await current.sql`delete from schedule_d_row`;
  await lowFloors(current);
  const provider = await newProvider(current);
  const ada = await newCustomer(provider, current, start, { billingCycleDays: 10, graceDays: 0 });
  await passTime(provider, days(start, 10));
  expect(await ada.read(days(start, 10))).toMatchObject({ status: 'INACTIVE' });
  await ada.pay(days(start, 10));
  expect(await ada.read(days(start, 10))).toMatchObject({
    status: 'ACTIVE',
    currentCycle: { status: 'ACTIVE' },
  });
});
