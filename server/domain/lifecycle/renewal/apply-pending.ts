import type { EventType } from '../../../contract/event-catalogue.ts';
import { changeEach, type Patch } from '../../../state/record.ts';
import type { WriteScope } from '../../../work/scope.ts';
import type { BillingCycleRow } from '../../model/billing-cycle/resource.ts';
import { withOverrides } from '../../model/subscription/overrides.ts';
import { subscriptionResource } from '../../model/subscription/resource.ts';
import { voidOpenInvoices } from '../invoicing/void.ts';
import type { BillingContext } from '../terms/billing-context.ts';
import { pendingAtEnd } from '../terms/pending-change.ts';
import { hasPendingAtEnd, rejectPending } from '../terms/reject-pending.ts';
import { issueVoidedRenewals } from './issue-renewals.ts';

/**
 * Applies the pending changes of cycles that end. Where the renewal is unpaid they are checked once more, and a rejected
 * change reissues the renewal on the old terms. A renewal that is paid, or whose payment is in transit,
 * keeps its terms. Contract: Terms of a cycle.
 * @returns the contexts after the change, in the order given
 */
export async function applyPending(scope: WriteScope, contexts: BillingContext[]): Promise<BillingContext[]> {
  const withPending = contexts.filter(hasPendingAtEnd);
  if (withPending.length === 0) return contexts;
  const unpaid = withPending.filter(({ invoice, inTransit }) => invoice?.status !== 'PAID' && !inTransit);
  const checked = await rejectPending(scope, unpaid, { isIssued: true });
  const rejected = checked.filter((context, i) => context !== unpaid[i]);
  const current = byId([...withPending, ...checked]);
  const withPlan = [...current.values()].filter((context) => pendingAtEnd(context).plan !== null);
  await apply(scope, current, withPlan, 'subscription.plan_change_applied', ({ subscription: row }) => ({
    planId: row.nextPlanId ?? row.planId,
    nextPlanId: null,
    nextPlanAt: null,
  }));
  const withOverride = [...current.values()].filter((context) => pendingAtEnd(context).overrides !== null);
  await apply(scope, current, withOverride, 'subscription.override_applied', ({ subscription: row }) => ({
    ...withOverrides(row, row.pendingOverrides),
    pendingOverrides: null,
    pendingOverridesAt: null,
  }));
  const returning = rejected.map((context) => current.get(context.subscription.id) ?? context);
  for (const context of await revertRejected(scope, returning)) current.set(context.subscription.id, context);
  return contexts.map((context) => current.get(context.subscription.id) ?? context);
}

/** The contexts after each step, by the id of the subscription. */
type Current = Map<string, BillingContext>;

function byId(contexts: BillingContext[]): Current {
  return new Map(contexts.map((context) => [context.subscription.id, context]));
}

async function apply(
  scope: WriteScope,
  current: Current,
  contexts: BillingContext[],
  emits: EventType,
  patchOf: (context: BillingContext) => Patch<typeof subscriptionResource>,
): Promise<void> {
  const edits = contexts.map((context) => ({
    at: context.at,
    row: context.subscription,
    patch: patchOf(context),
  }));
  for (const row of await changeEach(scope, subscriptionResource, edits, { emits })) {
    const context = current.get(row.id);
    if (!context) throw new Error(`${row.id} has no billing context`);
    const isOnNext = row.planId !== context.subscription.planId;
    const plans = isOnNext ? { plan: context.nextPlan ?? context.plan, nextPlan: null } : {};
    current.set(row.id, { ...context, ...plans, subscription: row });
  }
}

/**
 * Voids and reissues unpaid renewals whose pending change was rejected, on the old terms. Contract: Terms of a cycle.
 * @returns the contexts after the change
 */
async function revertRejected(scope: WriteScope, contexts: BillingContext[]): Promise<BillingContext[]> {
  const scheduled = contexts.filter(
    (context): context is BillingContext & { next: BillingCycleRow } => context.next !== null,
  );
  if (scheduled.length === 0) return contexts;
  await voidOpenInvoices(
    scope,
    scheduled.map(({ subscription }) => subscription.id),
    {
      reason: 'REISSUED',
      at: new Map(scheduled.map(({ at, subscription }) => [subscription.id, at])),
      kind: 'RENEWAL',
    },
  );
  return [...(await issueVoidedRenewals(scope, scheduled)), ...contexts.filter(({ next }) => next === null)];
}
