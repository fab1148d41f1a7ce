import { z } from 'zod';
import { departureKinds, departureReasons } from '../enums.ts';
import { listInput, listOutput, pageAndOrder, searchInput } from '../paging.ts';
import { currencyInput, idInput, idOutput, moneyOutput, timestamps } from '../primitives.ts';
import { anyOf } from './list-parts.ts';

/** `LEFT`: service ended since, or never began. `LEAVING`: it will end. `STAYED`: the request was withdrawn. */
const departureOutcomes = ['LEFT', 'LEAVING', 'STAYED'] as const;

/** A request that ends a subscription. */
export const departureSnapshot = z
  .object({
    id: idOutput('departure'),
    subscriptionId: idOutput('subscription'),
    subscriberId: idOutput('subscriber'),
    planId: idOutput('plan'),
    kind: z.enum(departureKinds),
    reason: z.enum(departureReasons).nullable(),
    note: z.string().nullable(),
    outcome: z.enum(departureOutcomes),
    mrr: moneyOutput('currency'),
    currency: z.string(),
    ...timestamps,
  })
  .meta({ id: 'Departure' });
export type DepartureSnapshot = z.output<typeof departureSnapshot>;

export const departureList = listInput(['mrr'] as const, {
  kind: z.enum(departureKinds).optional(),
  reason: z.enum(departureReasons).optional(),
  reasonIn: anyOf(departureReasons).optional(),
  hasReason: z.boolean().optional(),
  outcome: z.enum(departureOutcomes).optional(),
  outcomeIn: anyOf(departureOutcomes).optional(),
  subscriberId: idInput('subscriber').optional(),
  subscriptionId: idInput('subscription').optional(),
  planId: idInput('plan').optional(),
  currency: currencyInput.optional(),
  q: searchInput.optional(),
});
export const departurePage = listOutput(departureSnapshot);
export const departureFilters = departureList.omit(pageAndOrder);

/** The MRR of the departures that match, by currency. */
export const departureTotals = z.array(z.object({ currency: z.string(), mrr: moneyOutput('currency') }));

/** How many of the departures that match have each reason; null where none was given. */
export const departureReasonCounts = z.array(
  z.object({ reason: z.enum(departureReasons).nullable(), count: z.int() }),
);
export type DepartureReasonCounts = z.output<typeof departureReasonCounts>;
