import { z } from 'zod';
import { amountOrZeroInput, idInput, idOutput, instantOutput, moneyOutput } from '../primitives.ts';

const price = z.object({ amount: z.number(), currency: z.string() });

/** The prices that a plan has had, the newest first. */
export const priceHistory = z.array(
  z.object({
    /** Of the audit entry. */
    id: idOutput('auditEntry'),
    at: instantOutput,
    by: z.string(),
    /** Null for the price with which the plan was created. */
    before: price.nullable(),
    after: price,
  }),
);
export type PriceHistory = z.output<typeof priceHistory>;

/** A price that a plan could have. */
export const priceImpactQuery = z.strictObject({ id: idInput('plan'), priceAmount: amountOrZeroInput });

/** What another price of a plan would do, as of now. */
export const priceImpact = z.object({
  currency: z.string(),
  /** Subscriptions in service that get the price with a renewal, and from when: the first and the last of them. */
  renewing: z.int(),
  firstAt: instantOutput.nullable(),
  lastAt: instantOutput.nullable(),
  /** Those of them with a renewal that is issued at the present price: they get the new one a cycle later. */
  issued: z.int(),
  /** MRR of the renewing subscriptions now, and with the price. Without tax. */
  mrrBefore: moneyOutput('currency'),
  mrrAfter: moneyOutput('currency'),
  /**
   * Subscriptions that pay the price with their next payment: not paid for the first time yet, and out of service. An open
   * invoice keeps its amount, so those with one are left out.
   */
  pending: z.int(),
  inactive: z.int(),
  /** Subscriptions with a price of their own, which stays. */
  ownPrice: z.int(),
});
export type PriceImpact = z.output<typeof priceImpact>;
