import { and, eq } from 'drizzle-orm';
import { checkout } from '../../../../drizzle/schema/gateway.ts';
import { realNow } from '../../../clock.ts';
import { isCurrency, type Minor, toMajor, ZERO } from '../../../contract/money.ts';
import { isOpenPayment } from '../../../contract/payment-rules.ts';
import type { GatewayEvent } from '../../../rails/rail.ts';
import { railOf } from '../../../rails/registry.ts';
import { change } from '../../../state/record.ts';
import { findForUpdate, findOrNull } from '../../../state/resource.ts';
import { transition } from '../../../state/transition.ts';
import { audit } from '../../../work/audit.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { enqueueLateRefund, recordReturnedRefund } from '../../external/gateway/submit-refunds.ts';
import { holdersOf, lockNumber } from '../../model/payment/number.ts';
import { type PaymentRow, paymentResource } from '../../model/payment/resource.ts';
import { subscriberResource } from '../../model/subscriber/resource.ts';
import { type LockedPayment, lockForSettlement, recordLateMoney } from './lock.ts';
import { receiveOnAccount } from './receive-on-account.ts';
import { settlePayment } from './settle.ts';

/** The result of a gateway event. `unknown` and `mismatch` change nothing; staff have to check them. */
export type GatewayEventResult = 'done' | 'unknown' | 'mismatch';

type PaymentEvent = Extract<GatewayEvent, { paymentId: string }>;
type Checkout = typeof checkout.$inferSelect;

/**
 * Applies a gateway event to its payment. The status of the payment alone decides, because gateways send events twice,
 * late, concurrently and out of order. Contract: Payment.
 * @param accountId the account that reports, null for that of the environment: no other may settle its payments
 */
export async function handleGatewayEvent(
  scope: WriteScope,
  event: GatewayEvent,
  accountId: string | null,
): Promise<GatewayEventResult> {
  if (event.type === 'refund failed')
    return (await recordReturnedRefund(scope, event, accountId)) ? 'done' : 'unknown';
  const known = await findOrNull(scope, paymentResource, event.paymentId);
  if (!known) return 'unknown';
  for (const number of numbersOf(known, event)) await lockNumber(scope, number);
  // Before the payment is locked, because the money on account locks the subscriber first.
  const before = hasSeveralSessions(known) ? await readCheckout(scope, known) : undefined;
  if (before && before.accountId === accountId && isOtherMoney(known, before, event))
    return takeOtherMoney(scope, known, event, accountId);
  const locked = await lockForSettlement(scope, event.paymentId);
  const { payment } = locked;
  const session = await readCheckout(scope, payment);
  if (session?.accountId !== accountId) return 'unknown';
  if (isOtherMoney(payment, session, event))
    throw new Error('other money came at once: the report is repeated');
  const reported = 'sessionId' in event ? event.sessionId : null;
  const isOther = reported !== null && session.sessionId !== null && session.sessionId !== reported;
  if (isOther && !(event.type === 'paid' && hasSeveralSessions(payment))) return 'unknown';
  if (event.type === 'paid' || event.type === 'processing') return takeMoney(scope, locked, session, event);
  if (event.type === 'declined') await recordDecline(scope, payment, session, event.reason);
  if (event.type === 'closed') await expireUnpaid(scope, payment);
  if (event.type === 'failed' && isOpenPayment(payment)) {
    const reason = event.reason ?? session.declineReason ?? 'PARTNER_REJECTED';
    await settlePayment(scope, locked, { succeeded: false, reason });
  }
  return 'done';
}

/** The numbers with which staff may have recorded the money of a hosted page by hand. Those of a prompt are decided with the prompt. */
function numbersOf(payment: PaymentRow, event: PaymentEvent): string[] {
  if (event.type !== 'paid' || railOf(payment).begins !== 'hosted') return [];
  return [event.gatewayPaymentId, event.sessionId].filter((number) => number !== null);
}

/** Whether staff have recorded the money of an event by hand before its report, which then adds none. */
async function isByHand(scope: WriteScope, payment: PaymentRow, event: PaymentEvent): Promise<boolean> {
  for (const number of numbersOf(payment, event))
    if ((await holdersOf(scope, number)).some(({ by }) => by === 'hand')) return true;
  return false;
}

function hasSeveralSessions(payment: PaymentRow): boolean {
  const rail = railOf(payment);
  return rail.begins === 'hosted' && rail.gateway.hasSeveralSessions;
}

type OtherMoney = PaymentEvent & { type: 'paid'; sessionId: string; gatewayPaymentId: string };

/** Whether an event is money of another session than that of the money that the payment has. */
function isOtherMoney(payment: PaymentRow, session: Checkout, event: PaymentEvent): event is OtherMoney {
  return (
    hasSeveralSessions(payment) &&
    event.type === 'paid' &&
    event.sessionId !== null &&
    event.gatewayPaymentId !== null &&
    session.gatewayPaymentId !== null &&
    // Money of a line of a statement without the id is stored by its reference.
    ![event.gatewayPaymentId, event.sessionId].includes(session.gatewayPaymentId)
  );
}

/**
 * Money of a payment that has its money already becomes a payment on account, once for each reference of the gateway. A refund of
 * the first payment would not reach it.
 */
