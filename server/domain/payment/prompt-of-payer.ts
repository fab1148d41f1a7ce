import { and, eq, gt, gte, isNull, lte, or, type SQL } from 'drizzle-orm';
import { payment } from '../../../drizzle/schema/billing.ts';
import { prompt } from '../../../drizzle/schema/gateway.ts';
import { MINUTE_MS, plus, realNow } from '../../clock.ts';
import { isPayerPossible, mayBePayer } from '../../rails/mpesa-messages.ts';
import type { Confirmation } from '../../rails/rail.ts';
import type { WriteScope } from '../../work/scope.ts';

/** A prompt that its payer may have, and whose outcome is not known. */
const isAsked = or(eq(prompt.status, 'SENT'), and(eq(prompt.status, 'WAITING'), gt(prompt.attempts, 0)));

/** The most by which the clocks of a gateway and of this machine differ, in ms. */
export const MAX_SKEW_MS = MINUTE_MS;

/** The outcome of a prompt whose money arrived. */
export const PAID = { code: '0', text: 'The gateway confirmed the money.' };

/** How far the provider's time is ahead of real time, in ms: 0 but for a test clock. Gateways report real time. */
export function aheadMs({ now }: WriteScope): number {
  return now.getTime() - realNow().getTime();
}

type Money = Pick<Confirmation, 'amount' | 'payer' | 'paidAt'>;

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
 * The payment of the prompt that this payer had when the money was paid: it waits for its outcome, also where the answer of the gateway
 * was lost, or a status query has reported its money without a number.
 * @returns `several` where the money may be that of several: the reports about them decide, or staff
 */
export async function promptOfPayer(
  scope: WriteScope,
  accountId: string,
  money: Money,
): Promise<string | 'several' | null> {
  const found = await promptsOf(scope, accountId, money, or(isAsked, isUnnamed(scope, money)));
  const [first, ...others] = found.filter(({ phone }) => mayBePayer(money.payer, phone));
  const isCertain = others.every(({ status }) => status === 'OVER' && first?.status === 'OVER');
  if (!first) return null;
  return isCertain ? first.paymentId : 'several';
}

/**
 * The payment of a subscriber whose prompt may be paid with money that staff say is this subscriber's.
 * @param state `asked`: the prompt waits for its outcome; `unnamed`: a status query has reported its money without a number
 */
export async function promptOfSubscriber(
  scope: WriteScope,
  accountId: string,
  money: Money,
  { subscriberId, state }: { subscriberId: string; state: 'asked' | 'unnamed' },
): Promise<string | null> {
  const isInState = state === 'asked' ? isAsked : isUnnamed(scope, money);
  const found = await promptsOf(
    scope,
    accountId,
    money,
    and(isInState, eq(payment.subscriberId, subscriberId)),
  );
  return found.find(({ phone }) => isPayerPossible(money.payer, phone))?.paymentId ?? null;
}

function isUnnamed(scope: WriteScope, { paidAt }: Money): SQL | undefined {
  return and(
    eq(prompt.status, 'OVER'),
    eq(prompt.resultCode, PAID.code),
    gte(prompt.updatedAt, plus(paidAt, aheadMs(scope) - MAX_SKEW_MS)),
  );
}

/** Prompts of an amount for which a condition holds, the oldest first. Each was there when the money was paid, and has no money yet. */
function promptsOf(
  scope: WriteScope,
  accountId: string,
  { amount, paidAt }: Money,
  condition: SQL | undefined,
) {
  return scope.db
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
        lte(prompt.createdAt, plus(paidAt, aheadMs(scope) + MAX_SKEW_MS)),
        condition,
      ),
    )
    .orderBy(prompt.createdAt, prompt.paymentId);
}
