import type { z } from 'zod';
import { payment } from '../../../../drizzle/schema/billing.ts';
import type { PendingOverrides } from '../../../../drizzle/schema/subscription.ts';
import { toMajor } from '../../../contract/money.ts';
import type { subscriptionUpdate } from '../../../contract/subscription.ts';
import { type OverrideField, overrideFields } from '../../../contract/subscription-rules.ts';
import { change, changeEach } from '../../../state/record.ts';
import { find, presentOne } from '../../../state/resource.ts';
import { emit } from '../../../work/emit.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { termsOf } from '../../model/billing-cycle/rules.ts';
import { readInTransit } from '../../model/payment/in-transit.ts';
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
import { type BillingContext, paidUntil, readContext } from '../terms/billing-context.ts';
import { supersedeUpgrade } from '../upgrade/end.ts';
import { overrideRefused, termsRefused } from './reject.ts';
import { lockTargetPlan, requireChangeable } from './target-plan.ts';

type Input = Pick<z.output<typeof subscriptionUpdate>, 'planId' | OverrideField>;

/** A locked subscription, and its billing context in service. */
export type Service = { row: SubscriptionRow; context: BillingContext | undefined };

/**
 * Changes the plan and the overrides of a locked subscription, as `applyTerms` does.
 * @param context where the caller has read it
 * @throws AnnouncedRefusal: Plan does not belong to this provider, Invalid or inactive plan, PLAN_DISABLED,
 *   CONTACT_SHARE, PLAN_PRICE_BELOW_FLOOR; VALIDATION_FAILED for more decimals than the currency has
 */
export async function changeTerms(
  scope: WriteScope,
  row: SubscriptionRow,
  input: Input,
  context?: BillingContext,
): Promise<SubscriptionRow> {
  const submitted = statedOverrides(input, row.currency);
  if (input.planId === undefined && Object.keys(submitted).length === 0) return row;
  const target = await lockTargetPlan(scope, row, input.planId, 'partner');
  const service = { row, context: context ?? (await readContext(scope, row)) };
  const newOverrides = findNewOverrides(row, submitted);
  return applyTerms(scope, service, { target, newOverrides, submitted });
}

/**
 * Applies requested terms: at once out of service, else pending until the end of the last paid cycle. While money is in
 * transit, the cycle that it pays for counts as paid. A plan change supersedes an upgrade hold. Contract: Subscription,
 * Billing, Money in transit.
 * @throws AnnouncedRefusal: CONTACT_SHARE, PLAN_PRICE_BELOW_FLOOR
 */
