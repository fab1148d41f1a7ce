import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { payment } from '../../../drizzle/schema/billing.ts';
import { checkout, prompt } from '../../../drizzle/schema/gateway.ts';
import { provider } from '../../../drizzle/schema/provider.ts';
import { MINUTE_MS, plus, providerNow, realNow, SECOND_MS } from '../../clock.ts';
import { db } from '../../db/client.ts';
import { log } from '../../log.ts';
import {
  type GatewayAccount,
  GatewayError,
  type PromptGateway,
  type PromptOutcome,
} from '../../rails/rail.ts';
import { railOf } from '../../rails/registry.ts';
import { transition } from '../../state/transition.ts';
import type { WriteScope } from '../../work/scope.ts';
import { transaction } from '../../work/transaction.ts';
import { accountOfPayment } from '../external/gateway/accounts.ts';
import { gatewayCaller } from '../external/gateway/caller.ts';
import { lockForSettlement } from '../lifecycle/payment/lock.ts';
import { enqueueEmails } from '../messaging/email/enqueue.ts';
import { isPastExpiry } from '../model/expiry.ts';
import { paymentResource } from '../model/payment/resource.ts';
import { defineQueue, drain, providersWithDue, retryAt } from '../queue/leased-queue.ts';
import { promptCallbackUrl } from './prompt.ts';
import { lockPrompt, ofPayment, type PromptRow, takePromptOutcome } from './prompt-outcome.ts';

/** The time without a callback after which the gateway is queried, in ms of real time. Contract: Payment. */
const QUERY_AFTER_MS = MINUTE_MS;

/** A later prompt surprises the payer, who may have paid otherwise: a restored backup has prompts that waited at its time. */
const MAX_WAIT_MS = 10 * MINUTE_MS;

const TOO_LATE = {
  code: 'not sent',
  text: 'The prompt was not sent within ten minutes.',
  reason: 'TIMEOUT',
} as const;

const queue = defineQueue({
  name: 'prompts',
  wake: 'prompts/due',
  table: prompt,
  key: ['paymentId'],
  due: 'nextAttemptAt',
  order: ['nextAttemptAt', 'paymentId'],
  batch: 10,
  // Longer than a prompt stays on a phone. After a lost answer or a kill it is unknown whether the payer has the prompt, and a
  // second one meanwhile could be paid twice.
  leaseMs: 3 * MINUTE_MS,
  retryWaitsMs: [5, 15, 30, 60, 60, 120, 300, 600].map((seconds) => seconds * SECOND_MS),
  // A prompt is sent for some minutes. Its outcome is queried until it is known.
  retriesForever: true,
});

/**
 * Sends the due prompts of one provider, and queries the outcome of those without a callback. No transaction waits for the gateway.
 * A killed process leaves each prompt due after its lease. Contract: Payment.
 * @param budgetMs real time in which new attempts begin, in ms
 */
export function sendDuePrompts(work: { providerId: string; budgetMs: number }): Promise<{ more: boolean }> {
  return drain(queue, work, attempt);
}

/** The ids of the providers with prompts that are due. */
export function providersWithDuePrompts(): Promise<string[]> {
  return providersWithDue(queue);
}

async function attempt(due: PromptRow): Promise<'done'> {
  try {
    await (due.status === 'WAITING' ? send(due) : query(due));
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const { providerId, paymentId, attempts } = due;
    log.warn({ err: error, providerId, paymentId, attempts }, 'the gateway did not take a prompt');
    const { isFinal, code = 'refused', message: text } = error;
    if (isFinal) await end(due, { code, text, reason: 'PARTNER_REJECTED' });
    else await postpone(due, error);
  }
  return 'done';
}

