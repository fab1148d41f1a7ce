import { cache } from 'react';
import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';
import { portalCaller } from '../../session.ts';

/** The names of the resources that a subscription refers to, by id. */
export const readNames = cache(async (subscription: SubscriptionSnapshot) => {
  const { subscriberId, planId, nextPlanId, pendingUpgrade, demarcationPointId } = subscription;
  const ids = [subscriberId, planId, nextPlanId, pendingUpgrade?.planId, demarcationPointId];
  return (await portalCaller()).labels.of({ ids: ids.filter((id) => id != null) });
});
