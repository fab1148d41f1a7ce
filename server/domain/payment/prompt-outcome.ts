import { and, eq, gte, isNull, lt, notExists, sql } from 'drizzle-orm';
import { payment } from '../../../drizzle/schema/billing.ts';
import { checkout, prompt } from '../../../drizzle/schema/gateway.ts';
import { provider } from '../../../drizzle/schema/provider.ts';
import { receipt } from '../../../drizzle/schema/receipt.ts';
import { plus } from '../../clock.ts';
import { type Minor, ZERO } from '../../contract/money.ts';
import { isOpenPayment } from '../../contract/payment-rules.ts';
import { db } from '../../db/client.ts';
import { isPayerPossible, isUsualNumber, mayBePayer } from '../../rails/mpesa-messages.ts';
import type { PromptOutcome } from '../../rails/rail.ts';
import { change } from '../../state/record.ts';
import { findForUpdate } from '../../state/resource.ts';
import { transition } from '../../state/transition.ts';
import type { WriteScope } from '../../work/scope.ts';
import { type GatewayEventResult, handleGatewayEvent } from '../lifecycle/payment/handle-gateway-event.ts';
import { holdersOf, type NumberHolder } from '../model/payment/number.ts';
import { paymentResource } from '../model/payment/resource.ts';
import { isKnownAccount, requireHere } from '../model/provider/account-status.ts';
import { type ReceiptRow, receiptResource } from '../model/receipt/resource.ts';
import { aheadMs, MAX_SKEW_MS, PAID, promptOfPayer, promptOfSubscriber } from './prompt-of-payer.ts';

export type PromptRow = typeof prompt.$inferSelect;

/** What an outcome did. `other money`: the payment has other money already, so this is money without a request. */
type Taken = GatewayEventResult | 'other money';

/**
 * The prompt of a payment, locked before its payment: every report about a prompt takes its locks in this order.
 * @returns null where the payment has none
 */
export async function lockPrompt(scope: WriteScope, paymentId: string): Promise<PromptRow | null> {
  const [row] = await scope.db.select().from(prompt).where(ofPayment(scope, paymentId)).for('update');
  return row ?? null;
}

/** The prompt whose outcome comes to an address; null for an unknown one, and for one of a closed account. */
export async function findPrompt(token: string): Promise<PromptRow | null> {
  const [found] = await db()
    .select({ prompt, status: provider.status })
    .from(prompt)
    .innerJoin(provider, eq(provider.id, prompt.providerId))
    .where(and(eq(prompt.token, token), isKnownAccount));
  if (found) requireHere(found.status);
  return found?.prompt ?? null;
}

export function ofPayment({ providerId }: WriteScope, paymentId: string) {
  return and(eq(prompt.providerId, providerId), eq(prompt.paymentId, paymentId));
}

/**
 * Applies the outcome of a prompt, from its callback, a status query or the gateway's refusal. It may come twice, late and before the
 * answer of the request that sent the prompt. Contract: Payment.
 */
export async function takePromptOutcome(
  scope: WriteScope,
  row: PromptRow,
  outcome: PromptOutcome,
): Promise<Taken> {
  const { requestId, reason, amount, transactionId } = outcome;
  // An earlier prompt of the payment, whose answer was lost, may fail after a later one was sent.
  const isOver = row.status === 'OVER' || (row.requestId !== null && row.requestId !== requestId);
  if (reason !== null && isOver) return 'done';
  const taken =
    reason === null
      ? await takePromptMoney(scope, row, { amount, transactionId }, outcome)
      : await endWithoutMoney(scope, row, { ...outcome, reason });
  await takeWaitingMoney(scope, row);
  return taken;
}

/**
 * Applies money to the payment of a prompt, once for each transaction of the gateway.
 * @param money `amount` null: what the prompt asked for; `transactionId` null where a status query reported it
 */
