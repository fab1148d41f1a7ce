import { z } from 'zod';
import { invoiceKinds, railBeginnings, railNames } from '../enums.ts';
import { paymentSnapshot } from '../payment.ts';
import { idInput, idOutput, instantOutput, moneyOutput } from '../primitives.ts';

export const subscriptionDebtQuery = z.strictObject({
  subscriptionId: idInput('subscription'),
  /** One of the subscription's invoices; without it, the debt that is paid first. */
  invoiceId: idInput('invoice').optional(),
});

const waysToPay = {
  /** The PENDING or PROCESSING payment for the same debt. */
  openPayment: paymentSnapshot.nullable(),
  /** The phone of the subscriber, to which a prompt goes by default. */
  phone: z.string(),
  /** The rails that are available to this provider. */
  rails: z.array(z.object({ name: z.enum(railNames), label: z.string(), begins: z.enum(railBeginnings) })),
};

/** The debt of a subscription, and how it can be paid. */
export const subscriptionDebt = z.object({
  /** Null when nothing is due. */
  debt: z
    .object({
      kind: z.enum(invoiceKinds),
      /** Null while the invoice is not issued yet. */
      invoiceNumber: z.string().nullable(),
      currency: z.string(),
      subtotal: moneyOutput('currency'),
      tax: moneyOutput('currency'),
      /** What is to be paid: the debt less `creditPart`. */
      total: moneyOutput('currency'),
      /** What credit settles of it once the rest is paid. */
      creditPart: moneyOutput('currency'),
    })
    .nullable(),
  ...waysToPay,
});
export type SubscriptionDebt = z.output<typeof subscriptionDebt>;

export const chargeDebtQuery = z.strictObject({ chargeId: idInput('charge') });

/** The debt of a charge, and how it can be paid. */
export const chargeDebt = z.object({
  /** Null when nothing is due. */
  debt: z
    .object({
      description: z.string(),
      total: moneyOutput('currency'),
      creditPart: moneyOutput('currency'),
      currency: z.string(),
    })
    .nullable(),
  ...waysToPay,
});
export type ChargeDebt = z.output<typeof chargeDebt>;

export const subscriberDebtsQuery = z.strictObject({ subscriberId: idInput('subscriber') });

/** All debts of a subscriber, earliest due first. */
export const subscriberDebts = z.array(
  z.object({
    /** A debt names its subscription or its charge, as the request of a payment does. */
    subscriptionId: idOutput('subscription').nullable(),
    chargeId: idOutput('charge').nullable(),
    /** The kind of the subscription's invoice; null for a charge. */
    kind: z.enum(invoiceKinds).nullable(),
    /** The invoice's number, or the charge's description; null while an invoice is not issued yet. */
    name: z.string().nullable(),
    /** What is to be paid: the debt less `creditPart`. */
    total: moneyOutput('currency'),
    /** What credit settles of it once the rest is paid. */
    creditPart: moneyOutput('currency'),
    currency: z.string(),
    /** Null for a charge without expiry and for an invoice that is not issued yet. */
    dueAt: instantOutput.nullable(),
  }),
);
export type SubscriberDebt = z.output<typeof subscriberDebts>[number];
