import { and, eq } from 'drizzle-orm';
import { payment } from '../../../drizzle/schema/billing.ts';
import { prompt } from '../../../drizzle/schema/gateway.ts';
import type { Confirmation, PromptGateway } from '../../rails/rail.ts';
import type { WriteScope } from '../../work/scope.ts';
import { lockPrompt, type PromptRow, takePromptMoney } from './prompt-outcome.ts';

const PAID = { code: '0', text: 'The gateway confirmed the money.' };

/**
 * Applies a confirmation of money that belongs to a prompt. The gateway confirms the money of a prompt like any other, before or after
 * the prompt's own report. Contract: Payment.
 * @returns the payment of the prompt; null for money that came without a request
 */
export async function confirmPromptMoney(
  scope: WriteScope,
  accountId: string,
  confirmation: Pick<Confirmation, 'transactionId' | 'accountNumber' | 'amount' | 'payer'>,
  gateway: Pick<PromptGateway, 'mayBePayer'>,
): Promise<string | null> {
  const paymentId = await promptOf(scope, accountId, confirmation, gateway);
  const row = paymentId === null ? null : await lockPrompt(scope, paymentId);
  if (!row) return null;
  const { amount, transactionId } = confirmation;
  const taken = await takePromptMoney(scope, row, { amount, transactionId }, PAID);
  return taken === 'other money' ? null : paymentId;
}

/** The payment whose prompt brought this money: by its number, by the reference, or on a till, which has none, by amount and payer. */
async function promptOf(
  scope: WriteScope,
  accountId: string,
  { transactionId, accountNumber, amount, payer }: Parameters<typeof confirmPromptMoney>[2],
  { mayBePayer }: Pick<PromptGateway, 'mayBePayer'>,
): Promise<string | null> {
  const ofAccount = and(eq(prompt.providerId, scope.providerId), eq(prompt.accountId, accountId));
  const by = async (is: ReturnType<typeof eq>): Promise<PromptRow | undefined> =>
    (await scope.db.select().from(prompt).where(and(ofAccount, is)))[0];
  const counted = await by(eq(prompt.transactionId, transactionId));
  if (counted) return counted.paymentId;
  if (accountNumber !== null) {
    const named = await by(eq(prompt.reference, accountNumber.toUpperCase()));
    return named?.paymentId ?? null;
  }
  const open = await scope.db
    .select({ paymentId: prompt.paymentId, phone: prompt.phone })
    .from(prompt)
    .innerJoin(payment, and(eq(payment.providerId, prompt.providerId), eq(payment.id, prompt.paymentId)))
    .where(and(ofAccount, eq(prompt.status, 'SENT'), eq(payment.amount, amount)));
  return open.find(({ phone }) => mayBePayer(payer, phone))?.paymentId ?? null;
}
