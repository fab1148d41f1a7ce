import { and, eq, inArray, sql } from 'drizzle-orm';
import { billingCycle } from '../../../../drizzle/schema/billing.ts';
import { subscription } from '../../../../drizzle/schema/subscription.ts';
import { openCycleStatuses } from '../../../contract/billing-cycle-rules.ts';
import type { inactiveReasons } from '../../../contract/enums.ts';
import { inService } from '../../../contract/subscription-rules.ts';
import { isOneOf } from '../../../db/statement.ts';
import { presentAll } from '../../../state/resource.ts';
import { type Step, transition, transitionAll, transitionEach } from '../../../state/transition.ts';
import { emit } from '../../../work/emit.ts';
import { mapInTurns } from '../../../work/map-in-turns.ts';
import type { Scope, WriteScope } from '../../../work/scope.ts';
import { removeRenewalWindows } from '../../model/billing-cycle/renewal-windows.ts';
import { billingCycleResource } from '../../model/billing-cycle/resource.ts';
import { lockOpenInstallations } from '../../model/installation/lock.ts';
import { type SubscriberRow, subscriberResource } from '../../model/subscriber/resource.ts';
import { type SubscriptionRow, subscriptionResource } from '../../model/subscription/resource.ts';
import { syncRadius } from '../../network/sync-radius.ts';
import { archiveInstallations } from '../charges/installation.ts';
import { voidOpenInvoices } from '../invoicing/void.ts';
import { dropUpgrades } from '../upgrade/end.ts';

type InactiveReason = (typeof inactiveReasons)[number];

/** Nothing is queued for a subscription that ends, also not what was requested while its first payment was in transit. */
export const noPendingTerms = {
  nextPlanId: null,
  nextPlanAt: null,
  pendingOverrides: null,
  pendingOverridesAt: null,
} as const;

/** Whether a subscriber lost all service, so that only a payment makes them active. Contract: Subscriber. */
export async function hasLostService(scope: Scope, subscriberId: string): Promise<boolean> {
  const [row] = await scope.db
    .select({
      inService: sql<string>`count(*) filter (where ${inArray(subscription.status, [...inService])})`,
      lost: sql<string>`count(*) filter (where ${inArray(subscription.status, ['INACTIVE', 'MIGRATED_OUT'])})`,
    })
    .from(subscription)
    .where(and(eq(subscription.providerId, scope.providerId), eq(subscription.subscriberId, subscriberId)));
  return Number(row?.inService) === 0 && Number(row?.lost) > 0;
}

/**
 * Ends the service of subscriptions of one subscriber now: cycles close, open invoices are VOID, network access is cut.
 * A subscriber without other service is suspended. Contract: Billing, Subscriber.
 */
export async function endService(
  scope: WriteScope,
  subscriber: SubscriberRow,
  rows: SubscriptionRow[],
  inactiveReason: InactiveReason,
): Promise<{ ended: SubscriptionRow[]; subscriber: SubscriberRow }> {
  const ended = await deactivateAll(scope, rows, inactiveReason);
  await syncRadius(scope, ended, new Set(subscriber.heldAt ? [subscriber.id] : []));
  const [remaining] = await scope.db
    .select({ id: subscription.id })
    .from(subscription)
    .where(
      and(
        eq(subscription.providerId, scope.providerId),
        eq(subscription.subscriberId, subscriber.id),
        inArray(subscription.status, [...inService]),
      ),
    )
    .limit(1);
  if (remaining || subscriber.status !== 'active') return { ended, subscriber };
  return { ended, subscriber: await transition(scope, subscriberResource, subscriber, 'suspend') };
}

/** Ends the service of subscriptions: status, cycles, invoices and installations, without network and subscriber. */
export async function deactivateAll(
  scope: WriteScope,
  rows: SubscriptionRow[],
  inactiveReason: InactiveReason,
): Promise<SubscriptionRow[]> {
  const ids = rows.map((row) => row.id);
  const installations = await lockOpenInstallations(scope, ids);
  await closeCycles(scope, ids);
  await voidOpenInvoices(scope, ids, { reason: inactiveReason });
  const ended = await leaveService(
    scope,
    rows.map((row) => ({ row, at: scope.now })),
    inactiveReason,
  );
  await archiveInstallations(scope, installations);
  return ended;
}

/**
 * Makes subscriptions INACTIVE, each at its instant, and clears their pending changes. A cancelled one is archived, with
 * the effective instant in `cancelAt`. A plan removal emits `subscription.plan_removed` first. Contract: Billing.
 */
export async function leaveService(
  scope: WriteScope,
  leaving: { row: SubscriptionRow; at: Date }[],
  inactiveReason: InactiveReason,
): Promise<SubscriptionRow[]> {
  const isCancelled = inactiveReason === 'CANCELLED';
  const free = await dropUpgrades(scope, leaving, inactiveReason);
  const steps = leaving.map(
    ({ row, at }, i): Step<typeof subscriptionResource> => ({
      row: free[i] ?? row,
      at,
      patch: {
        inactiveReason,
        ...noPendingTerms,
        planRemovalAt: null,
        cancelAt: isCancelled ? at : null,
        archivedAt: isCancelled ? at : null,
      },
    }),
  );
  if (inactiveReason !== 'PLAN_REMOVED') {
    return transitionEach(scope, subscriptionResource, 'deactivate', steps);
  }
  const ended = await transitionEach(scope, subscriptionResource, 'remove_plan', steps);
  const snapshots = await presentAll(scope, subscriptionResource, ended);
  const before = new Map(steps.map(({ row }) => [row.id, row]));
  await mapInTurns(snapshots, (current) => {
    const now = new Date(current.updatedAt);
    const previous = { status: before.get(current.id)?.status };
    emit({ ...scope, now }, 'subscription.deactivated', { current, previous });
  });
  return ended;
}

async function closeCycles(scope: WriteScope, subscriptionIds: string[]): Promise<void> {
  const running = await scope.db
    .select()
    .from(billingCycle)
    .where(
      and(
        eq(billingCycle.providerId, scope.providerId),
        isOneOf(billingCycle.subscriptionId, subscriptionIds),
        inArray(billingCycle.status, [...openCycleStatuses]),
      ),
    );
  await transitionAll(scope, billingCycleResource, running, 'close');
  await removeRenewalWindows(scope, running);
}
