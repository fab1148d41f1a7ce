import { and, eq, sql } from 'drizzle-orm';
import { payment } from '../../../drizzle/schema/billing.ts';
import { asMinor, toMajor } from '../../contract/money.ts';
import { owned } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { paymentResource } from '../model/payment/resource.ts';

/** The sums of the payments of a subscriber that are in transit, in major units, one for each currency. */
export async function readOnItsWay(
  scope: Scope,
  subscriberId: string,
): Promise<{ amount: number; currency: string }[]> {
  const rows = await scope.db
    .select({ currency: payment.currency, total: sql<string>`sum(${payment.amount})` })
    .from(payment)
    .where(
      and(
        owned(scope, paymentResource),
        eq(payment.subscriberId, subscriberId),
        eq(payment.status, 'PROCESSING'),
      ),
    )
    .groupBy(payment.currency)
    .orderBy(payment.currency);
  return rows.map(({ currency, total }) => ({ amount: toMajor(asMinor(Number(total)), currency), currency }));
}
