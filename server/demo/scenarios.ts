import type { WriteScope } from '../work/scope.ts';
import { type Neighbourhood, neighbourhoods } from './places.ts';
import type { Random } from './random.ts';

/** One action at its instant. */
export type Step = { at: Date; act: (scope: WriteScope) => Promise<unknown> };

/** The steps of a customer in order, and how the customer pays renewals. */
export type CustomerTimeline = {
  /** The subscriber's id; empty until the first step has run. */
  id: string;
  steps: Step[];
  /** Seeds the draws of this customer's payment instants. */
  seed: number;
  /** The share of renewals that are paid within the grace period. */
  latePercent: number;
  /** Cycles that end in this period are not renewed. `until` is null when the customer never pays again. */
  unpaidPeriod: { from: Date; until: Date | null } | null;
};

/** The situation of a customer at the end of the history. */
export type Scenario =
  | 'in service'
  | 'two subscriptions'
  | 'three subscriptions'
  | 'awaiting first payment'
  | 'payment pending'
  | 'payment processing'
  | 'payment failed'
  | 'payment expired'
  | 'never paid'
  | 'no order'
  | 'cancelled before payment'
  | 'on hold'
  | 'hold lifted'
  | 'deactivated'
  | 'deactivated and reactivated'
  | 'reactivation unpaid'
  | 'one of two deactivated'
  | 'terminated'
  | 'plan change applied'
  | 'plan change pending'
  | 'plan change rejected'
  | 'upgrade awaits payment'
  | 'override applied'
  | 'override pending'
  | 'override rejected'
  | 'migrated out'
  | 'plan removed'
  | 'plan removal pending'
  | 'cancelled'
  | 'cancellation pending'
  | 'grace expired'
  | 'paid after grace'
  | 'in grace'
  | 'overdue for weeks'
  | 'overdue for over a month';

/**
 * For each scenario the number of customers and the days of history that it needs. `within` limits joining to the last
 * days that still leave room for the scenario.
 */
const scenarios: readonly (readonly [count: number, scenario: Scenario, days: number, within?: number])[] = [
  [26, 'in service', 0.5],
  [5, 'two subscriptions', 12, 100],
  [2, 'three subscriptions', 20, 60],
  [5, 'awaiting first payment', 0.2, 18],
  [3, 'payment pending', 1, 18],
  [2, 'payment processing', 1, 18],
  [4, 'payment failed', 1, 18],
  [3, 'payment expired', 3],
  [3, 'never paid', 40],
  [2, 'no order', 0.1],
  [3, 'cancelled before payment', 2],
  [4, 'on hold', 4],
  [3, 'hold lifted', 5],
  [5, 'deactivated', 120],
  [3, 'deactivated and reactivated', 60],
  [2, 'reactivation unpaid', 30],
  [2, 'one of two deactivated', 100, 60],
  [4, 'terminated', 140],
  [6, 'plan change applied', 110],
  [4, 'plan change pending', 45],
  [2, 'plan change rejected', 250],
  // Within the first cycle, so that it does not end before the deadline of the upgrade.
  [2, 'upgrade awaits payment', 8, 16],
  [3, 'override applied', 100],
  [2, 'override pending', 45],
  [2, 'override rejected', 40],
  [3, 'migrated out', 130],
  [2, 'plan removed', 110],
  [2, 'plan removal pending', 45],
  [6, 'cancelled', 130],
  [3, 'cancellation pending', 45],
  [6, 'grace expired', 110],
  [4, 'paid after grace', 120],
  [4, 'in grace', 31.2, 1.2],
  [3, 'overdue for weeks', 41, 14],
  [2, 'overdue for over a month', 64, 10],
];

/** Length of the demo partner's history in days. */
export const HISTORY_DAYS = 365;

const MINUTES_A_DAY = 1_440;
/** The first minutes create plans and demarcation points. */
const OPENING_MINUTES = 240;
/** More customers join in the first days, when fibre reached the first neighbourhoods. */
const FIRST_RUSH_DAYS = 25;

/** A customer: scenario, neighbourhood, and when the customer joins, in minutes from the start of the history. */
export type Customer = { scenario: Scenario; home: Neighbourhood; joinsAt: number };

/** All customers of the demo partner, not sorted. The same draws give the same customers at the same distances. */
export function drawCustomers(random: Random): Customer[] {
  return scenarios.flatMap(([count, scenario, days, within]) =>
    Array.from({ length: count }, () => {
      const last = Math.floor((HISTORY_DAYS - days) * MINUTES_A_DAY);
      const first = within ? last - Math.floor(within * MINUTES_A_DAY) : OPENING_MINUTES;
      return { scenario, home: random.pick(neighbourhoods), joinsAt: joinsBetween(random, first, last) };
    }),
  );
}

/** 15 % join in the first days. For the others, later days are more likely. */
function joinsBetween(random: Random, first: number, last: number): number {
  const rush = FIRST_RUSH_DAYS * MINUTES_A_DAY;
  if (first < rush && random.chance(15)) return random.whole(first, rush);
  const drawn = random.whole(first, last);
  return random.chance(45) ? Math.max(drawn, random.whole(first, last)) : drawn;
}
