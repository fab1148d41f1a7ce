import { and, eq } from 'drizzle-orm';
import { prompt } from '../../../drizzle/schema/gateway.ts';
import type { Confirmation } from '../../rails/rail.ts';
import type { WriteScope } from '../../work/scope.ts';
import { holdersOf } from '../model/payment/number.ts';
import type { ReceiptRow } from '../model/receipt/resource.ts';
import { isLaterMoney, PAID, promptOfPayer, promptOfSubscriber } from './prompt-of-payer.ts';
import { lockPrompt, type PromptRow, takePromptMoney, takeWaitingMoney } from './prompt-outcome.ts';

type Money = Pick<Confirmation, 'transactionId' | 'accountNumber' | 'amount' | 'payer' | 'paidAt'>;

/**
 * Applies a confirmation of money that belongs to a prompt. The gateway confirms the money of a prompt like any other, before or after
 * the prompt's own report. Contract: Payment.
 * @returns the payment of the prompt; `several` for money that may be that of several; null for money that came without a request
 */
export async function confirmPromptMoney(
  scope: WriteScope,
  accountId: string,
  confirmation: Money,
): Promise<{ paymentId: string } | 'several' | null> {
  const found = await promptOf(scope, accountId, confirmation);
  const row = found === null || found === 'several' ? null : await lockPrompt(scope, found);
  const { amount, transactionId } = confirmation;
  const taken = row && (await takePromptMoney(scope, row, { amount, transactionId }, PAID));
  if (row && taken !== 'other money') {
    await takeWaitingMoney(scope, row);
    return { paymentId: row.paymentId };
  }
  // The prompt's own report of this money may be under way.
  const holders = await holdersOf(scope, transactionId);
  const counted = holders.find(({ by }) => by === 'prompt')?.paymentId;
  if (counted) return { paymentId: counted };
  return found === 'several' ? found : null;
}

/** The prompt, locked, whose payment counts the money of a receipt already where staff say that it is this subscriber's. */
export async function lockPromptOf(
  scope: WriteScope,
  { accountId, accountNumber, amount, payer, paidAt }: ReceiptRow,
  subscriberId: string,
): Promise<PromptRow | null> {
  if (accountNumber !== null) return null;
  const money = { amount, payer: payer ?? '', paidAt };
  const found = await promptOfSubscriber(scope, accountId, money, { subscriberId, state: 'unnamed' });
  return found === null ? null : lockPrompt(scope, found);
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
async function promptOf(
  scope: WriteScope,
  accountId: string,
  money: Money,
): Promise<string | 'several' | null> {
  const { transactionId, accountNumber, paidAt } = money;
  const counted = await promptWith(scope, accountId, eq(prompt.transactionId, transactionId));
  if (counted) return counted.paymentId;
  if (accountNumber === null) return promptOfPayer(scope, accountId, money);
  const named = await promptWith(scope, accountId, eq(prompt.reference, accountNumber.toUpperCase()));
  return named && !isLaterMoney(scope, named, paidAt) ? named.paymentId : null;
}
