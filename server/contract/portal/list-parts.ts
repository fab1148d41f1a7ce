import { z } from 'zod';
import { amountOrZeroInput, anyText } from '../primitives.ts';

/** Several values of an enum in a filter, separated by commas: `ACTIVE,PENDING`. */
export function anyOf<const V extends readonly [string, ...string[]]>(values: V) {
  return anyText(1, 1_000)
    .transform((given) => given.split(','))
    .pipe(z.array(z.enum(values)));
}

/** The lowest and the highest amount, in major units of the currency of each row. */
export const amountRange = {
  amountFrom: amountOrZeroInput.optional(),
  amountTo: amountOrZeroInput.optional(),
};

/** The number of rows of each tab of a list, by the tab's name. */
export function countsOutput<const T extends object>(tabs: T) {
  type Counts = { [K in keyof T & string]: z.ZodInt };
  return z.object(Object.fromEntries(Object.keys(tabs).map((tab) => [tab, z.int()])) as Counts);
}

/**
 * The number of rows of each tab of a list that is too long to count. `atLeast` names the tabs that may have more rows than
 * were counted.
 */
export function boundedCountsOutput<const T extends object>(tabs: T) {
  const names = Object.keys(tabs) as (keyof T & string)[];
  return z.object({ counts: countsOutput(tabs), atLeast: z.array(z.enum(names)) });
}
