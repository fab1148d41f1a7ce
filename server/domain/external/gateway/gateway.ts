import { and, desc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { checkout, gatewayRefund, prompt } from '../../../../drizzle/schema/gateway.ts';
import type { paymentId } from '../../../contract/payment.ts';
import { type PaymentGateway, paymentGateway } from '../../../contract/portal/payment-gateway.ts';
import { present } from '../../../contract/present.ts';
import { find } from '../../../state/resource.ts';
import type { Scope } from '../../../work/scope.ts';
import { paymentResource } from '../../model/payment/resource.ts';

/** The most refunds of a payment that are shown, the newest first. */
const MAX_REFUNDS = 100;

/**
 * The gateway's side of a payment: its checkout session and the refunds submitted to the gateway.
 * @throws NOT_FOUND
 */
export async function readGateway(scope: Scope, { id }: z.output<typeof paymentId>): Promise<PaymentGateway> {
  await find(scope, paymentResource, id);
  const { providerId } = scope;
  const [[session], [sent], refunds] = await Promise.all([
    scope.db
      .select()
      .from(checkout)
      .where(and(eq(checkout.providerId, providerId), eq(checkout.paymentId, id))),
    scope.db
      .select()
      .from(prompt)
      .where(and(eq(prompt.providerId, providerId), eq(prompt.paymentId, id))),
    scope.db
      .select()
      .from(gatewayRefund)
      .where(and(eq(gatewayRefund.providerId, providerId), eq(gatewayRefund.paymentId, id)))
      .orderBy(desc(gatewayRefund.createdAt), desc(gatewayRefund.id))
      .limit(MAX_REFUNDS),
  ]);
  return present(paymentGateway, {
    checkoutSession: session && { ...session, isOpened: session.sessionId !== null },
    prompt: sent,
    refunds,
  });
}
