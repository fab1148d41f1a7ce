import type { WriteScope } from '../../../work/scope.ts';
import { hasRenewalWindow } from '../../model/billing-cycle/renewal-windows.ts';
import type { SubscriptionRow } from '../../model/subscription/resource.ts';
import { lockContext } from '../terms/billing-context.ts';
import { issueVoidedRenewals, openRenewalWindows } from './issue-renewals.ts';

/**
 * Issues the renewal that a pending end had suppressed, after that end was withdrawn. Contract: Billing.
 */
export async function resumeRenewal(scope: WriteScope, row: SubscriptionRow): Promise<void> {
  const context = await lockContext(scope, row);
  if (context?.cycle.status !== 'ACTIVE') return;
  const { cycle, next, invoice } = context;
  if (next === null) {
    if (!(await hasRenewalWindow(scope, cycle))) await openRenewalWindows(scope, [context]);
  } else if (invoice === null && next.paymentStatus === 'PENDING') {
    await issueVoidedRenewals(scope, [{ ...context, next }]);
  }
}
