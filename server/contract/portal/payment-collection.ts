import { z } from 'zod';
import { paymentSnapshot } from '../payment.ts';
import { amountInput, idInput, instantInput, issue, onAnyObject, text } from '../primitives.ts';

/** The most debts that one collection pays. */
const MAX_COLLECTED = 50;

/** A debt as the page shows it. A different amount is refused. */
const part = z
  .strictObject({
    subscriptionId: idInput('subscription').optional(),
    chargeId: idInput('charge').optional(),
    amount: amountInput,
    currency: text(1, 10),
  })
  .check(
    z.superRefine(({ subscriptionId, chargeId }, ctx) => {
      if ((subscriptionId === undefined) === (chargeId === undefined)) {
        issue(ctx, 'INVALID_VALUE', 'Enter either a subscription or a charge.', ['subscriptionId']);
      }
    }, onAnyObject),
  );

/**
 * Records money that was received for several debts of a subscriber: one payment for each, all or none.
 */
export const paymentCollect = z.strictObject({
  subscriberId: idInput('subscriber'),
  parts: z.array(part).min(1).max(MAX_COLLECTED),
  /** The reference of the receipt. With several payments, they get it with a number each. */
  reference: text(1, 120).optional(),
  /** When the money was received. */
  receivedAt: instantInput.optional(),
});
export type PaymentCollect = z.output<typeof paymentCollect>;

export const paymentCollection = z.object({ payments: z.array(paymentSnapshot) });
