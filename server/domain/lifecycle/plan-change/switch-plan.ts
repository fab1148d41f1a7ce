import type { Minor } from '../../../contract/money.ts';
import { asOneChange } from '../../../state/as-one-change.ts';
import { change } from '../../../state/record.ts';
import { transition } from '../../../state/transition.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { billingCycleResource } from '../../model/billing-cycle/resource.ts';
import { fixedTerms, termsOf } from '../../model/billing-cycle/rules.ts';
import type { PlanRow } from '../../model/plan/resource.ts';
import { type SubscriptionRow, subscriptionResource } from '../../model/subscription/resource.ts';
import { subscribersOnHold, syncRadius } from '../../network/sync-radius.ts';
import { reissueRenewal } from '../renewal/reissue-renewal.ts';
import { type BillingContext, securedNext } from '../terms/billing-context.ts';
import { pendingTerms } from '../terms/pending-change.ts';
import { noUpgrade } from '../upgrade/end.ts';

/**
 * Switches a subscription in service to another plan at once, RADIUS included. The running cycle keeps its end. A pending
 * plan change or plan removal is cleared. Its events report it as queued and applied in one instant, and show the state after
 * the whole of it. Contract: Events, Upgrade holds.
 * @param price the price in force from now on, in minor units
 */
export function switchPlan(
  scope: WriteScope,
  context: BillingContext,
  plan: PlanRow,
  price: Minor,
): Promise<SubscriptionRow> {
  const { id } = context.subscription;
  return asOneChange(scope, subscriptionResource, [id], () => switchInSteps(scope, context, plan, price));
}

async function switchInSteps(
  scope: WriteScope,
  context: BillingContext,
  plan: PlanRow,
  price: Minor,
): Promise<SubscriptionRow> {
  const { subscription: before } = context;
  const planTerms = termsOf(plan, before);
  const terms = { ...fixedTerms(planTerms), termsPrice: price };
  const applied = await applyAtOnce(scope, before, plan, { ...terms, termsDays: planTerms.cycleDays });
  const cycles = await switchCycles(scope, context, plan, terms);
  const switched = { ...context, ...cycles, subscription: applied, plan, nextPlan: null };
  const { subscription: after } = await reissueRenewal(scope, switched, before);
  await syncRadius(scope, [after], await subscribersOnHold(scope, [after]));
  return after;
}

async function applyAtOnce(
  scope: WriteScope,
  before: SubscriptionRow,
  plan: PlanRow,
  { termsPrice, termsDays, termsSpeed }: ReturnType<typeof fixedTerms> & { termsDays: number },
): Promise<SubscriptionRow> {
  const pending = { termsPrice, termsDays, termsSpeed, nextPlanId: plan.id, nextPlanAt: scope.now };
  const withPending =
    before.status === 'ACTIVE'
      ? await change(scope, subscriptionResource, before, pending, {
          action: 'subscription.request_plan_change',
        })
      : await transition(scope, subscriptionResource, before, 'pay_upgrade', { ...pending, ...noUpgrade });
  const applied = { planId: plan.id, nextPlanId: null, nextPlanAt: null };
  const after = await change(scope, subscriptionResource, withPending, applied, {
    emits: 'subscription.plan_change_applied',
  });
  return change(
    scope,
    subscriptionResource,
    after,
    { planRemovalAt: null },
    { emits: 'subscription.updated' },
  );
}

/**
 * Moves the running cycle and a next cycle that is paid, or whose payment is in transit, to the new plan. The next cycle keeps
 * its length and grace, and all terms where it was paid on this plan. An unpaid next cycle is reissued instead.
 */
async function switchCycles(
  scope: WriteScope,
  context: BillingContext,
  plan: PlanRow,
  terms: ReturnType<typeof fixedTerms>,
): Promise<Pick<BillingContext, 'cycle' | 'next'>> {
  const next = securedNext(context);
  const cycle = await change(scope, billingCycleResource, context.cycle, { planId: plan.id, ...terms });
  if (!next || next.planId === plan.id) return { cycle, next: context.next };
  const nextTerms = fixedTerms(pendingTerms({ ...context, plan, nextPlan: null }));
  return { cycle, next: await change(scope, billingCycleResource, next, { planId: plan.id, ...nextTerms }) };
}
