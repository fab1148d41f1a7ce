import { ZERO } from '../../../contract/money.ts';
import { find } from '../../../state/resource.ts';
import { transition } from '../../../state/transition.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { type InvoiceRow, invoiceResource } from '../../model/invoice/resource.ts';
import type { PaymentRow } from '../../model/payment/resource.ts';
import { planResource } from '../../model/plan/resource.ts';
import type { SubscriptionRow } from '../../model/subscription/resource.ts';
import { switchPlan } from '../plan-change/switch-plan.ts';
import { readContext } from '../terms/billing-context.ts';
import { rejectUpgrades } from '../upgrade/end.ts';
import { upgradeRejection } from '../upgrade/terms.ts';
import { issueRefund } from './issue-refund.ts';

/**
 * Applies a paid upgrade at once. An upgrade to a plan that is now disabled or below the floor is rejected, and the
 * payment is refunded. Contract: Upgrade holds.
 * @param subscription locked, with a hold that has not expired
 * @param received the completed payment
 * @returns the payment after the change
 */
export async function settleUpgrade(
  scope: WriteScope,
  subscription: SubscriptionRow,
  invoice: InvoiceRow,
  received: PaymentRow,
): Promise<PaymentRow> {
  const paid = await transition(scope, invoiceResource, invoice, 'pay', {
    amountPaid: received.amount,
    amountDue: ZERO,
    paidAt: scope.now,
  });
  const context = await readContext(scope, subscription);
  const { upgradePlanId, upgradePrice } = subscription;
  if (!context || upgradePlanId === null || upgradePrice === null) {
    throw new Error(`${invoice.id} is not the invoice of an upgrade hold`);
  }
  const plan = await find(scope, planResource, upgradePlanId);
  const rejection = await upgradeRejection(scope, subscription, plan);
  if (rejection === null) {
    await switchPlan(scope, context, plan, upgradePrice);
    return received;
  }
  await rejectUpgrades(scope, [{ row: subscription }], rejection);
  const whole = { amount: received.amount, reason: 'CHANGE_REJECTED' as const, note: null };
  const { payment } = await issueRefund(scope, { payment: received, invoice: paid, charge: null }, whole);
  return payment;
}
