import { isPaidCycle } from '../../../contract/billing-cycle-rules.ts';
import { isOpenInvoice } from '../../../contract/invoice-rules.ts';
import type { WriteScope } from '../../../work/scope.ts';
import type { SubscriptionRow } from '../../model/subscription/resource.ts';
import { voidOpenInvoices } from '../invoicing/void.ts';
import { type BillingContext, pendingEnd } from '../terms/billing-context.ts';
import { issueVoidedRenewals } from './issue-renewals.ts';
import { resumeRenewal } from './resume-renewal.ts';
import { startWithPending } from './start-with-pending.ts';

/**
 * Voids and reissues the open renewal of a locked subscription whose terms or pending terms changed. A subscription with
 * a pending end has no renewal. One whose payment is in transit stays. Contract: Terms of a cycle, Money in transit.
 * @param context after the change
 * @param before the subscription before the change; where that withdrew a pending end, the renewal is resumed
 * @returns the context with the new renewal
 */
export async function reissueRenewal(
  scope: WriteScope,
  context: BillingContext,
  before: SubscriptionRow,
): Promise<BillingContext> {
  const { subscription, next, invoice, inTransit } = context;
  if (pendingEnd(subscription) !== null) return context;
  if (pendingEnd(before) !== null) return resumeRenewal(scope, context);
  if (!next || !invoice || !isOpenInvoice(invoice) || inTransit) return context;
  await voidOpenInvoices(scope, [subscription.id], { reason: 'REISSUED', kind: 'RENEWAL' });
  const [reissued = context] = await issueVoidedRenewals(scope, [{ ...context, next }]);
  if (reissued.cycle.status !== 'OVERDUE' || !isPaidCycle(reissued.next)) return reissued;
  // A renewal that costs 0 now gets no payment, so in grace the next cycle starts now.
  const [started = reissued] = await startWithPending(scope, [reissued]);
  return started;
}
