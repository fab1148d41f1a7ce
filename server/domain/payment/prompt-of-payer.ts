import { and, eq, gt, gte, isNull, lte, or } from 'drizzle-orm';
import { payment } from '../../../drizzle/schema/billing.ts';
import { prompt } from '../../../drizzle/schema/gateway.ts';
import { MINUTE_MS, plus, realNow } from '../../clock.ts';
import { mayBePayer } from '../../rails/mpesa-messages.ts';
import type { Confirmation } from '../../rails/rail.ts';
import type { WriteScope } from '../../work/scope.ts';

/** The most by which the clocks of a gateway and of this machine differ, in ms. */
export const MAX_SKEW_MS = MINUTE_MS;

/** The outcome of a prompt whose money arrived. */
export const PAID = { code: '0', text: 'The gateway confirmed the money.' };

/** How far the provider's time is ahead of real time, in ms: 0 but for a test clock. Gateways report real time. */
export function aheadMs({ now }: WriteScope): number {
  return now.getTime() - realNow().getTime();
}

type Money = Pick<Confirmation, 'amount' | 'payer' | 'paidAt'>;
type FittingPrompt = Pick<typeof prompt.$inferSelect, 'paymentId' | 'status'> & { subscriberId: string };

/** Whether money was paid after a status query reported that of the prompt, without its number: it is other money. */
export function isLaterMoney(
  scope: WriteScope,
  { status, resultCode, transactionId, updatedAt }: typeof prompt.$inferSelect,
  paidAt: Date,
): boolean {
  const isUnnamed = status === 'OVER' && resultCode === PAID.code && transactionId === null;
  return isUnnamed && plus(paidAt, aheadMs(scope) - MAX_SKEW_MS) > updatedAt;
}

/**
 * The payment of the prompt that this payer had when the money was paid.
 * @returns `several` where the money may be that of several: the reports about them decide, or staff
 */
export async function promptOfPayer(
  scope: WriteScope,
  accountId: string,
  money: Money,
): Promise<string | 'several' | null> {
  const [first, ...others] = await promptsOfPayer(scope, accountId, money);
  const isCertain = others.every(({ status }) => status === 'OVER' && first?.status === 'OVER');
  if (!first) return null;
  return isCertain ? first.paymentId : 'several';
}

/**
 * The prompts that this payer may have had when the money was paid, the oldest first: each waits for its outcome, also where the answer
 * of the gateway was lost, or a status query has reported its money without a number.
 */
export async function promptsOfPayer(
  scope: WriteScope,
  accountId: string,
  { amount, payer, paidAt }: Money,
): Promise<FittingPrompt[]> {
  const paid = plus(paidAt, aheadMs(scope));
  const isAsked = or(eq(prompt.status, 'SENT'), and(eq(prompt.status, 'WAITING'), gt(prompt.attempts, 0)));
  const isUnnamed = and(
    eq(prompt.status, 'OVER'),
    eq(prompt.resultCode, PAID.code),
    gte(prompt.updatedAt, plus(paid, -MAX_SKEW_MS)),
  );
  const found = await scope.db
    .select({
      ...{ paymentId: prompt.paymentId, phone: prompt.phone, status: prompt.status },
      subscriberId: payment.subscriberId,
    })
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
  return found.filter(({ phone }) => mayBePayer(payer, phone));
}
