import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import { subscription } from '../../../../drizzle/schema/subscription.ts';
import type { WriteScope } from '../../../db/scope.ts';
import { transitionEach } from '../../../state/transition.ts';
import { type BillingCycleRow, billingCycleResource } from '../../model/billing-cycle/resource.ts';
import type { DueItem } from '../../model/due-work.ts';
import { lockOpenInstallations } from '../../model/installation/lock.ts';
import { heldAmong, syncNetwork } from '../../network/access.ts';
import { archiveInstallations } from '../charges/end-installation.ts';
import type { BillingContext } from '../context/billing-context.ts';
import { voidOpenInvoices } from '../invoicing/void.ts';
import { suspendWithoutService } from './end-grace.ts';
import { leaveService } from './end-service.ts';

/** Which of the subscriptions behind due cycles are to end some time, as far as can be seen without a lock. */
export async function toEnd(scope: WriteScope, items: DueItem<BillingCycleRow>[]): Promise<Set<string>> {
  const rows = await scope.db
    .select({ id: subscription.id })
    .from(subscription)
    .where(
      and(
        eq(subscription.providerId, scope.providerId),
        sql`${subscription.id} = any(${sql.param(items.map(({ row }) => row.subscriptionId))})`,
        or(isNotNull(subscription.cancelAt), isNotNull(subscription.planRemovalAt)),
      ),
    );
  return new Set(rows.map((row) => row.id));
}

/**
 * The cycle of subscriptions that are to end is over, and with it their service: a cancelled one is archived and its
 * credentials go, one whose plan is removed can come back on another. Their subscribers are locked. Contract: Billing.
 */
export async function endPlanned(scope: WriteScope, contexts: BillingContext[]): Promise<void> {
  if (contexts.length === 0) return;
  const atOf = new Map(contexts.map(({ at, subscription: { id } }) => [id, at]));
  const installations = await lockOpenInstallations(scope, [...atOf.keys()]);
  const cycles = contexts.map(({ at, cycle }) => ({ at, row: cycle }));
  const scheduled = contexts.flatMap(({ at, next }) => (next ? [{ at, row: next }] : []));
  await transitionEach(scope, billingCycleResource, 'close', cycles);
  await transitionEach(scope, billingCycleResource, 'close', scheduled);
  await voidOpenInvoices(scope, [...atOf.keys()], { at: atOf });
  const leaving = contexts.map(({ at, subscription: row }) => ({ row, at }));
  const cancelled = leaving.filter(({ row }) => row.cancelAt !== null);
  const removed = leaving.filter(({ row }) => row.cancelAt === null);
  const ended = [
    ...(await leaveService(scope, cancelled, 'CANCELLED')),
    ...(await leaveService(scope, removed, 'PLAN_REMOVED')),
  ];
  await archiveInstallations(scope, installations, atOf);
  await syncNetwork(scope, ended, await heldAmong(scope, ended));
  await suspendWithoutService(
    scope,
    new Map(ended.map((row) => [row.subscriberId, atOf.get(row.id) ?? scope.now])),
  );
}
