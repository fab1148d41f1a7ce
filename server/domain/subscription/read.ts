import { inArray, type Placeholder, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { billingCycle } from '../../../drizzle/schema/billing.ts';
import { subscription } from '../../../drizzle/schema/subscription.ts';
import type { subscriptionCycleList } from '../../contract/billing-cycle.ts';
import type { SubscriptionSnapshot, subscriptionId, subscriptionList } from '../../contract/subscription.ts';
import { inService } from '../../contract/subscription-rules.ts';
import type { Scope } from '../../db/scope.ts';
import { find, presentOne } from '../../state/resource.ts';
import { before, defineList, equals, from } from '../list/list.ts';
import { billingCycleResource } from '../model/billing-cycle/resource.ts';
import { subscriptionResource } from '../model/subscription/resource.ts';
import { covers } from '../model/subscription/service-periods.ts';

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

/** Subscriptions of every status. Contract: Lists. */
export const listSubscriptions = defineList<typeof subscriptionResource, z.output<typeof subscriptionList>>(
  subscriptionResource,
  {
    counted: true,
    filters: {
      subscriberId: equals(subscription.subscriberId),
      planId: equals(subscription.planId),
      demarcationPointId: equals(subscription.demarcationPointId),
      status: equals(subscription.status),
      isExternal: equals(subscription.isExternal),
      currency: equals(subscription.currency),
      expiresBefore: before(subscription.expiresAt),
      startedAfter: from(subscription.startedAt),
      startedBefore: before(subscription.startedAt),
      inService: { where: (given) => sql`(${inArray(subscription.status, [...inService])}) = ${given}` },
      inServiceAt: { where: (at) => wasInService(at) },
      outOfServiceAt: { where: (at) => sql`not ${wasInService(at)}` },
    },
    sortable: { expiresAt: subscription.expiresAt, startedAt: subscription.startedAt },
  },
);

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
