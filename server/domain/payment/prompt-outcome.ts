import { and, eq, ne } from 'drizzle-orm';
import { payment } from '../../../drizzle/schema/billing.ts';
import { checkout, prompt } from '../../../drizzle/schema/gateway.ts';
import { provider } from '../../../drizzle/schema/provider.ts';
import type { Minor } from '../../contract/money.ts';
import { db } from '../../db/client.ts';
import type { PromptOutcome } from '../../rails/rail.ts';
import type { WriteScope } from '../../work/scope.ts';
import { type GatewayEventResult, handleGatewayEvent } from '../lifecycle/payment/handle-gateway-event.ts';
import { isKnownAccount, requireHere } from '../model/provider/account-status.ts';

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
  if (reason === null) return takePromptMoney(scope, row, { amount, transactionId }, outcome);
  // An earlier prompt of the payment, whose answer was lost, may fail after a later one was sent.
  if (row.status === 'OVER' || (row.requestId !== null && row.requestId !== requestId)) return 'done';
  await endPrompt(scope, row, outcome);
  const { providerId, paymentId, accountId } = row;
  return handleGatewayEvent(
    scope,
    { providerId, paymentId, type: 'failed', sessionId: null, reason },
    accountId,
  );
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
  const { transactionId } = money;
  const [stored] = await scope.db
    .select({ status: payment.status, amount: payment.amount, currency: payment.currency })
    .from(payment)
    .where(and(eq(payment.providerId, providerId), eq(payment.id, paymentId)));
  if (!stored) return 'unknown';
  const amount = money.amount ?? stored.amount;
  if (row.transactionId !== null) {
    return transactionId === null || transactionId === row.transactionId ? 'done' : 'other money';
  }
  if (transactionId !== null && (await isCounted(scope, row, transactionId))) return 'unknown';
  const isPaid = row.status === 'OVER' && row.resultCode === '0';
  if (isPaid && amount !== stored.amount) return 'other money';
  await endPrompt(scope, row, outcome, transactionId);
  if (isPaid) {
    // A status query has reported this money before, without its number.
    if (transactionId !== null) await nameMoney(scope, paymentId, transactionId);
    return 'done';
  }
  const { currency } = stored;
  const event = { type: 'paid', sessionId: null, gatewayPaymentId: transactionId, amount, currency } as const;
  return handleGatewayEvent(scope, { providerId, paymentId, ...event }, accountId);
}

/** Whether another prompt of the account has this money. */
async function isCounted(scope: WriteScope, row: PromptRow, transactionId: string): Promise<boolean> {
  const { providerId, accountId, paymentId } = row;
  const [other] = await scope.db
    .select({ paymentId: prompt.paymentId })
    .from(prompt)
    .where(
      and(
        eq(prompt.providerId, providerId),
        eq(prompt.accountId, accountId),
        eq(prompt.transactionId, transactionId),
        ne(prompt.paymentId, paymentId),
      ),
    );
  return other !== undefined;
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
