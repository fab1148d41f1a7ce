import { z } from 'zod';
import {
  installationStatuses,
  invoiceKinds,
  railBeginnings,
  railNames,
  subscriptionStatuses,
} from './enums.ts';
import { paymentSnapshot } from './payment.ts';
import { idInput, idOutput, instantOutput, moneyOutput } from './primitives.ts';

export const paymentPreviewQuery = z.strictObject({
  subscriptionId: idInput('subscription'),
  /** An invoice of the subscription; by default the one that is due first. */
  invoiceId: idInput('invoice').optional(),
});

/** What every preview contains about the ways to pay. */
const ways = {
  /** A payment of the same debt that is PENDING or PROCESSING. */
  waiting: paymentSnapshot.nullable(),
  /** The rails that this provider has. */
  rails: z.array(z.object({ name: z.enum(railNames), label: z.string(), begins: z.enum(railBeginnings) })),
};

/** What a payment for a subscription would be, and its effects if it were received now. */
export const paymentPreview = z.object({
  /** Null when nothing is due. */
  owed: z
    .object({
      kind: z.enum(invoiceKinds),
      /** The number of the open invoice; null before it is issued. */
      invoiceNumber: z.string().nullable(),
      currency: z.string(),
      subtotal: moneyOutput('currency'),
      tax: moneyOutput('currency'),
      total: moneyOutput('currency'),
    })
    .nullable(),
  ...ways,
  /** Null when nothing is due. */
  outcome: z
    .object({
      status: z.enum(subscriptionStatuses),
      cycle: z.object({ startsAt: instantOutput, expiresAt: instantOutput, graceEndsAt: instantOutput }),
      /** False while the subscriber is on manual hold. */
      opensNetwork: z.boolean(),
      /** Whether a suspended subscriber becomes active. */
      activatesSubscriber: z.boolean(),
      /** The target plan, for a payment of an upgrade. */
      upgradesTo: z.string().nullable(),
      /** Why an upgrade would be rejected and refunded at once; null if it would apply. */
      rejection: z.enum(['PLAN_DISABLED', 'SCHEDULE_D_FLOOR']).nullable(),
      /** Events, in order. */
      events: z.array(z.string()),
    })
    .nullable(),
});
export type PaymentPreview = z.output<typeof paymentPreview>;

export const chargePaymentPreviewQuery = z.strictObject({ chargeId: idInput('charge') });

/** The same for a charge. */
export const chargePaymentPreview = z.object({
  /** Null when it is not due. */
  owed: z
    .object({ description: z.string(), total: moneyOutput('currency'), currency: z.string() })
    .nullable(),
  ...ways,
  /** Null when nothing is due. */
  outcome: z
    .object({
      /** The installation whose fee it is, with its status after the payment. */
      installation: z
        .object({ id: idOutput('installation'), status: z.enum(installationStatuses) })
        .nullable(),
      /** Events, in order. */
      events: z.array(z.string()),
    })
    .nullable(),
});
export type ChargePaymentPreview = z.output<typeof chargePaymentPreview>;

export const debtsQuery = z.strictObject({ subscriberId: idInput('subscriber') });

/** All debts of a subscriber, the one due first on top. */
export const debts = z.array(
  z.object({
    /** One of the two, as in a payment. */
    subscriptionId: idOutput('subscription').nullable(),
    chargeId: idOutput('charge').nullable(),
    /** The kind of the subscription's invoice; null for a charge. */
    kind: z.enum(invoiceKinds).nullable(),
    /** The invoice's number or the charge's description; null before the invoice is issued. */
    name: z.string().nullable(),
    total: moneyOutput('currency'),
    currency: z.string(),
    /** Null without a deadline. */
    dueAt: instantOutput.nullable(),
  }),
);
export type Debt = z.output<typeof debts>[number];
