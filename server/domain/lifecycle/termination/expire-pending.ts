import { payment } from '../../../../drizzle/schema/billing.ts';
import { subscription } from '../../../../drizzle/schema/subscription.ts';
import { transitionEach } from '../../../state/transition.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { lockOpenInstallations } from '../../model/installation/lock.ts';
import { transitEnd, waitsForMoney, withoutMoneyInTransit } from '../../model/payment/in-transit.ts';
import { lockDueSubscriptions } from '../../model/subscription/lock.ts';
import { type SubscriptionRow, subscriptionResource } from '../../model/subscription/resource.ts';
import { type DueItem, dueRows } from '../../queue/due-work.ts';
import { archiveInstallations } from '../charges/installation.ts';
import { voidOpenInvoices } from '../invoicing/void.ts';
import { noPendingTerms } from './end-service.ts';

/** Cancels PENDING subscriptions without a first payment by `pendingUntil`. Contract: Billing, Money in transit. */
export const pendingExpiry = dueRows({
  name: 'pending expiry',
  resource: subscriptionResource,
  column: subscription.pendingUntil,
  subscriberId: subscription.subscriberId,
  status: ['PENDING'],
  wait: waitsForMoney(payment.subscriptionId, subscription),
  run: cancelUnpaid,
});

export async function cancelUnpaid(scope: WriteScope, items: DueItem<SubscriptionRow>[]): Promise<void> {
  const dueAt = new Map(items.map(({ at, row }) => [row.id, at]));
  const locked = await lockDueSubscriptions(scope, items, 'PENDING');
  const rows = await withoutMoneyInTransit(scope, payment.subscriptionId, locked, {
    paid: ({ id }) => id,
    until: ({ pendingUntil }) => pendingUntil && transitEnd(pendingUntil),
    at: ({ id }) => dueAt.get(id) ?? scope.now,
  });
  const ids = rows.map((row) => row.id);
  const installations = await lockOpenInstallations(scope, ids);
  await voidOpenInvoices(scope, ids, { reason: 'CANCELLED', at: dueAt });
  await transitionEach(
    scope,
    subscriptionResource,
    'cancel',
    rows.map((row) => {
      const at = dueAt.get(row.id) ?? scope.now;
      const patch = { ...noPendingTerms, inactiveReason: 'CANCELLED' as const, archivedAt: at };
      return { row, at, patch };
    }),
  );
  await archiveInstallations(scope, installations, dueAt);
}
