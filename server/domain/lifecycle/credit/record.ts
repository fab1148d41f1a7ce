import { sql } from 'drizzle-orm';
import { credit } from '../../../../drizzle/schema/credit.ts';
import { type Minor, sum } from '../../../contract/money.ts';
import { arrayParameter } from '../../../db/statement.ts';
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
  /** The scope's `now` unless given. */
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
  // Several changes of one balance: the last one ends at the new balance, each before it earlier.
  const drafts = changes.toReversed().map(({ at, ...change }) => {
    const key = balanceKey(change);
    const endingBalance = left.get(key);
    if (endingBalance === undefined) throw new Error(`${key} has no credit`);
    left.set(key, (endingBalance - change.amount) as Minor);
    return { ...(at && { at }), values: { ...ofNothing, ...change, endingBalance } };
  });
  return createEach(scope, balanceTransactionResource, drafts.toReversed());
}

/** Moves the balances by the sums of the changes. @returns the new balances */
async function moveBalances(scope: WriteScope, changes: CreditChange[]): Promise<Map<string, Minor>> {
  const sums = new Map<string, CreditChange>();
  for (const change of changes) {
    const known = sums.get(balanceKey(change));
    sums.set(balanceKey(change), known ? { ...known, amount: sum(known.amount, change.amount) } : change);
  }
  const all = [...sums.values()];
  const moved = sql`
    select unnest(${arrayParameter(all.map((each) => each.subscriberId))}::text[]) as subscriber_id,
      unnest(${arrayParameter(all.map((each) => each.currency))}::text[]) as currency,
      unnest(${arrayParameter(all.map((each) => each.amount))}::bigint[]) as amount`;
  // An insert below 0 would violate the check even where the row exists.
  const isAddition = changes.every(({ amount }) => amount > 0);
  const rows = await scope.db.execute<{ subscriberId: string; currency: string; balance: string }>(
    isAddition
      ? sql`
        insert into ${credit} as c (provider_id, subscriber_id, currency, balance, settle_at)
        select ${scope.providerId}, m.subscriber_id, m.currency, m.amount, ${scope.now.toISOString()}::timestamptz from (${moved}) m
        on conflict (provider_id, subscriber_id, currency)
          do update set balance = c.balance + excluded.balance, settle_at = least(c.settle_at, excluded.settle_at)
        returning c.subscriber_id as "subscriberId", c.currency, c.balance`
      : sql`
        update ${credit} c set balance = c.balance + m.amount from (${moved}) m
        where c.provider_id = ${scope.providerId} and c.subscriber_id = m.subscriber_id and c.currency = m.currency
        returning c.subscriber_id as "subscriberId", c.currency, c.balance`,
  );
  if (isAddition) scope.outbox.wakes.add('billing/due');
  return new Map(rows.map(({ balance, ...row }) => [balanceKey(row), Number(balance) as Minor]));
}
