import { and, eq, gt, gte, isNull, lte, or } from 'drizzle-orm';
import { payment } from '../../../drizzle/schema/billing.ts';
import { prompt } from '../../../drizzle/schema/gateway.ts';
import { plus } from '../../clock.ts';
import { mayBePayer } from '../../rails/mpesa-messages.ts';
import type { Confirmation } from '../../rails/rail.ts';
import type { WriteScope } from '../../work/scope.ts';
import {
  aheadMs,
  lockMoney,
  lockPrompt,
  MAX_SKEW_MS,
  type PromptRow,
  takePromptMoney,
} from './prompt-outcome.ts';

type Money = Pick<Confirmation, 'transactionId' | 'accountNumber' | 'amount' | 'payer' | 'paidAt'>;

const PAID = { code: '0', text: 'The gateway confirmed the money.' };

/**
 * Applies a confirmation of money that belongs to a prompt. The gateway confirms the money of a prompt like any other, before or after
 * the prompt's own report. Contract: Payment.
 * @returns the payment of the prompt; null for money that came without a request
 */
export async function confirmPromptMoney(
  scope: WriteScope,
  accountId: string,
  confirmation: Money,
): Promise<string | null> {
  const paymentId = await promptOf(scope, accountId, confirmation);
  const row = paymentId === null ? null : await lockPrompt(scope, paymentId);
  const { amount, transactionId } = confirmation;
  const taken = row && (await takePromptMoney(scope, row, { amount, transactionId }, PAID));
  if (taken !== null && taken !== 'other money') return paymentId;
  // The prompt's own report of this money may be under way.
  await lockMoney(scope, accountId, transactionId);
  const counted = await promptWith(scope, accountId, eq(prompt.transactionId, transactionId));
  return counted?.paymentId ?? null;
}

/** The prompt of an account for which a condition holds. */
async function promptWith(
  { db, providerId }: WriteScope,
  accountId: string,
  condition: ReturnType<typeof eq>,
): Promise<PromptRow | undefined> {
  const ofAccount = and(eq(prompt.providerId, providerId), eq(prompt.accountId, accountId));
  const [row] = await db.select().from(prompt).where(and(ofAccount, condition));
  return row;
}

/**
 * The payment whose prompt brought this money: by its number, by the reference, or on a till, which has none, by amount, payer and
 * time.
 */
async function promptOf(scope: WriteScope, accountId: string, money: Money): Promise<string | null> {
  const { transactionId, accountNumber } = money;
  const counted = await promptWith(scope, accountId, eq(prompt.transactionId, transactionId));
  if (counted) return counted.paymentId;
  if (accountNumber === null) return promptOfPayer(scope, accountId, money);
  const named = await promptWith(scope, accountId, eq(prompt.reference, accountNumber.toUpperCase()));
  return named?.paymentId ?? null;
}

/**
 * The payment of the prompt that this payer had when the money was paid: it waits for its outcome, also where the answer of the gateway
 * was lost, or a status query has reported its money without a number. Where the money may be that of several, the reports about them
 * decide.
 */
async function promptOfPayer(
  scope: WriteScope,
  accountId: string,
  { amount, payer, paidAt }: Money,
): Promise<string | null> {
  const paid = plus(paidAt, aheadMs(scope));
  const isAsked = or(eq(prompt.status, 'SENT'), and(eq(prompt.status, 'WAITING'), gt(prompt.attempts, 0)));
  const isUnnamed = and(
    eq(prompt.status, 'OVER'),
    eq(prompt.resultCode, PAID.code),
    gte(prompt.updatedAt, plus(paid, -MAX_SKEW_MS)),
  );
  const found = await scope.db
    .select({ paymentId: prompt.paymentId, phone: prompt.phone, status: prompt.status })
    .from(prompt)
    .innerJoin(payment, and(eq(payment.providerId, prompt.providerId), eq(payment.id, prompt.paymentId)))
    .where(
      and(
        eq(prompt.providerId, scope.providerId),
        eq(prompt.accountId, accountId),
        isNull(prompt.transactionId),
        eq(payment.amount, amount),
        // A confirmation shows some digits of the payer only, and a statement has payments of a year.
        lte(prompt.createdAt, plus(paid, MAX_SKEW_MS)),
        or(isAsked, isUnnamed),
      ),
    )
    .orderBy(prompt.createdAt, prompt.paymentId);
  const [first, ...others] = found.filter(({ phone }) => mayBePayer(payer, phone));
  const isCertain = others.every(({ status }) => status === 'OVER' && first?.status === 'OVER');
  return first && isCertain ? first.paymentId : null;
}
