import { renewalWindow as windows } from '../../../../drizzle/schema/billing.ts';
import { isPaidCycle } from '../../../contract/billing-cycle-rules.ts';
import { subtract, ZERO } from '../../../contract/money.ts';
import { changeEach, createEach } from '../../../state/record.ts';
import { presentAll } from '../../../state/resource.ts';
import { emit } from '../../../work/emit.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { type RenewalWindowRow, removeRenewalWindows } from '../../model/billing-cycle/renewal-windows.ts';
import { type BillingCycleRow, billingCycleResource } from '../../model/billing-cycle/resource.ts';
import { cyclePeriod, fixedTerms, invoiceFor, type Terms } from '../../model/billing-cycle/rules.ts';
import type { InvoiceRow } from '../../model/invoice/resource.ts';
import { taxRateOf } from '../../model/provider/tax-rate.ts';
import { type DueItem, dueRows } from '../../queue/due-work.ts';
import { lockFunded } from '../credit/balances.ts';
import { coveredBy } from '../credit/cover-renewals.ts';
import { type CreditChange, recordCredit } from '../credit/record.ts';
import { issueInvoices } from '../invoicing/issue.ts';
import { type BillingContext, lockForBilling, pendingEnd } from '../terms/billing-context.ts';
import { pendingTerms } from '../terms/pending-change.ts';
import { rejectPending } from '../terms/reject-pending.ts';
import { reissueUpgrade } from '../upgrade/issue.ts';

/** Opens the renewal window: schedules the next cycle and issues its invoice. Contract: Billing. */
export const renewalWindow = dueRows({
  name: 'renewal window',
  resource: { table: windows },
  column: windows.opensAt,
  subscriberId: windows.subscriberId,
  run: openDueWindows,
});

async function openDueWindows(scope: WriteScope, items: DueItem<RenewalWindowRow>[]): Promise<void> {
  const funded = await lockFunded(
    scope,
    items.map(({ subscriberId }) => subscriberId),
  );
  const found = await lockForBilling(
    scope,
    items.map((item) => ({ ...item, row: { ...item.row, status: 'ACTIVE' as const } })),
  );
  const opening = found.filter(
    ({ subscription, next }) => next === null && pendingEnd(subscription) === null,
  );
  const opened = new Set(opening.map(({ cycle }) => cycle.id));
  await removeRenewalWindows(
    scope,
    items.flatMap(({ row }) => (opened.has(row.id) ? [] : [row])),
  );
  await openRenewalWindows(scope, opening, funded);
}

/**
 * Opens the window: issues the renewals and emits `billing.cycle_ending`.
 * @param funded the locked subscribers that have credit
 * @returns the contexts with their renewals
 */
export async function openRenewalWindows(
  scope: WriteScope,
  contexts: BillingContext[],
  funded?: ReadonlySet<string>,
): Promise<BillingContext[]> {
  if (contexts.length === 0) return [];
  const opened: BillingContext[] = [];
  for (const context of await issueRenewals(scope, contexts, funded)) {
    // A renewal with a total of 0 is paid at issue, so an upgrade hold has to cover its cycle too.
    const { at, next } = context;
    opened.push(isPaidCycle(next) ? await reissueUpgrade({ ...scope, now: at }, context) : context);
  }
  const cycles = contexts.map(({ cycle }) => cycle);
  const snapshots = await presentAll(scope, billingCycleResource, cycles);
  for (const [i, current] of snapshots.entries()) {
    emit({ ...scope, now: contexts[i]?.at ?? scope.now }, 'billing.cycle_ending', { current });
  }
  return opened;
}

/**
 * Schedules the next cycles and issues their invoices, which fix the terms. Pending changes are checked first. A total of
 * 0 is paid at issue, and so is what the credit of these subscribers covers. Contract: Terms of a cycle, Account credit.
 * @param funded the locked subscribers that have credit
 */
