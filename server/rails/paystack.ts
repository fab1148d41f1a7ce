import { createHmac } from 'node:crypto';
import { realNow } from '../clock.ts';
import { asMinor, MAX_AMOUNT, minorDigits } from '../contract/money.ts';
import { jsonIn, objectOf, textIn } from '../json-values.ts';
import { isSameSecret } from '../same-secret.ts';
import { standInOf } from '../stand-ins.ts';
import { call } from './paystack-client.ts';
import {
  type GatewayAccount,
  type GatewayChange,
  GatewayError,
  type GatewayEvent,
  type GatewayReport,
  type GatewayRequest,
  type HostedGateway,
  type Order,
  type Rail,
  RefundRefused,
  type RefundRequest,
} from './rail.ts';

/** Paystack counts them in hundredths, as ISO 4217 does. */
const CURRENCIES = ['NGN', 'GHS', 'ZAR', 'KES', 'USD'];

/** Sessions that a payment may need: each lost answer takes a reference. */
const MAX_SESSIONS = 10;

/** Refunds of a payment that are looked through, in one page. */
const MAX_REFUNDS = 100;

/** Paystack's pages, on which people pay by card, bank or mobile money. */
const gateway: HostedGateway = {
  fits: ({ secretKey = '' }, livemode) => secretKey.startsWith(livemode ? 'sk_live_' : 'sk_test_'),
  supports: (amount, currency) => CURRENCIES.includes(currency) && amount > 0,
  check,
  createSession,
  hasSeveralSessions: true,
  // Paystack has no way to end a session. Money that arrives late is refunded.
  expireSession: async () => {},
  querySession,
  submitRefund,
  readReport,
};

export const paystack: Rail = {
  name: 'paystack',
  label: 'Checkout link (Paystack)',
  currencies: CURRENCIES,
  begins: 'hosted',
  gateway,
};

async function check(account: GatewayAccount): Promise<string> {
  const { message } = await call(account, 'GET', '/balance');
  return `Paystack accepts the key: ${message}.`;
}

/** The reference of a session of a payment. It may have letters, digits and `-.=` only. */
function referenceOf(paymentId: string, nth: number): string {
  return `${paymentId.replace('_', '-')}.${nth}`;
}

/** The payment of a reference; undefined for a reference of another system. */
export function paymentIn(reference: unknown): string | undefined {
  const [, prefix, rest] = /^([a-z]+)-([0-9a-z]{26})\.\d{1,3}$/.exec(textIn(reference) ?? '') ?? [];
  return prefix && rest ? `${prefix}_${rest}` : undefined;
}

/** The session of a reference; null for a reference of another system. */
function sessionOf(reference: unknown): GatewayChange['session'] | null {
  const [id, paymentId] = [textIn(reference), paymentIn(reference)];
  return id !== undefined && paymentId !== undefined ? { id, paymentId } : null;
}

/**
 * A reference names one session, and Paystack does not return a session again. After a lost answer the next reference is taken, because
 * the address of the session before is not stored. A restored database lacks sessions too, and one of them may be paid.
 */
async function createSession(
  account: GatewayAccount,
  order: Order,
): ReturnType<HostedGateway['createSession']> {
  for (let nth = 1; ; nth++) {
    const reference = referenceOf(order.paymentId, nth);
    try {
      const { data } = await call(account, 'POST', '/transaction/initialize', {
        email: order.email,
        amount: String(order.amount),
        currency: order.currency,
        reference,
        callback_url: `${order.link}/thanks`,
        metadata: { cancel_action: `${order.link}/back`, reference: order.reference },
      });
      const url = textIn(objectOf(data).authorization_url);
      // The page of the demo's stand-in is one of Demarc.
      const isPage = url?.startsWith('https://') || standInOf(account.credentials.secretKey) !== undefined;
      if (!url || !isPage) {
        throw new GatewayError('Paystack gave no address', { isFinal: false, mayHaveWorked: true });
      }
      return { id: reference, url };
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      const paid = await querySession(account, reference);
      if (paid) return { paid };
      if (nth === MAX_SESSIONS) throw error;
    }
  }
}

