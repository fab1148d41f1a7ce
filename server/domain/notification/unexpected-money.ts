import { and, desc, eq, gte, isNotNull } from 'drizzle-orm';
import { payment } from '../../../drizzle/schema/billing.ts';
import { plus } from '../../clock.ts';
import { DAY_MS } from '../../contract/days.ts';
import { toMajor } from '../../contract/money.ts';
import { MAX_OF_SOURCE, type OpenCause } from '../../contract/portal/notification.ts';
import type { Scope } from '../../work/scope.ts';

/** Money that became credit unexpectedly is shown for this long. */
const SHOWN_MS = 7 * DAY_MS;

/** Payments of the last seven days with another amount than the requested one, or for a terminated subscriber. Contract: Account credit. */
export async function unexpectedMoney({ db, providerId, now }: Scope): Promise<OpenCause[]> {
  const rows = await db
    .select()
    .from(payment)
    .where(
      and(
        eq(payment.providerId, providerId),
        isNotNull(payment.requestedAmount),
        gte(payment.updatedAt, plus(now, -SHOWN_MS)),
      ),
    )
    .orderBy(desc(payment.updatedAt))
    .limit(MAX_OF_SOURCE);
  return rows.map(({ id, amount, requestedAmount, currency, updatedAt }) => ({
    kind: 'MONEY_UNEXPECTED',
    id: `MONEY_UNEXPECTED ${id}`,
    version: id,
    at: updatedAt.toISOString(),
    paymentId: id,
    amount: toMajor(amount, currency),
    requested: toMajor(requestedAmount ?? amount, currency),
    currency,
  }));
}
