import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { departure } from '../../../drizzle/schema/departure.ts';
import {
  type departureList,
  departureReasonCounts,
  departureTotals,
} from '../../contract/portal/departure.ts';
import { arrayParameter } from '../../db/statement.ts';
import { equals, isAnyOf } from '../list/filters.ts';
import { defineList } from '../list/list.ts';
import type { ListOptions } from '../list/options.ts';
import { search } from '../list/search.ts';
import { defineTotals } from '../list/totals.ts';
import { departureOutcome, departureResource } from '../model/departure/resource.ts';
import { subscribersLike } from '../model/subscriber/resource.ts';

const options: ListOptions<z.output<typeof departureList>> = {
  filters: {
    kind: equals(departure.kind),
    reason: equals(departure.reason),
    reasonIn: isAnyOf(departure.reason),
    hasReason: { where: (given) => sql`(${departure.reason} is not null) = ${given}` },
    outcome: { where: (outcome) => sql`${departureOutcome} = ${outcome}` },
    outcomeIn: {
      where: (outcomes) => sql`${departureOutcome} = any(${outcomes}::text[])`,
      value: arrayParameter,
    },
    subscriberId: equals(departure.subscriberId),
    subscriptionId: equals(departure.subscriptionId),
    planId: equals(departure.planId),
    currency: equals(departure.currency),
    q: search(departure, ({ text, pattern }) => [
      sql`${departure.id} = ${text}`,
      sql`${departure.subscriberId} in (${subscribersLike(pattern)})`,
      sql`${departure.note} ilike ${pattern}`,
    ]),
  },
  sortable: { mrr: [departure.currency, departure.mrr] },
};

/** Requests that ended subscriptions, or will end them, and those that were withdrawn. Contract: Lists. */
export const listDepartures = defineList<typeof departureResource, z.output<typeof departureList>>(
  departureResource,
  options,
);

/** The MRR of the departures that match. */
export const sumDepartures = defineTotals(departureResource, options, departureTotals, {
  currency: sql`${departure.currency}`,
  fields: { mrr: sql`sum(${departure.mrr})` },
});

/** How many of the departures that match have each reason; null where none was given. */
export const countDepartureReasons = defineTotals(departureResource, options, departureReasonCounts, {
  key: 'reason',
  currency: sql`${departure.reason}`,
  fields: { count: sql`count(*)` },
});
