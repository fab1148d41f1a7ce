import { and, eq, inArray } from 'drizzle-orm';
import { billingCycle } from '../../../drizzle/schema/billing.ts';
import type { WriteScope } from '../../db/scope.ts';
import { change } from '../../state/record.ts';
import { transition } from '../../state/transition.ts';
import { type InvoiceRow, invoiceResource } from '../invoice/resource.ts';
import { askUpgradeAnew } from '../subscription/ask-upgrade.ts';
import type { SubscriptionRow } from '../subscription/resource.ts';
import { accountOf } from './accounts.ts';
import { promoteQueued } from './promote.ts';
import { billingCycleResource } from './resource.ts';
import { startNext } from './start-next.ts';

/**
 * A renewal is paid: before the end of the running cycle the next one waits for its time, in grace it takes over at
 * once, as if it had done so at the end. Contract: Billing.
 */
export async function settleRenewal(
  scope: WriteScope,
  subscription: SubscriptionRow,
  open: InvoiceRow,
  received: { amount: number },
): Promise<void> {
  const invoice = await transition(scope, invoiceResource, open, 'pay', {
    amountPaid: received.amount,
    amountDue: 0,
    paidAt: scope.now,
  });
  const cycles = await scope.db
    .select()
    .from(billingCycle)
    .where(
      and(
        eq(billingCycle.providerId, scope.providerId),
        eq(billingCycle.subscriptionId, subscription.id),
        inArray(billingCycle.status, ['SCHEDULED', 'ACTIVE', 'OVERDUE']),
      ),
    );
  const next = cycles.find((row) => row.id === invoice.billingCycleId);
  const overdue = cycles.find((row) => row.status === 'OVERDUE');
  if (!next) throw new Error(`${invoice.id} renews nothing`);
  if (!overdue) {
    await change(scope, billingCycleResource, next, { paymentStatus: 'COMPLETED' });
    await askUpgradeAnew(scope, subscription.id);
    return;
  }
  const account = await accountOf(scope, subscription);
  // What was queued in the days of grace takes effect with the cycle that is paid for now.
  if (account) await startNext(scope, await promoteQueued(scope, [account]));
}
