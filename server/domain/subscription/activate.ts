import type { z } from 'zod';
import { refuse } from '../../contract/errors.ts';
import { ZERO } from '../../contract/money.ts';
import type { SubscriptionSnapshot, subscriptionId } from '../../contract/subscription.ts';
import { activationObstacle, hasEnded } from '../../contract/subscription-rules.ts';
import { presentOne } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';
import { expirePendingPayments } from '../lifecycle/invoicing/expire-payments.ts';
import { type Debt, findDebt } from '../lifecycle/payment/find-debt.ts';
import { issueFirstInvoice, issueReactivationInvoice } from '../lifecycle/payment/issue-service-invoice.ts';
import { startService } from '../lifecycle/payment/start-service.ts';
import { type LockedSubscription, lockSubscription } from '../model/subscription/lock.ts';
import { requireNoObstacle } from '../model/subscription/obstacles.ts';
import { type SubscriptionRow, subscriptionResource } from '../model/subscription/resource.ts';

/**
 * Activates a subscription. An INACTIVE one gets its reactivation invoice and starts with the payment of it. Where nothing
 * is due, service starts at once. Contract: Billing.
 * @throws NOT_FOUND; IMMUTABLE when it has ended; CONFLICT when it is in service; CONTACT_SHARE for an INACTIVE external
 *   subscription; PRECONDITION while the first payment is due
 */
export async function activateSubscription(
  scope: WriteScope,
  { id }: z.output<typeof subscriptionId>,
): Promise<SubscriptionSnapshot> {
  const locked = await lockSubscription(scope, id);
  if (!locked) throw refuse('NOT_FOUND', { field: 'id' });
  const row = locked.subscription;
  const debt = hasEnded(row) ? null : await findDebt(scope, row);
  requireNoObstacle(activationObstacle(row, hasAmountDue(debt)));
  return presentOne(scope, subscriptionResource, await begin(scope, locked, debt));
}

function hasAmountDue(debt: Debt | null): boolean {
  return debt !== null && debt.total > 0;
}

async function begin(
  scope: WriteScope,
  locked: LockedSubscription,
  debt: Debt | null,
): Promise<SubscriptionRow> {
  const row = locked.subscription;
  if (debt?.invoice) return row;
  // An open first payment has an earlier price of the plan, so it expires.
  if (!hasAmountDue(debt)) await expirePendingPayments(scope, [row.id]);
  const invoice =
    row.status === 'PENDING'
      ? await issueFirstInvoice(scope, row, ZERO)
      : await issueReactivationInvoice(scope, row);
  return hasAmountDue(debt) ? row : startService(scope, locked, invoice, { amount: ZERO });
}
