import type { WriteScope } from '../../../db/scope.ts';
import type { SubscriptionRow } from '../../model/subscription/resource.ts';
import { contextOf } from '../context/billing-context.ts';
import { openRenewalWindows, reissueRenewals } from './issue-renewals.ts';

/**
 * A subscription that was to end is to go on: what its renewal window would have asked for meanwhile is asked for now.
 * Contract: Billing.
 */
export async function resumeRenewal(scope: WriteScope, row: SubscriptionRow): Promise<void> {
  const context = await contextOf(scope, row);
  if (context?.cycle.status !== 'ACTIVE') return;
  const { cycle, next, invoice } = context;
  if (next === null) {
    // A window whose time has not come yet opens in its own time.
    if (cycle.renewsAt === null) await openRenewalWindows(scope, [context]);
  } else if (invoice === null && next.paymentStatus === 'PENDING') {
    await reissueRenewals(scope, [{ ...context, next }]);
  }
}
