import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { payment } from './billing.ts';
import { enumText, id, instant, money, timestamps } from './columns.ts';
import { provider } from './provider.ts';
import { refund } from './refund.ts';

/** A provider's own account at a gateway. A disconnected one keeps its row, because its payments refer to it. */
export const gatewayAccount = pgTable(
  'gateway_account',
  {
    providerId: id('provider_id')
      .notNull()
      .references(() => provider.id),
    id: id('id').notNull(),
    gateway: enumText('gateway', ['stripe', 'paystack', 'mpesa']).notNull(),
    /** The random end of the address to which the gateway reports. */
    token: text('token').notNull(),
    /** The credentials as JSON, sealed; null once it is disconnected. */
    sealedCredentials: text('sealed_credentials'),
    /** The end of the key, by which staff recognise it. */
    keyLast4: text('key_last4'),
    /** The number to which customers pay on their own, of M-Pesa: the paybill or the till. */
    payTo: text('pay_to'),
    isTill: boolean('is_till').notNull().default(false),
    /** Whether refunds can be submitted to the gateway. */
    canRefund: boolean('can_refund').notNull().default(true),
    /** Attempts to register the addresses of this account at the gateway. The number fences the current attempt. */
    attempts: bigint('attempts', { mode: 'number' }).notNull().default(0),
    /** Real time of the next attempt, or the end of the current lease; null when none is due. */
    nextAttemptAt: instant('next_attempt_at'),
    registeredAt: instant('registered_at'),
    /** Why the last attempt failed. */
    registrationFailure: text('registration_failure'),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    uniqueIndex('gateway_account_gateway').on(t.providerId, t.gateway),
    uniqueIndex('gateway_account_token').on(t.token),
    index('gateway_account_due').on(t.providerId, t.nextAttemptAt).where(sql`${t.nextAttemptAt} is not null`),
    check('gateway_account_gateway_known', sql`${t.gateway} in ('stripe', 'paystack', 'mpesa')`),
  ],
);

/** The checkout session of a hosted payment: Demarc's stable link to it, and the gateway's ids. */
export const checkout = pgTable(
  'checkout',
  {
    providerId: id('provider_id').notNull(),
    paymentId: id('payment_id').notNull(),
    /** The provider's account at the gateway; null for the default of the environment. */
    accountId: id('account_id'),
    /** The random end of the payer's link. */
    token: text('token').notNull(),
    /** The text in the checkout session. It is fixed with the payment, so that a repeated request is identical. */
    description: text('description').notNull(),
    /** The gateway's id of the session, once the link was opened. */
    sessionId: text('page_id'),
    sessionUrl: text('page_url'),
    /** Real time since which nothing more can be paid in the session. */
    closedAt: instant('closed_at'),
    /** The gateway's id of the payment; refunds refer to it. */
    gatewayPaymentId: text('money_id'),
    /** Why the payer's last attempt failed, though they may try again. */
    declineReason: text('decline_reason', { enum: ['INSUFFICIENT_FUNDS', 'TIMEOUT', 'PARTNER_REJECTED'] }),
    /** Attempts to expire the session after its payment is over. The number fences the current attempt. */
    attempts: bigint('attempts', { mode: 'number' }).notNull().default(0),
    /** Real time of the next attempt; without a session, to create it. During an attempt, the end of its lease. */
    nextAttemptAt: instant('next_attempt_at').notNull().default(sql`now()`),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.paymentId] }),
    foreignKey({ columns: [t.providerId, t.paymentId], foreignColumns: [payment.providerId, payment.id] }),
    foreignKey({
      name: 'checkout_account_fk',
      columns: [t.providerId, t.accountId],
      foreignColumns: [gatewayAccount.providerId, gatewayAccount.id],
    }),
    uniqueIndex('checkout_token').on(t.token),
    index('checkout_money').on(t.gatewayPaymentId).where(sql`${t.gatewayPaymentId} is not null`),
    index('checkout_open').on(t.providerId).where(sql`${t.sessionId} is not null and ${t.closedAt} is null`),
    check('checkout_page', sql`(${t.sessionId} is null) = (${t.sessionUrl} is null)`),
  ],
);

