import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { enumText, id, instant, metadata, metadataIndex, money, timestamps } from './columns.ts';
import { provider } from './provider.ts';

export const plan = pgTable(
  'plan',
  {
    id: id('id').notNull(),
    providerId: id('provider_id')
      .notNull()
      .references(() => provider.id),
    planName: text('plan_name').notNull(),
    planType: text('plan_type').notNull(),
    downloadSpeedMbps: doublePrecision('download_speed_mbps').notNull(),
    uploadSpeedMbps: doublePrecision('upload_speed_mbps').notNull(),
    priceAmount: money('price_amount').notNull(),
    priceCurrency: text('price_currency').notNull(),
    billingCycleDays: integer('billing_cycle_days').notNull(),
    dataCapMb: bigint('data_cap_mb', { mode: 'number' }),
    graceDays: integer('grace_days').notNull(),
    status: enumText('status', ['enabled', 'disabled', 'deleted']).notNull(),
    isActive: boolean('is_active').notNull(),
    disabledAt: instant('disabled_at'),
    ...metadata,
    ...timestamps,
  },
  (t) => [
    metadataIndex('plan', t.metadata),
    primaryKey({ columns: [t.providerId, t.id] }),
    uniqueIndex('plan_name').on(t.providerId, t.planName).where(sql`${t.status} <> 'deleted'`),
    index('plan_created').on(t.providerId, t.createdAt, t.id).where(sql`${t.status} <> 'deleted'`),
    check('plan_status_known', sql`${t.status} in ('enabled', 'disabled', 'deleted')`),
    check('plan_status_shown', sql`${t.isActive} = (${t.status} <> 'deleted')`),
    check('plan_price', sql`${t.priceAmount} >= 0`),
    check('plan_cycle', sql`${t.billingCycleDays} between 1 and 366 and ${t.graceDays} between 0 and 90`),
  ],
);
