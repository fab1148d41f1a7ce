import { and, desc, eq, sql } from 'drizzle-orm';
import { payment } from '../../../drizzle/schema/billing.ts';
import { toMajor } from '../../contract/money.ts';
import { MAX_OF_SOURCE, type OpenCause } from '../../contract/portal/notification.ts';
import type { Scope } from '../../work/scope.ts';

/** Payments whose payers dispute them at the gateway, until the gateway decides. */
export async function openDisputes({ db, providerId }: Scope): Promise<OpenCause[]> {
  const rows = await db
    .select({ id: payment.id, dispute: payment.dispute })
    .from(payment)
    .where(and(eq(payment.providerId, providerId), sql`${payment.dispute} ->> 'status' = 'OPEN'`))
    .orderBy(desc(sql`${payment.dispute} ->> 'openedAt'`))
    .limit(MAX_OF_SOURCE);
  return rows.flatMap(({ id, dispute }) =>
    dispute
      ? {
          kind: 'PAYMENT_DISPUTED' as const,
          id: `PAYMENT_DISPUTED ${id}`,
          version: dispute.openedAt,
          at: dispute.openedAt,
          paymentId: id,
          amount: toMajor(dispute.amount, dispute.currency),
          currency: dispute.currency,
          reason: dispute.reason,
        }
      : [],
  );
}
