import { sql } from 'drizzle-orm';
import { check, foreignKey, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { payment } from './billing.ts';
import { enumText, id, instant, money, timestamps } from './columns.ts';
import { gatewayAccount } from './gateway.ts';
import { subscriber } from './subscriber.ts';

/** Money that arrived at a gateway account without a request. */
export const receipt = pgTable(
  'receipt',
  {
    id: id('id').notNull(),
    providerId: id('provider_id').notNull(),
    accountId: id('account_id').notNull(),
    /** The gateway's id of the money. */
    transactionId: text('transaction_id').notNull(),
    rail: text('rail').notNull(),
    amount: money('amount').notNull(),
    currency: text('currency').notNull(),
    /** What the payer entered as account. */
    accountNumber: text('account_number'),
    /** The payer's number as the gateway shows it, which may hide digits. */
    payer: text('payer'),
    payerName: text('payer_name'),
    paidAt: instant('paid_at').notNull(),
    status: enumText('status', ['UNMATCHED', 'MATCHED']).notNull(),
    subscriberId: id('subscriber_id'),
    paymentId: id('payment_id'),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    foreignKey({
      columns: [t.providerId, t.accountId],
      foreignColumns: [gatewayAccount.providerId, gatewayAccount.id],
    }),
    foreignKey({
      columns: [t.providerId, t.subscriberId],
      foreignColumns: [subscriber.providerId, subscriber.id],
    }),
    foreignKey({ columns: [t.providerId, t.paymentId], foreignColumns: [payment.providerId, payment.id] }),
    uniqueIndex('receipt_transaction').on(t.providerId, t.accountId, t.transactionId),
    index('receipt_created').on(t.providerId, t.createdAt, t.id),
    index('receipt_subscriber').on(t.providerId, t.subscriberId).where(sql`${t.subscriberId} is not null`),
    index('receipt_unmatched').on(t.providerId, t.paidAt).where(sql`${t.status} = 'UNMATCHED'`),
    check('receipt_amount', sql`${t.amount} > 0`),
    check(
      'receipt_matched',
      sql`${t.status} in ('UNMATCHED', 'MATCHED') and (${t.status} = 'MATCHED') = (${t.paymentId} is not null) and (${t.paymentId} is null) = (${t.subscriberId} is null)`,
    ),
  ],
);
