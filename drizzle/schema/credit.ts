import { sql } from 'drizzle-orm';
import { check, foreignKey, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { invoice, payment } from './billing.ts';
import { charge } from './charge.ts';
import { enumText, id, instant, money, timestamps } from './columns.ts';
import { refund } from './refund.ts';
import { subscriber } from './subscriber.ts';
import { subscription } from './subscription.ts';

/** The credit of a subscriber in a currency: the sum of its balance transactions. */
export const credit = pgTable(
  'credit',
  {
    /** The subscriber. */
    id: id('subscriber_id').notNull(),
    providerId: id('provider_id').notNull(),
    currency: text('currency').notNull(),
    balance: money('balance').notNull(),
    /** Since when a debt may have become one that the credit covers; triggers set it. Null when nothing is to be checked. */
    settleAt: instant('settle_at'),
    /** The instant of the last balance transaction: the next one is later, whenever its transaction began. */
    movedAt: instant('moved_at'),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id, t.currency] }),
    foreignKey({ columns: [t.providerId, t.id], foreignColumns: [subscriber.providerId, subscriber.id] }),
    // No index names the balance, so that a settlement changes none.
    index('credit_settle').on(t.providerId, t.settleAt).where(sql`${t.settleAt} is not null`),
    check('credit_not_negative', sql`${t.balance} >= 0`),
  ],
);

/** A change of a subscriber's credit. Rows are never changed. */
export const balanceTransaction = pgTable(
  'balance_transaction',
  {
    id: id('id').notNull(),
    providerId: id('provider_id').notNull(),
    subscriberId: id('subscriber_id').notNull(),
    type: enumText('type', ['PAYMENT', 'SETTLEMENT', 'REFUND', 'ADJUSTMENT']).notNull(),
    /** Above 0 where the credit grew. */
    amount: money('amount').notNull(),
    currency: text('currency').notNull(),
    endingBalance: money('ending_balance').notNull(),
    subscriptionId: id('subscription_id'),
    paymentId: id('payment_id'),
    refundId: id('refund_id'),
    invoiceId: id('invoice_id'),
    chargeId: id('charge_id'),
    note: text('note'),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    foreignKey({
      columns: [t.providerId, t.subscriberId],
      foreignColumns: [subscriber.providerId, subscriber.id],
    }),
    foreignKey({
      columns: [t.providerId, t.subscriptionId],
      foreignColumns: [subscription.providerId, subscription.id],
    }),
    foreignKey({ columns: [t.providerId, t.paymentId], foreignColumns: [payment.providerId, payment.id] }),
    foreignKey({ columns: [t.providerId, t.refundId], foreignColumns: [refund.providerId, refund.id] }),
    foreignKey({ columns: [t.providerId, t.invoiceId], foreignColumns: [invoice.providerId, invoice.id] }),
    foreignKey({ columns: [t.providerId, t.chargeId], foreignColumns: [charge.providerId, charge.id] }),
    index('balance_transaction_subscriber').on(t.providerId, t.subscriberId, t.createdAt, t.id),
    check('balance_transaction_amount', sql`${t.amount} <> 0 and ${t.endingBalance} >= 0`),
    check(
      'balance_transaction_type_known',
      sql`${t.type} in ('PAYMENT', 'SETTLEMENT', 'REFUND', 'ADJUSTMENT')`,
    ),
  ],
);
