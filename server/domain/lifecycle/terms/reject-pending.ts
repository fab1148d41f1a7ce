import type { PendingOverrides } from '../../../../drizzle/schema/subscription.ts';
import type { LateRejection } from '../../../contract/change-rejections.ts';
import type { EventType } from '../../../contract/event-catalogue.ts';
import { changeEach, type Patch } from '../../../state/record.ts';
import { presentAll } from '../../../state/resource.ts';
import { emit } from '../../../work/emit.ts';
import { mapInTurns } from '../../../work/map-in-turns.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { termsOf } from '../../model/billing-cycle/rules.ts';
import type { PlanRow } from '../../model/plan/resource.ts';
import { type FloorsAt, readFloors } from '../../model/schedule-d/floors.ts';
import { floorRejection, planRejection } from '../../model/subscription/change-rules.ts';
import { changedFloorField, withOverrides } from '../../model/subscription/overrides.ts';
import { subscriptionResource } from '../../model/subscription/resource.ts';
import type { BillingContext } from './billing-context.ts';
import { pendingAtEnd } from './pending-change.ts';

/** The rejections of a context; null for a change that passes or does not exist. */
type Checked = { context: BillingContext; plan: LateRejection | null; overrides: LateRejection | null };

/**
 * Checks the pending changes that apply at the end of the running cycles, each at the instant of its context. A change
 * to a disabled plan or a price below the floor is cleared, with its event. Contract: Terms of a cycle.
 * @param isIssued whether the renewals are issued; the terms that they fixed count then, not the current plan
 * @returns the contexts after the change, in the order given; one without a rejection is the same object
 */
export async function rejectPending<A extends BillingContext>(
  scope: WriteScope,
  contexts: A[],
  { isIssued = false } = {},
): Promise<A[]> {
  const withPending = contexts.filter(hasPendingAtEnd);
  if (withPending.length === 0) return contexts;
  const floors = await readFloors(scope, new Date(Math.max(...withPending.map(({ at }) => at.getTime()))));
  const checked = withPending.map((context) => check(context, floors, isIssued));
  const current = new Map<string, BillingContext>();
  await reject(
    scope,
    current,
    checked.filter(({ plan }) => plan !== null),
    'plan',
  );
  await reject(
    scope,
    current,
    checked.filter(({ overrides }) => overrides !== null),
    'overrides',
  );
  return contexts.map((context) => (current.get(context.subscription.id) as A | undefined) ?? context);
}

/** Whether a pending change applies at the end of the running cycle. */
export function hasPendingAtEnd(context: BillingContext): boolean {
  const { plan, overrides } = pendingAtEnd(context);
  return plan !== null || overrides !== null;
}

/** Keeps as many pending changes as pass the check; the plan has priority over the overrides. */
function check(context: BillingContext, floors: FloorsAt, isIssued: boolean): Checked {
  const { plan, overrides } = pendingAtEnd(context);
  const both = rejectionOf(context, floors, { plan, overrides, isIssued });
  if (both === null) return { context, plan: null, overrides: null };
  const planAlone = rejectionOf(context, floors, {
    plan,
    overrides: null,
    isIssued: isIssued && overrides === null,
  });
  if (plan !== null && planAlone === null) return { context, plan: null, overrides: both };
  const overridesAlone = rejectionOf(context, floors, {
    plan: null,
    overrides,
    isIssued: isIssued && plan === null,
  });
  return { context, plan: plan && planAlone, overrides: overridesAlone };
}

/**
 * Why the terms with these changes are rejected; null when they pass. Schedule D applies to changes of plan, price or
 * speed only.
 */
function rejectionOf(
  context: BillingContext,
  floors: FloorsAt,
  {
    plan,
    overrides,
    isIssued,
  }: { plan: PlanRow | null; overrides: PendingOverrides | null; isIssued: boolean },
): LateRejection | null {
  if (plan === null && changedFloorField(overrides) === undefined) return null;
  const on = plan ?? context.plan;
  const fresh = termsOf(on, withOverrides(context.subscription, overrides));
  const fixed = isIssued ? context.next : null;
  const { price, speed } = fixed ? { price: fixed.termsPrice, speed: fixed.termsSpeed } : fresh;
  return (plan && planRejection(plan)) ?? floorRejection(floors(context.at), on, speed, price);
}

const rejections = {
  plan: {
    cleared: { nextPlanId: null, nextPlanAt: null } satisfies Patch<typeof subscriptionResource>,
    action: 'subscription.reject_plan_change',
    type: 'subscription.plan_change_rejected' satisfies EventType,
  },
  overrides: {
    cleared: { pendingOverrides: null, pendingOverridesAt: null } satisfies Patch<
      typeof subscriptionResource
    >,
    action: 'subscription.reject_override',
    type: 'subscription.override_rejected' satisfies EventType,
  },
} as const;

async function reject(
  scope: WriteScope,
  current: Map<string, BillingContext>,
  refused: Checked[],
  what: keyof typeof rejections,
): Promise<void> {
  if (refused.length === 0) return;
  const { cleared, action, type } = rejections[what];
  const before = refused.map(({ context }) => current.get(context.subscription.id) ?? context);
  const rows = await changeEach(
    scope,
    subscriptionResource,
    before.map(({ at, subscription: row }) => ({ at, row, patch: cleared })),
    { action },
  );
  const snapshots = await presentAll(scope, subscriptionResource, rows);
  await mapInTurns(before, (context, i) => {
    const subscription = rows[i] ?? context.subscription;
    const nextPlan = what === 'plan' ? null : context.nextPlan;
    current.set(subscription.id, { ...context, subscription, nextPlan });
    const reason = refused[i]?.[what];
    const snapshot = snapshots[i];
    if (!reason || !snapshot) throw new Error(`${subscription.id} has no rejected ${what}`);
    emit({ ...scope, now: context.at }, type, { current: snapshot, rejection: { reason } });
  });
}
