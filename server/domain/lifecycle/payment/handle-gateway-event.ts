import { and, eq } from 'drizzle-orm';
import { checkout } from '../../../../drizzle/schema/gateway.ts';
import { realNow } from '../../../clock.ts';
import { isCurrency, type Minor, toMajor, ZERO } from '../../../contract/money.ts';
import { isOpenPayment } from '../../../contract/payment-rules.ts';
import type { GatewayEvent } from '../../../rails/rail.ts';
import { railOf } from '../../../rails/registry.ts';
import { change } from '../../../state/record.ts';
import { findOrNull } from '../../../state/resource.ts';
import { transition } from '../../../state/transition.ts';
import { audit } from '../../../work/audit.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { enqueueLateRefund, recordReturnedRefund } from '../../external/gateway/submit-refunds.ts';
import { type PaymentRow, paymentResource } from '../../model/payment/resource.ts';
import { type LockedPayment, lockForSettlement, recordLateMoney } from './lock.ts';
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
  if (!(await findOrNull(scope, paymentResource, event.paymentId))) return 'unknown';
  const locked = await lockForSettlement(scope, event.paymentId);
  const { payment } = locked;
  const [session] = await scope.db.select().from(checkout).where(ofPayment(scope, payment));
  if (session?.accountId !== accountId) return 'unknown';
  const reported = 'sessionId' in event ? event.sessionId : null;
  if (reported !== null && session.sessionId !== null && session.sessionId !== reported) return 'unknown';
  if (event.type === 'paid' || event.type === 'processing') return takeMoney(scope, locked, event);
  if (event.type === 'declined') await recordDecline(scope, payment, session, event.reason);
  if (event.type === 'closed') await expireUnpaid(scope, payment);
  if (event.type === 'failed' && isOpenPayment(payment)) {
    const reason = event.reason ?? session.declineReason ?? 'PARTNER_REJECTED';
    await settlePayment(scope, locked, { succeeded: false, reason });
  }
  return 'done';
}

/** Money that arrived or is in transit. An amount that differs from the requested one becomes credit; another currency changes nothing. */
async function takeMoney(
  scope: WriteScope,
  locked: LockedPayment,
  event: Extract<PaymentEvent, { type: 'paid' | 'processing' }>,
): Promise<GatewayEventResult> {
  const { payment } = locked;
  const isOther = event.amount !== payment.amount || event.currency !== payment.currency;
  if (isOther) {
    auditMismatch(scope, payment, event);
    const isUsable = event.amount !== null && event.amount > 0 && event.currency === payment.currency;
    if (!isUsable || payment.status === 'COMPLETED' || payment.refundedAmount > 0) return 'mismatch';
  }
  await updateCheckout(scope, payment, { gatewayPaymentId: event.gatewayPaymentId, closedAt: realNow() });
  if (event.type === 'processing') {
    if (payment.status === 'PENDING') await transition(scope, paymentResource, payment, 'process');
    return 'done';
  }
  const received = isOther ? await withReceived(scope, payment, event.amount) : payment;
  if (isOpenPayment(received))
    await settlePayment(scope, { ...locked, payment: received }, { succeeded: true });
  else if (received.status !== 'COMPLETED') await takeLateMoney(scope, received);
  return 'done';
}

/** The payment with the amount that arrived in place of the requested one. */
function withReceived(scope: WriteScope, payment: PaymentRow, amount: Minor | null): Promise<PaymentRow> {
  const patch = { amount: amount ?? payment.amount, requestedAmount: payment.amount, creditPart: ZERO };
  return change(scope, paymentResource, payment, patch);
}

/** Late money goes back by itself where the payer has left. A payer of a prompt stays a customer, so staff decide. */
async function takeLateMoney(scope: WriteScope, payment: PaymentRow): Promise<void> {
  const isReturned = railOf(payment).begins === 'hosted';
  if (!isReturned || (await enqueueLateRefund(scope, payment))) await recordLateMoney(scope, payment);
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
