import { z } from 'zod';
import { filters, ofSubscriber, sortable } from '../charge.ts';
import { chargeStatuses } from '../enums.ts';
import { listInput, pageAndOrder, searchInput } from '../paging.ts';
import { idInput, moneyOutput } from '../primitives.ts';
import { amountRange, anyOf, countsOutput } from './list-parts.ts';
import { chargeTabs } from './list-tabs.ts';

/** The list of all charges. */
export const chargeListAll = listInput(sortable, {
  subscriberId: ofSubscriber.subscriberId.optional(),
  ...filters,
  statusIn: anyOf(chargeStatuses).optional(),
  ...amountRange,
  q: searchInput.optional(),
});

/** A charge by its own id, without its subscriber. */
export const chargeById = z.strictObject({ id: idInput('charge') });

/** The amounts of pending charges, by currency. */
export const pendingCharges = z.array(
  z.object({ currency: z.string(), count: z.int(), amount: moneyOutput('currency') }),
);

export const chargeCounts = countsOutput(chargeTabs);

/** The sums of charges that match, by currency. */
export const chargeTotals = z.array(
  z.object({ currency: z.string(), amount: moneyOutput('currency'), due: moneyOutput('currency') }),
);

export const chargeFilters = chargeListAll.omit(pageAndOrder);
