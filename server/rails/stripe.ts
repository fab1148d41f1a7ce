import type Stripe from 'stripe';
import type { Minor } from '../contract/money.ts';
import { env } from '../env.ts';
import {
  type Credentials,
  type GatewayAccount,
  GatewayError,
  type HostedGateway,
  type Order,
  type PaymentName,
  type Rail,
  RefundRefused,
  type RefundRequest,
} from './rail.ts';
import { stripeCurrencies, toStripe } from './stripe-amount.ts';
import { isUsedKey, requestStripe } from './stripe-client.ts';
import { isUnpaidRefund, paymentOf, readStripeReport, roundOf } from './stripe-events.ts';

/** Stripe Checkout, with the payment methods that are enabled in the Stripe account. */
const gateway: HostedGateway = {
  fits: ({ secretKey = '' }, livemode) => fitsMode(secretKey, livemode),
  defaultCredentials,
  supports: (amount, currency) => toStripe(amount, currency) !== null,
  check,
  createSession,
  expireSession,
  hasSeveralSessions: false,
  submitRefund,
  findPayment,
  readReport: readStripeReport,
};

export const stripe: Rail = {
  name: 'stripe',
  label: 'Checkout link (Stripe)',
  currencies: stripeCurrencies,
  begins: 'hosted',
  gateway,
};

/** Whether a key fits the account: test keys are for sandboxes, live keys for live accounts. */
function fitsMode(key: string, livemode: boolean): boolean {
  const kind = /^[a-z]+_(test|live)_/.exec(key)?.[1];
  return kind === undefined || (kind === 'live') === livemode;
}

function defaultCredentials(): Credentials | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret = '' } = env;
  return secretKey ? { secretKey, webhookSecret } : null;
}

async function check(account: GatewayAccount): Promise<string> {
  const { livemode } = await requestStripe(account, (api) => api.balance.retrieve());
  return `Stripe accepts the key. It is a ${livemode ? 'live' : 'test'} key.`;
}

/** Equal orders make equal requests, so Stripe answers a repetition with the first session. */
async function createSession(account: GatewayAccount, order: Order): Promise<{ id: string; url: string }> {
  const { providerId, paymentId, currency, description, reference, link } = order;
  const metadata = { providerId, paymentId };
  const session = await requestStripe(account, (api) =>
    api.checkout.sessions.create(
      {
        mode: 'payment',
        client_reference_id: paymentId,
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: currency.toLowerCase(),
              unit_amount: unitsOf(order.amount, currency),
              product_data: { name: description },
            },
          },
        ],
        metadata,
        payment_intent_data: { metadata, description: `${description} (${reference})` },
        success_url: `${link}/thanks`,
        cancel_url: `${link}/back`,
      },
      { idempotencyKey: paymentId },
    ),
  );
  if (!session.url) throw new GatewayError('the checkout session has no URL', { isFinal: true });
  return { id: session.id, url: session.url };
}

async function expireSession(account: GatewayAccount, sessionId: string): Promise<void> {
  try {
    await requestStripe(account, (api) => api.checkout.sessions.expire(sessionId));
  } catch (error) {
    // The session is paid or expired already. It accepts no more payments, and Stripe sends the event.
    if (!(error instanceof GatewayError && error.isFinal)) throw error;
  }
}

/** The payment in the metadata that the checkout session gave to its payment intent. */
async function findPayment(account: GatewayAccount, intentId: string): Promise<PaymentName | null> {
  try {
    return paymentOf((await requestStripe(account, (api) => api.paymentIntents.retrieve(intentId))).metadata);
  } catch (error) {
    // The intent is not of this account, or its key may not read intents.
    if (error instanceof GatewayError && error.isFinal) return null;
    throw error;
  }
}

const ALREADY_REFUNDED = 'charge_already_refunded';

async function submitRefund(account: GatewayAccount, request: RefundRequest): Promise<string> {
  const { id, round, providerId, gatewayPaymentId, amount, currency } = request;
  // Stripe keeps idempotency keys for a day. Attempts continue for longer, and a restored database repeats those of before.
  const ours = (await refundsOf(account, gatewayPaymentId)).filter(
    ({ metadata }) => metadata?.refundId === id,
  );
  // A refund that failed in an earlier round is replaced. One that succeeded is not repeated.
  const made =
    ours.find(({ status }) => !isUnpaidRefund(status)) ??
    ours.find(({ metadata }) => roundOf(metadata) === round);
  if (made) return acceptedId(made);
  const values = {
    payment_intent: gatewayPaymentId,
    amount: unitsOf(amount, currency),
    metadata: { providerId, refundId: id, round },
  };
  try {
    // Stripe repeats its first answer to a key, refusals included.
    const idempotencyKey = round === 1 ? id : `${id}-${round}`;
    return acceptedId(await requestStripe(account, (api) => api.refunds.create(values, { idempotencyKey })));
  } catch (error) {
    // The payment was refunded in full in Stripe's dashboard.
    if (error instanceof GatewayError && error.code === ALREADY_REFUNDED) return ALREADY_REFUNDED;
    if (error instanceof GatewayError && isUsedKey(error)) throw new RefundRefused(error.message, error);
    throw error;
  }
}

/** All refunds of a payment, those of others included. */
function refundsOf(account: GatewayAccount, gatewayPaymentId: string): Promise<Stripe.Refund[]> {
  return requestStripe(account, async (api) => {
    const found: Stripe.Refund[] = [];
    for await (const refund of api.refunds.list({ payment_intent: gatewayPaymentId, limit: 100 })) {
      found.push(refund);
    }
    return found;
  });
}

/** The id of a refund that succeeded or is pending. @throws RefundRefused for one that failed */
function acceptedId({ id, status }: { id: string; status: string | null }): string {
  if (isUnpaidRefund(status)) {
    throw new RefundRefused(`the gateway's refund ${id} is ${status}`);
  }
  return id;
}

function unitsOf(amount: Minor, currency: string): number {
  const units = toStripe(amount, currency);
  if (units === null) throw new GatewayError(`${amount} of ${currency} is not supported`, { isFinal: true });
  return units;
}
