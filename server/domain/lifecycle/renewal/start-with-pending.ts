import { asOneChange } from '../../../state/as-one-change.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { subscriptionResource } from '../../model/subscription/resource.ts';
import type { BillingContext } from '../terms/billing-context.ts';
import { hasPendingAtEnd } from '../terms/reject-pending.ts';
import { applyPending } from './apply-pending.ts';
import { startNextCycle } from './start-next-cycle.ts';

/**
 * Starts the next cycles in grace, with the changes that were requested during it. The events about a subscription show its plan,
 * price and end alike. Contract: Events, Terms of a cycle.
 * @returns the contexts of the cycles that started
 */
export function startWithPending(scope: WriteScope, contexts: BillingContext[]): Promise<BillingContext[]> {
  return asOneChange(scope, subscriptionResource, withPendingIds(contexts), async () =>
    startNextCycle(scope, await applyPending(scope, contexts)),
  );
}

/** The ids of the subscriptions with a change that applies at the end of the running cycle. */
export function withPendingIds(contexts: BillingContext[]): string[] {
  return contexts.filter(hasPendingAtEnd).map(({ subscription }) => subscription.id);
}
