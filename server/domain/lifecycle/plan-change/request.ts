import type { z } from 'zod';
import type { PendingOverrides } from '../../../../drizzle/schema/subscription.ts';
import { toMajor } from '../../../contract/money.ts';
import type { subscriptionUpdate } from '../../../contract/subscription.ts';
import { isInService, overrideFields } from '../../../contract/subscription-rules.ts';
import { change, changeEach } from '../../../state/record.ts';
import { find, presentOne } from '../../../state/resource.ts';
import { emit } from '../../../work/emit.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { termsOf } from '../../model/billing-cycle/rules.ts';
import { type PlanRow, planResource } from '../../model/plan/resource.ts';
import { floorRefusal } from '../../model/schedule-d/floors.ts';
import {
  changedFloorField,
  ownFloorField,
  statedOverrides,
  withOverrides,
} from '../../model/subscription/overrides.ts';
import { type SubscriptionRow, subscriptionResource } from '../../model/subscription/resource.ts';
import { voidOpenInvoices } from '../invoicing/void.ts';
import { reissueRenewal } from '../renewal/reissue-renewal.ts';
import { type BillingContext, lockContext, paidUntil } from '../terms/billing-context.ts';
import { supersedeUpgrade } from '../upgrade/end.ts';
import { overrideRefused, termsRefused } from './reject.ts';
import { lockTargetPlan, type Requester, requireChangeable } from './target-plan.ts';

type Input = z.output<typeof subscriptionUpdate>;

/**
 * Changes the plan and the overrides of a locked subscription: at once out of service, else pending until the end of the
 * last paid cycle. A plan change supersedes an upgrade hold. Contract: Subscription, Billing.
 * @throws AnnouncedRefusal: Plan does not belong to this provider, Invalid or inactive plan, PLAN_DISABLED,
 *   CONTACT_SHARE, PLAN_PRICE_BELOW_FLOOR; VALIDATION_FAILED for more decimals than the currency has
 */
export async function changeTerms(
  scope: WriteScope,
  row: SubscriptionRow,
  input: Input,
  requester: Requester = 'partner',
): Promise<SubscriptionRow> {
  const submitted = statedOverrides(input, row.currency);
  if (input.planId === undefined && Object.keys(submitted).length === 0) return row;
  const inService = isInService(row.status);
  const current = await find(scope, planResource, row.planId);
  const target = await lockTargetPlan(scope, row, input.planId, requester);
  const context = inService ? await lockContext(scope, row) : undefined;
  const newOverrides = findNewOverrides(row, submitted);
  if (context) requireChangeable(row, context, target, newOverrides);
  await requireAboveFloors(scope, row, { current, target, newOverrides });
  if (context) {
    const withoutUpgrade = target === undefined ? row : await supersedeUpgrade(scope, row);
    return setPending(scope, withoutUpgrade, context, { target, newOverrides, submitted });
  }
  return applyNow(scope, row, target, newOverrides);
}

/**
 * The requested overrides that differ from those in force and are not pending already.
 * @throws AnnouncedRefusal CONTACT_SHARE for a field with a different pending value
 */
function findNewOverrides(row: SubscriptionRow, submitted: PendingOverrides): PendingOverrides {
  const pending = row.pendingOverrides ?? {};
  const newOverrides = Object.entries(submitted).filter(([field, value]) => {
    const current = pending[field as keyof PendingOverrides];
    if (current !== undefined && !isSameOverride(current, value))
      throw overrideRefused(row, 'CONTACT_SHARE', field);
    return current === undefined && !isSameOverride(row[field as keyof PendingOverrides], value);
  });
  return Object.fromEntries(newOverrides);
}

type Change = {
  target: PlanRow | null | undefined;
  newOverrides: PendingOverrides;
  submitted: PendingOverrides;
};

/**
 * Checks the requested terms against Schedule D.
 * @throws AnnouncedRefusal PLAN_PRICE_BELOW_FLOOR, with its rejection events
 */
