import { and, desc, eq, isNull } from 'drizzle-orm';
import { gatewayRefund } from '../../../drizzle/schema/gateway.ts';
import { toMajor } from '../../contract/money.ts';
import { MAX_OF_SOURCE, type OpenCause } from '../../contract/portal/notification.ts';
import type { Scope } from '../../work/scope.ts';

/** Refunds that their gateway refused, or that failed at every attempt, until they are retried with success. */
export async function failedRefunds({ db, providerId }: Scope): Promise<OpenCause[]> {
  const rows = await db
    .select()
    .from(gatewayRefund)
    .where(
      and(
        eq(gatewayRefund.providerId, providerId),
        isNull(gatewayRefund.submittedAt),
        isNull(gatewayRefund.nextAttemptAt),
      ),
    )
    .orderBy(desc(gatewayRefund.updatedAt))
    .limit(MAX_OF_SOURCE);
  return rows.map(({ id, paymentId, amount, currency, failure, updatedAt }) => ({
    kind: 'GATEWAY_REFUND_FAILED',
    id: `GATEWAY_REFUND_FAILED ${id}`,
    version: updatedAt.toISOString(),
    at: updatedAt.toISOString(),
    paymentId,
    amount: toMajor(amount, currency),
    currency,
    failure: failure ?? 'the gateway gave no reason',
  }));
}
