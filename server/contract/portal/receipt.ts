import { listInput, searchInput } from '../paging.ts';
import { filters, sortable } from '../receipt.ts';
import { amountRange } from './list-parts.ts';

/** The list of the portal. */
export const receiptListAll = listInput(sortable, { ...filters, ...amountRange, q: searchInput.optional() });
