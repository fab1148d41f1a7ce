import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { charge } from './charge.ts';
import { enumText, id, instant, type Minor, metadata, metadataIndex, money, timestamps } from './columns.ts';
import { installation } from './installation.ts';
import { plan } from './plan.ts';
import { subscriber } from './subscriber.ts';
import { type Speeds, subscription } from './subscription.ts';

/** A paid period of a subscription. The baseline adds the constraint that cycles of a subscription do not overlap. */
export const billingCycle = pgTable(
  'billing_cycle',
  {
    id: id('id').notNull(),
    providerId: id('provider_id').notNull(),
    subscriptionId: id('subscription_id').notNull(),
    subscriberId: id('subscriber_id').notNull(),
    planId: id('plan_id').notNull(),
    status: enumText('status', ['SCHEDULED', 'ACTIVE', 'OVERDUE', 'SUSPENDED', 'CLOSED']).notNull(),
    paymentStatus: enumText('payment_status', ['PENDING', 'COMPLETED']).notNull(),
    startsAt: instant('starts_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    graceEndsAt: instant('grace_ends_at').notNull(),
    /**
     * Price (minor units), speed and data cap, besides length and grace. They are fixed when the cycle's invoice is
     * issued, so a later edit of the plan applies from the next cycle. Only an upgrade changes them. Contract: Terms of
     * a cycle.
     */
    termsPrice: money('terms_price').notNull(),
    termsSpeed: jsonb('terms_speed').$type<Speeds>().notNull(),
    /** Megabytes (10⁶ bytes); null for no cap. */
    termsDataCapMb: bigint('terms_data_cap_mb', { mode: 'number' }),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    foreignKey({
      columns: [t.providerId, t.subscriptionId],
      foreignColumns: [subscription.providerId, subscription.id],
    }),
    foreignKey({ columns: [t.providerId, t.planId], foreignColumns: [plan.providerId, plan.id] }),
    uniqueIndex('billing_cycle_period').on(t.providerId, t.subscriptionId, t.startsAt),
    index('billing_cycle_expires').on(t.providerId, t.expiresAt).where(sql`${t.status} = 'ACTIVE'`),
    index('billing_cycle_grace').on(t.providerId, t.graceEndsAt).where(sql`${t.status} = 'OVERDUE'`),
    check(
      'billing_cycle_status_known',
      sql`${t.status} in ('SCHEDULED', 'ACTIVE', 'OVERDUE', 'SUSPENDED', 'CLOSED') and ${t.paymentStatus} in ('PENDING', 'COMPLETED')`,
    ),
    check('billing_cycle_order', sql`${t.expiresAt} > ${t.startsAt} and ${t.graceEndsAt} >= ${t.expiresAt}`),
  ],
);

/**
 * The renewal window of an ACTIVE cycle until it opens, with the id of the cycle. Apart from the cycle, because a window that
 * opens changes no index this way: its row is deleted, and the cycle stays as it is.
 */
export const renewalWindow = pgTable(
  'renewal_window',
  {
    id: id('id').notNull(),
    providerId: id('provider_id').notNull(),
    subscriptionId: id('subscription_id').notNull(),
    subscriberId: id('subscriber_id').notNull(),
    opensAt: instant('opens_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    foreignKey({ columns: [t.providerId, t.id], foreignColumns: [billingCycle.providerId, billingCycle.id] }),
    index('renewal_window_opens').on(t.providerId, t.opensAt),
  ],
);

/** Amounts in minor units. Instants as ISO text, because lines are stored as JSON. */
export type InvoiceLine = {
  description: string;
  quantity: number;
  unitAmount: Minor;
  amount: Minor;
  currency: string;
  periodStart: string | null;
  periodEnd: string | null;
};

export const invoice = pgTable(
  'invoice',
  {
    id: id('id').notNull(),
    providerId: id('provider_id').notNull(),
    /** Set before the issuing transaction commits, so no reader sees an invoice without a number. */
    number: text('number'),
    subscriberId: id('subscriber_id').notNull(),
    subscriptionId: id('subscription_id').notNull(),
    billingCycleId: id('billing_cycle_id'),
    kind: enumText('kind', ['FIRST', 'RENEWAL', 'REACTIVATION', 'UPGRADE']).notNull(),
    /** Start of the paid period. With the kind it is unique among invoices that are not void. */
    periodStart: instant('period_start').notNull(),
    status: enumText('status', ['OPEN', 'PAID', 'VOID']).notNull(),
    currency: text('currency').notNull(),
    lines: jsonb('lines').$type<InvoiceLine[]>().notNull(),
    subtotal: money('subtotal').notNull(),
    /** The decimal share with which the tax is computed. */
    taxRate: numeric('tax_rate', { precision: 7, scale: 6 }).notNull(),
    tax: money('tax').notNull(),
    total: money('total').notNull(),
    amountPaid: money('amount_paid').notNull(),
    amountRefunded: money('amount_refunded').notNull(),
    amountDue: money('amount_due').notNull(),
    issuedAt: instant('issued_at').notNull(),
    dueAt: instant('due_at').notNull(),
    paidAt: instant('paid_at'),
    /** Why it is VOID. Null on one that a process of an earlier version voided. */
    voidReason: enumText('void_reason', [
      'REISSUED',
      'TERMS_CHANGED',
      'CANCELLED',
      'PLAN_REMOVED',
      'DEACTIVATED',
      'GRACE_EXPIRED',
      'MIGRATED_OUT',
      'SUBSCRIBER_TERMINATED',
      'UPGRADE_PAYMENT_EXPIRED',
      'UPGRADE_SUPERSEDED',
    ]),
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
    foreignKey({
      columns: [t.providerId, t.billingCycleId],
      foreignColumns: [billingCycle.providerId, billingCycle.id],
    }),
    // By length first: lists sort by number, and numbers will exceed six digits.
    uniqueIndex('invoice_number').on(t.providerId, sql`length(${t.number})`, t.number),
    uniqueIndex('invoice_period')
      .on(t.providerId, t.subscriptionId, t.kind, t.periodStart)
      .where(sql`${t.status} <> 'VOID'`),
    uniqueIndex('invoice_upgrade')
      .on(t.providerId, t.subscriptionId)
      .where(sql`${t.kind} = 'UPGRADE' and ${t.status} = 'OPEN'`),
    index('invoice_created').on(t.providerId, t.createdAt, t.id),
    index('invoice_unnumbered').on(t.providerId).where(sql`${t.number} is null`),
    // The sums of what is overdue are read from the index alone.
    index('invoice_owed')
      .on(t.providerId, t.subscriberId, t.dueAt, t.currency, t.amountDue)
      .where(sql`${t.status} = 'OPEN'`),
    index('invoice_void').on(t.providerId, t.subscriptionId).where(sql`${t.status} = 'VOID'`),
    check('invoice_status_known', sql`${t.status} in ('OPEN', 'PAID', 'VOID')`),
    check(
      'invoice_adds_up',
      sql`${t.subtotal} >= 0 and ${t.tax} >= 0 and ${t.total} = ${t.subtotal} + ${t.tax} and ${t.amountPaid} between 0 and ${t.total} and ${t.amountRefunded} >= 0`,
    ),
    check('invoice_paid_is_settled', sql`${t.status} <> 'PAID' or ${t.amountDue} = 0`),
  ],
);

/** A dispute of a payment at its gateway. The amount in minor units; instants as ISO text, because it is stored as JSON. */
export type PaymentDispute = {
  gatewayId: string;
  status: 'OPEN' | 'WON' | 'LOST';
  amount: Minor;
  currency: string;
  reason: string | null;
  openedAt: string;
  closedAt: string | null;
};

export const payment = pgTable(
  'payment',
  {
    id: id('id').notNull(),
    providerId: id('provider_id').notNull(),
    subscriberId: id('subscriber_id').notNull(),
    subscriptionId: id('subscription_id'),
    chargeId: id('charge_id'),
    installationId: id('installation_id'),
    invoiceId: id('invoice_id'),
    amount: money('amount').notNull(),
    currency: text('currency').notNull(),
    /** No check, so that a new rail needs no migration. */
    rail: text('rail').notNull(),
    status: enumText('status', ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED']).notNull(),
    reference: text('reference').notNull(),
    failureReason: enumText('failure_reason', ['INSUFFICIENT_FUNDS', 'TIMEOUT', 'PARTNER_REJECTED']),
    checkoutUrl: text('checkout_url'),
    expiresAt: instant('expires_at'),
    completedAt: instant('completed_at'),
    /** When money of the manual rail was received, as it was recorded; null where that was not said. */
    receivedAt: instant('received_at'),
    refundedAmount: money('refunded_amount')
      .notNull()
      .default(0 as Minor),
    refundDue: boolean('refund_due').notNull().default(false),
    /** The last dispute of its payer at the gateway. */
    dispute: jsonb('dispute').$type<PaymentDispute>(),
    /** What became credit of the subscriber: all of a payment on account, and what was kept of one whose money came late. */
    creditedAmount: money('credited_amount')
      .notNull()
      .default(0 as Minor),
    /** The rest of the debt, which credit settles when the payment completes. */
    creditPart: money('credit_part')
      .notNull()
      .default(0 as Minor),
    /**
     * The amount that was requested, of money that staff are notified of: another amount arrived, or its subscriber is terminated. 0 where
     * the gateway reported money that staff had recorded by hand as that of another payment.
     */
    requestedAmount: money('requested_amount').$type<Minor>(),
    /** The id of what is paid, as one column: a unique index allows one open or completed payment for it. */
    target: text('target').notNull(),
    ...metadata,
    ...timestamps,
  },
  (t) => [
    metadataIndex('payment', t.metadata),
    primaryKey({ columns: [t.providerId, t.id] }),
    foreignKey({
      columns: [t.providerId, t.subscriberId],
      foreignColumns: [subscriber.providerId, subscriber.id],
    }),
    foreignKey({
      columns: [t.providerId, t.subscriptionId],
      foreignColumns: [subscription.providerId, subscription.id],
    }),
    foreignKey({ columns: [t.providerId, t.invoiceId], foreignColumns: [invoice.providerId, invoice.id] }),
    foreignKey({ columns: [t.providerId, t.chargeId], foreignColumns: [charge.providerId, charge.id] }),
    foreignKey({
      columns: [t.providerId, t.installationId],
      foreignColumns: [installation.providerId, installation.id],
    }),
    uniqueIndex('payment_reference').on(t.providerId, t.reference),
    uniqueIndex('payment_target')
      .on(t.providerId, t.target)
      .where(sql`${t.status} in ('PENDING', 'PROCESSING', 'COMPLETED')`),
    index('payment_created').on(t.providerId, t.createdAt, t.id),
    // The sums of what was collected are read from the index alone.
    index('payment_completed')
      .on(t.providerId, t.completedAt, t.currency, t.amount)
      .where(sql`${t.completedAt} is not null`),
    index('payment_subscription').on(t.providerId, t.subscriptionId),
    index('payment_subscriber').on(t.providerId, t.subscriberId),
    index('payment_disputed').on(t.providerId).where(sql`${t.dispute} ->> 'status' = 'OPEN'`),
    // What a payment pays for waits while it is in transit.
    index('payment_in_transit').on(t.providerId, t.subscriptionId).where(sql`${t.status} = 'PROCESSING'`),
    index('payment_charge').on(t.providerId, t.chargeId).where(sql`${t.chargeId} is not null`),
    index('payment_invoice').on(t.providerId, t.invoiceId).where(sql`${t.invoiceId} is not null`),
    index('payment_unexpected').on(t.providerId, t.updatedAt).where(sql`${t.requestedAmount} is not null`),
    index('payment_refund_due').on(t.providerId, t.createdAt).where(sql`${t.refundDue}`),
    index('payment_due').on(t.providerId, t.expiresAt).where(sql`${t.status} in ('PENDING', 'PROCESSING')`),
    check(
      'payment_status_known',
      sql`${t.status} in ('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED')`,
    ),
    check('payment_amount', sql`${t.amount} > 0 and ${t.refundedAmount} between 0 and ${t.amount}`),
    check('payment_credited', sql`${t.creditedAmount} between 0 and ${t.amount} and ${t.creditPart} >= 0`),
    check('payment_completed_when', sql`(${t.status} = 'COMPLETED') = (${t.completedAt} is not null)`),
  ],
);
