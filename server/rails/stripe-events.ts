import type Stripe from 'stripe';
import { MINUTE_MS, realNow, SECOND_MS } from '../clock.ts';
import type { Minor } from '../contract/money.ts';
import type {
  GatewayAccount,
  GatewayChange,
  GatewayEvent,
  GatewayReport,
  GatewayRequest,
  PaymentName,
  PaymentOutcome,
} from './rail.ts';
import { fromStripe } from './stripe-amount.ts';
import { stripeClient } from './stripe-client.ts';

/** The largest accepted difference between the clocks of Stripe and Demarc. */
const TOLERANCE_MS = 5 * MINUTE_MS;

/** The ids of refunds that Demarc requests. */
const OWN_REFUND = /^(?:rfd|pay)_[\w-]{1,80}$/;

/**
 * Reads a Stripe webhook from its raw body and `Stripe-Signature`.
 * @returns null for a missing or wrong signature, or one more than five minutes away from now. An old one may be a
 *   replay, and one from the future could be replayed for longer
 */
export async function readStripeReport(
  account: GatewayAccount,
  { raw, header }: GatewayRequest,
): Promise<GatewayReport | null> {
  const { webhookSecret } = account.credentials;
  const signature = header('stripe-signature');
  if (!webhookSecret || !signature) return null;
  const { webhooks } = await stripeClient(account);
  const now = realNow().getTime();
  let event: Stripe.Event;
  try {
    event = webhooks.constructEvent(raw, signature, webhookSecret, TOLERANCE_MS / SECOND_MS, undefined, now);
  } catch {
    return null;
  }
  // The library does not check for the future.
  if (signedAt(signature) > now + TOLERANCE_MS) return null;
  const { id, type, livemode } = event;
  const gatewayEvent = gatewayEventOf(event);
  return { id, type, livemode, events: gatewayEvent ? [gatewayEvent] : [] };
}

/** The time that a signature states, in ms. Of several times the library uses the last. */
function signedAt(signature: string): number {
  const times = signature.split(',').filter((part) => part.startsWith('t='));
  return Number(times.at(-1)?.slice(2)) * SECOND_MS;
}

/** The gateway event of a Stripe event; null when it is not about a payment or refund of Demarc. */
function gatewayEventOf(event: Stripe.Event): GatewayEvent | GatewayChange | null {
  switch (event.type) {
    case 'checkout.session.completed':
      return paidEvent(
        event.data.object,
        event.data.object.payment_status === 'paid' ? 'paid' : 'processing',
      );
    case 'checkout.session.async_payment_succeeded':
      return paidEvent(event.data.object, 'paid');
    case 'checkout.session.async_payment_failed':
      return sessionEvent(event.data.object, 'failed');
    case 'checkout.session.expired':
      return sessionEvent(event.data.object, 'closed');
    case 'payment_intent.payment_failed': {
      const target = paymentOf(event.data.object.metadata);
      return (
        target && { ...target, type: 'declined', reason: reasonOf(event.data.object.last_payment_error) }
      );
    }
    case 'refund.created':
    case 'refund.failed':
    case 'refund.updated':
    case 'charge.refund.updated':
      return refundEvent(event.data.object);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
      return disputeEvent(event.data.object, new Date(event.created * SECOND_MS));
    default:
      return null;
  }
}

function paidEvent(session: Stripe.Checkout.Session, type: 'paid' | 'processing'): GatewayEvent | null {
  const target = paymentOf(session.metadata);
  if (!target) return null;
  const { id: sessionId, payment_intent: intent, amount_total: total, currency: code } = session;
  const currency = (code ?? '').toUpperCase();
  const gatewayPaymentId = typeof intent === 'string' ? intent : (intent?.id ?? null);
  return {
    ...target,
    type,
    sessionId,
    gatewayPaymentId,
    amount: total === null ? null : amountOf(total, currency),
    currency,
  };
}

/**
 * A refund is made once it has succeeded. Where a submitted one is known, only its failure changes anything. Metadata may be of other
 * systems.
 */
