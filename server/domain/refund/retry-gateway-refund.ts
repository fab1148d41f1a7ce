import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { gatewayRefund } from '../../../drizzle/schema/gateway.ts';
import { realNow } from '../../clock.ts';
import { refuse } from '../../contract/errors.ts';
import type { gatewayRefundRetry, PaymentGateway } from '../../contract/portal/payment-gateway.ts';
import { audit } from '../../work/audit.ts';
import type { WriteScope } from '../../work/scope.ts';
import { readGateway } from '../external/gateway/gateway.ts';

/**
 * Queues a refund again whose attempts are used up or that failed at the gateway. Attempts that are used up continue their
 * round, because the gateway may still process the last one.
 * @throws NOT_FOUND; CONFLICT when the gateway accepted it or a next attempt is due
 */
export async function retryGatewayRefund(
  scope: WriteScope,
  { id, gatewayRefundId }: z.output<typeof gatewayRefundRetry>,
): Promise<PaymentGateway> {
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
  await scope.db
    .update(gatewayRefund)
    .set({ attempts: 0, nextAttemptAt: realNow(), updatedAt: scope.now })
    .where(mine);
  audit(scope, 'payment.retry_gateway_refund', { type: 'payment', id });
  scope.outbox.wakes.add('refunds/due');
  return readGateway(scope, { id });
}
