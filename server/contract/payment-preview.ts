import { z } from 'zod';
import { invoiceKinds, railNames, subscriptionStatuses } from './enums.ts';
import { paymentSnapshot } from './payment.ts';
import { idInput, instantOutput, moneyOutput } from './primitives.ts';

export const paymentPreviewQuery = z.strictObject({ subscriptionId: idInput('subscription') });

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
  /** A payment for the same thing that is not settled yet. */
  waiting: paymentSnapshot.nullable(),
  /** The rails this provider may use. */
  rails: z.array(
    z.object({ name: z.enum(railNames), label: z.string(), begins: z.enum(['received', 'awaited']) }),
  ),
  /** Null when nothing is owed. */
  outcome: z
    .object({
      status: z.enum(subscriptionStatuses),
      cycle: z.object({ startsAt: instantOutput, expiresAt: instantOutput, graceEndsAt: instantOutput }),
      /** False while the subscriber is suspended by hand. */
      opensNetwork: z.boolean(),
      /** Whether a suspended subscriber becomes active by it. */
      activatesSubscriber: z.boolean(),
      /** Events, in order. */
      events: z.array(z.string()),
    })
    .nullable(),
});
export type PaymentPreview = z.output<typeof paymentPreview>;
