import { and, asc, eq, gt, isNull, or } from 'drizzle-orm';
import { invoice, payment } from '../../../../drizzle/schema/billing.ts';
import { charge } from '../../../../drizzle/schema/charge.ts';
import { subscription } from '../../../../drizzle/schema/subscription.ts';
import { type Minor, ZERO } from '../../../contract/money.ts';
import { hasEnded } from '../../../contract/subscription-rules.ts';
import type { Scope } from '../../../work/scope.ts';
import type { ChargeRow } from '../../model/charge/resource.ts';
import type { InvoiceRow } from '../../model/invoice/resource.ts';
import { targetKey } from '../../model/payment/target.ts';
import type { SubscriptionRow } from '../../model/subscription/resource.ts';
import { quoteFor } from '../terms/quote.ts';
import { balanceOf } from './balances.ts';

/** A debt that credit can settle. */
export type CreditDebt = {
  /** The key of what is paid, as payments have it. */
  target: string;
  /** When it is due; null for a return to service, which is settled last. */
  dueAt: Date | null;
  /** Minor units of the currency. */
  amount: Minor;
  currency: string;
  /** A payment for it is PROCESSING. */
  isInTransit: boolean;
} & (
  | { charge: ChargeRow; subscription?: undefined; invoice?: undefined }
  | { subscription: SubscriptionRow; invoice: InvoiceRow | null; charge?: undefined }
);

/**
 * What a subscriber owes in a currency, in the order in which credit settles it: open invoices by their due instants, charges,
 * upgrade holds and first invoices by their creation, then the return of subscriptions that were suspended after grace. Of the
 * charges only the first is in it: each settlement reads the debts again, and a subscriber may have thousands. Writes nothing. Contract:
 * Account credit.
 */
export async function findCreditDebts(
  scope: Scope,
  subscriberId: string,
  currency: string,
): Promise<CreditDebt[]> {
  const { db, providerId } = scope;
  const inCurrency = (table: typeof invoice | typeof charge | typeof subscription) =>
    and(eq(table.providerId, providerId), eq(table.subscriberId, subscriberId), eq(table.currency, currency));
  const [invoices, charges, subscriptions, inTransit] = await Promise.all([
    db
      .select()
      .from(invoice)
      .where(and(inCurrency(invoice), eq(invoice.status, 'OPEN'))),
    db
      .select()
      .from(charge)
      .where(
        and(
          inCurrency(charge),
          eq(charge.status, 'PENDING'),
          or(isNull(charge.expiresAt), gt(charge.expiresAt, scope.now)),
        ),
      )
      .orderBy(asc(charge.createdAt), asc(charge.id))
      .limit(1),
    db.select().from(subscription).where(inCurrency(subscription)),
    targetsInTransit(scope, subscriberId),
  ]);
  const byId = new Map(subscriptions.map((row) => [row.id, row]));
  const ofInvoices = invoices.flatMap((row) => {
    const owner = byId.get(row.subscriptionId);
    if (!owner || (row.kind === 'UPGRADE' && isPastDeadline(owner, scope))) return [];
    const dueAt = row.kind === 'UPGRADE' ? row.issuedAt : row.dueAt;
    return [
      { target: targetKey.invoice(row.id), dueAt, amount: row.amountDue, subscription: owner, invoice: row },
    ];
  });
  const billed = new Set(invoices.map((row) => row.subscriptionId));
  const unbilled = subscriptions.filter((row) => isWaiting(row) && !billed.has(row.id));
  const ofSubscriptions = await Promise.all(unbilled.map((row) => unbilledDebt(scope, row)));
  const ofCharges = charges.map((row) => ({
    target: targetKey.charge(row.id),
    dueAt: row.createdAt,
    amount: row.amount,
    charge: row,
  }));
  return [...ofInvoices, ...ofCharges, ...ofSubscriptions]
    .filter(({ amount }) => amount > 0)
    .map((debt) => ({ ...debt, currency, isInTransit: inTransit.has(debt.target) }))
    .sort(byDueInstant);
}

/**
 * The credit that settles a debt once the rest of it is paid: all of it for the first debt in the order of settlement, else none,
 * because an earlier debt waits for it. Contract: Account credit.
 */
export async function creditFor(scope: Scope, debt: Owed & { target: string }): Promise<Minor> {
  return (await readCreditShares(scope, debt))(debt.target);
}

type Owed = { subscriberId: string; currency: string };

/** As `creditFor`, for any number of debts of a subscriber in a currency: the result is by the key of the debt. */
export async function readCreditShares(
  scope: Scope,
  { subscriberId, currency }: Owed,
): Promise<(target: string) => Minor> {
  const balance = await balanceOf(scope, subscriberId, currency);
  if (balance === 0) return () => ZERO;
  const debts = await findCreditDebts(scope, subscriberId, currency);
  const isAnyDue = debts.some(({ dueAt }) => dueAt !== null);
  return (target) => {
    // The invoice of a return is issued with its payment. It is due then, after what is due already.
    if (target.startsWith(targetKey.return(''))) return isAnyDue ? ZERO : balance;
    return debts[0]?.target === target ? balance : ZERO;
  };
}

function byDueInstant(a: CreditDebt, b: CreditDebt): number {
  const [left, right] = [a.dueAt?.getTime() ?? Infinity, b.dueAt?.getTime() ?? Infinity];
  if (left !== right) return left < right ? -1 : 1;
  return a.target < b.target ? -1 : 1;
}

async function unbilledDebt(scope: Scope, row: SubscriptionRow) {
  const { total } = await quoteFor(scope, row);
  const isFirst = row.status === 'PENDING';
  const target = isFirst ? targetKey.first(row.id) : targetKey.return(row.id);
  return { target, dueAt: isFirst ? row.createdAt : null, amount: total, subscription: row, invoice: null };
}

/** Whether credit starts the service of a subscription: the first time, or again after its grace elapsed. */
function isWaiting(row: SubscriptionRow): boolean {
  if (hasEnded(row)) return false;
  return row.status === 'PENDING' || (row.status === 'INACTIVE' && row.inactiveReason === 'GRACE_EXPIRED');
}

function isPastDeadline({ upgradeExpiresAt }: SubscriptionRow, { now }: Scope): boolean {
  return upgradeExpiresAt !== null && upgradeExpiresAt <= now;
}

async function targetsInTransit(scope: Scope, subscriberId: string): Promise<Set<string>> {
  const rows = await scope.db
    .select({ target: payment.target })
    .from(payment)
    .where(
      and(
        eq(payment.providerId, scope.providerId),
        eq(payment.subscriberId, subscriberId),
        eq(payment.status, 'PROCESSING'),
      ),
    );
  return new Set(rows.map(({ target }) => target));
}
