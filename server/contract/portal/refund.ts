import { z } from 'zod';
import { refundReasons } from '../enums.ts';
import { listInput, pageAndOrder, searchInput } from '../paging.ts';
import { moneyOutput } from '../primitives.ts';
import { filters, sortable } from '../refund.ts';
import { amountRange, anyOf } from './list-parts.ts';

/** The list of the portal. */
export const refundListAll = listInput(sortable, {
  ...filters,
  reason: z.enum(refundReasons).optional(),
  reasonIn: anyOf(refundReasons).optional(),
  ...amountRange,
  q: searchInput.optional(),
});

/** The sums of refunds that match, by currency. */
export const refundTotals = z.array(z.object({ currency: z.string(), amount: moneyOutput('currency') }));

export const refundFilters = refundListAll.omit(pageAndOrder);
