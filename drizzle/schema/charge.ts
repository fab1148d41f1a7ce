import { sql } from 'drizzle-orm';
import { check, foreignKey, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { enumText, id, instant, metadata, metadataIndex, money, timestamps } from './columns.ts';
import { installation } from './installation.ts';
import { subscriber } from './subscriber.ts';
import { subscription } from './subscription.ts';

/** A one-time amount due from a subscriber; an installation fee is one too. */
export const charge = pgTable(
  'charge',
  {
    id: id('id').notNull(),
    providerId: id('provider_id').notNull(),
    subscriberId: id('subscriber_id').notNull(),
    subscriptionId: id('subscription_id'),
    installationId: id('installation_id'),
    description: text('description').notNull(),
    amount: money('amount').notNull(),
    currency: text('currency').notNull(),
    status: enumText('status', ['PENDING', 'PAID', 'WAIVED', 'REFUNDED', 'CANCELLED']).notNull(),
    reason: text('reason'),
    expiresAt: instant('expires_at'),
    paidAt: instant('paid_at'),
    waivedAt: instant('waived_at'),
    cancelledAt: instant('cancelled_at'),
    refundedAt: instant('refunded_at'),
    ...metadata,
    ...timestamps,
  },
  (t) => [
    metadataIndex('charge', t.metadata),
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
      columns: [t.providerId, t.installationId],
      foreignColumns: [installation.providerId, installation.id],
    }),
    uniqueIndex('charge_installation')
      .on(t.providerId, t.installationId)
      .where(sql`${t.installationId} is not null`),
    index('charge_created').on(t.providerId, t.createdAt, t.id),
    index('charge_subscriber').on(t.providerId, t.subscriberId, t.createdAt, t.id),
    // In any case, by their start.
    index('charge_description').on(t.providerId, sql`lower(${t.description}) collate "C"`),
    index('charge_owed').on(t.providerId, t.subscriberId).where(sql`${t.status} = 'PENDING'`),
    index('charge_due').on(t.providerId, t.expiresAt).where(sql`${t.status} = 'PENDING'`),
    check('charge_status_known', sql`${t.status} in ('PENDING', 'PAID', 'WAIVED', 'REFUNDED', 'CANCELLED')`),
    check('charge_amount', sql`${t.amount} > 0`),
    check(
      'charge_ended_when',
      sql`(${t.status} in ('PAID', 'REFUNDED')) = (${t.paidAt} is not null) and (${t.status} = 'REFUNDED') = (${t.refundedAt} is not null) and (${t.status} = 'WAIVED') = (${t.waivedAt} is not null) and (${t.status} = 'CANCELLED') = (${t.cancelledAt} is not null)`,
    ),
  ],
);
