import { sql } from 'drizzle-orm';
import { bigint, bigserial, boolean, check, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';

/**
 * Committed events without a place in the feed. It has no index, because each event writes a row, and few wait at a time. `nth` is
 * drawn by the last statement of a transaction, so one that saw or waited for another has greater ones.
 */
export const eventPending = pgTable('event_pending', {
  nth: bigserial('nth', { mode: 'number' }).notNull(),
  providerId: id('provider_id').notNull(),
  eventId: id('event_id').notNull(),
  type: text('type').notNull(),
  recordedAt: instant('recorded_at').notNull(),
});

/** The feed: events in the order in which they became visible. Partitioned as `event` is, and kept as long. */
export const eventFeed = pgTable(
  'event_feed',
  {
    providerId: id('provider_id').notNull(),
    /** The µs since 1970 at which it got its place, or one more than the place before. Places never move or come back. */
    position: bigint('position', { mode: 'number' }).notNull(),
    eventId: id('event_id').notNull(),
    type: text('type').notNull(),
    /** `recordedAt` of the event. */
    recordedAt: instant('recorded_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.providerId, t.position, t.recordedAt] })],
);

/** The one row with the last place that was given. Its lock lets one transaction at a time give places. */
export const eventFeedHead = pgTable(
  'event_feed_head',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    position: bigint('position', { mode: 'number' }).notNull(),
  },
  (t) => [check('event_feed_head_only', sql`${t.isOnly}`)],
);
