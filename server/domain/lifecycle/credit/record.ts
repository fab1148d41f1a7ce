import { sql } from 'drizzle-orm';
import { credit } from '../../../../drizzle/schema/credit.ts';
import { plus } from '../../../clock.ts';
import { type Minor, sum } from '../../../contract/money.ts';
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
 * @param changes all additions, or all deductions
 * @returns the balance transactions in the order given
 */
export async function recordCredit(
  scope: WriteScope,
  changes: CreditChange[],
): Promise<BalanceTransactionRow[]> {
  if (changes.length === 0) return [];
  const left = await moveBalances(scope, changes);
  // Several changes of one balance: the last one ends at the new balance, each before it a millisecond earlier.
  const drafts = changes.toReversed().map(({ at: _, ...change }) => {
    const key = balanceKey(change);
    const moved = left.get(key);
    if (!moved) throw new Error(`${key} has no credit`);
    const { balance: endingBalance, at } = moved;
    left.set(key, { balance: (endingBalance - change.amount) as Minor, at: plus(at, -1) });
    return { at, values: { ...ofNothing, ...change, endingBalance } };
  });
  return createEach(scope, balanceTransactionResource, drafts.toReversed());
}

/**
 * Moves the balances by the sums of the changes. A transaction that began earlier may get its lock later, and a billing run works at
 * instants that have passed, so each move is after the one before.
 * @returns the new balances, and the instants of their last changes
 */
async function moveBalances(
  scope: WriteScope,
  changes: CreditChange[],
): Promise<Map<string, { balance: Minor; at: Date }>> {
  const sums = new Map<string, CreditChange & { at: Date; n: number }>();
  for (const { at = scope.now, ...change } of changes) {
    const known = sums.get(balanceKey(change));
    const amount = known ? sum(known.amount, change.amount) : change.amount;
    sums.set(balanceKey(change), { ...change, amount, at, n: (known?.n ?? 0) + 1 });
  }
  const all = [...sums.values()];
  const step = sql`${Math.max(...all.map(({ n }) => n))} * interval '1 millisecond'`;
  const moved = sql`
    select unnest(${arrayParameter(all.map((each) => each.subscriberId))}::text[]) as subscriber_id,
      unnest(${arrayParameter(all.map((each) => each.currency))}::text[]) as currency,
      unnest(${arrayParameter(all.map((each) => each.amount))}::bigint[]) as amount,
      ${instantFromMs(sql`unnest(${arrayParameter(all.map(({ at }) => at.getTime()))}::bigint[])`)} as at`;
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
        from (${moved}) m
        on conflict (provider_id, subscriber_id, currency)
          do update set balance = c.balance + excluded.balance, settle_at = least(c.settle_at, excluded.settle_at),
            moved_at = greatest(excluded.moved_at, c.moved_at + ${step})
        returning ${returned}`
      : sql`
        update ${credit} c set balance = c.balance + m.amount, moved_at = greatest(m.at, c.moved_at + ${step}) from (${moved}) m
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
