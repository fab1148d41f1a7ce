import { isPaidCycle } from '../../../contract/billing-cycle-rules.ts';
import type { failureReasons } from '../../../contract/enums.ts';
import { change } from '../../../state/record.ts';
import { transition } from '../../../state/transition.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { type PaymentRow, paymentResource } from '../../model/payment/resource.ts';
import type { LockedSubscription } from '../../model/subscription/lock.ts';
import { subscriptionResource } from '../../model/subscription/resource.ts';
import { expireChargeIfDue } from '../charges/end.ts';
import { voidOpenInvoices } from '../invoicing/void.ts';
import { endGrace } from '../termination/end-grace.ts';
import { endService } from '../termination/end-service.ts';
import { cancelUnpaid } from '../termination/expire-pending.ts';
import { type BillingContext, pendingEnd, readContext } from '../terms/billing-context.ts';
import { expireUpgradeIfDue } from '../upgrade/end.ts';
import { reissueUpgrade } from '../upgrade/issue.ts';
import type { LockedPayment } from './lock.ts';

/**
 * Fails a PROCESSING payment. What waited for its money and was due meanwhile happens now. Contract: Money in transit.
 * @returns the payment after the change
 */
export async function failPayment(
  scope: WriteScope,
  { payment, charge, service }: LockedPayment,
  failureReason: (typeof failureReasons)[number],
): Promise<PaymentRow> {
  const failed = await transition(scope, paymentResource, payment, 'fail', { failureReason });
  if (charge) await expireChargeIfDue(scope, charge);
  if (service) await resumeService(scope, service);
  return failed;
}

async function resumeService(scope: WriteScope, service: LockedSubscription): Promise<void> {
  const { subscription, subscriber } = service;
  const item = { at: scope.now, subscriberId: subscriber.id };
  if (subscription.status === 'PENDING') {
    const isDue = subscription.pendingUntil !== null && subscription.pendingUntil <= scope.now;
    if (isDue) await cancelUnpaid(scope, [{ ...item, row: subscription }]);
    return;
  }
  const row = await expireUpgradeIfDue(scope, subscription);
  const found = await readContext(scope, row);
  if (!found) return;
  if (endsInTransit(found)) return endWithRunningCycle(scope, { ...service, subscription: row }, found);
  // A hold had the price difference of the next cycle too.
  const { cycle } = await reissueUpgrade(scope, found);
  if (cycle.status === 'OVERDUE' && cycle.graceEndsAt <= scope.now) {
    await endGrace(scope, [{ ...item, row: cycle }]);
  }
}

/** Whether an end of service was requested for the end of a next cycle that is not paid after all. */
function endsInTransit({ subscription, next, inTransit }: BillingContext): boolean {
  const end = pendingEnd(subscription);
  return end !== null && next !== null && !isPaidCycle(next) && !inTransit && end >= next.expiresAt;
}

/** Moves a pending end of service to the end of the running cycle, which ends it now where it has passed. */
async function endWithRunningCycle(
  scope: WriteScope,
  { subscriber, subscription }: LockedSubscription,
  { cycle }: BillingContext,
): Promise<void> {
  const isCancelled = subscription.cancelAt !== null;
  const reason = isCancelled ? 'CANCELLED' : 'PLAN_REMOVED';
  if (cycle.status !== 'ACTIVE') {
    await endService(scope, subscriber, [subscription], reason);
    return;
  }
  await voidOpenInvoices(scope, [subscription.id], { reason });
  const end = isCancelled ? { cancelAt: cycle.expiresAt } : { planRemovalAt: cycle.expiresAt };
  await change(scope, subscriptionResource, subscription, end, { emits: 'subscription.updated' });
}
