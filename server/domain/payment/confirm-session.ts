import { randomUUID } from 'node:crypto';
import { and, eq, isNotNull } from 'drizzle-orm';
import { payment } from '../../../drizzle/schema/billing.ts';
import { checkout } from '../../../drizzle/schema/gateway.ts';
import type { GatewayName } from '../../contract/enums.ts';
import { db } from '../../db/client.ts';
import { log } from '../../log.ts';
import { GatewayError } from '../../rails/rail.ts';
import { railOf } from '../../rails/registry.ts';
import { transaction } from '../../work/transaction.ts';
import { accountOfPayment } from '../external/gateway/accounts.ts';
import { gatewayCallers } from '../external/gateway/callers.ts';
import { handleGatewayEvent } from '../lifecycle/payment/handle-gateway-event.ts';

/**
 * Asks the gateway about the session of a payer who is back from its page, where the gateway can say. Its webhook may come later or
 * never. A gateway that does not answer changes nothing.
 * @returns whether the session was paid
 */
export async function confirmSession(token: string): Promise<boolean> {
  const [found] = await db()
    .select({ payment, accountId: checkout.accountId, sessionId: checkout.sessionId })
    .from(checkout)
    .innerJoin(payment, and(eq(payment.providerId, checkout.providerId), eq(payment.id, checkout.paymentId)))
    .where(and(eq(checkout.token, token), isNotNull(checkout.sessionId)));
  const rail = found && railOf(found.payment);
  if (!found || rail?.begins !== 'hosted' || !rail.gateway.querySession) return false;
  const { providerId } = found.payment;
  const { accountId, sessionId } = found;
  try {
    const account = await accountOfPayment({ providerId, accountId }, rail.gateway);
    const event = await rail.gateway.querySession(account, sessionId ?? '');
    if (!event) return false;
    const caller = gatewayCallers[found.payment.rail as GatewayName];
    const origin = { providerId, caller, correlationId: randomUUID() };
    return (await transaction(origin, (scope) => handleGatewayEvent(scope, event, accountId))) === 'done';
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    log.warn(
      { err: error, providerId, paymentId: found.payment.id },
      'the gateway did not say whether a session is paid',
    );
    return false;
  }
}
