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
  /** One of the subscription's; absent, what is owed first. */
  invoiceId: idInput('invoice').optional(),
});

/** What every preview says of how the money may come. */
const ways = {
  /** A payment for the same thing that is not settled yet. */
  waiting: paymentSnapshot.nullable(),
  /** The rails this provider may use. */
  rails: z.array(z.object({ name: z.enum(railNames), label: z.string(), begins: z.enum(railBeginnings) })),
};

/** What a payment for a subscription would be, and what would follow from it, were it received now. */
export const paymentPreview = z.object({
  /** Null when nothing is owed. */
  owed: z
    .object({
      kind: z.enum(invoiceKinds),
      /** Of the invoice that is there already; null while it has yet to be issued. */
      invoiceNumber: z.string().nullable(),
      currency: z.string(),
      subtotal: moneyOutput('currency'),
      tax: moneyOutput('currency'),
      total: moneyOutput('currency'),
    })
    .nullable(),
  ...ways,
  /** Null when nothing is owed. */
  outcome: z
    .object({
      status: z.enum(subscriptionStatuses),
      cycle: z.object({ startsAt: instantOutput, expiresAt: instantOutput, graceEndsAt: instantOutput }),
      /** False while the subscriber is suspended by hand. */
      opensNetwork: z.boolean(),
      /** Whether a suspended subscriber becomes active by it. */
      activatesSubscriber: z.boolean(),
      /** The plan it is on then, where the payment is for that. */
      upgradesTo: z.string().nullable(),
      /** Why an upgrade would be rejected and its money given back at once; null where it would not. */
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
  /** Null when it need not be paid, or no longer. */
  owed: z
    .object({ description: z.string(), total: moneyOutput('currency'), currency: z.string() })
    .nullable(),
  ...ways,
  /** Null when nothing is owed. */
  outcome: z
    .object({
      /** The installation whose fee it is, and the state it will be in. */
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

/** All that a subscriber could pay for now, what is due first on top. */
export const debts = z.array(
  z.object({
    /** One of the two, as a payment names it. */
    subscriptionId: idOutput('subscription').nullable(),
    chargeId: idOutput('charge').nullable(),
    /** What a subscription's invoice is for; null for a charge. */
    kind: z.enum(invoiceKinds).nullable(),
    /** The invoice's number, or the charge's description; null while an invoice has yet to be issued. */
    name: z.string().nullable(),
    total: moneyOutput('currency'),
    currency: z.string(),
    /** Null where nothing presses. */
    dueAt: instantOutput.nullable(),
  }),
);
export type Debt = z.output<typeof debts>[number];
