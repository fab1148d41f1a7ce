import { sql } from 'drizzle-orm';
import { credit } from '../../../../drizzle/schema/credit.ts';
import type { Minor } from '../../../contract/money.ts';
import { arrayParameter, instantFromMs } from '../../../db/statement.ts';
import { createEach } from '../../../state/record.ts';
import type { WriteScope } from '../../../work/scope.ts';
import {
  type BalanceTransactionRow,
  balanceTransactionResource,
} from '../../model/balance-transaction/resource.ts';
import { balanceKey } from './balances.ts';

/** A change of the credit of a locked subscriber. */
export type CreditChange = {
  subscriberId: string;
  /** Minor units of the currency, not 0. */
  amount: Minor;
  currency: string;
  type: BalanceTransactionRow['type'];
  subscriptionId?: string | null;
  paymentId?: string | null;
  refundId?: string | null;
  invoiceId?: string | null;
  chargeId?: string | null;
  note?: string | null;
  /** The scope's `now` unless given. Where the balance moved since, the balance transaction is a millisecond after that. */
  at?: Date;
};

/** Every row has the same columns. */
const ofNothing = {
  ...{ subscriptionId: null, paymentId: null, refundId: null, invoiceId: null, chargeId: null },
  note: null,
};

/**
 * Changes the credit of locked subscribers, with a balance transaction each, in two statements for any number of them. The
 * database refuses a balance below 0. Contract: Account credit.
 * @param changes all additions, or all deductions; at most one of each balance
 * @returns the balance transactions in the order given
 */
export async function recordCredit(
  scope: WriteScope,
  changes: CreditChange[],
): Promise<BalanceTransactionRow[]> {
  if (changes.length === 0) return [];
  const moved = await moveBalances(scope, changes);
  const drafts = changes.map(({ at: _, ...change }) => {
    const key = balanceKey(change);
    const found = moved.get(key);
    // PostgreSQL takes one of two changes of a row.
    if (!moved.delete(key) || !found) throw new Error(`${key} has no credit, or a second change`);
    return { at: found.at, values: { ...ofNothing, ...change, endingBalance: found.balance } };
  });
  return createEach(scope, balanceTransactionResource, drafts);
}

/**
 * Moves the balances. A transaction that began earlier may get its lock later, and a billing run works at instants that have passed, so
 * each move is after the one before.
 * @returns the new balances, and the instants of the moves
 */
async function moveBalances(
  scope: WriteScope,
  changes: CreditChange[],
): Promise<Map<string, { balance: Minor; at: Date }>> {
  const at = changes.map((each) => (each.at ?? scope.now).getTime());
  const moves = sql`
    select unnest(${arrayParameter(changes.map((each) => each.subscriberId))}::text[]) as subscriber_id,
      unnest(${arrayParameter(changes.map((each) => each.currency))}::text[]) as currency,
      unnest(${arrayParameter(changes.map((each) => each.amount))}::bigint[]) as amount,
      ${instantFromMs(sql`unnest(${arrayParameter(at)}::bigint[])`)} as at`;
  const next = sql`c.moved_at + interval '1 millisecond'`;
  // An insert below 0 would violate the check even where the row exists.
  const isAddition = changes.every(({ amount }) => amount > 0);
  const returned = sql`c.subscriber_id as "subscriberId", c.currency, c.balance, extract(epoch from c.moved_at) * 1000 as at`;
  const rows = await scope.db.execute<{
    subscriberId: string;
    currency: string;
    balance: string;
    at: string;
  }>(
    isAddition
      ? sql`
        insert into ${credit} as c (provider_id, subscriber_id, currency, balance, settle_at, moved_at)
        select ${scope.providerId}, m.subscriber_id, m.currency, m.amount, ${scope.now.toISOString()}::timestamptz, m.at
        from (${moves}) m
        on conflict (provider_id, subscriber_id, currency)
          do update set balance = c.balance + excluded.balance, settle_at = least(c.settle_at, excluded.settle_at),
            moved_at = greatest(excluded.moved_at, ${next})
        returning ${returned}`
      : sql`
        update ${credit} c set balance = c.balance + m.amount, moved_at = greatest(m.at, ${next}) from (${moves}) m
        where c.provider_id = ${scope.providerId} and c.subscriber_id = m.subscriber_id and c.currency = m.currency
        returning ${returned}`,
  );
  if (isAddition) scope.outbox.wakes.add('billing/due');
  return new Map(
    rows.map(({ balance, at, ...row }) => [
      balanceKey(row),
      { balance: Number(balance) as Minor, at: new Date(Math.round(Number(at))) },
    ]),
  );
}
