import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { enumText, id, instant, type Minor, metadata, metadataIndex, money, timestamps } from './columns.ts';
import { demarcationPoint } from './demarcation-point.ts';
import { plan } from './plan.ts';
import { subscriber } from './subscriber.ts';

export type Speeds = { downloadSpeedMbps: number; uploadSpeedMbps: number };

/** The IPv4 override from an external system. */
type FixedIpv4 = { mode: 'static'; address: string } | { mode: 'pool'; poolName: string };

/** Price in minor units of the subscription's currency, duration in days. */
export type PendingOverrides = {
  priceOverride?: Minor | null;
  speedOverride?: Speeds | null;
  durationOverride?: number | null;
};

/** A subscriber on a plan at a demarcation point. */
export const subscription = pgTable(
  'subscription',
  {
    id: id('id').notNull(),
    providerId: id('provider_id').notNull(),
    subscriberId: id('subscriber_id').notNull(),
    planId: id('plan_id').notNull(),
    nextPlanId: id('next_plan_id'),
    /** The end of the cycle at which the pending plan takes effect. */
    nextPlanAt: instant('next_plan_at'),
    demarcationPointId: id('demarcation_point_id'),
    externalReference: text('external_reference'),
    status: enumText('status', [
      'PENDING',
      'ACTIVE',
      'AWAITING_PAYMENT_FOR_UPGRADE',
      'INACTIVE',
      'CANCELLED',
      'MIGRATED_OUT',
    ]).notNull(),
    inactiveReason: enumText('inactive_reason', [
      'GRACE_EXPIRED',
      'PLAN_REMOVED',
      'CANCELLED',
      'DEACTIVATED',
      'SUBSCRIBER_TERMINATED',
      'MIGRATED_OUT',
    ]),
    isExternal: boolean('is_external').notNull().default(false),
    startedAt: instant('started_at'),
    /** End of the paid period. */
    expiresAt: instant('expires_at'),
    cancelAt: instant('cancel_at'),
    /** When the plan is removed and service ends. */
    planRemovalAt: instant('plan_removal_at'),
    /** When it expires without a first payment. */
    pendingUntil: instant('pending_until'),
    archivedAt: instant('archived_at'),
    /** The currency of its plan, which a plan change never changes. Prices below are minor units of it. */
    currency: text('currency').notNull(),
    priceOverride: money('price_override'),
    speedOverride: jsonb('speed_override').$type<Speeds>(),
    durationOverride: integer('duration_override'),
    /** Pending overrides: the fields that change; null removes an override. */
    pendingOverrides: jsonb('pending_overrides').$type<PendingOverrides>(),
    pendingOverridesAt: instant('pending_overrides_at'),
    /**
     * Price (minor units), the days that it pays for, and speed of the running cycle; without one, those of the last. A
     * switch within a cycle sets the days of the new plan, and the cycle keeps its end.
     */
    termsPrice: money('terms_price'),
    termsDays: integer('terms_days'),
    termsSpeed: jsonb('terms_speed').$type<Speeds>(),
    /** The upgrade hold: target plan, deadline and amount due, tax included. */
    upgradePlanId: id('upgrade_plan_id'),
    upgradeExpiresAt: instant('upgrade_expires_at'),
    upgradeAmount: money('upgrade_amount'),
    /** The price in force after its payment. */
    upgradePrice: money('upgrade_price'),
    radiusUsername: text('radius_username'),
    /** Real time of the last change of its speed or access; the epoch before any. It only moves forward. */
    networkChangedAt: instant('network_changed_at').notNull().default(sql`'epoch'`),
    /** Null: the default pool of the NAS. */
    ipv4: jsonb('ipv4').$type<FixedIpv4>(),
    ...metadata,
    ...timestamps,
  },
  (t) => [
    metadataIndex('subscription', t.metadata),
    primaryKey({ columns: [t.providerId, t.id] }),
    foreignKey({
      columns: [t.providerId, t.subscriberId],
      foreignColumns: [subscriber.providerId, subscriber.id],
    }),
    foreignKey({ columns: [t.providerId, t.planId], foreignColumns: [plan.providerId, plan.id] }),
    foreignKey({ columns: [t.providerId, t.nextPlanId], foreignColumns: [plan.providerId, plan.id] }),
    foreignKey({ columns: [t.providerId, t.upgradePlanId], foreignColumns: [plan.providerId, plan.id] }),
    foreignKey({
      columns: [t.providerId, t.demarcationPointId],
      foreignColumns: [demarcationPoint.providerId, demarcationPoint.id],
    }),
    uniqueIndex('subscription_radius_username').on(t.radiusUsername),
    index('subscription_created').on(t.providerId, t.createdAt, t.id),
    index('subscription_subscriber').on(t.providerId, t.subscriberId),
    index('subscription_plan').on(t.providerId, t.planId),
    index('subscription_demarcation_point').on(t.providerId, t.demarcationPointId),
    // In any case, by their start.
    index('subscription_reference')
      .on(t.providerId, sql`lower(${t.externalReference}) collate "C"`)
      .where(sql`${t.externalReference} is not null`),
    index('subscription_expires').on(t.providerId, t.expiresAt),
    index('subscription_pending').on(t.providerId, t.pendingUntil).where(sql`${t.status} = 'PENDING'`),
    index('subscription_static_address')
      .on(t.providerId, sql`(${t.ipv4} ->> 'address')`)
      .where(sql`${t.ipv4} is not null`),
    index('subscription_ending')
      .on(t.providerId)
      .where(sql`${t.cancelAt} is not null or ${t.planRemovalAt} is not null`),
    index('subscription_upgrade')
      .on(t.providerId, t.upgradeExpiresAt)
      .where(sql`${t.status} = 'AWAITING_PAYMENT_FOR_UPGRADE'`),
    check(
      'subscription_upgrade_is_held',
      sql`(${t.status} = 'AWAITING_PAYMENT_FOR_UPGRADE') = (${t.upgradePlanId} is not null) and num_nonnulls(${t.upgradePlanId}, ${t.upgradeExpiresAt}, ${t.upgradeAmount}, ${t.upgradePrice}) in (0, 4)`,
    ),
    check(
      'subscription_status_known',
      sql`${t.status} in ('PENDING', 'ACTIVE', 'AWAITING_PAYMENT_FOR_UPGRADE', 'INACTIVE', 'CANCELLED', 'MIGRATED_OUT')`,
    ),
    check(
      'subscription_pending_has_its_time',
      sql`(${t.nextPlanId} is null) = (${t.nextPlanAt} is null) and (${t.pendingOverrides} is null) = (${t.pendingOverridesAt} is null)`,
    ),
    check('subscription_price_override', sql`${t.priceOverride} >= 0`),
    check(
      'subscription_in_service_has_credentials',
      sql`${t.status} not in ('ACTIVE', 'AWAITING_PAYMENT_FOR_UPGRADE') or (${t.radiusUsername} is not null and ${t.expiresAt} is not null)`,
    ),
  ],
);