export async function applyTerms(
  scope: WriteScope,
  service: Service,
  requested: TermsChange,
): Promise<SubscriptionRow> {
  const { row, context } = service;
  const { target, newOverrides } = requested;
  if (context) requireChangeable(context, target, newOverrides);
  await requireAboveFloors(scope, service, requested);
  if (!context && (await readInTransit(scope, payment.subscriptionId, [row.id])).length === 0) {
    return applyNow(scope, row, target, newOverrides);
  }
  const subscription = target === undefined ? row : await supersedeUpgrade(scope, row);
  // Out of service the payment in transit starts a cycle, and the change takes effect at its end.
  return context
    ? setPending(scope, { ...context, subscription }, requested)
    : setPendingFields(scope, subscription, requested, scope.now);
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

/** Requested terms. */
export type TermsChange = {
  /** The result of `lockTargetPlan`. */
  target: PlanRow | null | undefined;
  /** The overrides that are neither in force nor pending. */
  newOverrides: PendingOverrides;
  /** All requested overrides. */
  submitted: PendingOverrides;
};

/**
 * Checks the requested terms against Schedule D.
 * @throws AnnouncedRefusal PLAN_PRICE_BELOW_FLOOR, with its rejection events
 */
export async function requireAboveFloors(
  scope: WriteScope,
  { row, context }: Service,
  { target, newOverrides }: Pick<TermsChange, 'target' | 'newOverrides'>,
): Promise<void> {
  const changedField = changedFloorField(newOverrides);
  if (!target && changedField === undefined) return;
  const pendingPlan = target === undefined ? context?.nextPlan : null;
  const plan = target ?? pendingPlan ?? context?.plan ?? (await find(scope, planResource, row.planId));
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

/**
 * Out of service no cycle runs, so the change applies at once. Open invoices on the old terms are voided. A plan that was requested
 * while a payment was in transit no longer follows.
 */
async function applyNow(
  scope: WriteScope,
  row: SubscriptionRow,
  target: PlanRow | null | undefined,
  newOverrides: PendingOverrides,
): Promise<SubscriptionRow> {
  const withoutPending = target === undefined ? {} : { nextPlanId: null, nextPlanAt: null };
  if (!target && Object.keys(newOverrides).length === 0) {
    return change(scope, subscriptionResource, row, withoutPending, { emits: 'subscription.updated' });
  }
  await voidOpenInvoices(scope, [row.id], { reason: 'TERMS_CHANGED' });
  const patch = {
    ...{ ...newOverrides, ...withoutPending, ...(target && { planId: target.id }) },
    termsPrice: null,
  };
  return change(scope, subscriptionResource, row, patch, { emits: 'subscription.updated' });
}

/** Records the requested terms as pending until the end of the last paid cycle, and reissues an open renewal on them. */
async function setPending(
  scope: WriteScope,
  context: BillingContext,
  requested: TermsChange,
): Promise<SubscriptionRow> {
  const { subscription: row } = context;
  const { target } = requested;
  const after = await setPendingFields(scope, row, requested, paidUntil(context));
  if (after === row) return row;
  const nextPlan = target === undefined ? context.nextPlan : target;
  const { subscription } = await reissueRenewal(scope, { ...context, subscription: after, nextPlan }, row);
  return subscription;
}

async function setPendingFields(
  scope: WriteScope,
  row: SubscriptionRow,
  { target, newOverrides, submitted }: TermsChange,
  at: Date,
): Promise<SubscriptionRow> {
  const withPlan =
    target === undefined ? row : await setPendingPlan(scope, row, { target, newOverrides, at });
  if (Object.keys(newOverrides).length === 0) return withPlan;
  return setPendingOverrides(scope, withPlan, { newOverrides, submitted, at });
}

/** Records the requested plan. A plan removal that was requested before is withdrawn. */
async function setPendingPlan(
  scope: WriteScope,
  row: SubscriptionRow,
  { target, newOverrides, at }: { target: PlanRow | null; newOverrides: PendingOverrides; at: Date },
): Promise<SubscriptionRow> {
  if (target === null || target.id === row.nextPlanId) {
    const cleared = { ...(target ? {} : { nextPlanId: null, nextPlanAt: null }), planRemovalAt: null };
    return change(scope, subscriptionResource, row, cleared, { emits: 'subscription.updated' });
  }
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
  const edits = [{ row, patch, facts }];
  const action = 'subscription.request_plan_change';
  const [after = row] = await changeEach(scope, subscriptionResource, edits, { action });
  const current = await presentOne(scope, subscriptionResource, after);
  emit(scope, 'subscription.plan_change_queued', { current, previous: { nextPlanId: null } });
  return after;
}

async function setPendingOverrides(
  scope: WriteScope,
  row: SubscriptionRow,
  { newOverrides, submitted, at }: Pick<TermsChange, 'newOverrides' | 'submitted'> & { at: Date },
): Promise<SubscriptionRow> {
  const patch = { pendingOverrides: { ...row.pendingOverrides, ...newOverrides }, pendingOverridesAt: at };
  const action = 'subscription.request_override';
  const after = await change(scope, subscriptionResource, row, patch, { action });
  const current = await presentOne(scope, subscriptionResource, after);
  const changedFields = overrideFields.filter((field) => field in submitted);
  emit(scope, 'subscription.override_queued', { current, changedFields });
  return after;
}

function isSameOverride(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

/** PostgreSQL returns the keys of a JSON object in its own order. */
function canonical(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  return JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