async function send(due: PromptRow): Promise<void> {
  const { gateway, account, order, isOpen, now } = await load(due);
  if (!isOpen) return drop(due);
  if (plus(due.createdAt, MAX_WAIT_MS) < now) return end(due, TOO_LATE);
  const { phone, reference, token } = due;
  const callbackUrl = promptCallbackUrl(token);
  const requestId = await gateway.sendPrompt(account, { ...order, phone, reference, callbackUrl });
  await claimed(due, async (scope) => {
    const { payment: locked } = await lockForSettlement(scope, due.paymentId);
    const nextAttemptAt = plus(realNow(), QUERY_AFTER_MS);
    await update(scope, due, { status: 'SENT', requestId, nextAttemptAt, failure: null });
    if (locked.status === 'PENDING') await transition(scope, paymentResource, locked, 'process');
    const { id: factId, subscriberId, amount, currency, invoiceId } = locked;
    const facts = { amount, currency, invoiceId, at: scope.now.toISOString(), reference: locked.reference };
    await enqueueEmails(scope, [{ kind: 'PROMPT', factId, subscriberId, facts }]);
    // Sets the alarm for the query.
    scope.outbox.wakes.add('prompts/due');
  });
}

async function query(due: PromptRow): Promise<void> {
  const { gateway, account } = await load(due);
  const { paymentId, requestId } = due;
  if (requestId === null) throw new Error(`the prompt of ${paymentId} was sent without an id of the gateway`);
  const outcome = await gateway.queryPrompt(account, requestId);
  if (!outcome) return postpone(due, null);
  await claimed(due, async (scope, row) => void (await takePromptOutcome(scope, row, outcome)));
}

/** What a call to the gateway needs. */
async function load({ providerId, paymentId, accountId }: PromptRow) {
  const [found] = await db()
    .select({ payment, description: checkout.description, clockOffsetMs: provider.clockOffsetMs })
    .from(payment)
    .innerJoin(checkout, and(eq(checkout.providerId, payment.providerId), eq(checkout.paymentId, payment.id)))
    .innerJoin(provider, eq(provider.id, payment.providerId))
    .where(and(eq(payment.providerId, providerId), eq(payment.id, paymentId)));
  const rail = found && railOf(found.payment);
  if (!found || rail?.begins !== 'prompt') throw new Error(`payment ${paymentId} has no rail with prompts`);
  const gateway: PromptGateway = rail.gateway;
  const account: GatewayAccount = await accountOfPayment({ providerId, accountId }, gateway);
  const { status, amount } = found.payment;
  const now = providerNow(found.clockOffsetMs);
  const isOpen = status === 'PENDING' && !isPastExpiry(found.payment, now);
  return { gateway, account, order: { amount, description: found.description }, isOpen, now };
}

/** Runs work on a prompt that is still as this attempt has claimed it: no callback and no later attempt has come between. */
async function claimed(
  due: PromptRow,
  work: (scope: WriteScope, row: PromptRow) => Promise<void>,
): Promise<void> {
  const { providerId, paymentId, status, attempts } = due;
  const caller = gatewayCaller('mpesa');
  await transaction({ providerId, caller, correlationId: randomUUID() }, async (scope) => {
    const row = await lockPrompt(scope, paymentId);
    if (row?.status === status && row.attempts === attempts) await work(scope, row);
  });
}

async function update(scope: WriteScope, { paymentId }: PromptRow, patch: Partial<PromptRow>): Promise<void> {
  await scope.db
    .update(prompt)
    .set({ ...patch, updatedAt: scope.now })
    .where(ofPayment(scope, paymentId));
}

/** The payment expired or was replaced before its prompt was sent. */
function drop(due: PromptRow): Promise<void> {
  return claimed(due, (scope) => update(scope, due, { status: 'OVER', nextAttemptAt: null }));
}

/** The gateway refused the prompt for good, or it is too late to send it. */
function end(due: PromptRow, why: Pick<PromptOutcome, 'code' | 'text' | 'reason'>): Promise<void> {
  const outcome = { ...why, requestId: due.requestId, amount: null, transactionId: null };
  return claimed(due, async (scope, row) => void (await takePromptOutcome(scope, row, outcome)));
}

/** A prompt that the payer may have is due at the end of its lease, every other one after its wait. */
function postpone(due: PromptRow, error: GatewayError | null): Promise<void> {
  const keepsLease = due.status === 'WAITING' && error?.mayHaveWorked;
  return claimed(due, (scope) =>
    update(scope, due, {
      failure: error?.message ?? null,
      ...(!keepsLease && { nextAttemptAt: retryAt(queue, due.attempts) }),
    }),
  );
}
