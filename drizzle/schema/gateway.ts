import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { payment } from './billing.ts';
import { id, instant, money, timestamps } from './columns.ts';
import { provider } from './provider.ts';
import { refund } from './refund.ts';

/** A payment that is made on a gateway's page: our stable link to it, and what the gateway calls things. */
export const checkout = pgTable(
  'checkout',
  {
    providerId: id('provider_id')
      .notNull()
      .references(() => provider.id),
    paymentId: id('payment_id').notNull(),
    /** The unguessable end of the link. */
    token: text('token').notNull(),
    /** What the payer reads on the gateway's page; fixed with the payment, so that asking twice asks the same. */
    description: text('description').notNull(),
    /** The gateway's page, once the link was opened. */
    pageId: text('page_id'),
    pageUrl: text('page_url'),
    /** Since when nothing more can be paid there, by real time. */
    closedAt: instant('closed_at'),
    /** What the gateway calls the money; refunds name it. */
    gatewayPaymentId: text('money_id'),
    /** Why the payer's last attempt failed, though they may try again. */
    declineReason: text('decline_reason', { enum: ['INSUFFICIENT_FUNDS', 'TIMEOUT', 'PARTNER_REJECTED'] }),
    /** Attempts to expire the session once its payment is over; the fence of the present one. */
    attempts: bigint('attempts', { mode: 'number' }).notNull().default(0),
    /** Real time of the next such attempt; while one is under way, the end of its lease. */
    nextAttemptAt: instant('next_attempt_at').notNull().default(sql`now()`),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.paymentId] }),
    foreignKey({ columns: [t.providerId, t.paymentId], foreignColumns: [payment.providerId, payment.id] }),
    uniqueIndex('checkout_token').on(t.token),
    index('checkout_open').on(t.providerId).where(sql`${t.pageId} is not null and ${t.closedAt} is null`),
    check('checkout_page', sql`(${t.pageId} is null) = (${t.pageUrl} is null)`),
  ],
);

/** Money that a gateway has to give back: what is due stands here until the gateway has said yes, or no for good. */
export const gatewayRefund = pgTable(
  'gateway_refund',
  {
    providerId: id('provider_id')
      .notNull()
      .references(() => provider.id),
    /** The refund's id, or one made of the payment whose money came too late; the idempotency key of the first round. */
    id: id('id').notNull(),
    paymentId: id('payment_id').notNull(),
    refundId: id('refund_id'),
    amount: money('amount').notNull(),
    currency: text('currency').notNull(),
    attempts: bigint('attempts', { mode: 'number' }).notNull().default(0),
    /** Goes up when staff tries again and when the gateway's refund fails: a new round asks for a new refund. */
    round: bigint('round', { mode: 'number' }).notNull().default(1),
    /** Real time of the next attempt, or until which the present one is somebody's; null when it is over. */
    nextAttemptAt: instant('next_attempt_at'),
    /** Real time at which the gateway took it. */
    passedAt: instant('passed_at'),
    gatewayId: text('gateway_id'),
    /** Why the last attempt failed; with no further attempt, why it failed for good. */
    failure: text('failure'),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    foreignKey({ columns: [t.providerId, t.paymentId], foreignColumns: [payment.providerId, payment.id] }),
    foreignKey({ columns: [t.providerId, t.refundId], foreignColumns: [refund.providerId, refund.id] }),
    index('gateway_refund_due').on(t.providerId, t.nextAttemptAt).where(sql`${t.nextAttemptAt} is not null`),
    index('gateway_refund_payment').on(t.providerId, t.paymentId),
    check('gateway_refund_amount', sql`${t.amount} > 0`),
    check('gateway_refund_over', sql`${t.passedAt} is null or ${t.nextAttemptAt} is null`),
  ],
);
