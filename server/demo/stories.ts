import type { WriteScope } from '../db/scope.ts';
import { type Estate, estates } from './places.ts';
import type { Random } from './random.ts';

/** One thing that somebody did, at its instant. */
export type Step = { at: Date; act: (scope: WriteScope) => Promise<unknown> };

/** A customer's steps, one after the other, and how they pay for renewals. */
export type Diary = {
  /** The subscriber's, once there is one. */
  id: string;
  steps: Step[];
  /** Makes their habits their own. */
  seed: number;
  /** How many of a hundred renewals they pay in the days of grace. */
  latePercent: number;
  /** They do not renew what ends in this time; without an end where they never do again. */
  paysNot: { from: Date; until: Date | null } | null;
};

/** What has become of a customer by now. */
export type Fate =
  | 'served'
  | 'served twice'
  | 'served three times'
  | 'waiting to pay'
  | 'paying now'
  | 'payment failed'
  | 'payment expired'
  | 'never paid'
  | 'only asked'
  | 'changed their mind'
  | 'held'
  | 'was held'
  | 'left'
  | 'left and came back'
  | 'left and wants back'
  | 'gave up one of two'
  | 'terminated'
  | 'changed plan'
  | 'changes plan'
  | 'chose what went off sale'
  | 'own terms'
  | 'own terms to come'
  | 'asked too much'
  | 'moved out'
  | 'plan removed'
  | 'plan to be removed'
  | 'cancelled'
  | 'cancelling'
  | 'stopped paying'
  | 'paid too late'
  | 'in grace';

/** How many customers meet each fate, and how many days of history it takes; some came within the last days that allow for it. */
const fates: readonly (readonly [count: number, fate: Fate, days: number, within?: number])[] = [
  [26, 'served', 0.5],
  [5, 'served twice', 12, 100],
  [2, 'served three times', 20, 60],
  [5, 'waiting to pay', 0.2, 18],
  [3, 'paying now', 1, 18],
  [4, 'payment failed', 1, 18],
  [3, 'payment expired', 3],
  [3, 'never paid', 40],
  [2, 'only asked', 0.1],
  [3, 'changed their mind', 2],
  [4, 'held', 4],
  [3, 'was held', 5],
  [5, 'left', 120],
  [3, 'left and came back', 60],
  [2, 'left and wants back', 30],
  [2, 'gave up one of two', 100, 60],
  [4, 'terminated', 140],
  [6, 'changed plan', 110],
  [4, 'changes plan', 45],
  [2, 'chose what went off sale', 250],
  [3, 'own terms', 100],
  [2, 'own terms to come', 45],
  [2, 'asked too much', 40],
  [3, 'moved out', 130],
  [2, 'plan removed', 110],
  [2, 'plan to be removed', 45],
  [6, 'cancelled', 130],
  [3, 'cancelling', 45],
  [6, 'stopped paying', 110],
  [4, 'paid too late', 120],
  [4, 'in grace', 31.2, 1.2],
];

/** Days of history the demo partner has. */
export const HISTORY_DAYS = 365;

const MINUTES_A_DAY = 1_440;
/** The first minutes are for plans and demarcation points. */
const OPENING_MINUTES = 240;
/** The fibre to the first estates was lit when the partner began: there was a rush, and growth ever after. */
const FIRST_RUSH_DAYS = 25;

/** One customer: where they live, what becomes of them, and when they come, in minutes from the beginning. */
export type Customer = { fate: Fate; home: Estate; joinsAt: number };

/** All customers of the demo partner, in no order. The same draws give the same people at the same distances. */
export function drawCustomers(random: Random): Customer[] {
  return fates.flatMap(([count, fate, days, within]) =>
    Array.from({ length: count }, () => {
      const last = Math.floor((HISTORY_DAYS - days) * MINUTES_A_DAY);
      const first = within ? last - Math.floor(within * MINUTES_A_DAY) : OPENING_MINUTES;
      return { fate, home: random.pick(estates), joinsAt: joinsBetween(random, first, last) };
    }),
  );
}

/** A rush at first, and then more the longer the partner is there. */
function joinsBetween(random: Random, first: number, last: number): number {
  const rush = FIRST_RUSH_DAYS * MINUTES_A_DAY;
  if (first < rush && random.chance(15)) return random.whole(first, rush);
  const drawn = random.whole(first, last);
  return random.chance(45) ? Math.max(drawn, random.whole(first, last)) : drawn;
}
