import { and, eq, getTableColumns, isNull, or } from 'drizzle-orm';
import type { PaymentDispute } from '../../../../drizzle/schema/billing.ts';
import { checkout, gatewayRefund } from '../../../../drizzle/schema/gateway.ts';
import { realNow } from '../../../clock.ts';
import { asMinor, type Minor, subtract } from '../../../contract/money.ts';
import { isRefundable } from '../../../contract/payment-rules.ts';
import { db } from '../../../db/client.ts';
import type { GatewayChange, RefundRequest } from '../../../rails/rail.ts';
import { change, create } from '../../../state/record.ts';
import { audit } from '../../../work/audit.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { recordMadeRefund } from '../../external/gateway/submit-refunds.ts';
import { chargeResource } from '../../model/charge/resource.ts';
import { type PaymentRow, paymentResource } from '../../model/payment/resource.ts';
import type { RefundRow } from '../../model/refund/resource.ts';
import { auditMismatch, type GatewayEventResult } from './handle-gateway-event.ts';
import { issueRefund, type RefundedPayment } from './issue-refund.ts';
import { lockRefunded } from './lock-refunded.ts';

/**
 * The provider of a payment that an account of a gateway took; null for a payment that Demarc did not make.
 * @param accountId null for the account of the environment, which serves many providers
 */
export async function providerOfMoney(
  gatewayPaymentId: string,
  accountId: string | null,
): Promise<string | null> {
  const rows = await db()
    .select({ providerId: checkout.providerId, accountId: checkout.accountId })
    .from(checkout)
    .where(eq(checkout.gatewayPaymentId, gatewayPaymentId));
  return rows.find((row) => row.accountId === accountId)?.providerId ?? null;
}

/**
 * Records what was done at the gateway without Demarc: a refund, or a dispute. A repeated report changes nothing. Service is not
 * touched. Contract: What happens at the gateway.
 * @param accountId the account that reports
 */
export async function recordGatewayChange(
  scope: WriteScope,
  event: GatewayChange,
  accountId: string | null,
  gatewayLabel: string,
): Promise<GatewayEventResult> {
  const found = await checkoutOf(scope, event);
  if (!found || found.accountId !== accountId) return 'unknown';
  const locked = await lockRefunded(scope, found.paymentId);
  if (event.amount === null || event.amount <= 0 || event.currency !== locked.payment.currency) {
    auditMismatch(scope, locked.payment, event);
    return 'mismatch';
  }
  if (found.gatewayPaymentId === null)
    throw new Error('the payment is not reported yet: the report is repeated');
  if (event.type === 'refunded') {
    const note = `Refunded at ${gatewayLabel} (${event.gatewayId}).`;
    await refundOnce(scope, locked, { ...event, amount: event.amount }, { reason: 'REQUESTED', note });
  } else await recordDispute(scope, locked, { ...event, amount: event.amount }, gatewayLabel);
  return 'done';
}

/** The checkout that has the money of a change. That of its session has none before its report, and the reference of a statement. */
async function checkoutOf(scope: WriteScope, { gatewayPaymentId, session }: GatewayChange) {
  const { paymentId, accountId, gatewayPaymentId: money } = getTableColumns(checkout);
  const ofSession =
    session && and(eq(paymentId, session.paymentId), or(isNull(money), eq(money, session.id)));
  const [found] = await scope.db
    .select({ paymentId, accountId, gatewayPaymentId: money })
    .from(checkout)
    .where(and(eq(checkout.providerId, scope.providerId), or(eq(money, gatewayPaymentId), ofSession)));
  return found;
}

type Refunded = { gatewayId: string; amount: Minor; request?: Pick<RefundRequest, 'id' | 'round'> | null };

/**
 * Issues the refund of money that has left the gateway already, at most what is left of the payment. The gateway's id makes it
 * happen once, and the row of the request which made it: only a restored database lacks that row. A refund of the dashboard is that of a
 * given-up request of the same amount. The payment is locked.
 */