async function takeOtherMoney(
  scope: WriteScope,
  payment: PaymentRow,
  { amount, currency, sessionId: reference, gatewayPaymentId }: OtherMoney,
  accountId: string | null,
): Promise<GatewayEventResult> {
  const { subscriberId } = payment;
  if (amount === null || amount <= 0 || currency !== payment.currency) return 'mismatch';
  for (const number of [gatewayPaymentId, reference])
    if ((await holdersOf(scope, number)).length > 0) return 'done';
  await findForUpdate(scope, subscriberResource, subscriberId);
  const gateway = { accountId, paymentId: gatewayPaymentId };
  const rail = railOf(payment).name;
  await receiveOnAccount(scope, { subscriberId, rail, amount, currency, reference, gateway });
  return 'done';
}

/** Money that arrived or is in transit. An amount that differs from the requested one becomes credit; another currency changes nothing. */
async function takeMoney(
  scope: WriteScope,
  locked: LockedPayment,
  session: Checkout,
  event: Extract<PaymentEvent, { type: 'paid' | 'processing' }>,
): Promise<GatewayEventResult> {
  const { payment } = locked;
  const isOther = event.amount !== payment.amount || event.currency !== payment.currency;
  if (isOther) {
    auditMismatch(scope, payment, event);
    const isUsable = event.amount !== null && event.amount > 0 && event.currency === payment.currency;
    if (!isUsable || payment.status === 'COMPLETED' || payment.refundedAmount > 0) return 'mismatch';
  }
  // A line of a statement may lack the id. Paystack refunds by the reference too.
  const reference = hasSeveralSessions(payment) ? event.sessionId : null;
  const gatewayPaymentId = event.gatewayPaymentId ?? session.gatewayPaymentId ?? reference;
  await updateCheckout(scope, payment, { gatewayPaymentId, closedAt: realNow() });
  if (event.type === 'processing') {
    if (payment.status === 'PENDING') await transition(scope, paymentResource, payment, 'process');
    return 'done';
  }
  if (payment.status !== 'COMPLETED' && (await isByHand(scope, payment, event))) {
    if (isOpenPayment(payment))
      await settlePayment(scope, locked, { succeeded: false, reason: 'PARTNER_REJECTED' });
    return 'done';
  }
  const received = isOther ? await withReceived(scope, payment, event.amount) : payment;
  if (isOpenPayment(received))
    await settlePayment(scope, { ...locked, payment: received }, { succeeded: true });
  else if (received.status !== 'COMPLETED') await takeLateMoney(scope, received, event);
  return 'done';
}

/** The payment with the amount that arrived in place of the requested one. */
function withReceived(scope: WriteScope, payment: PaymentRow, amount: Minor | null): Promise<PaymentRow> {
  const patch = { amount: amount ?? payment.amount, requestedAmount: payment.amount, creditPart: ZERO };
  return change(scope, paymentResource, payment, patch);
}

/**
 * Late money goes back by itself where the payer has left. A payer of a prompt stays a customer, and money of a statement may be
 * recorded by hand already, so staff decide. Later reports of the same money change nothing.
 */
async function takeLateMoney(
  scope: WriteScope,
  payment: PaymentRow,
  { isOfStatement = false }: { isOfStatement?: boolean },
): Promise<void> {
  const { refundDue, refundedAmount, creditedAmount } = payment;
  if (refundDue || refundedAmount > 0 || creditedAmount > 0) return;
  if (railOf(payment).begins === 'hosted' && !isOfStatement) await enqueueLateRefund(scope, payment);
  await recordLateMoney(scope, payment);
}

/** Records for staff that a gateway reports an amount or a currency that the payment does not have. */
export function auditMismatch(
  scope: WriteScope,
  { id, amount, currency }: PaymentRow,
  event: { amount: Minor | null; currency: string },
): void {
  // A gateway may report any text as the currency.
  const { amount: received } = event;
  const reported = received !== null && isCurrency(event.currency) ? toMajor(received, event.currency) : null;
  audit(
    scope,
    'payment.mismatch',
    { type: 'payment', id },
    {
      amount: { before: toMajor(amount, currency), after: reported },
      currency: { before: currency, after: event.currency },
    },
  );
}

/** Keeps why an attempt failed. The payer may retry, so the payment stays open; a later failure has this reason. */
async function recordDecline(
  scope: WriteScope,
  payment: PaymentRow,
  session: Checkout,
  reason: NonNullable<Checkout['declineReason']>,
): Promise<void> {
  if (!isOpenPayment(payment) || session.declineReason === reason) return;
  await updateCheckout(scope, payment, { declineReason: reason });
  audit(
    scope,
    'payment.decline',
    { type: 'payment', id: payment.id },
    { declineReason: { before: session.declineReason, after: reason } },
  );
}

/** Expires a payment whose only checkout session was closed unpaid. */
async function expireUnpaid(scope: WriteScope, payment: PaymentRow): Promise<void> {
  await updateCheckout(scope, payment, { closedAt: realNow() });
  if (payment.status === 'PENDING') await transition(scope, paymentResource, payment, 'expire');
}

async function readCheckout(scope: WriteScope, payment: PaymentRow): Promise<Checkout | undefined> {
  return (await scope.db.select().from(checkout).where(ofPayment(scope, payment)))[0];
}

async function updateCheckout(
  scope: WriteScope,
  payment: PaymentRow,
  patch: Partial<Checkout>,
): Promise<void> {
  await scope.db
    .update(checkout)
    .set({ ...patch, updatedAt: scope.now })
    .where(ofPayment(scope, payment));
}

function ofPayment(scope: WriteScope, { id }: PaymentRow) {
  return and(eq(checkout.providerId, scope.providerId), eq(checkout.paymentId, id));
}
