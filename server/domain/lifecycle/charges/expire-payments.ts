import { and, asc, eq, sql } from 'drizzle-orm';
import { payment } from '../../../../drizzle/schema/billing.ts';
import type { WriteScope } from '../../../db/scope.ts';
import { transitionEach } from '../../../state/transition.ts';
import { paymentResource } from '../../model/payment/resource.ts';

/**
 * Expires the pending payments for charges that have ended.
 * @param endedAt the end of each charge by its id; the scope's `now` where it is null
 */
export async function expireChargePayments(
  scope: WriteScope,
  endedAt: ReadonlyMap<string, Date | null>,
): Promise<void> {
  if (endedAt.size === 0) return;
  const open = await scope.db
    .select()
    .from(payment)
    .where(
      and(
        eq(payment.providerId, scope.providerId),
        sql`${payment.chargeId} = any(${sql.param([...endedAt.keys()])})`,
        eq(payment.status, 'PENDING'),
      ),
    )
    .orderBy(asc(payment.id))
    .for('no key update');
  const steps = open.map((row) => ({ row, at: endedAt.get(row.chargeId ?? '') ?? scope.now }));
  await transitionEach(scope, paymentResource, 'expire', steps);
}
