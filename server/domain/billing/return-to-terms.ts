import { and, eq, sql } from 'drizzle-orm';
import { payment } from '../../../drizzle/schema/billing.ts';
import type { Minor } from '../../contract/money.ts';
import type { WriteScope } from '../../db/scope.ts';
import { changeEach } from '../../state/record.ts';
import type { InvoiceRow } from '../invoice/resource.ts';
import { voidOpenInvoices } from '../invoice/void.ts';
import { issueRefund } from '../refund/issue.ts';
import { type SubscriptionRow, subscriptionResource } from '../subscription/resource.ts';
import { type Account, taxRateOf } from './accounts.ts';
import { reissueRenewals } from './open-renewals.ts';
import { comingTerms } from './queue.ts';
import { type BillingCycleRow, billingCycleResource } from './resource.ts';
import { cyclePeriod, invoiceFor } from './rules.ts';

type Scheduled = Account & { next: BillingCycleRow };
type Paid = Scheduled & { invoice: InvoiceRow };

/**
 * Brings scheduled cycles back to the terms that hold once a change they were asked for at was rejected: an open
 * invoice is void and issued anew, of a dearer one that is paid the difference goes back. Contract: Billing.
 * @returns the accounts as they are now
 */
export async function returnToTerms(scope: WriteScope, accounts: Account[]): Promise<Account[]> {
  const scheduled = accounts.filter((account): account is Scheduled => account.next !== null);
  const paid = scheduled.filter((account): account is Paid => account.invoice?.status === 'PAID');
  const open = scheduled.filter((account) => account.invoice?.status !== 'PAID');
  await voidOpenInvoices(
    scope,
    open.map(({ subscription }) => subscription.id),
    { at: new Map(open.map(({ at, subscription }) => [subscription.id, at])), kind: 'RENEWAL' },
  );
  const asked = await reissueRenewals(scope, open);
  return [...asked, ...(await keepPaid(scope, paid)), ...accounts.filter(({ next }) => next === null)];
}

async function keepPaid(scope: WriteScope, accounts: Paid[]): Promise<Account[]> {
  if (accounts.length === 0) return [];
  const taxRate = await taxRateOf(scope);
  const drafts = accounts.map((account) => {
    const terms = comingTerms(account);
    const period = cyclePeriod(account.cycle.expiresAt, terms);
    return { ...account, terms, period, due: invoiceFor(terms, period, taxRate) };
  });
  const next = await changeEach(
    scope,
    billingCycleResource,
    drafts.map(({ at, next: row, terms, period }) => ({
      at,
      row,
      patch: { planId: terms.planId, ...period },
    })),
  );
  const subscriptions = await moveWishes(scope, accounts, next);
  for (const { at, invoice, due } of drafts) {
    if (invoice.total > due.total) await giveBack({ ...scope, now: at }, invoice, invoice.total - due.total);
  }
  return accounts.map((account, i) => {
    const { invoice } = account;
    const subtotal = Math.min(invoice.subtotal, drafts[i]?.due.subtotal ?? invoice.subtotal);
    // The price in force is what was paid in the end.
    return {
      ...account,
      subscription: subscriptions[i] ?? account.subscription,
      next: next[i] ?? account.next,
      invoice: { ...invoice, subtotal },
    };
  });
}

/** What was to happen at the end of a cycle that is paid happens at the end it has now. */
function moveWishes(
  scope: WriteScope,
  accounts: Paid[],
  next: BillingCycleRow[],
): Promise<SubscriptionRow[]> {
  return changeEach(
    scope,
    subscriptionResource,
    accounts.map(({ at, subscription: row, next: was }, i) => {
      const end = next[i]?.expiresAt ?? was.expiresAt;
      const moved = (wish: Date | null) => (wish?.getTime() === was.expiresAt.getTime() ? end : wish);
      const { cancelAt, planRemovalAt, nextPlanAt, pendingOverridesAt } = row;
      return {
        at,
        row,
        patch: {
          cancelAt: moved(cancelAt),
          planRemovalAt: moved(planRemovalAt),
          nextPlanAt: moved(nextPlanAt),
          pendingOverridesAt: moved(pendingOverridesAt),
        },
      };
    }),
    'subscription.updated',
  );
}

async function giveBack(scope: WriteScope, { id }: InvoiceRow, difference: Minor): Promise<void> {
  const [paid] = await scope.db
    .select()
    .from(payment)
    .where(
      and(
        eq(payment.providerId, scope.providerId),
        eq(payment.invoiceId, id),
        eq(payment.status, 'COMPLETED'),
        sql`${payment.target} = ${`invoice:${id}`}`,
      ),
    )
    .for('no key update');
  if (!paid) return;
  const amount = Math.min(difference, paid.amount - paid.refundedAmount);
  if (amount > 0) await issueRefund(scope, paid, { amount, reason: 'CHANGE_REJECTED', note: null });
}
