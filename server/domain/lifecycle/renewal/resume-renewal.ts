import type { WriteScope } from '../../../work/scope.ts';
import { hasRenewalWindow } from '../../model/billing-cycle/renewal-windows.ts';
import type { BillingContext } from '../terms/billing-context.ts';
import { issueVoidedRenewals, openRenewalWindows } from './issue-renewals.ts';

/**
 * Issues the renewal that a pending end had suppressed, after that end was withdrawn. Contract: Billing.
 * @returns the context with the renewal
 */
export async function resumeRenewal(scope: WriteScope, context: BillingContext): Promise<BillingContext> {
  const { cycle, next, invoice } = context;
  if (cycle.status !== 'ACTIVE') return context;
  if (next !== null) {
    if (invoice !== null || next.paymentStatus !== 'PENDING') return context;
    const [reissued = context] = await issueVoidedRenewals(scope, [{ ...context, next }]);
    return reissued;
  }
  if (await hasRenewalWindow(scope, cycle)) return context;
  const [opened = context] = await openRenewalWindows(scope, [context]);
  return opened;
}
