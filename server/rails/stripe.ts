import type { Minor } from '../contract/money.ts';
import { env } from '../env.ts';
import { type Gateway, GatewayError, type Order, type Rail, type RefundRequest } from './rail.ts';
import { toStripe } from './stripe-amount.ts';
import { askStripe } from './stripe-client.ts';
import { gaveNothing, roundOf } from './stripe-events.ts';

/** Cards and whatever else is switched on in the Stripe account, on Stripe's own page. */
const gateway: Gateway = {
  supports: (amount, currency) => toStripe(amount, currency) !== null,
  createSession,
  expireSession,
  submitRefund,
};

export const stripe: Rail = {
  name: 'stripe',
  label: 'Checkout link (Stripe)',
  isAvailableFor: ({ livemode }) => isKeyFor(env.STRIPE_SECRET_KEY, livemode),
  begins: 'hosted',
  gateway,
};

/** A key says whose money it moves: test keys serve sandbox accounts alone, live keys live ones. */
export function isKeyFor(key: string | undefined, livemode: boolean): boolean {
  if (!key) return false;
  const kind = /^[a-z]+_(test|live)_/.exec(key)?.[1];
  return kind === undefined || (kind === 'live') === livemode;
}

/** Always the same request for the same order, so that Stripe answers a repeated one with the page it made. */
async function createSession(order: Order): Promise<{ id: string; url: string }> {
  const { providerId, paymentId, currency, description, reference, link } = order;
  const metadata = { providerId, paymentId };
  const session = await askStripe((api) =>
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
  if (!session.url) throw new GatewayError('the session has no page', { isFinal: true });
  return { id: session.id, url: session.url };
}

async function expireSession(pageId: string): Promise<void> {
  try {
    await askStripe((api) => api.checkout.sessions.expire(pageId));
  } catch (error) {
    // Paid or expired already: then nothing more is paid there either, and Stripe sends word of it.
    if (!(error instanceof GatewayError && error.isFinal)) throw error;
  }
}

const ALREADY_BACK = 'charge_already_refunded';

async function submitRefund(request: RefundRequest): Promise<string> {
  const { id, round, providerId, gatewayPaymentId, amount, currency, again } = request;
  // Stripe forgets idempotency keys after a day, and attempts go on for longer.
  if (again) {
    const { data } = await askStripe((api) =>
      api.refunds.list({ payment_intent: gatewayPaymentId, limit: 100 }),
    );
    const ours = data.filter(({ metadata }) => metadata?.giveBackId === id);
    // What failed in an earlier round is replaced; what went through in one is not asked for again.
    const made =
      ours.find(({ status }) => !gaveNothing(status)) ??
      ours.find(({ metadata }) => roundOf(metadata) === round);
    if (made) return taken(made);
  }
  const values = {
    payment_intent: gatewayPaymentId,
    amount: unitsOf(amount, currency),
    metadata: { providerId, giveBackId: id, round },
  };
  try {
    // Stripe answers a key as it did at first, refusals included.
    const idempotencyKey = round === 1 ? id : `${id}-${round}`;
    return taken(await askStripe((api) => api.refunds.create(values, { idempotencyKey })));
  } catch (error) {
    // Somebody gave all of it back by hand, in Stripe's dashboard: then the payer has it.
    if (error instanceof GatewayError && error.code === ALREADY_BACK) return ALREADY_BACK;
    throw error;
  }
}

/** The id of a refund that went through or is on its way. @throws GatewayError for one that gave nothing back */
function taken({ id, status }: { id: string; status: string | null }): string {
  if (gaveNothing(status)) {
    throw new GatewayError(`the gateway's refund ${id} is ${status}`, { isFinal: true });
  }
  return id;
}

function unitsOf(amount: Minor, currency: string): number {
  const units = toStripe(amount, currency);
  if (units === null) throw new GatewayError(`${amount} of ${currency} is not taken`, { isFinal: true });
  return units;
}
