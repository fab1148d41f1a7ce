import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { id, instant, type Minor, money } from './columns.ts';
import { provider } from './provider.ts';
import { subscription } from './subscription.ts';

/**
 * A stretch of time in which a subscription was in service at one MRR. A trigger on `subscription` writes it, in the
 * provider's time, in the transaction of the change. Periods of a subscription do not overlap.
 */
export const servicePeriod = pgTable(
  'service_period',
  {
    providerId: id('provider_id').notNull(),
    subscriptionId: id('subscription_id').notNull(),
    startsAt: instant('starts_at').notNull(),
    /** Null while it lasts. */
    endsAt: instant('ends_at'),
    currency: text('currency').notNull(),
    /** The price of the cycle as an amount a month, in minor units: `monthly_amount` in `drizzle/functions`. */
    mrr: money('mrr').notNull(),
    /** Whether service began with it. Otherwise the MRR changed. */
    begins: boolean('begins').notNull(),
    /** Whether the subscription was never in service before. */
    isFirst: boolean('is_first').notNull().default(false),
    /** Whether service ended with it. */
    ends: boolean('ends').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.subscriptionId, t.startsAt] }),
    foreignKey({
      columns: [t.providerId, t.subscriptionId],
      foreignColumns: [subscription.providerId, subscription.id],
    }),
    index('service_period_begins').on(t.providerId, t.startsAt).where(sql`${t.begins}`),
    index('service_period_ends').on(t.providerId, t.endsAt).where(sql`${t.ends}`),
    check('service_period_order', sql`${t.endsAt} >= ${t.startsAt} and ${t.mrr} >= 0`),
    check('service_period_ended_when', sql`not ${t.ends} or ${t.endsAt} is not null`),
  ],
);

/**
 * The subscriptions in service now and their MRR, so that no page adds up all of them. The trigger that writes the service
 * periods writes it. The total is the sum of the shards, so that writers do not wait for each other.
 */
export const serviceTotal = pgTable(
  'service_total',
  {
    providerId: id('provider_id')
      .notNull()
      .references(() => provider.id),
    currency: text('currency').notNull(),
    shard: integer('shard').notNull(),
    inService: bigint('in_service', { mode: 'number' }).notNull(),
    mrr: money('mrr').notNull(),
  },
  (t) => [primaryKey({ columns: [t.providerId, t.currency, t.shard] })],
);

/** The figures of one currency over one month. */
export type CurrencyMonth = {
  currency: string;
  mrr: Minor;
  inService: number;
  started: number;
  returned: number;
  lost: number;
  collected: Minor;
  payments: number;
  refunded: Minor;
  refunds: number;
};

/** The figures of a month: money for each currency, traffic in octets. */
export type MonthFigures = {
  currencies: CurrencyMonth[];
  traffic: { download: number; upload: number };
};

/**
 * The figures of a month that is over. A job stores them, and triggers delete them when something is recorded in the month
 * later. What is not here is computed.
 */
export const monthFigures = pgTable(
  'month_figures',
  {
    providerId: id('provider_id')
      .notNull()
      .references(() => provider.id),
    /** The first instant of the month in the provider's time zone, and that of the next month. */
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    figures: jsonb('figures').$type<MonthFigures>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.endsAt, t.startsAt] }),
    check('month_figures_order', sql`${t.endsAt} > ${t.startsAt}`),
  ],
);

/**
 * The traffic of all sessions of a provider, by the quarter of an hour in which it was counted, in the provider's time. All
 * time zones differ by quarters of an hour, so that a month of each of them is a sum of rows.
 */
export const traffic = pgTable(
  'traffic',
  {
    providerId: id('provider_id')
      .notNull()
      .references(() => provider.id),
    startsAt: instant('starts_at').notNull(),
    /** Octets to the customers. */
    download: bigint('download', { mode: 'number' }).notNull(),
    /** Octets from the customers. */
    upload: bigint('upload', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.providerId, t.startsAt] })],
);