function refundEvent(refund: Stripe.Refund): GatewayEvent | GatewayChange | null {
  const { id: gatewayId, status, metadata, failure_reason: reason } = refund;
  const { providerId, refundId: id } = metadata ?? {};
  const request = id && OWN_REFUND.test(id) ? { id, round: roundOf(metadata) } : null;
  if (status === 'succeeded') return changeOf(refund, { type: 'refunded', request });
  if (!isUnpaidRefund(status) || !providerId || !request) return null;
  const why = reason ?? (status === 'canceled' ? status : 'unknown');
  return { providerId, type: 'refund failed', ...request, gatewayId, why };
}

type Changed = Pick<Stripe.Dispute, 'id' | 'amount' | 'currency' | 'payment_intent'>;
type Disputed = Extract<GatewayChange, { type: 'disputed' }>;
type Refunded = Extract<GatewayChange, { type: 'refunded' }>;
type Change =
  | Pick<Refunded, 'type' | 'request'>
  | Pick<Disputed, 'type' | 'status' | 'reason' | 'openedAt' | 'reportedAt'>;

/** A change of money that Stripe names by its payment intent; null for money without one, which is not of Checkout. */
function changeOf(
  { id, amount, currency: code, payment_intent: intent }: Changed,
  what: Change,
): GatewayChange | null {
  const gatewayPaymentId = typeof intent === 'string' ? intent : intent?.id;
  if (!gatewayPaymentId) return null;
  const currency = code.toUpperCase();
  return {
    ...what,
    gatewayPaymentId,
    gatewayId: id,
    amount: amountOf(amount, currency),
    currency,
  };
}

/** An inquiry (`warning_…`) is a dispute too; one that was closed or prevented costs nothing. */
const disputeStatusOf = (status: string) =>
  status === 'lost' ? 'LOST' : ['won', 'warning_closed', 'prevented'].includes(status) ? 'WON' : 'OPEN';

function disputeEvent(dispute: Stripe.Dispute, reportedAt: Date): GatewayChange | null {
  const { status, reason, created } = dispute;
  const openedAt = new Date(created * SECOND_MS);
  return changeOf(dispute, {
    type: 'disputed',
    status: disputeStatusOf(status),
    reason,
    openedAt,
    reportedAt,
  });
}

/** Whether a refund with this status leaves the money at Stripe. */
export function isUnpaidRefund(status: string | null): boolean {
  return status === 'failed' || status === 'canceled';
}

/** The round in which a refund was requested. */
export function roundOf(metadata: Stripe.Metadata | null): number {
  return /^\d{1,6}$/.test(metadata?.round ?? '') ? Number(metadata?.round) : 1;
}

function sessionEvent(session: Stripe.Checkout.Session, type: 'failed' | 'closed'): GatewayEvent | null {
  const target = paymentOf(session.metadata);
  return target && { ...target, type, sessionId: session.id };
}

/** The payment that metadata of Demarc names; null for those of another system. */
export function paymentOf(metadata: Stripe.Metadata | null): PaymentName | null {
  const { providerId, paymentId } = metadata ?? {};
  return providerId && paymentId ? { providerId, paymentId } : null;
}

function amountOf(units: number, currency: string): Minor | null {
  try {
    return fromStripe(units, currency);
  } catch {
    // The currency is not in ISO 4217.
    return null;
  }
}

type Reason = Extract<PaymentOutcome, { succeeded: false }>['reason'];

const timeouts = new Set([
  'payment_intent_payment_attempt_expired',
  'payment_method_microdeposit_verification_timeout',
  'payment_method_provider_timeout',
]);

/** Maps some sixty reasons of Stripe to those of the contract. */
function reasonOf(error: { code?: string; decline_code?: string } | null): Reason {
  if (error?.decline_code === 'insufficient_funds') return 'INSUFFICIENT_FUNDS';
  return timeouts.has(error?.code ?? '') ? 'TIMEOUT' : 'PARTNER_REJECTED';
}
