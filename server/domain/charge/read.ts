import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { charge } from '../../../drizzle/schema/charge.ts';
import type { ChargeId, ChargeSnapshot, chargeList } from '../../contract/charge.ts';
import { refuse } from '../../contract/errors.ts';
import {
  type chargeById,
  type chargeListAll,
  chargeTotals,
  pendingCharges,
} from '../../contract/portal/charge.ts';
import { chargeTabs } from '../../contract/portal/list-tabs.ts';
import { present } from '../../contract/present.ts';
import { find, findOrNull, presentOne } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { defineCounts } from '../list/counts.ts';
import { amountWithin, contains, equals, isAnyOf } from '../list/filters.ts';
import { defineList } from '../list/list.ts';
import type { ListOptions } from '../list/options.ts';
import { defineTotals } from '../list/totals.ts';
import { chargeResource } from '../model/charge/resource.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';

/** @throws subscriber_not_found; charge_not_found, also for a charge of another subscriber */
export async function getCharge(scope: Scope, { subscriberId, chargeId }: ChargeId): Promise<ChargeSnapshot> {
  await find(scope, subscriberResource, subscriberId, 'subscriber_not_found');
  const row = await findOrNull(scope, chargeResource, chargeId);
  if (row?.subscriberId !== subscriberId) throw refuse('charge_not_found');
  return presentOne(scope, chargeResource, row);
}

/**
 * A charge of any subscriber.
 * @throws NOT_FOUND
 */
export async function findCharge(scope: Scope, { id }: z.output<typeof chargeById>): Promise<ChargeSnapshot> {
  return presentOne(scope, chargeResource, await find(scope, chargeResource, id));
}

/** The number and sum of pending charges for each currency. */
export async function sumPendingCharges(scope: Scope): Promise<z.output<typeof pendingCharges>> {
  const rows = await scope.db
    .select({
      currency: charge.currency,
      count: sql<string>`count(*)`.mapWith(Number),
      amount: sql`sum(${charge.amount})`.mapWith(charge.amount),
    })
    .from(charge)
    .where(and(eq(charge.providerId, scope.providerId), eq(charge.status, 'PENDING')))
    .groupBy(charge.currency)
    .orderBy(charge.currency);
  return rows.map((row) => present(pendingCharges.element, row));
}

const options: ListOptions<z.output<typeof chargeListAll>> = {
  filters: {
    subscriberId: equals(charge.subscriberId),
    status: equals(charge.status),
    statusIn: isAnyOf(charge.status),
    ...amountWithin(charge.amount, charge.currency),
    subscriptionId: equals(charge.subscriptionId),
    q: contains(sql`${charge.description}`),
  },
  sortable: {
    amount: [charge.currency, charge.amount],
    status: charge.status,
    expiresAt: charge.expiresAt,
  },
};

/** Charges of every subscriber and status. Contract: Lists. */
export const listAllCharges = defineList<typeof chargeResource, z.output<typeof chargeListAll>>(
  chargeResource,
  options,
);

/** The number of charges of each tab. */
export const countCharges = defineCounts(chargeResource, options, chargeTabs);

/**
 * The charges of one subscriber.
 * @throws subscriber_not_found
 */
export async function listCharges(scope: Scope, input: z.output<typeof chargeList>) {
  await find(scope, subscriberResource, input.subscriberId, 'subscriber_not_found');
  return listAllCharges(scope, input);
}

/** The sums of the charges that match. */
export const sumCharges = defineTotals(chargeResource, options, chargeTotals, {
  currency: sql`${charge.currency}`,
  fields: {
    amount: sql`sum(${charge.amount})`,
    due: sql`sum(${charge.amount}) filter (where ${charge.status} = 'PENDING')`,
  },
});