export async function takePromptMoney(
  scope: WriteScope,
  row: PromptRow,
  money: { amount: Minor | null; transactionId: string | null },
  outcome: { code: string; text: string },
): Promise<Taken> {
  const { providerId, paymentId, accountId } = row;
  const [stored] = await scope.db
    .select({
      ...{ status: payment.status, amount: payment.amount, currency: payment.currency },
      subscriberId: payment.subscriberId,
    })
    .from(payment)
    .where(and(eq(payment.providerId, providerId), eq(payment.id, paymentId)));
  if (!stored) return 'unknown';
  const amount = money.amount ?? stored.amount;
  const holders = money.transactionId === null ? [] : await holdersOf(scope, money.transactionId);
  const others = holders.filter((holder) => holder.paymentId !== paymentId);
  if (others.some(({ by }) => by === 'prompt')) return 'unknown';
  if (row.transactionId !== null) {
    const isSame = money.transactionId === null || money.transactionId === row.transactionId;
    return isSame ? 'done' : 'other money';
  }
  const isPaid = row.status === 'OVER' && row.resultCode === '0';
  if (isPaid && amount !== stored.amount) return 'other money';
  const { transactionId } = money;
  const counted = { ...outcome, reason: 'PARTNER_REJECTED' } as const;
  const received = await receiptOfMoney(scope, row, stored, { ...money, isPaid });
  // The lease of the query ends, and it is repeated.
  if (received === 'undecided') return 'done';
  if (received?.status === 'MATCHED' || (received && !isPaid && !isOpenPayment(stored)))
    return endWithoutMoney(scope, row, counted, received.transactionId);
  const byHand = others.filter(({ by }) => by === 'hand');
  const isByHand = byHand.length > 0;
  const recorded =
    transactionId === null ? await numberByHand(scope, row, stored) : isByHand && transactionId;
  if (!isPaid && recorded) return endWithoutMoney(scope, row, counted, recorded);
  if (received) {
    const { subscriberId } = stored;
    await transition(scope, receiptResource, received, 'match', { subscriberId, paymentId });
  }
  await endPrompt(scope, row, outcome, transactionId);
  if (isPaid) {
    // A status query has reported this money before, without its number.
    if (transactionId !== null) await nameMoney(scope, paymentId, transactionId);
    await reportCountedTwice(scope, byHand);
    return 'done';
  }
  const { currency } = stored;
  const event = { type: 'paid', sessionId: null, gatewayPaymentId: transactionId, amount, currency } as const;
  return handleGatewayEvent(scope, { providerId, paymentId, ...event }, accountId);
}

/**
 * The number with which staff recorded the money of a prompt by hand while it waited, where a status query reports it without one: that
 * of the first payment of the subscriber with the same amount whose number no gateway has reported.
 */
async function numberByHand(
  scope: WriteScope,
  { providerId, createdAt }: PromptRow,
  { subscriberId, amount, currency }: { subscriberId: string; amount: Minor; currency: string },
): Promise<string | null> {
  const recorded = await scope.db
    .select({ reference: payment.reference })
    .from(payment)
    .where(
      and(
        ...[eq(payment.providerId, providerId), eq(payment.subscriberId, subscriberId)],
        ...[eq(payment.rail, 'manual'), eq(payment.status, 'COMPLETED'), gte(payment.createdAt, createdAt)],
        ...[eq(payment.amount, amount), eq(payment.currency, currency)],
        lt(payment.refundedAmount, payment.amount),
      ),
    )
    .orderBy(payment.createdAt, payment.id);
  for (const { reference } of recorded) {
    const number = reference.toUpperCase();
    if (!isUsualNumber(number)) continue;
    if ((await holdersOf(scope, number)).every(({ by }) => by === 'hand')) return number;
  }
  return null;
}

/** Notifies staff of payments by hand whose money a prompt had completed before its number was known. Contract: Payment. */
async function reportCountedTwice(scope: WriteScope, byHand: readonly NumberHolder[]): Promise<void> {
  for (const { paymentId } of byHand) {
    const row = await findForUpdate(scope, paymentResource, paymentId ?? '');
    await change(scope, paymentResource, row, { requestedAmount: ZERO }, { action: 'payment.count_twice' });
  }
}

/**
 * The receipt of the money of a prompt. Money without a number is that of a receipt which staff assigned, as long as no other prompt has
 * it: the receipt came while the prompt waited, and could not be found to be its money. One that they assigned to another subscriber may
 * be the money of a prompt of that subscriber, which decides first.
 */