/** A prompt on the payer's phone: it is sent after the commit of its payment, and then waits for its outcome. */
export const prompt = pgTable(
  'prompt',
  {
    providerId: id('provider_id').notNull(),
    paymentId: id('payment_id').notNull(),
    accountId: id('account_id').notNull(),
    /** The random end of the address to which the gateway reports the outcome. */
    token: text('token').notNull(),
    /** E.164. */
    phone: text('phone').notNull(),
    /** What the payer sees as account, and what the gateway's confirmation of the money repeats. */
    reference: text('reference').notNull(),
    status: enumText('status', ['WAITING', 'SENT', 'OVER']).notNull().default('WAITING'),
    /** The gateway's id of the prompt, once it has accepted it. */
    requestId: text('request_id'),
    /** The gateway's id of the money. A prompt that was paid has it, unless only a status query reported it. */
    transactionId: text('transaction_id'),
    /** The outcome in the words of the gateway. */
    resultCode: text('result_code'),
    resultText: text('result_text'),
    /** Attempts to send it and queries of its status. The number fences the current attempt. */
    attempts: bigint('attempts', { mode: 'number' }).notNull().default(0),
    /** Real time of the next attempt, or the end of the current lease; null when it is over. */
    nextAttemptAt: instant('next_attempt_at'),
    /** Why the last attempt failed. */
    failure: text('failure'),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.paymentId] }),
    foreignKey({ columns: [t.providerId, t.paymentId], foreignColumns: [payment.providerId, payment.id] }),
    foreignKey({
      name: 'prompt_account_fk',
      columns: [t.providerId, t.accountId],
      foreignColumns: [gatewayAccount.providerId, gatewayAccount.id],
    }),
    uniqueIndex('prompt_token').on(t.token),
    uniqueIndex('prompt_reference').on(t.providerId, t.reference),
    uniqueIndex('prompt_transaction').on(t.providerId, t.accountId, t.transactionId),
    index('prompt_due').on(t.providerId, t.nextAttemptAt).where(sql`${t.nextAttemptAt} is not null`),
    check('prompt_status_known', sql`${t.status} in ('WAITING', 'SENT', 'OVER')`),
    check('prompt_over', sql`(${t.status} = 'OVER') = (${t.nextAttemptAt} is null)`),
  ],
);

/** A refund on its way to the gateway, until the gateway accepts it or refuses it for good. */
export const gatewayRefund = pgTable(
  'gateway_refund',
  {
    providerId: id('provider_id').notNull(),
    /**
     * The refund's id, or one derived from the payment whose money came late. It is the idempotency key of the first
     * round.
     */
    id: id('id').notNull(),
    paymentId: id('payment_id').notNull(),
    refundId: id('refund_id'),
    amount: money('amount').notNull(),
    currency: text('currency').notNull(),
    attempts: bigint('attempts', { mode: 'number' }).notNull().default(0),
    /** Rises when the gateway refuses the refund or reports that it failed. Each round submits a new refund. */
    round: bigint('round', { mode: 'number' }).notNull().default(1),
    /** Real time of the next attempt, or the end of the current lease; null when it is over. */
    nextAttemptAt: instant('next_attempt_at'),
    /** Real time at which the gateway accepted it. */
    submittedAt: instant('submitted_at'),
    gatewayId: text('gateway_id'),
    /** The failure of the last attempt. Without a next attempt it is final. */
    failure: text('failure'),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    foreignKey({ columns: [t.providerId, t.paymentId], foreignColumns: [payment.providerId, payment.id] }),
    foreignKey({ columns: [t.providerId, t.refundId], foreignColumns: [refund.providerId, refund.id] }),
    index('gateway_refund_due').on(t.providerId, t.nextAttemptAt).where(sql`${t.nextAttemptAt} is not null`),
    index('gateway_refund_failed')
      .on(t.providerId, t.updatedAt)
      .where(sql`${t.submittedAt} is null and ${t.nextAttemptAt} is null`),
    index('gateway_refund_payment').on(t.providerId, t.paymentId),
    check('gateway_refund_amount', sql`${t.amount} > 0`),
    check('gateway_refund_over', sql`${t.submittedAt} is null or ${t.nextAttemptAt} is null`),
  ],
);
