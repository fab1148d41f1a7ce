import { z } from 'zod';
import { balanceTransactionTypes } from './enums.ts';
import { isCurrency, MAX_AMOUNT } from './money.ts';
import { listOutput, nestedListInput } from './paging.ts';
import {
  currencyInput,
  fitsCurrency,
  idInput,
  idOutput,
  issue,
  moneyOutput,
  multilineText,
  onAnyObject,
  timestamps,
  tooManyDecimals,
} from './primitives.ts';

export const balanceTransactionSnapshot = z
  .object({
    id: idOutput('balanceTransaction'),
    subscriberId: idOutput('subscriber'),
    type: z.enum(balanceTransactionTypes),
    amount: moneyOutput('currency'),
    currency: z.string(),
    endingBalance: moneyOutput('currency'),
    subscriptionId: idOutput('subscription').nullable(),
    paymentId: idOutput('payment').nullable(),
    refundId: idOutput('refund').nullable(),
    invoiceId: idOutput('invoice').nullable(),
    chargeId: idOutput('charge').nullable(),
    note: z.string().nullable(),
    ...timestamps,
  })
  .meta({ id: 'BalanceTransaction' });
export type BalanceTransactionSnapshot = z.output<typeof balanceTransactionSnapshot>;

const filters = {
  type: z.enum(balanceTransactionTypes).optional().meta({ description: 'Only those of this type.' }),
  currency: currencyInput.optional(),
};

/** `id` is the subscriber's id. */
export const balanceTransactionList = nestedListInput([], { id: idInput('subscriber'), ...filters });

export const balanceTransactionPage = listOutput(balanceTransactionSnapshot);

/** `id` is the subscriber's id. */
export const creditAdjust = z
  .strictObject({
    id: idInput('subscriber'),
    amount: z
      .number()
      .superRefine((amount, ctx) => {
        if (amount === 0 || Math.abs(amount) > MAX_AMOUNT)
          issue(ctx, 'OUT_OF_RANGE', 'Amounts are not 0 and at most 1,000,000,000 in either direction.');
      })
      .meta({ minimum: -MAX_AMOUNT, maximum: MAX_AMOUNT, examples: [-5, 10] }),
    currency: currencyInput,
    note: multilineText(1, 500),
  })
  .check(
    z.superRefine(({ amount, currency }, ctx) => {
      if (typeof amount !== 'number' || typeof currency !== 'string' || !isCurrency(currency)) return;
      if (!fitsCurrency(amount, currency)) {
        issue(ctx, 'INVALID_FORMAT', tooManyDecimals(currency), ['amount']);
      }
    }, onAnyObject),
  );
export type CreditAdjust = z.output<typeof creditAdjust>;
