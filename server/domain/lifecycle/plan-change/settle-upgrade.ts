import { ZERO } from '../../../contract/money.ts';
import type { WriteScope } from '../../../db/scope.ts';
import { find } from '../../../state/resource.ts';
import { transition } from '../../../state/transition.ts';
import { type InvoiceRow, invoiceResource } from '../../model/invoice/resource.ts';
import type { PaymentRow } from '../../model/payment/resource.ts';
import { planResource } from '../../model/plan/resource.ts';
import type { SubscriptionRow } from '../../model/subscription/resource.ts';
import { contextOf } from '../context/billing-context.ts';
import { issueRefund } from '../refund/issue.ts';
import { rejectUpgrades } from '../upgrade/end.ts';
import { upgradeRefusal } from '../upgrade/terms.ts';
import { switchPlan } from './switch-plan.ts';

/**
 * Applies a paid upgrade at once. A plan that is off sale or below the floor by now is rejected, as at every change, and
 * the payment is refunded. Contract: Upgrade holds.
 * @param subscription with a hold that has not expired
 */
export async function settleUpgrade(
  scope: WriteScope,
  subscription: SubscriptionRow,
  open: InvoiceRow,
  received: PaymentRow,
): Promise<void> {
  await transition(scope, invoiceResource, open, 'pay', {
    amountPaid: received.amount,
    amountDue: ZERO,
    paidAt: scope.now,
  });
  const context = await contextOf(scope, subscription);
  const { upgradePlanId, upgradePrice } = subscription;
  if (!context || upgradePlanId === null || upgradePrice === null) {
    throw new Error(`${open.id} upgrades nothing`);
  }
  const plan = await find(scope, planResource, upgradePlanId);
  const refusal = await upgradeRefusal(scope, subscription, plan);
  if (refusal === null) {
    await switchPlan(scope, context, plan, upgradePrice);
    return;
  }
  await rejectUpgrades(scope, [{ row: subscription }], refusal);
  await issueRefund(scope, received, { amount: received.amount, reason: 'CHANGE_REJECTED', note: null });
}
