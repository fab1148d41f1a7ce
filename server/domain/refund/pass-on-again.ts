import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { gatewayRefund } from '../../../drizzle/schema/gateway.ts';
import { realNow } from '../../clock.ts';
import { refuse } from '../../contract/errors.ts';
import type { PaymentGateway, passOnAgain as passOnAgainInput } from '../../contract/payment-gateway.ts';
import type { WriteScope } from '../../db/scope.ts';
import { audit } from '../../events/audit.ts';
import { readGateway } from '../external/gateway/gateway.ts';

/**
 * Asks the gateway once more for what was given up, now that somebody has seen to it.
 * @throws NOT_FOUND; CONFLICT when it was given back, will be tried anyway, or came back
 */
export async function passOnAgain(
  scope: WriteScope,
  { id, gatewayRefundId }: z.output<typeof passOnAgainInput>,
): Promise<PaymentGateway> {
  const mine = and(
    eq(gatewayRefund.providerId, scope.providerId),
    eq(gatewayRefund.paymentId, id),
    eq(gatewayRefund.id, gatewayRefundId),
  );
  const [row] = await scope.db.select().from(gatewayRefund).where(mine).for('no key update');
  if (!row) throw refuse('NOT_FOUND', { field: 'gatewayRefundId' });
  // What the gateway took and got back is not to be had by asking again: it needs another way to the payer.
  if (row.passedAt || row.nextAttemptAt || row.gatewayId) {
    throw refuse('CONFLICT', { field: 'gatewayRefundId', message: 'Only what was given up is tried again.' });
  }
  // The first attempt is over: all that follow look first whether it went through.
  await scope.db
    .update(gatewayRefund)
    .set({ attempts: 1, nextAttemptAt: realNow(), updatedAt: scope.now })
    .where(mine);
  audit(scope, 'payment.passOnAgain', { type: 'payment', id });
  scope.outbox.wakes.add('refunds/due');
  return readGateway(scope, { id });
}
