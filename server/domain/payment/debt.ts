import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { payment } from '../../../drizzle/schema/billing.ts';
import { isPendingCharge } from '../../contract/charge-rules.ts';
import { refuse } from '../../contract/errors.ts';
import {
  type ChargeDebt,
  chargeDebt,
  type chargeDebtQuery,
  type SubscriptionDebt,
  subscriptionDebt,
  type subscriptionDebtQuery,
} from '../../contract/portal/debt.ts';
import { present } from '../../contract/present.ts';
import { hasEnded } from '../../contract/subscription-rules.ts';
import { find, findOrNull } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { availableRails } from '../external/gateway/accounts.ts';
import { type Debt, findDebt, invoiceDebt } from '../lifecycle/payment/find-debt.ts';
import { chargeResource } from '../model/charge/resource.ts';
import { isPastExpiry } from '../model/expiry.ts';
import { invoiceResource } from '../model/invoice/resource.ts';
import { findOpenPayment, newestOpenPayment } from '../model/payment/find-open.ts';
import { targetKey, targetOf } from '../model/payment/target.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';
import { type SubscriptionRow, subscriptionResource } from '../model/subscription/resource.ts';
import { restOf } from './debts.ts';

/**
 * What a payment for a subscription would pay now, by the function that payments use. Writes nothing.
 * @throws NOT_FOUND, also for an invoice of another subscription
 */
export async function readSubscriptionDebt(
  scope: Scope,
  { subscriptionId, invoiceId }: z.output<typeof subscriptionDebtQuery>,
): Promise<SubscriptionDebt> {
  const subscription = await find(scope, subscriptionResource, subscriptionId);
  const [openPayment, found] = await Promise.all([
    findOpenPayment(scope, subscription.id, invoiceId),
    hasEnded(subscription) ? null : debtFor(scope, subscription, invoiceId),
  ]);
  const { subscriberId } = subscription;
  const debt =
    found && found.total > 0
      ? await restOf(scope, { ...found, subscriberId, target: targetOf(subscription.id, found) })
      : null;
  return present(subscriptionDebt, {
    debt: debt && { ...debt, invoiceNumber: debt.invoice?.number ?? null },
    openPayment: openPayment ?? null,
    ...(await waysToPay(scope, subscription.subscriberId)),
  });
}

/**
 * What a payment for a charge would pay now. Writes nothing.
 * @throws NOT_FOUND
 */
export async function readChargeDebt(
  scope: Scope,
  { chargeId }: z.output<typeof chargeDebtQuery>,
): Promise<ChargeDebt> {
  const charge = await find(scope, chargeResource, chargeId);
  const isDue = isPendingCharge(charge) && !isPastExpiry(charge, scope.now);
  const { subscriberId, description, amount: total, currency } = charge;
  return present(chargeDebt, {
    debt: isDue
      ? await restOf(scope, {
          subscriberId,
          target: targetKey.charge(chargeId),
          description,
          total,
          currency,
        })
      : null,
    openPayment: (await newestOpenPayment(scope, eq(payment.chargeId, chargeId))) ?? null,
    ...(await waysToPay(scope, charge.subscriberId)),
  });
}

async function debtFor(scope: Scope, row: SubscriptionRow, invoiceId?: string): Promise<Debt | null> {
  if (invoiceId === undefined) return findDebt(scope, row);
  const invoice = await findOrNull(scope, invoiceResource, invoiceId);
  if (invoice?.subscriptionId !== row.id) throw refuse('NOT_FOUND', { field: 'invoiceId' });
  return invoiceDebt(invoice);
}

async function waysToPay(scope: Scope, subscriberId: string) {
  const [{ phone }, rails] = await Promise.all([
    find(scope, subscriberResource, subscriberId),
    availableRails(scope),
  ]);
  return { phone, rails: rails.map(({ name, label, begins }) => ({ name, label, begins })) };
}
