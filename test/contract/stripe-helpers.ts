import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CHECKOUT_PATH } from '../../server/domain/payment/checkout.ts';
import { retryGatewayRefund } from '../../server/domain/refund/retry-gateway-refund.ts';
import { answerGateway } from '../../server/payer/gateway-hook.ts';
import { answerPayer } from '../../server/payer/pay.ts';
import { transaction } from '../../server/work/transaction.ts';
import { type FakeStripe, stripeSignature } from '../fakes/stripe.ts';
import type { Partner, useApi } from './api.ts';
import { dataOf, pendingSubscription } from './helpers.ts';

/** The paths of the rail outside `/v1`: the payer's pages and the webhook. */
export function besideApi(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const open = { take: () => ({ ok: true }) as const };
  return req.url?.startsWith(CHECKOUT_PATH)
    ? answerPayer(req, res, { page: open, failed: open })
    : answerGateway(req, res, open);
}

/** A promise that a test resolves. */
export function gate() {
  let open = () => {};
  const opened = new Promise<void>((done) => {
    open = done;
  });
  return { opened, open: () => open() };
}

/** Waits until a condition holds. Only the time limit of the test ends the wait. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((done) => setTimeout(done, 5));
}

/** Helpers for the Stripe rail: visit a link as a payer, send events as Stripe. */
export function stripeHelpers(api: ReturnType<typeof useApi>, stripe: FakeStripe) {
  const pathOf = (payment: { checkoutUrl: string }) => new URL(payment.checkoutUrl).pathname;
  const visit = (path: string, init: RequestInit = {}) =>
    fetch(api.base + path, { redirect: 'manual', ...init });
  const sessionOf = (payment: { id: string }) => {
    const session = [...stripe.sessions.values()].find(({ metadata }) => metadata.paymentId === payment.id);
    if (!session) throw new Error('there is no session');
    return session;
  };
  return {
    pathOf,
    visit,
    sessionOf,
    /** A payment whose checkout session is open. */
    async openCheckout(partner: Partner, over: Parameters<typeof pendingSubscription>[1] = {}) {
      const world = await pendingSubscription(partner, over);
      const body = { subscriptionId: world.subscription.id, rail: 'stripe' };
      const payment = dataOf(await partner.post('/v1/payments', body));
      await visit(pathOf(payment));
      return { ...world, payment, session: sessionOf(payment) };
    },
    /** Makes waiting refunds due now and ends their leases. */
    makeDue: () =>
      api.sql`update gateway_refund set next_attempt_at = now() - interval '1 second' where next_attempt_at is not null`,
    /** The stored row of a gateway refund. */
    async rowOf(id: string) {
      const [row] = await api.sql`select * from gateway_refund where id = ${id}`;
      return row;
    },
    /** The amounts of the refunds that Stripe made of a session's money, failed ones too. */
    refundedAmounts: ({ payment_intent: intent }: { payment_intent: string | null }) =>
      stripe.refunds.filter((each) => each.payment_intent === intent).map(({ amount }) => amount),
    /** Retries a refund that was given up, as staff does. */
    retryRefund: (partner: Partner, payment: { id: string }, gatewayRefundId: string) =>
      transaction(
        {
          providerId: partner.providerId,
          caller: { type: 'system', name: 'test' },
          correlationId: randomUUID(),
        },
        (scope) => retryGatewayRefund(scope, { id: payment.id, gatewayRefundId }),
      ),
    async sendEvent(event: object, { signature }: { signature?: string | null } = {}) {
      const body = JSON.stringify(event);
      const header = signature === undefined ? stripeSignature(body) : signature;
      const response = await fetch(`${api.base}/api/stripe/webhook`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...(header && { 'stripe-signature': header }) },
      });
      await response.text();
      return response.status;
    },
  };
}
