import { sql } from 'drizzle-orm';
import type { Minor } from '../../contract/money.ts';
import type { Scope } from '../../work/scope.ts';
import type { Month } from './months.ts';

export type CollectedFigures = {
  currency: string;
  collected: Minor;
  payments: number;
  refunded: Minor;
  refunds: number;
};

/**
 * The money of a month, by currency.
 *
 * - **Collected**: the amounts of the payments that were completed in the month, tax included. Late money of an expired
 *   payment is not part of it, because it has to be refunded.
 * - **Refunded**: the amounts of the refunds that were issued in the month, whenever the payment was.
 */
export async function collectedOf(
  { db, providerId }: Pick<Scope, 'db' | 'providerId'>,
  { startsAt, endsAt }: Pick<Month, 'startsAt' | 'endsAt'>,
): Promise<CollectedFigures[]> {
  const [from, until] = [startsAt.toISOString(), endsAt.toISOString()];
  return await db.execute<CollectedFigures>(sql`
    with received as (
      select currency, sum(amount)::float8 as collected, count(*)::int as payments from payment
      where provider_id = ${providerId} and completed_at >= ${from}::timestamptz and completed_at < ${until}::timestamptz
      group by currency
    ), returned as (
      select currency, sum(amount)::float8 as refunded, count(*)::int as refunds from refund
      where provider_id = ${providerId} and created_at >= ${from}::timestamptz and created_at < ${until}::timestamptz
      group by currency
    )
    select currency, coalesce(collected, 0) as collected, coalesce(payments, 0) as payments,
      coalesce(refunded, 0) as refunded, coalesce(refunds, 0) as refunds
    from received full join returned using (currency)`);
}
