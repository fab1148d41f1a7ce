import type { WriteScope } from '../../db/scope.ts';
import { look } from '../../state/resource.ts';
import { type Account, paidUntil } from '../billing/accounts.ts';
import { type PlanRow, planResource } from '../plan/resource.ts';
import { planRefused } from './refuse-terms.ts';
import type { SubscriptionRow } from './resource.ts';
import { isInService } from './rules.ts';

/** Who asks for a change: the partner, or the external system that a subscription may belong to. */
export type Asker = 'partner' | 'outside';

/**
 * The plan asked for, locked so that it stays on sale; undefined for no change, null for staying on the current one.
 * @throws Announced: Plan does not belong to this provider, Invalid or inactive plan, PLAN_DISABLED, CONTACT_SHARE
 */
export async function targetPlan(
  scope: WriteScope,
  row: SubscriptionRow,
  planId: string | undefined,
  asker: Asker,
): Promise<PlanRow | null | undefined> {
  if (planId === undefined) return undefined;
  if (planId === row.planId) return null;
  const plan = await look(scope, planResource, planId, 'share');
  if (!plan) throw planRefused(row, 'Plan does not belong to this provider', 'INVALID_PLAN');
  if (plan.status === 'deleted') throw planRefused(row, 'Invalid or inactive plan', 'INVALID_PLAN');
  if (plan.status === 'disabled') throw planRefused(row, 'PLAN_DISABLED');
  const isTheirs = row.isExternal && isInService(row.status) && asker === 'partner';
  if (plan.priceCurrency !== row.currency || isTheirs) throw planRefused(row, 'CONTACT_SHARE');
  return plan;
}

/** @throws Announced CONTACT_SHARE where the renewal that brings the queued plan is paid and another plan is asked for */
export function requireFreeQueue(row: SubscriptionRow, account: Account, target: PlanRow | null): void {
  const isSettled = row.nextPlanAt !== null && row.nextPlanAt < paidUntil(account);
  if (isSettled && row.nextPlanId !== target?.id) throw planRefused(row, 'CONTACT_SHARE');
}
