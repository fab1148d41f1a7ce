import type { z } from 'zod';
import { refuse } from '../../contract/errors.ts';
import type { SubscriptionSnapshot, subscriptionUpdate } from '../../contract/subscription.ts';
import type { WriteScope } from '../../db/scope.ts';
import { change } from '../../state/record.ts';
import { findForUpdate, presentOne } from '../../state/resource.ts';
import { findAvailable } from '../demarcation-point/resource.ts';
import { subscriptionMachine } from './machine.ts';
import { subscriptionResource } from './resource.ts';

/**
 * Moves a subscription to another demarcation point or gives it another reference. Contract: Subscription.
 * @throws NOT_FOUND, SUBSCRIPTION_TERMINAL; VALIDATION_FAILED for an unknown or retired demarcation point
 */
export async function updateSubscription(
  scope: WriteScope,
  { id, ...patch }: z.output<typeof subscriptionUpdate>,
): Promise<SubscriptionSnapshot> {
  const before = await findForUpdate(scope, subscriptionResource, id);
  if (subscriptionMachine.terminal.includes(before.status)) throw refuse('SUBSCRIPTION_TERMINAL');
  const moves =
    patch.demarcationPointId !== undefined && patch.demarcationPointId !== before.demarcationPointId;
  if (moves) await findAvailable(scope, patch.demarcationPointId as string);
  const after = await change(scope, subscriptionResource, before, patch, 'subscription.updated');
  return presentOne(scope, subscriptionResource, after);
}
