import type { Minor } from '../../../contract/money.ts';
import type { WriteScope } from '../../../db/scope.ts';
import { change } from '../../../state/record.ts';
import { find } from '../../../state/resource.ts';
import { transition } from '../../../state/transition.ts';
import { billingCycleResource } from '../../model/billing-cycle/resource.ts';
import { fixedTerms, termsOf } from '../../model/billing-cycle/rules.ts';
import type { PlanRow } from '../../model/plan/resource.ts';
import { type SubscriptionRow, subscriptionResource } from '../../model/subscription/resource.ts';
import { subscribersOnHold, syncRadius } from '../../network/sync-radius.ts';
import type { BillingContext } from '../context/billing-context.ts';
import { pendingTerms } from '../context/pending-change.ts';
import { noUpgrade } from '../upgrade/end.ts';
import { reissueRenewal } from './reissue-renewal.ts';

/**
 * Switches a subscription in service to another plan at once, RADIUS included. The running cycle keeps its end. A pending
 * plan change or plan removal is cleared. The change counts as queued and applied in one instant. Contract: Upgrade holds.
 * @param price the price in force from now on, in minor units
 */
export async function switchPlan(
  scope: WriteScope,
  context: BillingContext,
  plan: PlanRow,
  price: Minor,
): Promise<SubscriptionRow> {
  const { subscription: before } = context;
  const terms = { ...fixedTerms(termsOf(plan, before)), termsPrice: price };
  const applied = await applyAtOnce(scope, before, plan, terms);
  await switchCycles(scope, context, plan, terms);
  await reissueRenewal(scope, applied, before);
  // Reissuing the renewal may reject a pending override or start the next cycle, so the row is read again.
  const after = await find(scope, subscriptionResource, applied.id);
  await syncRadius(scope, [after], await subscribersOnHold(scope, [after]));
  return after;
}

async function applyAtOnce(
  scope: WriteScope,
  before: SubscriptionRow,
  plan: PlanRow,
  { termsPrice, termsSpeed }: ReturnType<typeof fixedTerms>,
): Promise<SubscriptionRow> {
  const pending = { termsPrice, termsSpeed, nextPlanId: plan.id, nextPlanAt: scope.now };
  const withPending =
    before.status === 'ACTIVE'
      ? await change(scope, subscriptionResource, before, pending, undefined, 'subscription.queue_plan')
      : await transition(scope, subscriptionResource, before, 'payUpgrade', { ...pending, ...noUpgrade });
  const applied = { planId: plan.id, nextPlanId: null, nextPlanAt: null };
  const after = await change(
    scope,
    subscriptionResource,
    withPending,
    applied,
    'subscription.plan_change_applied',
  );
  return change(scope, subscriptionResource, after, { planRemovalAt: null }, 'subscription.updated');
}

/**
 * Moves the running cycle and a paid next cycle to the new plan. The next cycle keeps its length and grace, and all terms
 * where it was paid on this plan. An unpaid next cycle is reissued instead.
 */
async function switchCycles(
  scope: WriteScope,
  context: BillingContext,
  plan: PlanRow,
  terms: ReturnType<typeof fixedTerms>,
): Promise<void> {
  const { cycle, next } = context;
  await change(scope, billingCycleResource, cycle, { planId: plan.id, ...terms });
  if (next?.paymentStatus !== 'COMPLETED' || next.planId === plan.id) return;
  const nextTerms = fixedTerms(pendingTerms({ ...context, plan, nextPlan: null }));
  await change(scope, billingCycleResource, next, { planId: plan.id, ...nextTerms });
}
