import type { WriteScope } from '../../../db/scope.ts';
import type { BillingCycleRow } from '../../model/billing-cycle/resource.ts';
import type { BillingContext } from '../context/billing-context.ts';
import { reissueRenewals } from '../cycle/issue-renewals.ts';
import { voidOpenInvoices } from '../invoicing/void.ts';

/**
 * Voids and reissues unpaid renewals whose pending change was rejected, on the old terms. Contract: Terms of a cycle.
 * @returns the contexts after the change
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
