import { z } from 'zod';
import { ageings, invoiceKinds, invoiceStatuses, voidReasons } from './enums.ts';
import { listInput, listOutput, searchInput } from './paging.ts';
import { paymentSnapshot } from './payment.ts';
import { idInput, idOutput, instantInput, instantOutput, moneyOutput, timestamps } from './primitives.ts';
import { refundSnapshot } from './refund.ts';

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

const sortable = ['number', 'dueAt', 'total'] as const;

const filters = {
  status: z.enum(invoiceStatuses).optional(),
  subscriberId: idInput('subscriber').optional(),
  subscriptionId: idInput('subscription').optional(),
  dueBefore: instantInput.optional(),
};

export const invoiceList = listInput(sortable, filters);
export const invoicePage = listOutput(invoiceSnapshot);

/** A file as it is sent to whoever asks for it. */
export const invoiceDocument = z.object({
  fileName: z.string(),
  content: z
    .custom<Uint8Array>((value) => value instanceof Uint8Array)
    .meta({ override: { type: 'string', format: 'binary' } }),
});
export type InvoiceDocument = z.output<typeof invoiceDocument>;

/** The portal's list, which also searches numbers and tells how long money has been owed. */
export const invoiceListAll = listInput(sortable, {
  ...filters,
  kind: z.enum(invoiceKinds).optional(),
  ageing: z.enum(ageings).optional(),
  q: searchInput.optional(),
});

/** What is owed on open invoices, by how long it has been due and in which currency. Portal only. */
export const invoiceAgeing = z.array(
  z.object({
    ageing: z.enum(ageings),
    currency: z.string(),
    count: z.int(),
    amountDue: moneyOutput('currency'),
  }),
);
export type InvoiceAgeing = z.output<typeof invoiceAgeing>;

const known = z.string().nullable();

/** What came and went on one invoice, the newest first, and what its document says beside it. Portal only. */
export const invoiceAccount = z.object({
  /** Who issues it, as its customers know them; what is unknown is null. */
  issuer: z.object({
    name: z.string(),
    legalName: known,
    taxId: known,
    street: known,
    city: known,
    region: known,
    postalCode: known,
    country: known,
    email: known,
    phone: known,
    website: known,
    paymentInstructions: known,
  }),
  /** Decimal share of the subtotal, 0.16 for 16 %. */
  taxRate: z.number(),
  payments: z.array(paymentSnapshot),
  refunds: z.array(refundSnapshot),
  /** Null unless it is void. */
  voided: z
    .object({
      at: instantOutput,
      /** Null where nothing tells. */
      reason: z.enum(voidReasons).nullable(),
      /** The invoice that asks for the same period anew. */
      replacedBy: z.object({ id: idOutput('invoice'), number: z.string() }).nullable(),
    })
    .nullable(),
});
export type InvoiceAccount = z.output<typeof invoiceAccount>;