async function receiptOfMoney(
  scope: WriteScope,
  row: PromptRow,
  { amount, subscriberId }: { amount: Minor; subscriberId: string },
  { transactionId, isPaid }: { transactionId: string | null; isPaid: boolean },
): Promise<ReceiptRow | 'undecided' | undefined> {
  const { providerId, accountId, phone, createdAt } = row;
  if (transactionId !== null) return receiptOf(scope, accountId, transactionId);
  if (isPaid) return undefined;
  const isOfPrompt = and(
    eq(prompt.providerId, receipt.providerId),
    eq(prompt.accountId, receipt.accountId),
    eq(prompt.transactionId, receipt.transactionId),
  );
  const assigned = await scope.db
    .select()
    .from(receipt)
    .where(
      and(
        ...[eq(receipt.providerId, providerId), eq(receipt.accountId, accountId)],
        ...[eq(receipt.status, 'MATCHED'), isNull(receipt.accountNumber), eq(receipt.amount, amount)],
        gte(receipt.createdAt, createdAt),
        gte(receipt.paidAt, plus(createdAt, -aheadMs(scope) - MAX_SKEW_MS)),
        notExists(scope.db.select({ one: sql`1` }).from(prompt).where(isOfPrompt)),
      ),
    )
    .orderBy(receipt.paidAt, receipt.id);
  const own = assigned.find(
    ({ payer, subscriberId: of }) => of === subscriberId && isPayerPossible(payer ?? '', phone),
  );
  if (own) return own;
  const ofOthers = assigned.filter(({ payer }) => mayBePayer(payer ?? '', phone));
  for (const each of ofOthers) {
    const money = { ...each, payer: each.payer ?? '' };
    const of = { subscriberId: each.subscriberId ?? '', state: 'asked' } as const;
    if ((await promptOfSubscriber(scope, accountId, money, of)) === null) return each;
  }
  return ofOthers.length > 0 ? 'undecided' : undefined;
}

/** The receipt of money whose confirmation came when it could not be found to be that of a prompt. */
async function receiptOf(
  { db, providerId }: WriteScope,
  accountId: string,
  transactionId: string,
): Promise<ReceiptRow | undefined> {
  const isOfAccount = and(eq(receipt.providerId, providerId), eq(receipt.accountId, accountId));
  const [found] = await db
    .select()
    .from(receipt)
    .where(and(isOfAccount, eq(receipt.transactionId, transactionId)))
    .for('update');
  return found;
}

/**
 * Applies money on a till that waits because it might be that of this prompt or of another one. What is known of this prompt now may
 * leave one only.
 */
export async function takeWaitingMoney(
  scope: WriteScope,
  { providerId, paymentId, accountId, phone, createdAt }: PromptRow,
): Promise<void> {
  const waiting = await scope.db
    .select({
      ...{ amount: receipt.amount, payer: receipt.payer, paidAt: receipt.paidAt },
      transactionId: receipt.transactionId,
    })
    .from(receipt)
    .innerJoin(payment, and(eq(payment.providerId, receipt.providerId), eq(payment.amount, receipt.amount)))
    .where(
      and(
        ...[eq(receipt.providerId, providerId), eq(receipt.accountId, accountId)],
        ...[eq(payment.id, paymentId), eq(receipt.status, 'UNMATCHED'), isNull(receipt.accountNumber)],
        gte(receipt.paidAt, plus(createdAt, -aheadMs(scope) - MAX_SKEW_MS)),
      ),
    )
    .orderBy(receipt.paidAt, receipt.id);
  for (const { amount, payer, paidAt, transactionId } of waiting) {
    if (!mayBePayer(payer ?? '', phone)) continue;
    const found = await promptOfPayer(scope, accountId, { amount, payer: payer ?? '', paidAt });
    const row = found === null || found === 'several' ? null : await lockPrompt(scope, found);
    if (row) await takePromptMoney(scope, row, { amount, transactionId }, PAID);
  }
}

/**
 * Ends a prompt that brought no money, or whose money became credit as a receipt. Its payment fails, if it is open.
 * @param transactionId the number of the receipt: no other money is that of this prompt
 */
async function endWithoutMoney(
  scope: WriteScope,
  row: PromptRow,
  { reason, ...outcome }: { code: string; text: string; reason: NonNullable<PromptOutcome['reason']> },
  transactionId: string | null = null,
): Promise<GatewayEventResult> {
  await endPrompt(scope, row, outcome, transactionId);
  const { providerId, paymentId, accountId } = row;
  const event = { type: 'failed', sessionId: null, reason } as const;
  return handleGatewayEvent(scope, { providerId, paymentId, ...event }, accountId);
}

async function endPrompt(
  scope: WriteScope,
  row: PromptRow,
  { code, text }: { code: string; text: string },
  transactionId: string | null = null,
): Promise<void> {
  await scope.db
    .update(prompt)
    .set({
      status: 'OVER',
      nextAttemptAt: null,
      failure: null,
      resultCode: code,
      resultText: text,
      transactionId,
      updatedAt: scope.now,
    })
    .where(ofPayment(scope, row.paymentId));
}

/** Stores the gateway's id of the money, which a refund needs. */
async function nameMoney(scope: WriteScope, paymentId: string, gatewayPaymentId: string): Promise<void> {
  await scope.db
    .update(checkout)
    .set({ gatewayPaymentId, updatedAt: scope.now })
    .where(and(eq(checkout.providerId, scope.providerId), eq(checkout.paymentId, paymentId)));
}
