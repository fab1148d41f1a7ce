import { z } from 'zod';
import { invoiceKinds, railBeginnings, railNames } from './enums.ts';
import { paymentSnapshot } from './payment.ts';
import { idInput, idOutput, instantOutput, moneyOutput } from './primitives.ts';

export const subscriptionOwedQuery = z.strictObject({
  subscriptionId: idInput('subscription'),
  /** One of the subscription's; absent, what is owed first. */
  invoiceId: idInput('invoice').optional(),
});

const ways = {
  /** The payment for the same debt that is not settled yet. */
  waiting: paymentSnapshot.nullable(),
  /** The rails that are available to this provider. */
  rails: z.array(z.object({ name: z.enum(railNames), label: z.string(), begins: z.enum(railBeginnings) })),
};

/** What is owed on a subscription, and how it can be paid. Portal only. */
export const subscriptionOwed = z.object({
  /** Null when nothing is owed. */
  owed: z
    .object({
      kind: z.enum(invoiceKinds),
      /** Null while the invoice is not issued yet. */
      invoiceNumber: z.string().nullable(),
      currency: z.string(),
      subtotal: moneyOutput('currency'),
      tax: moneyOutput('currency'),
      total: moneyOutput('currency'),
    })
    .nullable(),
  ...ways,
});
export type SubscriptionOwed = z.output<typeof subscriptionOwed>;

export const chargeOwedQuery = z.strictObject({ chargeId: idInput('charge') });

/** What is owed on a charge, and how it can be paid. Portal only. */
export const chargeOwed = z.object({
  /** Null when nothing is owed. */
  owed: z
    .object({ description: z.string(), total: moneyOutput('currency'), currency: z.string() })
    .nullable(),
  ...ways,
});
export type ChargeOwed = z.output<typeof chargeOwed>;

export const debtsQuery = z.strictObject({ subscriberId: idInput('subscriber') });

/** All that a subscriber could pay for now, what is due first on top. */
export const debts = z.array(
  z.object({
    /** One of the two, as a payment names it. */
    subscriptionId: idOutput('subscription').nullable(),
    chargeId: idOutput('charge').nullable(),
    /** What a subscription's invoice is for; null for a charge. */
    kind: z.enum(invoiceKinds).nullable(),
    /** The invoice's number, or the charge's description; null while an invoice is not issued yet. */
    name: z.string().nullable(),
    total: moneyOutput('currency'),
    currency: z.string(),
    /** Null where nothing is urgent. */
    dueAt: instantOutput.nullable(),
  }),
);
export type Debt = z.output<typeof debts>[number];
