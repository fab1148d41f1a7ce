import type { z } from 'zod';
import type { inactiveReasons } from '../../../contract/enums.ts';
import { refuse } from '../../../contract/errors.ts';
import type { SubscriptionSnapshot, subscriptionCancel } from '../../../contract/subscription.ts';
import { isInService } from '../../../contract/subscription-rules.ts';
import { change } from '../../../state/record.ts';
import { presentOne } from '../../../state/resource.ts';
import { transitionEach } from '../../../state/transition.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { recordDepartures } from '../../model/departure/record.ts';
import { lockOpenInstallations } from '../../model/installation/lock.ts';
import type { SubscriberRow } from '../../model/subscriber/resource.ts';
import { type SubscriptionRow, subscriptionResource } from '../../model/subscription/resource.ts';
import { syncRadius } from '../../network/sync-radius.ts';
import { archiveInstallations } from '../charges/installation.ts';
import { voidOpenInvoices } from '../invoicing/void.ts';
import { endsAtOnce, paidUntil, readContext } from '../terms/billing-context.ts';
import { dropUpgrades } from '../upgrade/end.ts';
import { lockService } from '../upgrade/lock.ts';
import { deactivateAll, endService, noPendingTerms } from './end-service.ts';

/**
 * Cancels a subscription. One in service ends at the end of its last paid cycle; a PENDING or INACTIVE one, or one in
 * grace, ends at once. While the payment of the renewal is in transit, the coming cycle counts as paid. A second call changes
 * nothing. Contract: Billing, Money in transit.
 * @throws NOT_FOUND; IMMUTABLE for MIGRATED_OUT
 */
export async function cancelSubscription(
  scope: WriteScope,
  { id, ...given }: z.output<typeof subscriptionCancel>,
): Promise<SubscriptionSnapshot> {
  const locked = await lockService(scope, id);
  if (!locked) throw refuse('NOT_FOUND', { field: 'id' });
  const after = await cancelOne(scope, locked);
  if (after !== locked.subscription)
    await recordDepartures(scope, [locked.subscription], 'CANCELLATION', given);
  return presentOne(scope, subscriptionResource, after);
}

async function cancelOne(
  scope: WriteScope,
  { subscriber, subscription: row }: { subscriber: SubscriberRow; subscription: SubscriptionRow },
): Promise<SubscriptionRow> {
  if (row.status === 'MIGRATED_OUT') {
    throw refuse('IMMUTABLE', { field: 'id', message: 'The subscription has moved to another system.' });
  }
  if (row.status === 'CANCELLED' || row.archivedAt !== null) return row;
  if (row.status === 'INACTIVE') return archive(scope, row);
  if (row.status === 'PENDING') {
    const [after] = await cancelSubscriptions(scope, [row], 'CANCELLED');
    return after ?? row;
  }
  const context = await readContext(scope, row);
  if (!context || endsAtOnce(context)) {
    const { ended } = await endService(scope, subscriber, [row], 'CANCELLED');
    return ended[0] ?? row;
  }
  if (row.cancelAt !== null) return row;
  const [withoutUpgrade = row] = await dropUpgrades(scope, [{ row }], 'CANCELLED');
  if (!context.inTransit) await voidOpenInvoices(scope, [row.id], { reason: 'CANCELLED' });
  const end = { cancelAt: paidUntil(context), planRemovalAt: null };
  return change(scope, subscriptionResource, withoutUpgrade, end, {
    emits: 'subscription.updated',
    action: 'subscription.cancel',
  });
}

/** Archives an INACTIVE subscription, which is final: no payment restores it. */
async function archive(scope: WriteScope, row: SubscriptionRow): Promise<SubscriptionRow> {
  const installations = await lockOpenInstallations(scope, [row.id]);
  await voidOpenInvoices(scope, [row.id], { reason: 'CANCELLED' });
  const end = { ...noPendingTerms, cancelAt: scope.now, archivedAt: scope.now };
  const action = 'subscription.cancel';
  const archived = await change(scope, subscriptionResource, row, end, {
    emits: 'subscription.updated',
    action,
  });
  await archiveInstallations(scope, installations);
  await syncRadius(scope, [archived], new Set());
  return archived;
}

/**
 * Ends subscriptions of any status for good. Those in service are deactivated first, with their event.
 * @param reason recorded on subscriptions without an `inactiveReason`
 * @param move the final move; `migrateOut` needs subscriptions in service or INACTIVE
 */
export async function cancelSubscriptions(
  scope: WriteScope,
  subscriptions: SubscriptionRow[],
  reason: (typeof inactiveReasons)[number],
  move: 'cancel' | 'migrate_out' = 'cancel',
): Promise<SubscriptionRow[]> {
  if (subscriptions.length === 0) return [];
  const inServiceRows = subscriptions.filter((row) => isInService(row.status));
  const others = subscriptions.filter((row) => !isInService(row.status));
  const installations = await lockOpenInstallations(
    scope,
    others.map((row) => row.id),
  );
  const ended = inServiceRows.length > 0 ? await deactivateAll(scope, inServiceRows, reason) : [];
  if (others.length > 0)
    await voidOpenInvoices(
      scope,
      others.map((row) => row.id),
      { reason },
    );
  const neverInService = others.filter((row) => row.inactiveReason === null);
  const lapsed = [...ended, ...others.filter((row) => row.inactiveReason !== null)];
  const archive = (row: SubscriptionRow) => ({
    ...noPendingTerms,
    archivedAt: row.archivedAt ?? scope.now,
    ...(reason === 'CANCELLED' ? { cancelAt: scope.now } : {}),
  });
  const cancelled = [
    ...(await transitionEach(
      scope,
      subscriptionResource,
      move,
      neverInService.map((row) => ({ row, patch: { ...archive(row), inactiveReason: reason } })),
    )),
    ...(await transitionEach(
      scope,
      subscriptionResource,
      move,
      lapsed.map((row) => ({ row, patch: archive(row) })),
    )),
  ];
  await archiveInstallations(scope, installations);
  await syncRadius(scope, cancelled, new Set());
  return cancelled;
}
