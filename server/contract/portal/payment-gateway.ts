import { z } from 'zod';
import { failureReasons } from '../enums.ts';
import { idInput, idOutput, instantOutput, moneyOutput, text } from '../primitives.ts';

/** The gateway's data of a payment. */
export const paymentGateway = z.object({
  /** Null for a payment without a gateway. */
  checkoutSession: z
    .object({
      /** Whether the payer's link was opened. */
      isOpened: z.boolean(),
      /** Real time since which nothing more can be paid in the session. */
      closedAt: instantOutput.nullable(),
      /** Why the payer's last attempt failed. */
      declineReason: z.enum(failureReasons).nullable(),
      /** The gateway's id of the payment. */
      gatewayPaymentId: z.string().nullable(),
    })
    .nullable(),
  /** The prompt on the payer's phone; null for a payment without one. */
  prompt: z
    .object({
      phone: z.string(),
      status: z.enum(['WAITING', 'SENT', 'OVER']),
      /** The outcome in the words of the gateway. */
      resultText: z.string().nullable(),
      resultCode: z.string().nullable(),
      /** Why the last attempt to send it, or to learn its outcome, failed. */
      failure: z.string().nullable(),
    })
    .nullable(),
  /** Refunds through the gateway; newest first. */
  refunds: z.array(
    z.object({
      id: z.string(),
      /** Null for a refund of late money. */
      refundId: idOutput('refund').nullable(),
      amount: moneyOutput('currency'),
      currency: z.string(),
      attempts: z.number(),
      /** Real time; null without a further attempt. */
      nextAttemptAt: instantOutput.nullable(),
      submittedAt: instantOutput.nullable(),
      gatewayId: z.string().nullable(),
      failure: z.string().nullable(),
    }),
  ),
});
export type PaymentGateway = z.output<typeof paymentGateway>;

export const gatewayRefundRetry = z.strictObject({ id: idInput('payment'), gatewayRefundId: text(1, 64) });
