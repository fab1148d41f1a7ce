import { billingCycle } from '../../../drizzle/schema/billing.ts';
import type { WriteScope } from '../../db/scope.ts';
import { emit } from '../../events/emit.ts';
import { changeEach, createEach } from '../../state/record.ts';
import { presentAll } from '../../state/resource.ts';
import { issueInvoices } from '../invoice/issue.ts';
import { type Account, lockAccounts, taxRateOf } from './accounts.ts';
import { type DueItem, dueRows } from './due-work.ts';
import { type BillingCycleRow, billingCycleResource } from './resource.ts';
import { cyclePeriod, invoiceFor, termsOf } from './rules.ts';

/** The renewal window opens: the next cycle is scheduled and its invoice issued. Contract: Billing. */
export const renewalWindow = dueRows({
  name: 'renewal window',
  resource: billingCycleResource,
  column: billingCycle.renewsAt,
  subscriberId: billingCycle.subscriberId,
  status: ['ACTIVE'],
  run: openDue,
});

async function openDue(scope: WriteScope, items: DueItem<BillingCycleRow>[]): Promise<void> {
  const accounts = (await lockAccounts(scope, items)).filter(({ cycle }) => cycle.renewsAt !== null);
  await openRenewals(scope, accounts);
  const cycles = accounts.map(({ cycle }) => cycle);
  const snapshots = await presentAll(scope, billingCycleResource, cycles);
  for (const [i, { at }] of accounts.entries()) {
    emit({ ...scope, now: at }, 'billing.cycle_ending', { current: snapshots[i] as never });
  }
}

/**
 * Schedules the cycles that follow and issues their invoices, at the terms they will begin on. One that costs nothing
 * is paid as it is issued.
 */
export async function openRenewals(scope: WriteScope, accounts: Account[]): Promise<Account[]> {
  const taxRate = await taxRateOf(scope);
  const drafts = accounts.map((account) => {
    const terms = termsOf(account.plan, account.subscription);
    const period = cyclePeriod(account.cycle.expiresAt, terms);
    return { ...account, terms, period, asked: invoiceFor(terms, period, taxRate) };
  });
  const next = await createEach(
    scope,
    billingCycleResource,
    drafts.map(({ at, subscription, terms, period, asked }) => ({
      at,
      values: {
        subscriptionId: subscription.id,
        subscriberId: subscription.subscriberId,
        planId: terms.planId,
        status: 'SCHEDULED' as const,
        paymentStatus: asked.total === 0 ? ('COMPLETED' as const) : ('PENDING' as const),
        ...period,
      },
    })),
  );
  const invoices = await issueInvoices(
    scope,
    drafts.map(({ at, subscription, period, asked }, i) => ({
      at,
      ...asked,
      subscriberId: subscription.subscriberId,
      subscriptionId: subscription.id,
      billingCycleId: next[i]?.id ?? null,
      kind: 'RENEWAL' as const,
      periodStart: period.startsAt,
      dueAt: period.startsAt,
    })),
  );
  await changeEach(
    scope,
    billingCycleResource,
    accounts.map(({ at, cycle }) => ({ at, row: cycle, patch: { renewsAt: null } })),
  );
  return accounts.map((account, i) => ({
    ...account,
    next: next[i] ?? null,
    invoice: invoices[i] ?? null,
  }));
}
