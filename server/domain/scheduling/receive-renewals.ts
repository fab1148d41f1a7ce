import { plus } from '../../clock.ts';
import { DAY_MS } from '../../contract/days.ts';
import { isOpenInvoice } from '../../contract/invoice-rules.ts';
import { createEach } from '../../state/record.ts';
import { transitionEach } from '../../state/transition.ts';
import type { WriteScope } from '../../work/scope.ts';
import { type OpenRenewal, settleRenewals } from '../lifecycle/renewal/settle.ts';
import { lockForBilling } from '../lifecycle/terms/billing-context.ts';
import type { BillingCycleRow } from '../model/billing-cycle/resource.ts';
import { paymentResource } from '../model/payment/resource.ts';
import { targetKey } from '../model/payment/target.ts';
import { newReference } from '../payment/create.ts';
import type { DueItem } from '../queue/due-work.ts';

/**
 * Records manual payments for open renewals, as a set. Each payment is created, completed and settled at its own instant,
 * as `createPayment` does for one. Cycles without an open renewal are skipped. None may have an open payment.
 * Contract: Payment, Billing.
 * @param items the running cycles, each with the instant of its payment
 */
export async function receiveRenewals(scope: WriteScope, items: DueItem<BillingCycleRow>[]): Promise<void> {
  const contexts = (await lockForBilling(scope, items, items)).filter(
    (context): context is OpenRenewal =>
      context.next !== null && context.invoice !== null && isOpenInvoice(context.invoice),
  );
  const pending = await createEach(
    scope,
    paymentResource,
    contexts.map(({ at, subscription, invoice }) => ({
      at,
      values: {
        subscriberId: subscription.subscriberId,
        subscriptionId: subscription.id,
        invoiceId: invoice.id,
        amount: invoice.amountDue,
        currency: invoice.currency,
        rail: 'manual',
        status: 'PENDING' as const,
        reference: newReference(),
        expiresAt: plus(at, DAY_MS),
        target: targetKey.invoice(invoice.id),
      },
    })),
  );
  const atOf = new Map(pending.map((row, i) => [row.id, contexts[i]?.at ?? scope.now]));
  const at = (row: { id: string }) => atOf.get(row.id) ?? scope.now;
  const processing = await transitionEach(
    scope,
    paymentResource,
    'process',
    pending.map((row) => ({ row, at: at(row) })),
  );
  await transitionEach(
    scope,
    paymentResource,
    'complete',
    processing.map((row) => ({ row, at: at(row), patch: { completedAt: at(row) } })),
  );
  await settleRenewals(scope, contexts);
}
