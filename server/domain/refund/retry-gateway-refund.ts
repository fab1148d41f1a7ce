import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { gatewayRefund } from '../../../drizzle/schema/gateway.ts';
import { refund } from '../../../drizzle/schema/refund.ts';
import { realNow } from '../../clock.ts';
import { refuse } from '../../contract/errors.ts';
import type { gatewayRefundRetry, PaymentGateway } from '../../contract/portal/payment-gateway.ts';
import { audit } from '../../work/audit.ts';
import type { WriteScope } from '../../work/scope.ts';
import { readGateway } from '../external/gateway/gateway.ts';
import { lockRefunded } from '../lifecycle/payment/lock-refunded.ts';

/**
 * Queues a refund again whose attempts are used up or that failed at the gateway. Attempts that are used up continue their
 * round, because the gateway may still process the last one. The payment is locked, because late money that was kept as credit or
 * refunded by staff meanwhile must not go back as well. Contract: Account credit.
 * @throws NOT_FOUND; CONFLICT when the gateway accepted it, a next attempt is due, or the late money is used otherwise
 */
export async function retryGatewayRefund(
  scope: WriteScope,
  { id, gatewayRefundId }: z.output<typeof gatewayRefundRetry>,
): Promise<PaymentGateway> {
  const { payment } = await lockRefunded(scope, id);
  const mine = and(
    eq(gatewayRefund.providerId, scope.providerId),
    eq(gatewayRefund.paymentId, id),
    eq(gatewayRefund.id, gatewayRefundId),
  );
  const [row] = await scope.db.select().from(gatewayRefund).where(mine).for('no key update');
  if (!row) throw refuse('NOT_FOUND', { field: 'gatewayRefundId' });
  if (row.submittedAt || row.nextAttemptAt) {
    throw refuse('CONFLICT', {
      field: 'gatewayRefundId',
      message: 'Only a failed gateway refund can be retried.',
    });
  }
  if (row.refundId === null && (payment.creditedAmount > 0 || (await hasRefund(scope, id)))) {
    throw refuse('CONFLICT', {
      field: 'gatewayRefundId',
      message: 'The money was kept as credit or refunded by staff meanwhile.',
    });
  }
  await scope.db
    .update(gatewayRefund)
    .set({ attempts: 0, nextAttemptAt: realNow(), updatedAt: scope.now })
    .where(mine);
  audit(scope, 'payment.retry_gateway_refund', { type: 'payment', id });
  scope.outbox.wakes.add('refunds/due');
  return readGateway(scope, { id });
}

async function hasRefund({ db, providerId }: WriteScope, paymentId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: refund.id })
    .from(refund)
    .where(and(eq(refund.providerId, providerId), eq(refund.paymentId, paymentId)))
    .limit(1);
  return row !== undefined;
}
