import type { PendingOverrides } from '../../../../drizzle/schema/subscription.ts';
import { allOf, type Refusal, refuse } from '../../../contract/errors.ts';
import type { WriteScope } from '../../../db/scope.ts';
import { Announced } from '../../../state/announced.ts';
import { look } from '../../../state/resource.ts';
import { type PlanRow, planResource } from '../../model/plan/resource.ts';
import type { SubscriptionRow } from '../../model/subscription/resource.ts';
import { isInService } from '../../model/subscription/rules.ts';
import type { BillingContext } from '../context/billing-context.ts';
import { isPaidOnPendingTerms } from '../context/pending-change.ts';
import { planRefused, termsRefused } from './reject.ts';

/** Who asks for a change: the partner, or the external system that a subscription may belong to. */
export type Requester = 'partner' | 'external';

/**
 * The plan asked for, locked so that it stays on sale; undefined for no change, null for staying on the current one.
 * @throws Announced: Plan does not belong to this provider, Invalid or inactive plan, PLAN_DISABLED, CONTACT_SHARE
 */
export async function targetPlan(
  scope: WriteScope,
  row: SubscriptionRow,
  planId: string | undefined,
  requester: Requester,
): Promise<PlanRow | null | undefined> {
  if (planId === undefined) return undefined;
  if (planId === row.planId) return null;
  const plan = await look(scope, planResource, planId, 'share');
  const fault = saleFault(row, plan);
  if (fault || !plan) throw fault;
  const isTheirs = row.isExternal && isInService(row.status) && requester === 'partner';
  if (plan.priceCurrency !== row.currency || isTheirs) throw planRefused(row, 'CONTACT_SHARE');
  return plan;
}

/** What is wrong with the plan asked for, whatever the state of the subscription. */
function saleFault(row: SubscriptionRow, plan: PlanRow | undefined): Announced | undefined {
  if (!plan) return planRefused(row, 'Plan does not belong to this provider', 'INVALID_PLAN');
  if (plan.status === 'deleted') return planRefused(row, 'Invalid or inactive plan', 'INVALID_PLAN');
  return plan.status === 'disabled' ? planRefused(row, 'PLAN_DISABLED') : undefined;
}

/**
 * The fault of another field of the request, together with that of the plan asked for, where it has one: the plan change
 * is rejected then, and that is announced. Contract: "Faults found by look-up".
 */
export async function withPlanFault(
  scope: WriteScope,
  row: SubscriptionRow,
  planId: string | undefined,
  other: Refusal,
): Promise<Refusal | Announced> {
  if (planId === undefined || planId === row.planId) return other;
  const fault = saleFault(row, await look(scope, planResource, planId));
  if (!fault) return other;
  return new Announced(allOf([other, fault.refusal]) as Refusal, fault.announce, fault.reason);
}

/**
 * While the coming cycle is paid on queued terms they stay: the queued plan may be asked for again, any other, the
 * current one or an override may not. Contract: Billing, "Terms are fixed when the renewal is issued".
 * @param target as `targetPlan` gives it
 * @param fresh overrides that are not in force, or queued, already
 * @throws Announced CONTACT_SHARE, with an event for each that was asked for
 */
export function requireChangeable(
  row: SubscriptionRow,
  context: BillingContext,
  target: PlanRow | null | undefined,
  fresh: PendingOverrides = {},
): void {
  if (!isPaidOnPendingTerms(context)) return;
  const [override] = Object.keys(fresh);
  const isOther = target !== undefined && (target === null || target.id !== row.nextPlanId);
  const reason = 'CONTACT_SHARE';
  const rejections = [
    ...(isOther ? [{ type: 'subscription.plan_change_rejected' as const, reason }] : []),
    ...(override ? [{ type: 'subscription.override_rejected' as const, reason }] : []),
  ];
  if (rejections.length === 0) return;
  throw termsRefused(row, refuse(reason, { field: isOther ? 'planId' : override }), rejections);
}
