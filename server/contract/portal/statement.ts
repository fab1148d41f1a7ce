import { z } from 'zod';
import {
  amountInput,
  currencyInput,
  fitsCurrency,
  identifier,
  instantInput,
  issue,
  onAnyObject,
  text,
  tooManyDecimals,
} from '../primitives.ts';

/** Lines of the statements of gateways: money that reports may have missed. */

const MPESA_CURRENCY = 'KES';

const inShillings = (amount: number) => fitsCurrency(amount, MPESA_CURRENCY);

/** A line of M-Pesa: money that a customer sent to the paybill or till. */
export const mpesaLine = z.strictObject({
  transactionId: identifier(1, 64).superRefine((value, ctx) => {
    if (value && !/^[A-Z0-9]{6,20}$/i.test(value))
      issue(ctx, 'INVALID_FORMAT', 'A receipt number of M-Pesa has 6 to 20 letters and digits.');
  }),
  amount: amountInput.superRefine((amount, ctx) => {
    if (!inShillings(amount)) issue(ctx, 'INVALID_FORMAT', tooManyDecimals(MPESA_CURRENCY));
  }),
  paidAt: instantInput,
  accountNumber: text(1, 64).optional(),
  payer: text(1, 64).optional(),
  payerName: text(1, 200).optional(),
});
export type MpesaLine = z.output<typeof mpesaLine>;

/** A line of Paystack: money that was paid in a checkout session. */
export const paystackLine = z
  .strictObject({
    reference: identifier(1, 100),
    amount: amountInput,
    currency: currencyInput,
    /** Paystack's number of the transaction, which a refund needs. */
    transactionId: identifier(1, 64).optional(),
  })
  .check(
    z.superRefine(({ amount, currency }, ctx) => {
      if (typeof amount === 'number' && currency && !fitsCurrency(amount, currency))
        issue(ctx, 'INVALID_FORMAT', tooManyDecimals(currency), ['amount']);
    }, onAnyObject),
  );
export type PaystackLine = z.output<typeof paystackLine>;

/** What a line became: a receipt, or the payment that the money was requested for. */
export const recordedLine = z.object({ id: z.string() });
