import { ZERO } from '../../../contract/money.ts';
import { changeEach } from '../../../state/record.ts';
import { transitionEach } from '../../../state/transition.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { type BillingCycleRow, billingCycleResource } from '../../model/billing-cycle/resource.ts';
import { type InvoiceRow, invoiceResource } from '../../model/invoice/resource.ts';
import type { SubscriptionRow } from '../../model/subscription/resource.ts';
import { type BillingContext, readContext } from '../terms/billing-context.ts';
import { reissueUpgrade } from '../upgrade/issue.ts';
import { startWithPending } from './start-with-pending.ts';

/** A billing context with an issued renewal. */
export type OpenRenewal = BillingContext & { next: BillingCycleRow; invoice: InvoiceRow };

/** Settles the renewal of a locked subscription. See `settleRenewals`. */
export async function settleRenewal(
  scope: WriteScope,
  subscription: SubscriptionRow,
  invoice: InvoiceRow,
): Promise<void> {
  const context = await readContext(scope, subscription);
  if (!context?.next || context.invoice?.id !== invoice.id)
    throw new Error(`${invoice.id} is not the invoice of the next cycle`);
  await settleRenewals(scope, [{ ...context, next: context.next, invoice }]);
}

/**
 * Settles renewals that are paid in full, each at the instant of its context. Before the end of the running cycle the next
 * one stays SCHEDULED. In grace it starts at once, at the old end. Contract: Billing.
 */
export async function settleRenewals(scope: WriteScope, contexts: OpenRenewal[]): Promise<void> {
  const paid = await transitionEach(
    scope,
    invoiceResource,
    'pay',
    contexts.map(({ at, invoice }) => ({
      at,
      row: invoice,
      patch: { amountPaid: invoice.amountDue, amountDue: ZERO, paidAt: at },
    })),
  );
  const paidById = new Map(paid.map((row) => [row.id, row]));
  const early = contexts.filter(({ cycle }) => cycle.status !== 'OVERDUE');
  const next = await changeEach(
    scope,
    billingCycleResource,
    early.map(({ at, next }) => ({ at, row: next, patch: { paymentStatus: 'COMPLETED' as const } })),
  );
  // One by one: few paid renewals belong to an upgrade hold.
  for (const [i, context] of early.entries()) {
    if (context.subscription.status !== 'AWAITING_PAYMENT_FOR_UPGRADE') continue;
    await reissueUpgrade({ ...scope, now: context.at }, { ...context, next: next[i] ?? context.next });
  }
  // Changes requested during grace apply with the cycle that starts now.
  const late = contexts
    .filter(({ cycle }) => cycle.status === 'OVERDUE')
    .map((context) => ({ ...context, invoice: paidById.get(context.invoice.id) ?? context.invoice }));
  await startWithPending(scope, late);
}
