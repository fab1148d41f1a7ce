import type { WriteScope } from '../../../db/scope.ts';
import type { SubscriptionRow } from '../../model/subscription/resource.ts';
import { accountOf } from '../context/billing-context.ts';
import { openWindows, reissueRenewals } from './issue-renewals.ts';

/**
 * A subscription that was to end is to go on: what its renewal window would have asked for meanwhile is asked for now.
 * Contract: Billing.
 */
export async function resumeRenewal(scope: WriteScope, row: SubscriptionRow): Promise<void> {
  const account = await accountOf(scope, row);
  if (account?.cycle.status !== 'ACTIVE') return;
  const { cycle, next, invoice } = account;
  if (next === null) {
    // A window whose time has not come yet opens in its own time.
    if (cycle.renewsAt === null) await openWindows(scope, [account]);
  } else if (invoice === null && next.paymentStatus === 'PENDING') {
    await reissueRenewals(scope, [{ ...account, next }]);
  }
}