async function refundOnce(
  scope: WriteScope,
  locked: RefundedPayment,
  { gatewayId, amount, request }: Refunded,
  { reason, note }: { reason: 'REQUESTED' | 'DISPUTE_LOST'; note: string },
): Promise<void> {
  const { payment } = locked;
  const ofPayment = await scope.db
    .select()
    .from(gatewayRefund)
    .where(and(eq(gatewayRefund.providerId, scope.providerId), eq(gatewayRefund.paymentId, payment.id)))
    .orderBy(gatewayRefund.createdAt, gatewayRefund.id);
  const byId = ofPayment.find((row) => row.gatewayId === gatewayId || row.id === request?.id);
  // Staff made in the dashboard what the gateway had refused.
  const byHand =
    !request && reason === 'REQUESTED' ? ofPayment.find((row) => isGivenUp(row, amount)) : undefined;
  const known = byId ?? byHand;
  const made = byId ? request : byHand;
  if (known && made) await recordRequestMade(scope, made, gatewayId);
  const issued = known ? null : await issueMade(scope, locked, { amount, reason, note });
  if (!issued) return;
  await scope.db.insert(gatewayRefund).values({
    providerId: scope.providerId,
    // A report that it failed names the request.
    ...{ id: issued.id, ...request },
    paymentId: payment.id,
    refundId: issued.id,
    amount: issued.amount,
    currency: issued.currency,
    submittedAt: realNow(),
    gatewayId,
    createdAt: scope.now,
    updatedAt: scope.now,
  });
}

function isGivenUp(row: typeof gatewayRefund.$inferSelect, amount: Minor): boolean {
  return row.amount === amount && row.submittedAt === null && row.nextAttemptAt === null;
}

/**
 * Records that a gateway made a refund that Demarc requested. Of late money that staff kept as credit meanwhile, that is a refund of what
 * they have not refunded themselves.
 */
export async function recordRequestMade(
  scope: WriteScope,
  request: Pick<RefundRequest, 'id' | 'round'>,
  gatewayId: string,
): Promise<void> {
  const paymentId = await recordMadeRefund(scope, request, gatewayId);
  if (paymentId === null) return;
  const locked = await lockRefunded(scope, paymentId);
  const note = `Refunded at the gateway before it was kept as credit (${gatewayId}).`;
  await issueMade(scope, locked, { amount: locked.payment.amount, reason: 'REQUESTED', note });
}

/** Issues a refund that the gateway has made, of at most what is left of the payment. @returns the refund; null where nothing is left */
async function issueMade(
  scope: WriteScope,
  locked: RefundedPayment,
  { amount, ...rest }: { amount: Minor; reason: 'REQUESTED' | 'DISPUTE_LOST'; note: string },
): Promise<RefundRow | null> {
  const { payment } = locked;
  const left = asMinor(Math.min(amount, subtract(payment.amount, payment.refundedAmount)));
  if (left === 0 || !isRefundable(payment)) return null;
  const { refund, missing } = await issueRefund(scope, locked, { amount: left, ...rest }, { isMade: true });
  if (missing > 0) await chargeMissing(scope, payment, missing);
  return refund;
}

/** The credit that the money became is spent, so the subscriber owes what the credit lacks. Contract: What happens at the gateway. */
async function chargeMissing(scope: WriteScope, payment: PaymentRow, amount: Minor): Promise<void> {
  const { subscriberId, currency, reference } = payment;
  const description = `Payment ${reference.slice(0, 128)} went back after its credit was used`;
  const values = { subscriberId, subscriptionId: null, description, amount, currency };
  await create(
    scope,
    chargeResource,
    { ...values, status: 'PENDING', expiresAt: null },
    { emits: 'subscriber.charge.created' },
  );
}

/** Keeps the state of a dispute. One that is decided stays so, because reports come out of order. */
async function recordDispute(
  scope: WriteScope,
  locked: RefundedPayment,
  event: Extract<GatewayChange, { type: 'disputed' }> & { amount: Minor },
  gatewayLabel: string,
): Promise<void> {
  const { payment } = locked;
  const { gatewayId, status, amount, currency, reason } = event;
  const known = payment.dispute?.gatewayId === gatewayId ? payment.dispute : null;
  if (known && known.status !== 'OPEN') return;
  const dispute: PaymentDispute = {
    gatewayId,
    status,
    amount,
    currency,
    reason,
    openedAt: known?.openedAt ?? event.openedAt.toISOString(),
    closedAt: status === 'OPEN' ? null : event.reportedAt.toISOString(),
  };
  const facts = { dispute: { before: known?.status ?? null, after: status } };
  const changed = await change(scope, paymentResource, payment, { dispute }, { action: 'payment.dispute' });
  audit(scope, 'payment.dispute', { type: 'payment', id: payment.id }, facts);
  if (status !== 'LOST') return;
  const note = `Dispute lost at ${gatewayLabel} (${gatewayId}).`;
  await refundOnce(
    scope,
    { ...locked, payment: changed },
    { gatewayId, amount },
    { reason: 'DISPUTE_LOST', note },
  );
}
