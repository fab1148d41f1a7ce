import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { payment } from '../../../../drizzle/schema/billing.ts';
import { checkout } from '../../../../drizzle/schema/gateway.ts';
import { monotonicMs, realNow } from '../../../clock.ts';
import { db } from '../../../db/client.ts';
import { log } from '../../../log.ts';
import type { Rail } from '../../../rails/rail.ts';
import { rails } from '../../../rails/registry.ts';

const BATCH = 10;

/** Pages on which a payment that is over could still be paid. */
const unwanted = and(
  isNotNull(checkout.pageId),
  isNull(checkout.closedAt),
  inArray(payment.status, ['EXPIRED', 'FAILED']),
);
const withPayment = and(eq(payment.providerId, checkout.providerId), eq(payment.id, checkout.paymentId));

/**
 * Closes the gateway's pages of payments that expired or were overtaken, so that nobody pays in vain. What is paid all
 * the same goes back by itself. Safe to run twice and at once; what fails is tried at the next sweep.
 * @param budgetMs real time in which new calls are begun, in ms
 */
export async function closeCheckouts(work: {
  providerId: string;
  budgetMs: number;
}): Promise<{ more: boolean }> {
  const started = monotonicMs();
  let last = '';
  while (monotonicMs() - started < work.budgetMs) {
    const pages = await db()
      .select({ paymentId: payment.id, rail: payment.rail, pageId: checkout.pageId })
      .from(checkout)
      .innerJoin(payment, withPayment)
      .where(and(eq(checkout.providerId, work.providerId), unwanted, sql`${payment.id} > ${last}`))
      .orderBy(asc(payment.id))
      .limit(BATCH);
    const closed = await Promise.all(pages.map((page) => close(work.providerId, page)));
    // A gateway that does not answer is left in peace until the next sweep.
    if (pages.length < BATCH || closed.includes(false)) return { more: false };
    last = pages.at(-1)?.paymentId ?? last;
  }
  return { more: true };
}

async function close(
  providerId: string,
  { paymentId, rail, pageId }: { paymentId: string; rail: string; pageId: string | null },
): Promise<boolean> {
  try {
    await rails[rail as Rail['name']].gateway?.closePage(pageId ?? '');
    await db()
      .update(checkout)
      .set({ closedAt: realNow() })
      .where(and(eq(checkout.providerId, providerId), eq(checkout.paymentId, paymentId)));
    return true;
  } catch (error) {
    log.warn({ err: error, providerId, paymentId }, 'page not closed yet');
    return false;
  }
}

/** Providers that have pages to be closed. */
export async function providersWithPagesToClose(): Promise<string[]> {
  const rows = await db()
    .selectDistinct({ providerId: checkout.providerId })
    .from(checkout)
    .innerJoin(payment, withPayment)
    .where(unwanted);
  return rows.map(({ providerId }) => providerId);
}