export async function requireAboveFloors(
  scope: WriteScope,
  row: SubscriptionRow,
  { current, target, newOverrides }: Pick<Change, 'target' | 'newOverrides'> & { current: PlanRow },
): Promise<void> {
  const changedField = changedFloorField(newOverrides);
  if (!target && changedField === undefined) return;
  const pendingPlan =
    row.nextPlanId && target === undefined ? await find(scope, planResource, row.nextPlanId) : null;
  const plan = target ?? pendingPlan ?? current;
  const overrides = withOverrides(row, { ...row.pendingOverrides, ...newOverrides });
  if (!target && ownFloorField(overrides) === undefined) return;
  const { price, speed } = termsOf(plan, overrides);
  const { planType, priceCurrency } = plan;
  const terms = { planType, priceCurrency, downloadSpeedMbps: speed.downloadSpeedMbps };
  // Plan types, currencies and speeds are checked when a plan is written, so only the floor can refuse a change.
  const refusal = await floorRefusal(scope, terms, () => price, changedField ?? 'planId');
  if (!refusal) return;
  const reason = 'SCHEDULE_D_FLOOR' as const;
  throw termsRefused(row, refusal, [
    ...(target ? [{ type: 'subscription.plan_change_rejected' as const, reason }] : []),
    ...(changedField ? [{ type: 'subscription.override_rejected' as const, reason }] : []),
  ]);
}

/** Out of service no cycle runs, so the change applies at once. Open invoices on the old terms are voided. */
async function applyNow(
  scope: WriteScope,
  row: SubscriptionRow,
  target: PlanRow | null | undefined,
  newOverrides: PendingOverrides,
): Promise<SubscriptionRow> {
  if (!target && Object.keys(newOverrides).length === 0) return row;
  await voidOpenInvoices(scope, [row.id]);
  const patch = { ...newOverrides, ...(target ? { planId: target.id } : {}), termsPrice: null };
  return change(scope, subscriptionResource, row, patch, { emits: 'subscription.updated' });
}

async function setPending(
  scope: WriteScope,
  row: SubscriptionRow,
  context: BillingContext,
  { target, newOverrides, submitted }: Change,
): Promise<SubscriptionRow> {
  const at = paidUntil(context);
  let after = row;
  if (target === null) {
    const cleared = { nextPlanId: null, nextPlanAt: null, planRemovalAt: null };
    after = await change(scope, subscriptionResource, after, cleared, { emits: 'subscription.updated' });
  } else if (target && target.id !== row.nextPlanId) {
    const patch = { nextPlanId: target.id, nextPlanAt: at, planRemovalAt: null };
    const { price, currency } = termsOf(
      target,
      withOverrides(row, { ...row.pendingOverrides, ...newOverrides }),
    );
    // The plan may have another price when the entry is read.
    const facts = {
      nextPrice: { before: null, after: toMajor(price, currency) },
      nextPlanAt: { before: null, after: at.toISOString() },
    };
    const edits = [{ row: after, patch, facts }];
    const action = 'subscription.request_plan_change';
    [after = row] = await changeEach(scope, subscriptionResource, edits, { action });
    const current = await presentOne(scope, subscriptionResource, after);
    emit(scope, 'subscription.plan_change_queued', { current, previous: { nextPlanId: null } });
  } else if (target) {
    // The plan is pending already; a plan removal that was requested since is withdrawn.
    const cleared = { planRemovalAt: null };
    after = await change(scope, subscriptionResource, after, cleared, { emits: 'subscription.updated' });
  }
  if (Object.keys(newOverrides).length > 0) {
    const next = { pendingOverrides: { ...row.pendingOverrides, ...newOverrides }, pendingOverridesAt: at };
    after = await change(scope, subscriptionResource, after, next, {
      action: 'subscription.request_override',
    });
    const current = await presentOne(scope, subscriptionResource, after);
    const changedFields = overrideFields.filter((field) => field in submitted);
    emit(scope, 'subscription.override_queued', { current, changedFields });
  }
  if (after === row) return row;
  await reissueRenewal(scope, after, row);
  return find(scope, subscriptionResource, row.id);
}

function isSameOverride(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

/** PostgreSQL returns the keys of a JSON object in its own order. */
function canonical(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  return JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
