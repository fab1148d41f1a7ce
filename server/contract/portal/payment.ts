import { z } from 'zod';
import { paymentStatuses, railNames } from '../enums.ts';
import { listInput, pageAndOrder, searchInput } from '../paging.ts';
import { filters, sortable } from '../payment.ts';
import { moneyOutput } from '../primitives.ts';
import { amountRange, anyOf, countsOutput } from './list-parts.ts';
import { paymentTabs } from './list-tabs.ts';

/** The list of the portal. */
export const paymentListAll = listInput(sortable, {
  ...filters,
  statusIn: anyOf(paymentStatuses).optional(),
  railIn: anyOf(railNames).optional(),
  ...amountRange,
  q: searchInput.optional(),
});

export const paymentCounts = countsOutput(paymentTabs);

/** The sums of payments that match, by currency. The amount includes what was not received. */
export const paymentTotals = z.array(
  z.object({
    currency: z.string(),
    amount: moneyOutput('currency'),
    received: moneyOutput('currency'),
    refunded: moneyOutput('currency'),
  }),
);

export const paymentFilters = paymentListAll.omit(pageAndOrder);
