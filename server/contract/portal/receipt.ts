import { amountRange, listInput, searchInput } from '../paging.ts';
import { filters, sortable } from '../receipt.ts';

/** The list of the portal. */
export const receiptListAll = listInput(sortable, { ...filters, ...amountRange, q: searchInput.optional() });
