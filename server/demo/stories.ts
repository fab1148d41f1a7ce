import type { WriteScope } from '../db/scope.ts';
import { type Estate, estates } from './places.ts';
import type { Random } from './random.ts';

/** One thing that somebody did, at its instant. Steps that share a lane have to be done in order, one by one. */
export type Step = { at: Date; lanes: readonly unknown[]; act: (scope: WriteScope) => Promise<unknown> };

/** The lane of all that issues invoices: their numbers rise with their dates. */
export const INVOICES = 'invoices';

/** What has become of a customer by now. */
export type Fate =
  | 'served'
  | 'served twice'
  | 'served three times'
  | 'waiting to pay'
  | 'paying now'
  | 'payment failed'
  | 'payment expired'
  | 'only asked'
  | 'changed their mind'
  | 'held'
  | 'was held'
  | 'left'
  | 'left and came back'
  | 'left and wants back'
  | 'gave up one of two'
  | 'terminated';

/** How many customers meet each fate, and how many days of history it takes. */
const fates: readonly (readonly [count: number, fate: Fate, days: number])[] = [
  [192, 'served', 0.5],
  [18, 'served twice', 4],
  [4, 'served three times', 6],
  [14, 'waiting to pay', 0.2],
  [10, 'paying now', 1],
  [9, 'payment failed', 1],
  [8, 'payment expired', 3],
  [6, 'only asked', 0.1],
  [10, 'changed their mind', 2],
  [12, 'held', 4],
  [5, 'was held', 5],
  [11, 'left', 6],
  [4, 'left and came back', 8],
  [5, 'left and wants back', 7],
  [4, 'gave up one of two', 7],
  [8, 'terminated', 7],
];

/** Days of history the demo partner has. Shorter than any plan's cycle: none has ended. */
export const HISTORY_DAYS = 25;

const MINUTES_A_DAY = 1_440;
/** The first minutes are for plans and demarcation points. */
const OPENING_MINUTES = 240;

/** One customer: where they live, what becomes of them, and when they come, in minutes from the beginning. */
export type Customer = { fate: Fate; home: Estate; joinsAt: number };

/** All customers of the demo partner, in no order. The same draws give the same people at the same distances. */
export function drawCustomers(random: Random): Customer[] {
  return fates.flatMap(([count, fate, days]) =>
    Array.from({ length: count }, () => {
      const last = Math.floor((HISTORY_DAYS - days) * MINUTES_A_DAY);
      // Who is paying now came lately: an order is not left lying for weeks.
      const first = fate === 'paying now' ? last - 2 * MINUTES_A_DAY : OPENING_MINUTES;
      return { fate, home: random.pick(estates), joinsAt: random.whole(first, last) };
    }),
  );
}
