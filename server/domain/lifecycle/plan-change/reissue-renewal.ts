import type { WriteScope } from '../../../db/scope.ts';
import type { SubscriptionRow } from '../../model/subscription/resource.ts';
import { contextOf, plannedEnd } from '../context/billing-context.ts';
import { reissueRenewals } from '../cycle/issue-renewals.ts';
import { resumeRenewal } from '../cycle/resume-renewal.ts';
import { startNextCycle } from '../cycle/start-next-cycle.ts';
import { voidOpenInvoices } from '../invoicing/void.ts';
import { applyPending } from './apply.ts';

/**
 * The terms of a subscription that is locked have changed, now or from its cycle's end on: a renewal that is open is
 * void and asked for at the price there will be. What is to end is asked for nothing. Contract: Billing.
 * @param before what the subscription was before; one that was to end and goes on now has its renewal resumed
 */
export async function reissueRenewal(
  scope: WriteScope,
  row: SubscriptionRow,
  before: SubscriptionRow,
): Promise<void> {
  if (plannedEnd(row) !== null) return;
  if (plannedEnd(before) !== null) return resumeRenewal(scope, row);
  const context = await contextOf(scope, row);
  if (!context?.next || context.invoice?.status !== 'OPEN') return;
  await voidOpenInvoices(scope, [row.id], { kind: 'RENEWAL' });
  const [reissued] = await reissueRenewals(scope, [{ ...context, next: context.next }]);
  // In grace nobody will pay for what costs nothing now: it goes on at once.
  if (reissued?.cycle.status === 'OVERDUE' && reissued.next?.paymentStatus === 'COMPLETED') {
    await startNextCycle(scope, await applyPending(scope, [reissued]));
  }
}
