import type { PendingOverrides } from '../../../../drizzle/schema/subscription.ts';
import { allOf, type Refusal, refuse } from '../../../contract/errors.ts';
import { isPlanManagedExternally } from '../../../contract/subscription-rules.ts';
import { AnnouncedRefusal } from '../../../state/announced-refusal.ts';
import { findOrNull } from '../../../state/resource.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { type PlanRow, planResource } from '../../model/plan/resource.ts';
import { planRejection } from '../../model/subscription/change-rules.ts';
import type { SubscriptionRow } from '../../model/subscription/resource.ts';
import type { BillingContext } from '../terms/billing-context.ts';
import { isPaidOnPendingTerms } from '../terms/pending-change.ts';
import { planRefused, termsRefused } from './reject.ts';

/** Who requests a change: the partner, or the external system of an external subscription. */
export type Requester = 'partner' | 'external';

/**
 * Locks the requested plan, so that it stays enabled. Undefined without a plan in the request, null for the current plan.
 * @throws AnnouncedRefusal: Plan does not belong to this provider, Invalid or inactive plan, PLAN_DISABLED, CONTACT_SHARE
 */
export async function lockTargetPlan(
  scope: WriteScope,
  row: SubscriptionRow,
  planId: string | undefined,
  requester: Requester,
): Promise<PlanRow | null | undefined> {
  if (planId === undefined) return undefined;
  if (planId === row.planId) return null;
  const plan = await findOrNull(scope, planResource, planId, 'share');
  const fault = planFault(row, plan);
  if (fault || !plan) throw fault;
  const isExternallyManaged = requester === 'partner' && isPlanManagedExternally(row);
  if (plan.priceCurrency !== row.currency || isExternallyManaged) throw planRefused(row, 'CONTACT_SHARE');
  return plan;
}

/** The refusal of a plan that is unknown or deleted, or that `planRejection` rejects. */
function planFault(row: SubscriptionRow, plan: PlanRow | null): AnnouncedRefusal | undefined {
  if (!plan) return planRefused(row, 'INVALID_PLAN', 'Plan does not belong to this provider');
  if (plan.status === 'deleted') return planRefused(row, 'INVALID_PLAN');
  const reason = planRejection(plan);
  return reason === null ? undefined : planRefused(row, reason);
}

/**
 * Adds the refusal of the requested plan to the refusal of another field, so that one response lists both. The rejection
 * event of the plan change is kept. Contract: Validation.
 */
export async function withPlanFault(
  scope: WriteScope,
  row: SubscriptionRow,
  planId: string | undefined,
  other: Refusal,
): Promise<Refusal | AnnouncedRefusal> {
  if (planId === undefined || planId === row.planId) return other;
  const fault = planFault(row, await findOrNull(scope, planResource, planId));
  if (!fault) return other;
  return new AnnouncedRefusal(allOf([other, fault.refusal]), fault.announce, fault.reason);
}

/**
 * Refuses changes while the next cycle is paid on pending terms. Requesting the pending plan again is allowed; another
 * plan, the current one or an override is not. Contract: Terms of a cycle.
 * @param target the result of `lockTargetPlan`
 * @param newOverrides the overrides that are neither in force nor pending
 * @throws AnnouncedRefusal CONTACT_SHARE, with one event for the plan and one for the overrides
 */
export function requireChangeable(
  context: BillingContext,
  target: PlanRow | null | undefined,
  newOverrides: PendingOverrides = {},
): void {
  if (!isPaidOnPendingTerms(context)) return;
  const { subscription: row } = context;
  const [override] = Object.keys(newOverrides);
  const isOther = target !== undefined && (target === null || target.id !== row.nextPlanId);
  const reason = 'CONTACT_SHARE' as const;
  const rejections = [
    ...(isOther ? [{ type: 'subscription.plan_change_rejected' as const, reason }] : []),
    ...(override ? [{ type: 'subscription.override_rejected' as const, reason }] : []),
  ];
  if (rejections.length === 0) return;
  throw termsRefused(row, refuse(reason, { field: isOther ? 'planId' : override }), rejections);
}
