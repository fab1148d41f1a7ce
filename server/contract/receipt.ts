import { z } from 'zod';
import { railNames, receiptStatuses } from './enums.ts';
import { listInput, listOutput } from './paging.ts';
import {
  currencyInput,
  identifier,
  idInput,
  idOutput,
  instantOutput,
  moneyOutput,
  timestamps,
} from './primitives.ts';

export const receiptSnapshot = z
  .object({
    id: idOutput('receipt'),
    status: z.enum(receiptStatuses).meta({ description: 'Whether its subscriber is known.' }),
    rail: z.enum(railNames),
    transactionId: z.string().meta({ description: "The gateway's id of the money." }),
    amount: moneyOutput('currency'),
    currency: z.string(),
    accountNumber: z.string().nullable().meta({ description: 'What the payer entered as account.' }),
    payer: z
      .string()
      .nullable()
      .meta({ description: "The payer's number as the gateway shows it, which may hide digits." }),
    payerName: z.string().nullable().meta({ description: "The payer's name as the gateway shows it." }),
    paidAt: instantOutput.meta({ description: 'When the gateway received the money.' }),
    subscriberId: idOutput('subscriber').nullable().meta({ description: 'Null until it is matched.' }),
    paymentId: idOutput('payment').nullable().meta({ description: 'The payment on account.' }),
    ...timestamps,
  })
  .meta({ id: 'Receipt' });
export type ReceiptSnapshot = z.output<typeof receiptSnapshot>;

export const receiptId = z.strictObject({ id: idInput('receipt') });

export const receiptAssign = z.strictObject({
  id: idInput('receipt'),
  subscriberId: idInput('subscriber'),
});

export const sortable = ['amount', 'paidAt'] as const;

export const filters = {
  status: z.enum(receiptStatuses).optional(),
  subscriberId: idInput('subscriber').optional(),
  paymentId: idInput('payment').optional(),
  transactionId: identifier(1, 64).optional().meta({ description: "The gateway's id of the money." }),
  accountNumber: identifier(1, 64).optional(),
  currency: currencyInput.optional(),
};

export const receiptList = listInput(sortable, filters);
export const receiptPage = listOutput(receiptSnapshot);
