import { z } from 'zod';
import { instantOutput, moneyObject } from '../primitives.ts';
import { todayKinds } from './today-kinds.ts';

/** What needs the person who reads it, each with the number of rows of its list. */
export const today = z.object({
  now: instantOutput,
  items: z.array(
    z.object({
      kind: z.enum(todayKinds),
      count: z.int(),
      /** The money that it is about, one amount for each currency. Empty where it is about none. */
      amounts: z.array(moneyObject),
      /** Since when the oldest of them waits, or when the first of them happens. */
      at: instantOutput.nullable(),
      /** Of installations: how many have no technician. */
      unassigned: z.int(),
      /** The row itself, where there is one. */
      only: z.object({ id: z.string(), name: z.string() }).nullable(),
    }),
  ),
});
export type Today = z.output<typeof today>;
