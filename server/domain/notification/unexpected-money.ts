import { and, desc, eq, gte, isNotNull, lt, ne, or } from 'drizzle-orm';
import { payment } from '../../../drizzle/schema/billing.ts';
import { plus } from '../../clock.ts';
import { DAY_MS } from '../../contract/days.ts';
import { toMajor, ZERO } from '../../contract/money.ts';
import { MAX_OF_SOURCE, type OpenCause } from '../../contract/portal/notification.ts';
import type { Scope } from '../../work/scope.ts';

/** Money that became credit unexpectedly is shown for this long. */
const SHOWN_MS = 7 * DAY_MS;

/**
 * Payments of the last seven days with another amount than the requested one, for a terminated subscriber, or that count money of a
 * gateway twice and are not refunded. Contract: Account credit, Payment.
 */
export async function unexpectedMoney({ db, providerId, now }: Scope): Promise<OpenCause[]> {
  const rows = await db
    .select()
    .from(payment)
    .where(
      and(
        eq(payment.providerId, providerId),
        isNotNull(payment.requestedAmount),
        or(ne(payment.requestedAmount, ZERO), lt(payment.refundedAmount, payment.amount)),
        gte(payment.updatedAt, plus(now, -SHOWN_MS)),
      ),
    )
    .orderBy(desc(payment.updatedAt))
    .limit(MAX_OF_SOURCE);
  return rows.map(({ id, amount, requestedAmount, currency, reference, updatedAt }): OpenCause => {
    const kind = requestedAmount === ZERO ? 'MONEY_COUNTED_TWICE' : 'MONEY_UNEXPECTED';
    const about = {
      ...{ id: `${kind} ${id}`, version: id, at: updatedAt.toISOString() },
      ...{ paymentId: id, amount: toMajor(amount, currency), currency },
    };
    return kind === 'MONEY_COUNTED_TWICE'
      ? { kind, ...about, reference }
      : { kind, ...about, requested: toMajor(requestedAmount ?? amount, currency) };
  });
}
