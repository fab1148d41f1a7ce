import type { z } from 'zod';
import { billingCycle } from '../../../drizzle/schema/billing.ts';
import { subscription } from '../../../drizzle/schema/subscription.ts';
import type { subscriptionCycleList } from '../../contract/billing-cycle.ts';
import type { SubscriptionSnapshot, subscriptionId, subscriptionList } from '../../contract/subscription.ts';
import type { Scope } from '../../db/scope.ts';
import { find, presentOne } from '../../state/resource.ts';
import { before, defineList, equals } from '../list/list.ts';
import { billingCycleResource } from '../model/billing-cycle/resource.ts';
import { subscriptionResource } from '../model/subscription/resource.ts';

/** @throws NOT_FOUND */
export async function getSubscription(
  scope: Scope,
  { id }: z.output<typeof subscriptionId>,
): Promise<SubscriptionSnapshot> {
  return presentOne(scope, subscriptionResource, await find(scope, subscriptionResource, id));
}

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
      expiresBefore: before(subscription.expiresAt),
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
