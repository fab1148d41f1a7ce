import type { z } from 'zod';
import { refuse } from '../../contract/errors.ts';
import type { SubscriptionSnapshot, subscriptionUpdate } from '../../contract/subscription.ts';
import { hasEnded, isTerminal } from '../../contract/subscription-rules.ts';
import { change } from '../../state/record.ts';
import { presentOne } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';
import { changePlanNow } from '../lifecycle/plan-change/change-now.ts';
import { changeTerms } from '../lifecycle/plan-change/request.ts';
import { withPlanFault } from '../lifecycle/plan-change/target-plan.ts';
import { resumeRenewal } from '../lifecycle/renewal/resume-renewal.ts';
import { readContext } from '../lifecycle/terms/billing-context.ts';
import { lockService } from '../lifecycle/upgrade/lock.ts';
import { pointFault } from '../model/demarcation-point/resource.ts';
import { patchedMetadata } from '../model/metadata.ts';
import { requireNoObstacle } from '../model/subscription/obstacles.ts';
import { subscriptionResource } from '../model/subscription/resource.ts';

/**
 * Updates the demarcation point, reference, plan and overrides of a subscription, or withdraws its cancellation. `when: now`
 * changes the plan now, as `changePlanNow` does. Contract: Subscription.
 * @throws NOT_FOUND, SUBSCRIPTION_TERMINAL; IMMUTABLE for an archived one; the refusals of `changeTerms`;
 *   VALIDATION_FAILED for an unknown or retired demarcation point, in one refusal with that of the plan
 */
export async function updateSubscription(
  scope: WriteScope,
  { id, ...input }: z.output<typeof subscriptionUpdate>,
): Promise<SubscriptionSnapshot> {
  const locked = await lockService(scope, id);
  if (!locked) throw refuse('NOT_FOUND', { field: 'id' });
  const before = locked.subscription;
  if (isTerminal(before)) throw refuse('SUBSCRIPTION_TERMINAL');
  const { demarcationPointId, externalReference, metadata, cancelAt, when, ...changes } = input;
  const patch = {
    ...{ demarcationPointId, externalReference, cancelAt },
    metadata: patchedMetadata(before.metadata, metadata),
  };
  const changesService = cancelAt === null || Object.values(changes).some((value) => value !== undefined);
  if (changesService && hasEnded(before)) requireNoObstacle('ended');
  const moves = demarcationPointId !== undefined && demarcationPointId !== before.demarcationPointId;
  const fault = moves ? await pointFault(scope, demarcationPointId) : undefined;
  if (fault) throw await withPlanFault(scope, before, changes.planId, fault);
  const after = await change(scope, subscriptionResource, before, patch, { emits: 'subscription.updated' });
  const isResumed = before.cancelAt !== null && after.cancelAt === null;
  const context = isResumed ? await readContext(scope, after) : undefined;
  const resumed = context && (await resumeRenewal(scope, context));
  const row = resumed?.subscription ?? after;
  const { planId, ...overrides } = changes;
  const changed =
    when === 'now' && planId !== undefined
      ? await changeTerms(scope, await changePlanNow(scope, row, { planId, requester: 'partner' }), overrides)
      : await changeTerms(scope, row, changes, resumed);
  return presentOne(scope, subscriptionResource, changed);
}
