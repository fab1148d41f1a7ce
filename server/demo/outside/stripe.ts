import { createHmac } from 'node:crypto';
import { realNow, SECOND_MS } from '../../clock.ts';
import type { Minor } from '../../contract/money.ts';
import { env } from '../../env.ts';
import { toStripe } from '../../rails/stripe-amount.ts';
import { randomText } from '../../random-text.ts';
import type { DemoKeys } from '../keys.ts';
import type { Answer, Api } from './api.ts';
import { CHECKOUTS_PATH } from './checkout-path.ts';
import type { GatewayActs } from './gateway-acts.ts';
import { idOf, type Sale } from './money.ts';

const EXPIRE = /^\/v1\/checkout\/sessions\/(\w+)\/expire$/;

/** The calls of Stripe's API that Demarc makes. What is paid and refunded, Demarc's own rows say, so that a restart forgets nothing. */
export const stripeApi: Api = ({ method, path, headers }): Answer | null => {
  const key = String(headers['idempotency-key'] ?? '');
  if (path === '/v1/balance') {
    return { status: 200, body: { object: 'balance', livemode: false, available: [], pending: [] } };
  }
  if (path === '/v1/checkout/sessions' && method === 'POST') {
    const id = `cs_test_${idOf('session', key)}`;
    const url = `${env.PUBLIC_URL}${CHECKOUTS_PATH}${id}`;
    return {
      status: 200,
      body: { id, object: 'checkout.session', url, status: 'open', payment_status: 'unpaid' },
    };
  }
  const expired = EXPIRE.exec(path)?.[1];
  if (expired) return { status: 200, body: { id: expired, object: 'checkout.session', status: 'expired' } };
  if (path === '/v1/refunds' && method === 'GET') {
    // A repeated refund has the id of the first one, so none has to be listed.
    return { status: 200, body: { object: 'list', data: [], has_more: false, url: path } };
  }
  if (path === '/v1/refunds') {
    return { status: 200, body: { id: `re_${idOf('refund', key)}`, object: 'refund', status: 'succeeded' } };
  }
  return null;
};

/** What payers do on Stripe's page, and staff in its dashboard. */
export function stripeActs({ stripe: { webhookSecret } }: DemoKeys): GatewayActs {
  const report = ({ hookToken }: Sale, type: string, object: object) => {
    const created = Math.floor(realNow().getTime() / SECOND_MS);
    const event = { id: `evt_${randomText(24)}`, object: 'event', type, livemode: false, created };
    const body = JSON.stringify({ ...event, data: { object } });
    const signature = createHmac('sha256', webhookSecret).update(`${created}.${body}`).digest('hex');
    return {
      path: `/hooks/stripe/${hookToken}`,
      headers: { 'stripe-signature': `t=${created},v1=${signature}` },
      body,
    };
  };
  const unitsOf = (amount: Minor, currency: string) => toStripe(amount, currency);
  return {
    pay: (sale) =>
      report(sale, 'checkout.session.completed', {
        ...{ id: sale.sessionId, object: 'checkout.session', status: 'complete', payment_status: 'paid' },
        payment_intent: `pi_${idOf('payment', sale.sessionId)}`,
        ...{ amount_total: unitsOf(sale.amount, sale.currency), currency: sale.currency.toLowerCase() },
        metadata: { providerId: sale.providerId, paymentId: sale.paymentId },
      }),
    decline: (sale) =>
      report(sale, 'payment_intent.payment_failed', {
        ...{ id: `pi_${idOf('payment', sale.sessionId)}`, object: 'payment_intent' },
        metadata: { providerId: sale.providerId, paymentId: sale.paymentId },
        last_payment_error: { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' },
      }),
    refund: (sale, amount) =>
      report(sale, 'refund.created', {
        ...{ id: `re_${randomText(24)}`, object: 'refund', status: 'succeeded', metadata: {} },
        ...{ payment_intent: sale.gatewayPaymentId, currency: sale.currency.toLowerCase() },
        amount: unitsOf(amount, sale.currency),
      }),
    dispute: (sale, result) => {
      const opened = sale.dispute?.status === 'OPEN' ? new Date(sale.dispute.openedAt) : realNow();
      return report(sale, result === 'open' ? 'charge.dispute.created' : 'charge.dispute.closed', {
        ...{ id: `du_${idOf('dispute', sale.sessionId)}`, object: 'dispute', reason: 'fraudulent' },
        ...{ payment_intent: sale.gatewayPaymentId, currency: sale.currency.toLowerCase() },
        amount: unitsOf(sale.amount, sale.currency),
        created: Math.floor(opened.getTime() / SECOND_MS),
        status: result === 'open' ? 'needs_response' : result,
      });
    },
  };
}
