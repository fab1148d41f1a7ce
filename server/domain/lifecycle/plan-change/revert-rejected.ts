import type { WriteScope } from '../../../db/scope.ts';
import type { BillingCycleRow } from '../../model/billing-cycle/resource.ts';
import type { BillingContext } from '../context/billing-context.ts';
import { reissueRenewals } from '../cycle/issue-renewals.ts';
import { voidOpenInvoices } from '../invoicing/void.ts';

/**
 * Brings scheduled cycles that are not paid back to the terms that hold once a change they were asked for at was
 * rejected: the open invoice is void and issued anew. Contract: Billing.
 * @returns the contexts as they are now
 */
export async function revertRejected(
  scope: WriteScope,
  contexts: BillingContext[],
): Promise<BillingContext[]> {
  const scheduled = contexts.filter(
    (context): context is BillingContext & { next: BillingCycleRow } => context.next !== null,
  );
  if (scheduled.length === 0) return contexts;
  await voidOpenInvoices(
    scope,
    scheduled.map(({ subscription }) => subscription.id),
    { at: new Map(scheduled.map(({ at, subscription }) => [subscription.id, at])), kind: 'RENEWAL' },
  );
  return [...(await reissueRenewals(scope, scheduled)), ...contexts.filter(({ next }) => next === null)];
}
