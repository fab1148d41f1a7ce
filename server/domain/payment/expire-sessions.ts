import { and, eq, exists, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { payment } from '../../../drizzle/schema/billing.ts';
import { checkout } from '../../../drizzle/schema/gateway.ts';
import { MINUTE_MS, realNow, SECOND_MS } from '../../clock.ts';
import { db } from '../../db/client.ts';
import { log } from '../../log.ts';
import { railOf } from '../../rails/registry.ts';
import { accountOfPayment } from '../external/gateway/accounts.ts';
import { defineQueue, drain, isStillClaimed, providersWithDue, retryAt } from '../queue/leased-queue.ts';
import { takePaidSession } from './confirm-session.ts';

const ofCheckout = and(eq(payment.providerId, checkout.providerId), eq(payment.id, checkout.paymentId));

/** Whether the payment of a checkout session can no longer be paid. */
const isPaymentOver = () =>
  exists(
    db()
      .select({ one: sql`1` })
      .from(payment)
      .where(and(ofCheckout, inArray(payment.status, ['EXPIRED', 'FAILED']))),
  );

const queue = defineQueue({
  name: 'checkout sessions',
  wake: 'checkouts/due',
  table: checkout,
  key: ['paymentId'],
  due: 'nextAttemptAt',
  where: () => and(isNotNull(checkout.sessionId), isNull(checkout.closedAt), isPaymentOver()),
  order: ['nextAttemptAt', 'paymentId'],
  batch: 10,
  leaseMs: 5 * MINUTE_MS,
  retryWaitsMs: [30 * SECOND_MS],
  // The gateway closes each session in the end.
  retriesForever: true,
});

type Due = typeof checkout.$inferSelect;

/**
 * Expires the checkout sessions of payments that have expired or failed, so that they cannot be paid. Money that arrived in a session
 * without a report is found here where the gateway can be queried, and all such money is refunded. A gateway that does not answer
 * ends the run.
 * @param budgetMs real time in which new attempts begin, in ms
 */
export function expireDueSessions(work: {
  providerId: string;
  budgetMs: number;
}): Promise<{ more: boolean }> {
  return drain(queue, work, attempt);
}

/** The ids of the providers with checkout sessions that have to be expired. */
export function providersWithDueSessions(): Promise<string[]> {
  return providersWithDue(queue);
}

async function attempt(due: Due): Promise<'done' | 'unreachable'> {
  const { providerId, paymentId, accountId, sessionId, attempts } = due;
  try {
    const found = await paymentOfDue(due);
    const rail = found && railOf(found);
    if (
      found &&
      sessionId !== null &&
      rail?.begins === 'hosted' &&
      !(await takePaidSession({ payment: found, accountId, sessionId }))
    ) {
      await rail.gateway.expireSession(await accountOfPayment(due, rail.gateway), sessionId);
    }
  } catch (err) {
    log.warn({ err, providerId, paymentId }, 'the checkout session is not expired yet');
    await finish(due, { nextAttemptAt: retryAt(queue, attempts) ?? undefined });
    return 'unreachable';
  }
  await finish(due, { closedAt: realNow() });
  return 'done';
}

async function paymentOfDue({ providerId, paymentId }: Due) {
  const [found] = await db()
    .select()
    .from(payment)
    .where(and(eq(payment.providerId, providerId), eq(payment.id, paymentId)));
  return found;
}

async function finish(due: Due, patch: Partial<Due>): Promise<void> {
  await db().update(checkout).set(patch).where(isStillClaimed(queue, due));
}
