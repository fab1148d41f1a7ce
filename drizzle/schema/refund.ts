import { sql } from 'drizzle-orm';
import { check, foreignKey, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { payment } from './billing.ts';
import { charge } from './charge.ts';
import { enumText, id, money, timestamps } from './columns.ts';
import { subscriber } from './subscriber.ts';
import { subscription } from './subscription.ts';

/** Money returned for a payment. The payment's row has the sum, and checks that it is at most the amount paid. */
export const refund = pgTable(
  'refund',
  {
    id: id('id').notNull(),
    providerId: id('provider_id').notNull(),
    paymentId: id('payment_id').notNull(),
    subscriberId: id('subscriber_id').notNull(),
    subscriptionId: id('subscription_id'),
    chargeId: id('charge_id'),
    amount: money('amount').notNull(),
    currency: text('currency').notNull(),
    reason: enumText('reason', [
      'REQUESTED',
      'DUPLICATE',
      'FRAUD',
      'SERVICE_FAULT',
      'CHANGE_REJECTED',
      'DISPUTE_LOST',
    ]).notNull(),
    note: text('note'),
    status: enumText('status', ['SUCCEEDED']).notNull(),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    foreignKey({ columns: [t.providerId, t.paymentId], foreignColumns: [payment.providerId, payment.id] }),
    foreignKey({
      columns: [t.providerId, t.subscriberId],
      foreignColumns: [subscriber.providerId, subscriber.id],
    }),
    foreignKey({
      columns: [t.providerId, t.subscriptionId],
      foreignColumns: [subscription.providerId, subscription.id],
    }),
    foreignKey({ columns: [t.providerId, t.chargeId], foreignColumns: [charge.providerId, charge.id] }),
    index('refund_created').on(t.providerId, t.createdAt, t.id),
    index('refund_payment').on(t.providerId, t.paymentId),
    index('refund_subscriber').on(t.providerId, t.subscriberId),
    check('refund_amount', sql`${t.amount} > 0`),
    check(
      'refund_reason_known',
      sql`${t.reason} in ('REQUESTED', 'DUPLICATE', 'FRAUD', 'SERVICE_FAULT', 'CHANGE_REJECTED', 'DISPUTE_LOST')`,
    ),
    check('refund_status_known', sql`${t.status} = 'SUCCEEDED'`),
  ],
);
