import { isPaidCycle } from '../../../contract/billing-cycle-rules.ts';
import { isOpenInvoice } from '../../../contract/invoice-rules.ts';
import type { WriteScope } from '../../../work/scope.ts';
import type { SubscriptionRow } from '../../model/subscription/resource.ts';
import { voidOpenInvoices } from '../invoicing/void.ts';
import { lockContext, pendingEnd } from '../terms/billing-context.ts';
import { issueVoidedRenewals } from './issue-renewals.ts';
import { resumeRenewal } from './resume-renewal.ts';
import { startWithPending } from './start-with-pending.ts';

/**
 * Voids and reissues the open renewal of a locked subscription whose terms or pending terms changed. A subscription with
 * a pending end has no renewal. Contract: Terms of a cycle.
 * @param before the subscription before the change; where that withdrew a pending end, the renewal is resumed
 */
export async function reissueRenewal(
  scope: WriteScope,
  row: SubscriptionRow,
  before: SubscriptionRow,
): Promise<void> {
  if (pendingEnd(row) !== null) return;
  if (pendingEnd(before) !== null) return resumeRenewal(scope, row);
  const context = await lockContext(scope, row);
  if (!context?.next || !context.invoice || !isOpenInvoice(context.invoice)) return;
  await voidOpenInvoices(scope, [row.id], { kind: 'RENEWAL' });
  const [reissued] = await issueVoidedRenewals(scope, [{ ...context, next: context.next }]);
  // A renewal that costs 0 now gets no payment, so in grace the next cycle starts at once.
  if (reissued?.cycle.status === 'OVERDUE' && isPaidCycle(reissued.next)) {
    await startWithPending(scope, [reissued]);
  }
}
