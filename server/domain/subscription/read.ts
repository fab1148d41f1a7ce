import { and, inArray, isNotNull, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { billingCycle } from '../../../drizzle/schema/billing.ts';
import { subscription } from '../../../drizzle/schema/subscription.ts';
import type { subscriptionCycleList } from '../../contract/billing-cycle.ts';
import { subscriptionTabs } from '../../contract/list-tabs.ts';
import type { Page } from '../../contract/paging.ts';
import type {
  SubscriptionSnapshot,
  SubscriptionWithBalance,
  subscriptionId,
  subscriptionList,
  subscriptionListAll,
} from '../../contract/subscription.ts';
import { subscriptionTotals } from '../../contract/subscription.ts';
import { inService } from '../../contract/subscription-rules.ts';
import type { Scope } from '../../db/scope.ts';
import { find, presentOne } from '../../state/resource.ts';
import { defineCounts } from '../list/counts.ts';
import { before, contains, defineList, equals, from, isAnyOf, type ListOptions } from '../list/list.ts';
import { defineTotals } from '../list/totals.ts';
import { billingCycleResource } from '../model/billing-cycle/resource.ts';
import { dueAmounts } from '../model/due-amounts.ts';
import { searchedSubscriber } from '../model/subscriber/resource.ts';
import { subscriptionResource } from '../model/subscription/resource.ts';
import { covers } from '../model/subscription/service-periods.ts';
import { balancesOf } from './balance.ts';

/** @throws NOT_FOUND */
export async function getSubscription(
  scope: Scope,
  { id }: z.output<typeof subscriptionId>,
): Promise<SubscriptionSnapshot> {
  return presentOne(scope, subscriptionResource, await find(scope, subscriptionResource, id));
}

/** Whether a subscription was in service at an instant. */
const wasInService = (at: Placeholder) => sql`exists (
  select from service_period p
  where p.provider_id = ${subscription.providerId} and p.subscription_id = ${subscription.id}
    and ${covers('p', sql`${at}::timestamptz`)})`;

const isInService = inArray(subscription.status, [...inService]);

const idIn = (rows: SQL) => sql`${subscription.id} in (${rows})`;

/** In service, but past the paid period: its current cycle is overdue. */
const isOverdue = and(
  isInService,
  idIn(sql`
    select c.subscription_id from billing_cycle c
    where c.provider_id = ${sql.placeholder('providerId')} and c.status = 'OVERDUE'`),
);

const allDue = dueAmounts(
  sql`provider_id = ${sql.placeholder('providerId')}`,
  sql`subscription_id, currency`,
);

const owesMoney = idIn(sql`
  select due.subscription_id from (${allDue}) due where due.amount > 0 and due.subscription_id is not null`);

const isEnding = and(
  isInService,
  or(isNotNull(subscription.cancelAt), isNotNull(subscription.planRemovalAt)),
);

/** Whether the condition is as the filter demands. */
const holds = (condition: SQL | undefined) => ({
  where: (given: Placeholder) => sql`(${condition}) = ${given}`,
});

type AllInput = z.output<typeof subscriptionListAll>;

const options: ListOptions<AllInput> = {
  counted: true,
  filters: {
    subscriberId: equals(subscription.subscriberId),
    planId: equals(subscription.planId),
    demarcationPointId: equals(subscription.demarcationPointId),
    status: equals(subscription.status),
    statusIn: isAnyOf(subscription.status),
    isExternal: equals(subscription.isExternal),
    currency: equals(subscription.currency),
    expiresAfter: from(subscription.expiresAt),
    expiresBefore: before(subscription.expiresAt),
    startedAfter: from(subscription.startedAt),
    startedBefore: before(subscription.startedAt),
    inService: holds(isInService),
    inServiceAt: { where: (at) => wasInService(at) },
    outOfServiceAt: { where: (at) => sql`not ${wasInService(at)}` },
    overdue: holds(isOverdue),
    owing: holds(owesMoney),
    ending: holds(isEnding),
    q: contains(
      (
        text,
      ) => sql`(${subscription.externalReference} ilike ${text} or ${subscription.radiusUsername} ilike ${text}
        or ${subscription.subscriberId} in (
          select "subscriber"."id" from "subscriber"
          where "subscriber"."provider_id" = ${sql.placeholder('providerId')} and ${searchedSubscriber} ilike ${text}))`,
    ),
  },
  sortable: { expiresAt: subscription.expiresAt, startedAt: subscription.startedAt },
};

const list = defineList<typeof subscriptionResource, AllInput>(subscriptionResource, options);

/** Subscriptions of every status. Contract: Lists. */
export function listSubscriptions(
  scope: Scope,
  input: z.output<typeof subscriptionList>,
): Promise<Page<SubscriptionSnapshot>> {
  return list(scope, input);
}

/** The list of the portal: with a search, and what is due on each subscription. */
export async function listAllSubscriptions(
  scope: Scope,
  input: AllInput,
): Promise<Page<SubscriptionWithBalance>> {
  const { data, meta } = await list(scope, input);
  const balances = await balancesOf(scope, data);
  return { data: data.map((row) => ({ ...row, balanceDue: balances.get(row.id) ?? [] })), meta };
}

/** The number of subscriptions of each tab. */
export const countSubscriptions = defineCounts(subscriptionResource, options, subscriptionTabs);

const listCycles = defineList<typeof billingCycleResource, z.output<typeof subscriptionCycleList>>(
  billingCycleResource,
  {
    filters: { id: equals(billingCycle.subscriptionId) },
    sortable: { startsAt: billingCycle.startsAt, expiresAt: billingCycle.expiresAt },
  },
);

/**
 * The billing cycles of one subscription.
 * @throws NOT_FOUND when the provider has no such subscription
 */
export async function listSubscriptionCycles(scope: Scope, input: z.output<typeof subscriptionCycleList>) {
  await find(scope, subscriptionResource, input.id);
  return listCycles(scope, input);
}

/** What is due on the subscriptions that match. */
export const sumSubscriptions = defineTotals(subscriptionResource, options, subscriptionTotals, {
  from: (matching) => sql`(${allDue}) due where due.subscription_id in (${matching})`,
  currency: sql`due.currency`,
  fields: { balanceDue: sql`sum(due.amount)` },
});