function isDuplicate(error: unknown): boolean {
  return (
    error instanceof GatewayError &&
    (error.code === 'duplicate_reference' || /duplicate transaction reference/i.test(error.message))
  );
}

/** The event of a session that is paid, for a payer who is back before the webhook. */
async function querySession(account: GatewayAccount, sessionId: string): Promise<GatewayEvent | null> {
  const { data } = await call(account, 'GET', `/transaction/verify/${encodeURIComponent(sessionId)}`);
  return paidEvent(account, data);
}

/** A refund has no idempotency key: its id and round are in the note, by which a retry finds it. */
const noteOf = ({ id, round }: { id: string; round: number }) => `${id} ${round}`;

const gaveNothing = (status: unknown) => status === 'failed' || status === 'reversed';

async function submitRefund(account: GatewayAccount, request: RefundRequest): Promise<string> {
  const { id, amount, currency } = request;
  const gatewayPaymentId = await transactionOf(account, request.gatewayPaymentId);
  // An earlier answer may have been lost, and a restored database repeats attempts. Paystack has no idempotency key.
  const ours = (await refundsOf(account, gatewayPaymentId)).filter(({ note }) => note.startsWith(`${id} `));
  const made =
    ours.find(({ status }) => !gaveNothing(status)) ?? ours.find(({ note }) => note === noteOf(request));
  if (made && gaveNothing(made.status)) throw new RefundRefused(`the refund ${made.id} failed`);
  if (made) return made.id;
  const values = { transaction: gatewayPaymentId, amount, currency, merchant_note: noteOf(request) };
  try {
    const refundId = textIn(objectOf((await call(account, 'POST', '/refund', values)).data).id);
    if (refundId === undefined) {
      throw new GatewayError('Paystack gave no id', { isFinal: false, mayHaveWorked: true });
    }
    return refundId;
  } catch (error) {
    if (!(error instanceof GatewayError && error.isFinal)) throw error;
    // The payment was refunded in full in Paystack's dashboard.
    if (/fully (reversed|refunded)/i.test(error.message)) return 'already_refunded';
    throw new RefundRefused(error.message, error);
  }
}

type Refund = {
  id: string;
  note: string;
  /** Whether it was made because of a dispute, which is reported by itself. */
  isOfDispute: boolean;
  status: unknown;
  amount: unknown;
  currency: unknown;
};

/** The id of a transaction that is known by its reference, by which the list of refunds finds nothing. */
async function transactionOf(account: GatewayAccount, idOrReference: string): Promise<string> {
  if (!paymentIn(idOrReference)) return idOrReference;
  const { data } = await call(account, 'GET', `/transaction/verify/${encodeURIComponent(idOrReference)}`);
  const id = textIn(objectOf(data).id);
  if (id === undefined) throw new GatewayError('Paystack gave no id', { isFinal: false });
  return id;
}

/** All refunds of a transaction, those of others included. */
async function refundsOf(account: GatewayAccount, transaction: string): Promise<Refund[]> {
  const query = new URLSearchParams({ transaction, perPage: String(MAX_REFUNDS) });
  const { data } = await call(account, 'GET', `/refund?${query}`);
  return (Array.isArray(data) ? data : []).map(objectOf).map((refund) => ({
    id: textIn(refund.id) ?? '',
    note: textIn(refund.merchant_note) ?? '',
    isOfDispute: textIn(refund.dispute) !== undefined,
    status: refund.status,
    amount: refund.amount,
    currency: refund.currency,
  }));
}

/** Reads a webhook, which has the HMAC-SHA512 of its body with the secret key. */
async function readReport(
  account: GatewayAccount,
  { raw, header }: GatewayRequest,
): Promise<GatewayReport | null> {
  const expected = createHmac('sha512', account.credentials.secretKey ?? '')
    .update(raw)
    .digest('hex');
  if (!isSameSecret(header('x-paystack-signature') ?? '', expected)) return null;
  const { event, data } = objectOf(jsonIn(raw.toString()));
  const type = textIn(event) ?? '';
  const about = objectOf(data);
  return {
    id: textIn(about.id) ?? textIn(about.refund_reference) ?? '',
    type,
    livemode: (textIn(about.domain) ?? (account.livemode ? 'live' : 'test')) === 'live',
    events: await eventsOf(account, type, about),
  };
}

