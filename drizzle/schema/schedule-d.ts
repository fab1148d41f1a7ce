import { sql } from 'drizzle-orm';
import { check, doublePrecision, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { id, instant, money, timestamps } from './columns.ts';

/** Price floors. They apply to every partner, so they have no provider. */
export const scheduleDRow = pgTable(
  'schedule_d_row',
  {
    id: id('id').primaryKey(),
    planType: text('plan_type').notNull(),
    currency: text('currency').notNull(),
    minSpeedMbps: doublePrecision('min_speed_mbps').notNull(),
    maxSpeedMbps: doublePrecision('max_speed_mbps').notNull(),
    floorAmount: money('floor_amount').notNull(),
    effectiveFrom: instant('effective_from').notNull(),
    ...timestamps,
  },
  (t) => [
    unique('schedule_d_row_tier').on(t.planType, t.currency, t.minSpeedMbps, t.maxSpeedMbps, t.effectiveFrom),
    check('schedule_d_row_speeds', sql`${t.minSpeedMbps} >= 0 and ${t.maxSpeedMbps} > ${t.minSpeedMbps}`),
    check('schedule_d_row_floor', sql`${t.floorAmount} >= 0`),
  ],
);
