import { sql } from 'drizzle-orm';
import type { Minor } from '../../contract/money.ts';
import type { Scope } from '../../work/scope.ts';

export type UnmatchedMoney = { currency: string; count: number; amount: Minor; oldestPaidAt: Date };

/** The receipts without a known subscriber, by currency. Contract: Receipts. */
export async function unmatchedMoneyOf({ db, providerId }: Scope): Promise<UnmatchedMoney[]> {
  const rows = await db.execute<Omit<UnmatchedMoney, 'oldestPaidAt'> & { oldestPaidAt: string }>(sql`
    select currency, count(*)::int as count, sum(amount)::float8 as amount, min(paid_at) as "oldestPaidAt"
    from receipt where provider_id = ${providerId} and status = 'UNMATCHED' group by currency`);
  return rows.map((row) => ({ ...row, oldestPaidAt: new Date(row.oldestPaidAt) }));
}
