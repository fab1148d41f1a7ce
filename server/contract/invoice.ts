import { z } from 'zod';
import { ageings, invoiceKinds, invoiceStatuses, voidReasons } from './enums.ts';
import { invoiceTabs } from './list-tabs.ts';
import {
  amountRange,
  anyOf,
  countsOutput,
  listInput,
  listOutput,
  pageAndOrder,
  searchInput,
} from './paging.ts';
import { paymentSnapshot } from './payment.ts';
import {
  currencyInput,
  idInput,
  idOutput,
  instantInput,
  instantOutput,
  moneyOutput,
  timestamps,
} from './primitives.ts';
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
  currency: currencyInput.optional(),
};

export const invoiceList = listInput(sortable, filters);
export const invoicePage = listOutput(invoiceSnapshot);

/** A file as it is sent. */
export const invoiceDocument = z.object({
  fileName: z.string(),
  content: z
    .custom<Uint8Array>((value) => value instanceof Uint8Array)
    .meta({ override: { type: 'string', format: 'binary' } }),
});
export type InvoiceDocument = z.output<typeof invoiceDocument>;

/** The list of the portal, which also searches numbers and filters by age and total. Portal only. */
export const invoiceListAll = listInput(sortable, {
  ...filters,
  statusIn: anyOf(invoiceStatuses).optional(),
  kind: z.enum(invoiceKinds).optional(),
  kindIn: anyOf(invoiceKinds).optional(),
  dueAfter: instantInput.optional(),
  ...amountRange,
  ageing: z.enum(ageings).optional(),
  /** Whether it is open and at least one whole day overdue, or open and not. */
  overdue: z.boolean().optional(),
  q: searchInput.optional(),
});

/** Amounts due on open invoices, by age and currency. Portal only. */
export const invoiceAgeing = z.array(
  z.object({
    ageing: z.enum(ageings),
    currency: z.string(),
    count: z.int(),
    amountDue: moneyOutput('currency'),
  }),
);
export type InvoiceAgeing = z.output<typeof invoiceAgeing>;

const nullableText = z.string().nullable();

/** Payments and refunds of an invoice, newest first, and the details of its document. Portal only. */
export const invoiceAccount = z.object({
  /** The issuer's details; unknown ones are null. */
  issuer: z.object({
    name: z.string(),
    legalName: nullableText,
    taxId: nullableText,
    street: nullableText,
    city: nullableText,
    region: nullableText,
    postalCode: nullableText,
    country: nullableText,
    email: nullableText,
    phone: nullableText,
    website: nullableText,
    paymentInstructions: nullableText,
  }),
  /** Decimal share of the subtotal, 0.16 for 16 %. */
  taxRate: z.number(),
  payments: z.array(paymentSnapshot),
  refunds: z.array(refundSnapshot),
  /** Null unless it is void. */
  voided: z
    .object({
      at: instantOutput,
      /** Null when no event shows the reason. */
      reason: z.enum(voidReasons).nullable(),
      /** The invoice that was issued again for the same period. */
      replacedBy: z.object({ id: idOutput('invoice'), number: z.string() }).nullable(),
    })
    .nullable(),
});
export type InvoiceAccount = z.output<typeof invoiceAccount>;

/** Portal only. */
export const invoiceCounts = countsOutput(invoiceTabs);

/** The sums of invoices that match, by currency. The total includes what is void. Portal only. */
export const invoiceTotals = z.array(
  z.object({
    currency: z.string(),
    total: moneyOutput('currency'),
    amountDue: moneyOutput('currency'),
    voided: moneyOutput('currency'),
  }),
);
export const invoiceFilters = invoiceListAll.omit(pageAndOrder);
