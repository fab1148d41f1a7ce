import { z } from 'zod';
import { invoiceKinds, invoiceStatuses } from './enums.ts';
import { listInput, listOutput } from './paging.ts';
import {
  currencyInput,
  identifier,
  idInput,
  idOutput,
  instantInput,
  instantOutput,
  moneyOutput,
  timestamps,
} from './primitives.ts';

export const invoiceSnapshot = z
  .object({
    id: idOutput('invoice'),
    number: z.string().meta({ description: 'Gapless for each provider.', examples: ['INV-000042'] }),
    subscriberId: idOutput('subscriber'),
    subscriptionId: idOutput('subscription'),
    billingCycleId: idOutput('billingCycle').nullable(),
    kind: z.enum(invoiceKinds),
    status: z.enum(invoiceStatuses),
    currency: z.string(),
    lines: z.array(
      z.object({
        description: z.string(),
        quantity: z.int(),
        unitAmount: moneyOutput('currency'),
        amount: moneyOutput('currency'),
        periodStart: instantOutput.nullable(),
        periodEnd: instantOutput.nullable(),
      }),
    ),
    subtotal: moneyOutput('currency'),
    tax: moneyOutput('currency'),
    total: moneyOutput('currency'),
    amountPaid: moneyOutput('currency'),
    amountRefunded: moneyOutput('currency'),
    amountDue: moneyOutput('currency'),
    issuedAt: instantOutput,
    dueAt: instantOutput,
    paidAt: instantOutput.nullable(),
    ...timestamps,
  })
  .meta({ id: 'Invoice' });
export type InvoiceSnapshot = z.output<typeof invoiceSnapshot>;

export const invoiceId = z.strictObject({ id: idInput('invoice') });

export const sortable = ['number', 'dueAt', 'total'] as const;

export const filters = {
  status: z.enum(invoiceStatuses).optional(),
  subscriberId: idInput('subscriber').optional(),
  subscriptionId: idInput('subscription').optional(),
  dueBefore: instantInput.optional(),
  number: identifier(1, 64).optional().meta({ description: 'The number of an invoice, in any case.' }),
  currency: currencyInput.optional(),
};

export const invoiceList = listInput(sortable, filters);
export const invoicePage = listOutput(invoiceSnapshot);
