import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { enumText, id, instant, metadata, metadataIndex, money, timestamps } from './columns.ts';
import { demarcationPoint } from './demarcation-point.ts';
import { subscriber } from './subscriber.ts';
import { subscription } from './subscription.ts';

/** The visit that connects a subscriber. The baseline adds the deferred key to the charge, which refers back to it. */
export const installation = pgTable(
  'installation',
  {
    id: id('id').notNull(),
    providerId: id('provider_id').notNull(),
    subscriptionId: id('subscription_id').notNull(),
    subscriberId: id('subscriber_id').notNull(),
    demarcationPointId: id('demarcation_point_id').notNull(),
    /** Whether nothing is to be paid: the fee is zero or waived. */
    free: boolean('free').notNull(),
    feeAmount: money('fee_amount').notNull(),
    currency: text('currency').notNull(),
    chargeId: id('charge_id'),
    kind: enumText('kind', ['INITIAL', 'REPLACEMENT', 'RELOCATION']).notNull(),
    status: enumText('status', [
      'PENDING_PAYMENT',
      'AWAITING_INSTALLATION',
      'ACTIVATED',
      'COMPLETED',
      'CANCELLED',
      'ABANDONED',
      'ARCHIVED',
    ]).notNull(),
    scheduledAt: instant('scheduled_at'),
    windowEndsAt: instant('window_ends_at').notNull(),
    /** When the technician began. */
    startedAt: instant('started_at'),
    installedAt: instant('installed_at'),
    technician: text('technician'),
    /** The member of staff who is the technician, who may have left; null for a name outside of the team. */
    technicianId: text('technician_id'),
    notes: text('notes'),
    /** Of the router that is installed. */
    serialNumber: text('serial_number'),
    macAddress: text('mac_address'),
    ...metadata,
    ...timestamps,
  },
  (t) => [
    metadataIndex('installation', t.metadata),
    primaryKey({ columns: [t.providerId, t.id] }),
    foreignKey({
      columns: [t.providerId, t.subscriptionId],
      foreignColumns: [subscription.providerId, subscription.id],
    }),
    foreignKey({
      columns: [t.providerId, t.subscriberId],
      foreignColumns: [subscriber.providerId, subscriber.id],
    }),
    foreignKey({
      columns: [t.providerId, t.demarcationPointId],
      foreignColumns: [demarcationPoint.providerId, demarcationPoint.id],
    }),
    uniqueIndex('installation_open')
      .on(t.providerId, t.subscriptionId)
      .where(sql`${t.status} in ('PENDING_PAYMENT', 'AWAITING_INSTALLATION')`),
    index('installation_created').on(t.providerId, t.createdAt, t.id),
    index('installation_subscription').on(t.providerId, t.subscriptionId),
    index('installation_status').on(t.providerId, t.status, t.createdAt),
    index('installation_scheduled').on(t.providerId, t.scheduledAt).where(sql`${t.scheduledAt} is not null`),
    index('installation_technician')
      .on(t.providerId, t.technicianId, t.scheduledAt)
      .where(sql`${t.technicianId} is not null`),
    index('installation_serial')
      .on(t.providerId, sql`lower(${t.serialNumber}) collate "C"`)
      .where(sql`${t.serialNumber} is not null`),
    index('installation_mac').on(t.providerId, t.macAddress).where(sql`${t.macAddress} is not null`),
    index('installation_due')
      .on(t.providerId, t.windowEndsAt)
      .where(sql`${t.status} in ('PENDING_PAYMENT', 'AWAITING_INSTALLATION')`),
    check(
      'installation_status_known',
      sql`${t.status} in ('PENDING_PAYMENT', 'AWAITING_INSTALLATION', 'ACTIVATED', 'COMPLETED', 'CANCELLED', 'ABANDONED', 'ARCHIVED')`,
    ),
    check('installation_kind_known', sql`${t.kind} in ('INITIAL', 'REPLACEMENT', 'RELOCATION')`),
    check('installation_fee', sql`${t.feeAmount} >= 0 and (${t.feeAmount} > 0 or ${t.free})`),
    check('installation_fee_is_charged', sql`${t.free} or ${t.chargeId} is not null`),
    check('installation_waits_for_a_fee', sql`${t.status} <> 'PENDING_PAYMENT' or not ${t.free}`),
    check('installation_activated_when', sql`${t.status} <> 'ACTIVATED' or ${t.installedAt} is not null`),
  ],
);
