import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { payment } from '../../../drizzle/schema/billing.ts';
import { checkout } from '../../../drizzle/schema/gateway.ts';
import type { GatewayName } from '../../contract/enums.ts';
import { db } from '../../db/client.ts';
import { log } from '../../log.ts';
import { GatewayError, type GatewayEvent } from '../../rails/rail.ts';
import { railOf } from '../../rails/registry.ts';
import { inSlotOf } from '../../work/in-slot.ts';
import { transaction } from '../../work/transaction.ts';
import { accountOfPayment } from '../external/gateway/accounts.ts';
import { gatewayCaller } from '../external/gateway/caller.ts';
import { type GatewayEventResult, handleGatewayEvent } from '../lifecycle/payment/handle-gateway-event.ts';
import type { PaymentRow } from '../model/payment/resource.ts';

/** A checkout session with its payment. */
export type Session = { payment: PaymentRow; accountId: string | null; sessionId: string };

/**
 * Queries the session of a payer who is back from the gateway's page, where the gateway can be queried. Its webhook may come later or
 * never. A gateway that does not answer changes nothing.
 * @returns whether the session was paid
 */
export async function confirmSession(token: string): Promise<boolean> {
  const [found] = await db()
    .select({ payment, accountId: checkout.accountId, sessionId: checkout.sessionId })
    .from(checkout)
    .innerJoin(payment, and(eq(payment.providerId, checkout.providerId), eq(payment.id, checkout.paymentId)))
    .where(eq(checkout.token, token));
  if (!found || found.sessionId === null) return false;
  const { payment: ofSession, accountId, sessionId } = found;
  const { providerId } = ofSession;
  try {
    return await takePaidSession({ payment: ofSession, accountId, sessionId }, (work) =>
      inSlotOf(providerId, work),
    );
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const { id: paymentId } = found.payment;
    log.warn({ err: error, providerId, paymentId }, 'the gateway did not say whether a session is paid');
    return false;
  }
}

/**
 * Queries a session, and applies its money where it is paid. Contract: Payment.
 * @param inSlot runs the transaction, which may wait for a lock; the gateway is queried before
 * @returns whether it was paid; false where the gateway cannot be queried
 * @throws GatewayError
 */
export async function takePaidSession(
  { payment, accountId, sessionId }: Session,
  inSlot: <T>(work: () => Promise<T>) => Promise<T> = (work) => work(),
): Promise<boolean> {
  const rail = railOf(payment);
  if (rail.begins !== 'hosted' || !rail.gateway.querySession) return false;
  const { providerId } = payment;
  const account = await accountOfPayment({ providerId, accountId }, rail.gateway);
  const event = await rail.gateway.querySession(account, sessionId);
  if (!event) return false;
  return (await inSlot(() => takeSessionEvent({ payment, accountId }, event))) === 'done';
}

/** Applies what a gateway answers about a session of a payment. Contract: Payment. */
export function takeSessionEvent(
  { payment, accountId }: Omit<Session, 'sessionId'>,
  event: GatewayEvent,
): Promise<GatewayEventResult> {
  const caller = gatewayCaller(railOf(payment).name as GatewayName);
  const origin = { providerId: payment.providerId, caller, correlationId: randomUUID() };
  return transaction(origin, (scope) => handleGatewayEvent(scope, event, accountId));
}
