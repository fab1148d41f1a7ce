import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { invoice } from '../../../../drizzle/schema/billing.ts';
import { charge } from '../../../../drizzle/schema/charge.ts';
import { subscription } from '../../../../drizzle/schema/subscription.ts';
import { type Minor, ZERO } from '../../../contract/money.ts';
import { arrayParameter } from '../../../db/statement.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { balanceKey, readBalances } from './balances.ts';

/** A renewal that is about to be issued. */
type Renewal = { subscriberId: string; currency: string; total: Minor };

/**
 * Which renewals of locked subscribers are settled from credit when they are issued: those that the credit covers, of subscribers that
 * owe nothing else. Any other debt decides about the order; the due work of settlement then takes it. Contract: Account credit.
 * @param renewals one for each subscriber at most
 * @param funded the subscribers that had credit when they were locked
 */
export async function coveredBy(
  scope: WriteScope,
  renewals: Renewal[],
  funded: ReadonlySet<string>,
): Promise<Set<Renewal>> {
  const possible = renewals.filter(({ subscriberId, total }) => total > 0 && funded.has(subscriberId));
  if (possible.length === 0) return new Set();
  const ids = possible.map(({ subscriberId }) => subscriberId);
  const [balances, owing] = await Promise.all([readBalances(scope, ids), withDebts(scope, ids)]);
  const balanceOf = new Map(balances.map((each) => [balanceKey(each), each.balance]));
  return new Set(
    possible.filter(
      (each) => !owing.has(each.subscriberId) && (balanceOf.get(balanceKey(each)) ?? ZERO) >= each.total,
    ),
  );
}

/** Those of the subscribers that owe something, or have a subscription that waits for its first payment. */
async function withDebts(scope: WriteScope, ids: string[]): Promise<Set<string>> {
  // A subquery for each subscriber would read a small table as often as there are subscribers.
  const owing = (table: PgTable, status: string) =>
    sql`select subscriber_id as id from ${table}
      where provider_id = ${scope.providerId} and subscriber_id = any(${arrayParameter(ids)}::text[]) and status = ${status}`;
  const rows = await scope.db.execute<{ id: string }>(
    sql`${owing(invoice, 'OPEN')} union ${owing(charge, 'PENDING')} union ${owing(subscription, 'PENDING')}`,
  );
  return new Set(rows.map(({ id }) => id));
}
