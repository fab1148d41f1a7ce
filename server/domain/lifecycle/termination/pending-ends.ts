import { and, eq, isNotNull, or } from 'drizzle-orm';
import { subscription } from '../../../../drizzle/schema/subscription.ts';
import { isOneOf } from '../../../db/statement.ts';
import { transitionEach } from '../../../state/transition.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { removeRenewalWindows } from '../../model/billing-cycle/renewal-windows.ts';
import { type BillingCycleRow, billingCycleResource } from '../../model/billing-cycle/resource.ts';
import { lockOpenInstallations } from '../../model/installation/lock.ts';
import { subscribersOnHold, syncRadius } from '../../network/sync-radius.ts';
import type { DueItem } from '../../queue/due-work.ts';
import { archiveInstallations } from '../charges/installation.ts';
import { voidOpenInvoices } from '../invoicing/void.ts';
import type { BillingContext } from '../terms/billing-context.ts';
import { suspendWithoutService } from './end-grace.ts';
import { leaveService } from './end-service.ts';

/** The ids of the subscriptions of due cycles that have a pending end, read without a lock. */
export async function findPendingEnds(
  scope: WriteScope,
  items: DueItem<BillingCycleRow>[],
): Promise<Set<string>> {
  const rows = await scope.db
    .select({ id: subscription.id })
    .from(subscription)
    .where(
      and(
        eq(subscription.providerId, scope.providerId),
        isOneOf(
          subscription.id,
          items.map(({ row }) => row.subscriptionId),
        ),
        or(isNotNull(subscription.cancelAt), isNotNull(subscription.planRemovalAt)),
      ),
    );
  return new Set(rows.map((row) => row.id));
}

/**
 * Ends the service of subscriptions with a pending end at the end of their cycle. A cancelled one is archived and loses
 * its credentials; one whose plan is removed can return on another plan. The subscribers are locked. Contract: Billing.
 */
export async function applyPendingEnds(scope: WriteScope, contexts: BillingContext[]): Promise<void> {
  if (contexts.length === 0) return;
  const atOf = new Map(contexts.map(({ at, subscription: { id } }) => [id, at]));
  const installations = await lockOpenInstallations(scope, [...atOf.keys()]);
  const cycles = contexts.map(({ at, cycle }) => ({ at, row: cycle }));
  const scheduled = contexts.flatMap(({ at, next }) => (next ? [{ at, row: next }] : []));
  await transitionEach(scope, billingCycleResource, 'close', cycles);
  await transitionEach(scope, billingCycleResource, 'close', scheduled);
  await removeRenewalWindows(
    scope,
    cycles.map(({ row }) => row),
  );
  const leaving = contexts.map(({ at, subscription: row }) => ({ row, at }));
  const cancelled = leaving.filter(({ row }) => row.cancelAt !== null);
  const removed = leaving.filter(({ row }) => row.cancelAt === null);
  const cancelledIds = new Set(cancelled.map(({ row }) => row.id));
  const reason = (id: string) => (cancelledIds.has(id) ? 'CANCELLED' : 'PLAN_REMOVED');
  await voidOpenInvoices(scope, [...atOf.keys()], { reason, at: atOf });
  const ended = [
    ...(await leaveService(scope, cancelled, 'CANCELLED')),
    ...(await leaveService(scope, removed, 'PLAN_REMOVED')),
  ];
  await archiveInstallations(scope, installations, atOf);
  await syncRadius(scope, ended, await subscribersOnHold(scope, ended));
  await suspendWithoutService(
    scope,
    new Map(ended.map((row) => [row.subscriberId, atOf.get(row.id) ?? scope.now])),
  );
}
