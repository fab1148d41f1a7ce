import { randomUUID } from 'node:crypto';
import { and, eq, gt, isNotNull, isNull, ne, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { payment } from '../../../../drizzle/schema/billing.ts';
import { checkout, gatewayAccount, gatewayRefund } from '../../../../drizzle/schema/gateway.ts';
import { MINUTE_MS, realNow } from '../../../clock.ts';
import type { Minor } from '../../../contract/money.ts';
import { db } from '../../../db/client.ts';
import { log } from '../../../log.ts';
import { GatewayError, RefundRefused, type RefundRequest } from '../../../rails/rail.ts';
import { railOf } from '../../../rails/registry.ts';
import { change } from '../../../state/record.ts';
import { find } from '../../../state/resource.ts';
import { audit } from '../../../work/audit.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { transaction } from '../../../work/transaction.ts';
import { type PaymentRow, paymentResource } from '../../model/payment/resource.ts';
import { defineQueue, drain, isStillClaimed, providersWithDue, retryAt } from '../../queue/leased-queue.ts';
import { accountOfPayment } from './accounts.ts';

const queue = defineQueue({
  name: 'gateway refunds',
  wake: 'refunds/due',
  table: gatewayRefund,
  key: ['id'],
  due: 'nextAttemptAt',
  order: ['nextAttemptAt'],
  batch: 5,
  // Longer than two calls with all their time-outs.
  leaseMs: 5 * MINUTE_MS,
  retryWaitsMs: [1, 5, 30, 120, 360, 720, 1_440, 1_440].map((minutes) => minutes * MINUTE_MS),
  // The instant of the lease: the gateway may report a failed refund before the attempt that made it has written its
  // result, and a retry by staff counts attempts from 0.
  fence: ['nextAttemptAt'],
});

type Due = typeof gatewayRefund.$inferSelect;

/** An amount that a gateway has to refund: a refund, or late money in full. Minor units of the currency. */
type GatewayRefund = {
  id: string;
  paymentId: string;
  refundId: string | null;
  amount: Minor;
  currency: string;
};

/**
 * Queues a refund for the gateway in the transaction that decides on it. A job submits it after the commit, because no
 * transaction waits for a gateway.
 */
export async function enqueueGatewayRefund(scope: WriteScope, due: GatewayRefund): Promise<void> {
  await scope.db
    .insert(gatewayRefund)
    .values({
      ...due,
      providerId: scope.providerId,
      nextAttemptAt: realNow(),
      createdAt: scope.now,
      updatedAt: scope.now,
    })
    .onConflictDoNothing();
  scope.outbox.wakes.add('refunds/due');
}

/**
 * Whether a refund of a payment is submitted to its gateway: the money came through a gateway, and the account can refund. Else the
 * partner returns the money.
 */
export async function isRefundedByGateway(
  { db, providerId }: WriteScope,
  { id }: PaymentRow,
): Promise<boolean> {
  const [row] = await db
    .select({ canRefund: gatewayAccount.canRefund })
    .from(checkout)
    .leftJoin(
      gatewayAccount,
      and(eq(gatewayAccount.providerId, checkout.providerId), eq(gatewayAccount.id, checkout.accountId)),
    )
    .where(and(eq(checkout.providerId, providerId), eq(checkout.paymentId, id)));
  // The account of the environment, which has no row, is one of Stripe.
  return row !== undefined && (row.canRefund ?? true);
}

/** Queues the refund of late money in full. Its id follows from the payment. */
export function enqueueLateRefund(scope: WriteScope, late: PaymentRow): Promise<void> {
  const { id, amount, currency } = late;
  return enqueueGatewayRefund(scope, { id: lateId(id), paymentId: id, refundId: null, amount, currency });
}

/** Whether the refund of late money is queued, or accepted by the gateway. */
export async function isLateRefundSubmitted(scope: WriteScope, { id }: PaymentRow): Promise<boolean> {
  const [row] = await scope.db
    .select({ id: gatewayRefund.id })
    .from(gatewayRefund)
    .where(
      and(
        eq(gatewayRefund.providerId, scope.providerId),
        eq(gatewayRefund.id, lateId(id)),
        or(isNotNull(gatewayRefund.nextAttemptAt), isNotNull(gatewayRefund.submittedAt)),
      ),
    );
  return row !== undefined;
}

/** The id of the refund of late money, here and at the gateway. */
const lateId = (paymentId: string) => `${paymentId}-late`;

/**
 * Submits the due refunds of one provider to their gateways until nothing is due or the budget is spent. The id of a
 * refund and its round are its idempotency key, so the gateway refunds each amount once.
 * @param budgetMs real time in which new attempts begin, in ms
 */
export function submitDueRefunds(work: { providerId: string; budgetMs: number }): Promise<{ more: boolean }> {
  return drain(queue, work, attempt);
}

/** The ids of the providers with refunds that are due at a gateway. */
export function providersWithDueRefunds(): Promise<string[]> {
  return providersWithDue(queue);
}

async function attempt(due: Due): Promise<'done'> {
  try {
    await finish(due, { submittedAt: realNow(), gatewayId: await submitRefund(due), failure: null });
  } catch (error) {
    const { providerId, id, attempts } = due;
    const isRefused = error instanceof GatewayError && error.isFinal;
    const nextAttemptAt = isRefused ? null : retryAt(queue, attempts);
    const failure = error instanceof Error ? error.message : String(error);
    log[nextAttemptAt ? 'warn' : 'error'](
      { err: error, providerId, refund: id, attempts },
      nextAttemptAt ? 'the gateway has not refunded yet' : 'the gateway did not refund; staff have to',
    );
    // The gateway would repeat a refusal in the same round. After any other failure it may still be refunding, so the round
    // and with it the idempotency key stay.
    const round = error instanceof RefundRefused ? due.round + 1 : due.round;
    await finish(due, { failure, nextAttemptAt, round });
  }
  return 'done';
}

/** @throws RefundRefused; GatewayError */
async function submitRefund(due: Due): Promise<string> {
  const { id, round, providerId, paymentId, amount, currency } = due;
  const [found] = await db()
    .select({
      rail: payment.rail,
      accountId: checkout.accountId,
      gatewayPaymentId: checkout.gatewayPaymentId,
    })
    .from(payment)
    .innerJoin(checkout, and(eq(checkout.providerId, payment.providerId), eq(checkout.paymentId, payment.id)))
    .where(and(eq(payment.providerId, providerId), eq(payment.id, paymentId)));
  const gateway = found && railOf(found).gateway;
  if (!gateway || !found.gatewayPaymentId)
    throw new GatewayError('the payment has no id at a gateway', { isFinal: true });
  const { gatewayPaymentId, accountId } = found;
  const account = await accountOfPayment({ providerId, accountId }, gateway);
  const request = { id, round, providerId, gatewayPaymentId, amount, currency };
  return gateway.submitRefund(account, request);
}

/** Writes the result of an attempt, unless a later one has begun. */
async function finish(due: Due, end: Partial<Due>): Promise<void> {
  const origin = {
    providerId: due.providerId,
    caller: { type: 'system', name: 'refunds' } as const,
    correlationId: randomUUID(),
  };
  await transaction(origin, async (scope) => {
    const [ended] = await scope.db
      .update(gatewayRefund)
      .set({ nextAttemptAt: null, ...end, updatedAt: scope.now })
      .where(isStillClaimed(queue, due))
      .returning();
    if (!ended || ended.nextAttemptAt) return;
    const { refundId, paymentId, submittedAt, failure } = ended;
    const subject = subjectOf(refundId, paymentId);
    if (!submittedAt) {
      audit(scope, `${subject.type}.submit_failed`, subject, { failure: { before: null, after: failure } });
      return;
    }
    audit(scope, `${subject.type}.submit`, subject, { gatewayId: { before: null, after: ended.gatewayId } });
    if (!refundId) await clearLateMoney(scope, paymentId);
  });
}

/**
 * Records that the gateway made a refund which Demarc has given up, as after a lost answer and a refused attempt. A refund that failed
 * after it was made has another round.
 * @returns the id of the payment whose late money went back although staff kept or refunded it meanwhile; null where there is none
 */
export async function recordMadeRefund(
  scope: WriteScope,
  { id, round }: Pick<RefundRequest, 'id' | 'round'>,
  gatewayId: string,
): Promise<string | null> {
  const mine = and(eq(gatewayRefund.providerId, scope.providerId), eq(gatewayRefund.id, id));
  const isGivenUp = and(isNull(gatewayRefund.submittedAt), isNull(gatewayRefund.nextAttemptAt));
  const [made] = await scope.db
    .update(gatewayRefund)
    .set({ submittedAt: realNow(), gatewayId, failure: null, updatedAt: scope.now })
    .where(and(mine, isGivenUp, eq(gatewayRefund.round, round)))
    .returning();
  if (!made) return null;
  const subject = subjectOf(made.refundId, made.paymentId);
  audit(scope, `${subject.type}.submit`, subject, { gatewayId: { before: null, after: gatewayId } });
  if (made.refundId) return null;
  const { refundDue } = await find(scope, paymentResource, made.paymentId);
  if (!refundDue) return made.paymentId;
  await clearLateMoney(scope, made.paymentId);
  return null;
}

/** What the audit entry of a gateway refund is about: the refund, or the payment whose late money is returned. */
function subjectOf(refundId: string | null, paymentId: string) {
  return refundId
    ? ({ type: 'refund', id: refundId } as const)
    : ({ type: 'payment', id: paymentId } as const);
}

/** The gateway refunded the late money in full, so no refund is due. */
async function clearLateMoney(scope: WriteScope, paymentId: string): Promise<void> {
  const row = await find(scope, paymentResource, paymentId);
  const patch = { refundedAmount: row.amount, refundDue: false };
  await change(scope, paymentResource, row, patch, { action: 'payment.refund_late_money' });
}

/**
 * Records that a submitted refund failed at the gateway, such as on a closed card. The round is over: an attempt that
 * still runs does not write its result, and further reports of the same failure change nothing.
 * @param accountId the account that reports
 * @returns whether there is such a refund
 */
export async function recordReturnedRefund(
  scope: WriteScope,
  { id, round, gatewayId, why }: { id: string; round: number; gatewayId: string; why: string },
  accountId: string | null,
): Promise<boolean> {
  const failure = `The refund failed at the gateway: ${why}.`;
  const mine = and(eq(gatewayRefund.providerId, scope.providerId), eq(gatewayRefund.id, id));
  const [row] = await scope.db.select().from(gatewayRefund).where(mine).for('no key update');
  if (!row || !(await isTakenBy(scope, row.paymentId, accountId))) return false;
  // Without the gateway's id, as after a lost answer, the round says which attempt failed.
  if (row.gatewayId === null ? row.round !== round : row.gatewayId !== gatewayId) return true;
  await scope.db
    .update(gatewayRefund)
    .set({
      submittedAt: null,
      nextAttemptAt: null,
      gatewayId: null,
      round: row.round + 1,
      failure,
      updatedAt: scope.now,
    })
    .where(mine);
  const subject = subjectOf(row.refundId, row.paymentId);
  audit(scope, `${subject.type}.submit_failed`, subject, {
    failure: { before: null, after: failure },
    gatewayId: { before: gatewayId, after: null },
  });
  log.error(
    { providerId: scope.providerId, refund: id, why },
    'a refund failed after the gateway had accepted it',
  );
  return true;
}

/**
 * Whether another refund of the same payment is submitted to the gateway, or may be: the answer of an attempt can be lost. The
 * gateway may have done that one in place of this one.
 */
export async function isOtherRefundSubmitted(scope: WriteScope, id: string): Promise<boolean> {
  const other = alias(gatewayRefund, 'other');
  const isOther = and(
    eq(other.providerId, gatewayRefund.providerId),
    eq(other.paymentId, gatewayRefund.paymentId),
    ne(other.id, gatewayRefund.id),
    or(isNotNull(other.submittedAt), and(isNotNull(other.nextAttemptAt), gt(other.attempts, 0))),
  );
  const found = await scope.db
    .select({ id: other.id })
    .from(gatewayRefund)
    .innerJoin(other, isOther)
    .where(and(eq(gatewayRefund.providerId, scope.providerId), eq(gatewayRefund.id, id)))
    .limit(1);
  return found.length > 0;
}

/** Whether an account took a payment. */
async function isTakenBy(scope: WriteScope, paymentId: string, accountId: string | null): Promise<boolean> {
  const [row] = await scope.db
    .select({ accountId: checkout.accountId })
    .from(checkout)
    .where(and(eq(checkout.providerId, scope.providerId), eq(checkout.paymentId, paymentId)));
  return row?.accountId === accountId;
}
