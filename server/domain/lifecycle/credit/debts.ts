import { and, asc, eq, gt, isNull, ne, or, sql } from 'drizzle-orm';
import { invoice, payment } from '../../../../drizzle/schema/billing.ts';
import { charge } from '../../../../drizzle/schema/charge.ts';
import { subscription } from '../../../../drizzle/schema/subscription.ts';
import { type Minor, ZERO } from '../../../contract/money.ts';
import type { Scope } from '../../../work/scope.ts';
import type { ChargeRow } from '../../model/charge/resource.ts';
import type { InvoiceRow } from '../../model/invoice/resource.ts';
import { waitsForMoney } from '../../model/payment/in-transit.ts';
import { targetKey } from '../../model/payment/target.ts';
import { isLasting } from '../../model/subscription/lasting.ts';
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
 * What a subscriber owes first of each kind in a currency, in the order in which credit settles it: open invoices by their due instants,
 * charges, upgrade holds and first invoices by their creation, then the return of subscriptions that were suspended after grace. The first
 * of all is the first that the subscriber owes. The others are left out: each settlement reads the debts again, and a subscriber may have
 * thousands. Writes nothing. Contract: Account credit.
 */
export async function findCreditDebts(
  scope: Scope,
  subscriberId: string,
  currency: string,
): Promise<CreditDebt[]> {
  const found = await Promise.all([
    firstInvoice(scope, subscriberId, currency),
    firstCharge(scope, subscriberId, currency),
    firstUnbilled(scope, subscriberId, currency, 'PENDING'),
    firstUnbilled(scope, subscriberId, currency, 'INACTIVE'),
  ]);
  const inTransit = await targetsInTransit(scope, subscriberId);
  return found
    .flatMap((debt) => debt ?? [])
    .map((debt) => ({ ...debt, currency, isInTransit: inTransit.has(debt.target) }))
    .sort(byDueInstant);
}

const inCurrency = (
  { providerId }: Scope,
  table: typeof invoice | typeof charge | typeof subscription,
  subscriberId: string,
  currency: string,
) =>
  and(eq(table.providerId, providerId), eq(table.subscriberId, subscriberId), eq(table.currency, currency));

/** The open invoice that is due first. An upgrade hold is due at its issue, and after its deadline only while its payment is in transit. */
async function firstInvoice(scope: Scope, subscriberId: string, currency: string) {
  const dueAt = sql`case when ${invoice.kind} = 'UPGRADE' then ${invoice.issuedAt} else ${invoice.dueAt} end`;
  const [row] = await scope.db
    .select({ invoice, subscription })
    .from(invoice)
    .innerJoin(
      subscription,
      and(eq(subscription.providerId, invoice.providerId), eq(subscription.id, invoice.subscriptionId)),
    )
    .where(
      and(
        ...[inCurrency(scope, invoice, subscriberId, currency), eq(subscription.currency, currency)],
        ...[eq(invoice.status, 'OPEN'), gt(invoice.amountDue, ZERO)],
        or(
          ...[ne(invoice.kind, 'UPGRADE'), isNull(subscription.upgradeExpiresAt)],
          gt(subscription.upgradeExpiresAt, scope.now),
          waitsForMoney(payment.subscriptionId, subscription, 'UPGRADE').which,
        ),
      ),
    )
    .orderBy(dueAt, asc(invoice.id))
    .limit(1);
  if (!row) return null;
  const { kind, id, issuedAt, amountDue } = row.invoice;
  return {
    ...{ target: targetKey.invoice(id), amount: amountDue },
    dueAt: kind === 'UPGRADE' ? issuedAt : row.invoice.dueAt,
    ...row,
  };
}

async function firstCharge(scope: Scope, subscriberId: string, currency: string) {
  const [row] = await scope.db
    .select()
    .from(charge)
    .where(
      and(
        inCurrency(scope, charge, subscriberId, currency),
        eq(charge.status, 'PENDING'),
        or(
          ...[isNull(charge.expiresAt), gt(charge.expiresAt, scope.now)],
          waitsForMoney(payment.chargeId, charge).which,
        ),
      ),
    )
    .orderBy(asc(charge.createdAt), asc(charge.id))
    .limit(1);
  return row
    ? { target: targetKey.charge(row.id), dueAt: row.createdAt, amount: row.amount, charge: row }
    : null;
}

/** Subscriptions that are read at a time: one that costs nothing is no debt, so the next one may be the first. */
const AT_A_TIME = 20;

/** The first subscription without an open invoice whose service credit starts: the first time, or again after its grace elapsed. */
async function firstUnbilled(
  scope: Scope,
  subscriberId: string,
  currency: string,
  status: 'PENDING' | 'INACTIVE',
) {
  const isFirst = status === 'PENDING';
  const order = isFirst ? [asc(subscription.createdAt), asc(subscription.id)] : [asc(subscription.id)];
  const open = sql`select from ${invoice} where ${invoice.providerId} = ${subscription.providerId}
    and ${invoice.subscriptionId} = ${subscription.id} and ${invoice.status} = 'OPEN' and ${invoice.currency} = ${currency}`;
  for (let offset = 0; ; offset += AT_A_TIME) {
    const rows = await scope.db
      .select()
      .from(subscription)
      .where(
        and(
          ...[inCurrency(scope, subscription, subscriberId, currency), isLasting],
          ...[eq(subscription.status, status), sql`not exists (${open})`],
          isFirst ? undefined : eq(subscription.inactiveReason, 'GRACE_EXPIRED'),
        ),
      )
      .orderBy(...order)
      .limit(AT_A_TIME)
      .offset(offset);
    for (const row of rows) {
      const { total: amount } = await quoteFor(scope, row);
      const target = isFirst ? targetKey.first(row.id) : targetKey.return(row.id);
      const dueAt = isFirst ? row.createdAt : null;
      if (amount > 0) return { target, dueAt, amount, subscription: row, invoice: null };
    }
    if (rows.length < AT_A_TIME) return null;
  }
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
