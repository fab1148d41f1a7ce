import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { gatewayRefund } from '../../../drizzle/schema/gateway.ts';
import { realNow } from '../../clock.ts';
import { refuse } from '../../contract/errors.ts';
import type { PaymentGateway, passOnAgain } from '../../contract/payment-gateway.ts';
import type { WriteScope } from '../../db/scope.ts';
import { audit } from '../../events/audit.ts';
import { readGateway } from '../external/gateway/gateway.ts';

/**
 * Submits a refund again whose attempts are used up.
 * @throws NOT_FOUND; CONFLICT when the gateway accepted it, a next attempt is due, or its money came back
 */
export async function retryGatewayRefund(
  scope: WriteScope,
  { id, gatewayRefundId }: z.output<typeof passOnAgain>,
): Promise<PaymentGateway> {
  const mine = and(
    eq(gatewayRefund.providerId, scope.providerId),
    eq(gatewayRefund.paymentId, id),
    eq(gatewayRefund.id, gatewayRefundId),
  );
  const [row] = await scope.db.select().from(gatewayRefund).where(mine).for('no key update');
  if (!row) throw refuse('NOT_FOUND', { field: 'gatewayRefundId' });
  // A refund that failed after the gateway accepted it fails again; it needs another way to the payer.
  if (row.passedAt || row.nextAttemptAt || row.gatewayId) {
    throw refuse('CONFLICT', { field: 'gatewayRefundId', message: 'Only what was given up is tried again.' });
  }
  // Later attempts first look for the refund at the gateway, because an earlier answer may have been lost.
  await scope.db
    .update(gatewayRefund)
    .set({ attempts: 1, nextAttemptAt: realNow(), updatedAt: scope.now })
    .where(mine);
  audit(scope, 'payment.passOnAgain', { type: 'payment', id });
  scope.outbox.wakes.add('refunds/due');
  return readGateway(scope, { id });
}
