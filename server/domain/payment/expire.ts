import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { payment } from '../../../drizzle/schema/billing.ts';
import type { WriteScope } from '../../db/scope.ts';
import { transitionAll } from '../../state/transition.ts';
import { paymentResource } from './resource.ts';

/** Lets pending payments on these subscriptions expire at once: what they were for is no longer owed. */
export async function expireOpenPayments(scope: WriteScope, subscriptionIds: string[]): Promise<void> {
  const open = await scope.db
    .select()
    .from(payment)
    .where(
      and(
        eq(payment.providerId, scope.providerId),
        sql`${payment.subscriptionId} = any(${sql.param(subscriptionIds)})`,
        eq(payment.status, 'PENDING'),
      ),
    )
    .for('update');
  await transitionAll(scope, paymentResource, open, 'expire');
}

/**
 * Expires payments whose time is up at the scope's `now`, at most so many.
 * @returns how many did
 */
export async function expireDuePayments(scope: WriteScope, limit: number): Promise<number> {
  const due = await scope.db
    .select()
    .from(payment)
    .where(
      and(
        eq(payment.providerId, scope.providerId),
        eq(payment.status, 'PENDING'),
        lte(payment.expiresAt, scope.now),
      ),
    )
    .orderBy(asc(payment.expiresAt), asc(payment.id))
    .limit(limit)
    // Waits for one that is being settled: skipped, it would stay the next one due and be asked for for ever.
    .for('update');
  await transitionAll(scope, paymentResource, due, 'expire');
  return due.length;
}
