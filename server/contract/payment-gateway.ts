import { z } from 'zod';
import { failureReasons } from './enums.ts';
import { idInput, idOutput, instantOutput, moneyOutput, text } from './primitives.ts';

/** What a gateway knows of a payment. Portal only. */
export const paymentGateway = z.object({
  /** Null for a payment that no gateway has to do with. */
  page: z
    .object({
      /** Whether somebody opened the link. */
      isOpened: z.boolean(),
      /** Since when nothing more can be paid there; real time. */
      closedAt: instantOutput.nullable(),
      /** Why the payer's last attempt failed. */
      declineReason: z.enum(failureReasons).nullable(),
      /** What the gateway calls the money. */
      gatewayPaymentId: z.string().nullable(),
    })
    .nullable(),
  /** Money the gateway was asked to give back, or will be; newest first. */
  refunds: z.array(
    z.object({
      id: z.string(),
      /** Null for the money of a payment that came too late. */
      refundId: idOutput('refund').nullable(),
      amount: moneyOutput('currency'),
      currency: z.string(),
      attempts: z.number(),
      /** Real time; null when there will be none. */
      nextAttemptAt: instantOutput.nullable(),
      passedAt: instantOutput.nullable(),
      gatewayId: z.string().nullable(),
      failure: z.string().nullable(),
    }),
  ),
});
export type PaymentGateway = z.output<typeof paymentGateway>;

export const passOnAgain = z.strictObject({ id: idInput('payment'), gatewayRefundId: text(1, 64) });