export async function issueRenewals(
  scope: WriteScope,
  found: BillingContext[],
  funded: ReadonlySet<string> = new Set(),
): Promise<BillingContext[]> {
  const contexts = await rejectPending(scope, found);
  const drafts = await withCoverage(scope, await draftRenewals(scope, contexts), funded);
  const next = await createEach(
    scope,
    billingCycleResource,
    drafts.map(({ at, subscription, terms, period, amounts, isCovered }) => ({
      at,
      values: {
        subscriptionId: subscription.id,
        subscriberId: subscription.subscriberId,
        planId: terms.planId,
        status: 'SCHEDULED' as const,
        paymentStatus: amounts.total === 0 || isCovered ? ('COMPLETED' as const) : ('PENDING' as const),
        ...period,
        ...fixedTerms(terms),
      },
    })),
  );
  const invoices = await issueRenewalInvoices(scope, drafts, next);
  await recordCredit(scope, invoices.filter((_, i) => drafts[i]?.isCovered).map(settlementOf));
  await removeRenewalWindows(
    scope,
    contexts.map(({ cycle }) => cycle),
  );
  return contexts.map((context, i) => ({
    ...context,
    next: next[i] ?? null,
    invoice: invoices[i] ?? null,
  }));
}

/**
 * Issues new invoices for renewals whose invoices the caller has voided. The scheduled, unpaid cycles get their terms from the
 * plan and the overrides as they are now. See `issueRenewals`.
 */
export async function issueVoidedRenewals(
  scope: WriteScope,
  found: (BillingContext & { next: BillingCycleRow })[],
): Promise<BillingContext[]> {
  const contexts = await rejectPending(scope, found);
  const drafts = await draftRenewals(scope, contexts);
  const next = await changeEach(
    scope,
    billingCycleResource,
    drafts.map(({ at, next: row, terms, period, amounts }) => ({
      at,
      row,
      patch: {
        planId: terms.planId,
        paymentStatus: amounts.total === 0 ? ('COMPLETED' as const) : ('PENDING' as const),
        ...period,
        ...fixedTerms(terms),
      },
    })),
  );
  const invoices = await issueRenewalInvoices(scope, drafts, next);
  return contexts.map((context, i) => ({
    ...context,
    next: next[i] ?? context.next,
    invoice: invoices[i] ?? null,
  }));
}

type RenewalDraft<A extends BillingContext> = A & {
  terms: Terms;
  period: ReturnType<typeof cyclePeriod>;
  amounts: ReturnType<typeof invoiceFor>;
  /** Credit pays it at issue. */
  isCovered?: boolean;
};

async function draftRenewals<A extends BillingContext>(
  scope: WriteScope,
  contexts: A[],
): Promise<RenewalDraft<A>[]> {
  const taxRate = await taxRateOf(scope);
  return contexts.map((context) => {
    const terms = pendingTerms(context);
    const period = cyclePeriod(context.cycle.expiresAt, terms);
    return { ...context, terms, period, amounts: invoiceFor(terms, period, taxRate) };
  });
}

async function withCoverage<A extends BillingContext>(
  scope: WriteScope,
  drafts: RenewalDraft<A>[],
  funded: ReadonlySet<string>,
): Promise<RenewalDraft<A>[]> {
  if (funded.size === 0) return drafts;
  const renewals = drafts.map(({ subscription: { subscriberId }, amounts: { currency, total } }) => ({
    ...{ subscriberId, currency, total },
  }));
  const covered = await coveredBy(scope, renewals, funded);
  return drafts.map((draft, i) => ({
    ...draft,
    isCovered: covered.has(renewals[i] as (typeof renewals)[number]),
  }));
}

/** What a renewal takes from the credit that covers it. */
function settlementOf(row: InvoiceRow): CreditChange {
  const { id: invoiceId, subscriberId, subscriptionId, currency, total, issuedAt: at } = row;
  const amount = subtract(ZERO, total);
  return { type: 'SETTLEMENT', subscriberId, subscriptionId, amount, currency, invoiceId, at };
}

function issueRenewalInvoices(
  scope: WriteScope,
  drafts: RenewalDraft<BillingContext>[],
  next: BillingCycleRow[],
) {
  return issueInvoices(
    scope,
    drafts.map(({ at, subscription, period, amounts, isCovered = false }, i) => ({
      at,
      isCovered,
      ...amounts,
      subscriberId: subscription.subscriberId,
      subscriptionId: subscription.id,
      billingCycleId: next[i]?.id ?? null,
      kind: 'RENEWAL' as const,
      periodStart: period.startsAt,
      dueAt: period.startsAt,
    })),
  );
}
