import { z } from 'zod';
import { invoiceKinds, invoiceStatuses } from '../enums.ts';
import { filters, sortable } from '../invoice.ts';
import { listInput, pageAndOrder, searchInput } from '../paging.ts';
import { paymentSnapshot } from '../payment.ts';
import { idOutput, instantInput, instantOutput, moneyOutput } from '../primitives.ts';
import { refundSnapshot } from '../refund.ts';
import { ageings, voidReasons } from './invoice-values.ts';
import { amountRange, anyOf, countsOutput } from './list-parts.ts';
import { invoiceTabs } from './list-tabs.ts';

/** The list of the portal, which also searches numbers and filters by age and total. */
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

/** Amounts due on open invoices, by age and currency. */
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

/** Payments and refunds of an invoice, newest first, and the details of its document. */
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

export const invoiceCounts = countsOutput(invoiceTabs);

/** The sums of invoices that match, by currency. The total includes what is void. */
export const invoiceTotals = z.array(
  z.object({
    currency: z.string(),
    total: moneyOutput('currency'),
    amountDue: moneyOutput('currency'),
    voided: moneyOutput('currency'),
  }),
);

export const invoiceFilters = invoiceListAll.omit(pageAndOrder);
