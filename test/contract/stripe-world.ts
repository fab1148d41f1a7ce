import type { IncomingMessage, ServerResponse } from 'node:http';
import { CHECKOUT_PATH } from '../../server/domain/payment/checkout.ts';
import { answerPayer } from '../../server/payer/pay.ts';
import { answerStripe } from '../../server/payer/stripe-webhook.ts';
import { type FakeStripe, stripeSignature } from '../fakes/stripe.ts';
import type { Partner, useApi } from './api.ts';
import { dataOf, pendingSubscription } from './world.ts';

/** The faces of the rail beside `/v1`: the payer's pages and the webhook. */
export function besideApi(req: IncomingMessage, res: ServerResponse): Promise<void> {
  return req.url?.startsWith(CHECKOUT_PATH) ? answerPayer(req, res) : answerStripe(req, res);
}

/** A test's view of the rail: open a link as a payer does, and send word as Stripe does. */
export function stripeWorld(api: ReturnType<typeof useApi>, stripe: FakeStripe) {
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
    /** A payment whose page has been opened. */
    async opened(partner: Partner, over: Parameters<typeof pendingSubscription>[1] = {}) {
      const world = await pendingSubscription(partner, over);
      const body = { subscriptionId: world.subscription.id, rail: 'stripe' };
      const payment = dataOf(await partner.post('/v1/payments', body));
      await visit(pathOf(payment));
      return { ...world, payment, session: sessionOf(payment) };
    },
    async tell(event: object, { signature }: { signature?: string | null } = {}) {
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
