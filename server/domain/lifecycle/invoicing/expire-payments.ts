import { and, eq } from 'drizzle-orm';
import { payment } from '../../../../drizzle/schema/billing.ts';
import { isOneOf } from '../../../db/statement.ts';
import { transitionEach } from '../../../state/transition.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { paymentResource } from '../../model/payment/resource.ts';
import { dueRows } from '../../queue/due-work.ts';

/** Expires pending payments past `expiresAt`. Contract: Payment. */
export const paymentExpiry = dueRows({
  name: 'payment expiry',
  resource: paymentResource,
  column: payment.expiresAt,
  subscriberId: payment.subscriberId,
  status: ['PENDING'],
  async run(scope, items) {
    await transitionEach(scope, paymentResource, 'expire', items);
  },
});

type Which = {
  /** The instant for each subscription; the scope's `now` unless given. */
  at?: ReadonlyMap<string | null, Date>;
  /** Limits the expiry to payments of these invoices. */
  invoiceIds?: string[];
};

/** Expires the pending payments of subscriptions whose debt no longer exists. */
export async function expirePendingPayments(
  scope: WriteScope,
  subscriptionIds: string[],
  { at = new Map(), invoiceIds }: Which = {},
): Promise<void> {
  const open = await scope.db
    .select()
    .from(payment)
    .where(
      and(
        eq(payment.providerId, scope.providerId),
        isOneOf(payment.subscriptionId, subscriptionIds),
        eq(payment.status, 'PENDING'),
        invoiceIds && isOneOf(payment.invoiceId, invoiceIds),
      ),
    )
    .for('no key update');
  await transitionEach(
    scope,
    paymentResource,
    'expire',
    open.map((row) => ({ row, at: at.get(row.subscriptionId) })),
  );
}
