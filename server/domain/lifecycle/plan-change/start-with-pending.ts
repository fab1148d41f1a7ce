import { asOneChange } from '../../../state/as-one-change.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { subscriptionResource } from '../../model/subscription/resource.ts';
import type { BillingContext } from '../context/billing-context.ts';
import { hasPendingAtEnd } from '../cycle/check-pending.ts';
import { startNextCycle } from '../cycle/start-next-cycle.ts';
import { applyPending } from './apply.ts';

/**
 * Starts the next cycles in grace, with the changes that were requested during it. The events about a subscription show its plan,
 * price and end alike. Contract: Events, Terms of a cycle.
 */
export function startWithPending(scope: WriteScope, contexts: BillingContext[]): Promise<void> {
  return asOneChange(scope, subscriptionResource, withPendingIds(contexts), async () =>
    startNextCycle(scope, await applyPending(scope, contexts)),
  );
}

/** The ids of the subscriptions with a change that applies at the end of the running cycle. */
export function withPendingIds(contexts: BillingContext[]): string[] {
  return contexts.filter(hasPendingAtEnd).map(({ subscription }) => subscription.id);
}
