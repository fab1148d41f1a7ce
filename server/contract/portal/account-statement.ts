import { z } from 'zod';
import { dayInput } from '../day-input.ts';
import { currencyInput, idInput, issue, moneyOutput, onAnyObject } from '../primitives.ts';

/** What an entry of a statement is, with its text for the customer. */
export const statementKinds = {
  INVOICE: 'Invoice',
  VOIDED_INVOICE: 'Credit note of the cancelled invoice',
  CHARGE: 'Charge',
  DROPPED_CHARGE: 'Charge cancelled',
  PAYMENT: 'Payment',
  REFUND: 'Refund',
  CREDIT_NOTE: 'Credit note',
  KEPT_MONEY: 'Payment kept as credit',
  ADJUSTMENT: 'Adjustment',
  RETURNED_CREDIT: 'Returned to credit',
} as const;
export type StatementKind = keyof typeof statementKinds;

/** A period of days in the zone of the account, both inclusive. */
export const statementQuery = z
  .strictObject({ id: idInput('subscriber'), from: dayInput, to: dayInput, currency: currencyInput })
  .check(
    z.superRefine(({ from, to }, ctx) => {
      if (typeof from === 'string' && typeof to === 'string' && to < from)
        issue(ctx, 'INVALID_VALUE', 'The last day is not before the first.', ['to']);
    }, onAnyObject),
  );
export type StatementQuery = z.output<typeof statementQuery>;

/** The account of a subscriber in a period. Above 0 the subscriber owes more. */
export const statement = z.object({
  accountNumber: z.string(),
  currency: z.string(),
  opening: moneyOutput('currency'),
  closing: moneyOutput('currency'),
  entries: z.array(
    z.object({
      day: z.string(),
      type: z.enum(Object.keys(statementKinds) as [StatementKind, ...StatementKind[]]),
      number: z.string().nullable(),
      text: z.string(),
      amount: z.number(),
      balance: z.number(),
    }),
  ),
});
export type AccountStatement = z.output<typeof statement>;
