import type { WriteScope } from '../../../db/scope.ts';
import type { BillingCycleRow } from '../../model/billing-cycle/resource.ts';
import type { Account } from '../context/billing-context.ts';
import { reissueRenewals } from '../cycle/issue-renewals.ts';
import { voidOpenInvoices } from '../invoicing/void.ts';

/**
 * Brings scheduled cycles that are not paid back to the terms that hold once a change they were asked for at was
 * rejected: the open invoice is void and issued anew. Contract: Billing.
 * @returns the accounts as they are now
 */
export async function returnToTerms(scope: WriteScope, accounts: Account[]): Promise<Account[]> {
  const scheduled = accounts.filter(
    (account): account is Account & { next: BillingCycleRow } => account.next !== null,
  );
  if (scheduled.length === 0) return accounts;
  await voidOpenInvoices(
    scope,
    scheduled.map(({ subscription }) => subscription.id),
    { at: new Map(scheduled.map(({ at, subscription }) => [subscription.id, at])), kind: 'RENEWAL' },
  );
  return [...(await reissueRenewals(scope, scheduled)), ...accounts.filter(({ next }) => next === null)];
}
