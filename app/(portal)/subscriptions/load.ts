import { cache } from 'react';
import { found } from '../../found.ts';
import { portalCaller } from '../../session.ts';

/** The subscription of a page. */
export const readSubscription = cache(async (id: string) => {
  const caller = await portalCaller();
  return found(caller.subscription.get({ id }));
});

/** Names of what a subscription refers to. */
export const readNames = cache(async (id: string) => {
  const caller = await portalCaller();
  const { subscriberId, planId, nextPlanId, pendingUpgrade, demarcationPointId } = await readSubscription(id);
  return caller.labels.of({
    ids: [subscriberId, planId, nextPlanId, pendingUpgrade?.planId, demarcationPointId].filter(
      (named) => named != null,
    ),
  });
});