async function eventsOf(
  account: GatewayAccount,
  type: string,
  data: Record<string, unknown>,
): Promise<(GatewayEvent | GatewayChange)[]> {
  if (type === 'charge.success') {
    const paid = paidEvent(account, data);
    return paid ? [paid] : [];
  }
  if (type === 'refund.failed' || type === 'refund.processed') return refundEvents(account, data);
  if (type.startsWith('charge.dispute.')) return disputeEvents(data);
  return [];
}

function paidEvent({ providerId }: GatewayAccount, data: unknown): GatewayEvent | null {
  const { reference, status, id, amount, currency } = objectOf(data);
  const paymentId = paymentIn(reference);
  if (!paymentId || status !== 'success') return null;
  return {
    ...{ providerId, paymentId, type: 'paid', sessionId: textIn(reference) ?? null },
    gatewayPaymentId: textIn(id) ?? null,
    amount: minorIn(amount),
    currency: textIn(currency) ?? '',
  };
}

/** An amount in hundredths, as a number or a text; null for any other value. */
function minorIn(value: unknown) {
  const amount = Number(textIn(value) ?? Number.NaN);
  const isAmount = Number.isInteger(amount) && amount > 0 && amount <= MAX_AMOUNT * 10 ** minorDigits('KES');
  return isAmount ? asMinor(amount) : null;
}

/** A report about a refund does not say which refund of the payment it is, so all of them are read. */
async function refundEvents(
  account: GatewayAccount,
  { transaction_reference: reference }: Record<string, unknown>,
): Promise<(GatewayEvent | GatewayChange)[]> {
  const session = sessionOf(reference);
  if (!session) return [];
  const path = `/transaction/verify/${encodeURIComponent(session.id)}`;
  const transaction = textIn(objectOf((await call(account, 'GET', path)).data).id);
  if (transaction === undefined) return [];
  const { providerId } = account;
  const refunds = await refundsOf(account, transaction);
  return refunds.flatMap(
    ({ id: gatewayId, note, status, isOfDispute, ...refund }): (GatewayEvent | GatewayChange)[] => {
      const [, id, round] = /^((?:rfd|pay)_[\w-]{1,80}) (\d{1,6})$/.exec(note) ?? [];
      if (id && gaveNothing(status)) {
        return [
          { type: 'refund failed', providerId, id, round: Number(round), gatewayId, why: String(status) },
        ];
      }
      if (isOfDispute || status !== 'processed') return [];
      const request = id ? { id, round: Number(round) } : null;
      const amount = minorIn(refund.amount);
      const currency = textIn(refund.currency) ?? '';
      return [
        { type: 'refunded', gatewayPaymentId: transaction, session, gatewayId, amount, currency, request },
      ];
    },
  );
}

/** A dispute. One that the partner or Paystack accepted is lost, one that was declined is won. */
function disputeEvents(data: Record<string, unknown>): GatewayChange[] {
  const { id, status, resolution, refund_amount: amount, category } = data;
  const transaction = objectOf(data.transaction);
  const gatewayPaymentId = textIn(transaction.id);
  const session = sessionOf(transaction.reference);
  if (!session || gatewayPaymentId === undefined || textIn(id) === undefined) return [];
  const now = realNow();
  const isOver = status === 'resolved';
  return [
    {
      type: 'disputed',
      ...{ gatewayPaymentId, session },
      // Refunds have numbers too.
      gatewayId: `dispute-${textIn(id)}`,
      amount: minorIn(amount) ?? minorIn(transaction.amount),
      currency: textIn(data.currency) ?? textIn(transaction.currency) ?? '',
      status: !isOver ? 'OPEN' : resolution === 'declined' ? 'WON' : 'LOST',
      reason: textIn(category) ?? null,
      openedAt: instantIn(data.createdAt ?? data.created_at) ?? now,
      reportedAt: instantIn(data.resolvedAt) ?? now,
    },
  ];
}

function instantIn(value: unknown): Date | null {
  const at = new Date(textIn(value) ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? null : at;
}
