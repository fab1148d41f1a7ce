import { bigint, foreignKey, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant, timestamps } from './columns.ts';
import { subscriber } from './subscriber.ts';

/**
 * The rest of an erasure: rows that no index finds by subscriber, such as the request log. A job searches them and deletes the
 * row.
 */
export const erasure = pgTable(
  'erasure',
  {
    providerId: id('provider_id').notNull(),
    subscriberId: id('subscriber_id').notNull(),
    /** The texts to search for, as a JSON array, encrypted: they are what was erased. */
    sealedNames: text('sealed_names').notNull(),
    /** The last call of the request log that was searched: the ids of calls follow the time. Empty at the start. */
    searchedTo: text('searched_to').notNull().default(''),
    attempts: bigint('attempts', { mode: 'number' }).notNull().default(0),
    /** Real time of the next attempt. During an attempt, the end of its lease. */
    nextAttemptAt: instant('next_attempt_at').notNull(),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.subscriberId] }),
    foreignKey({
      columns: [t.providerId, t.subscriberId],
      foreignColumns: [subscriber.providerId, subscriber.id],
    }),
    index('erasure_due').on(t.providerId, t.nextAttemptAt),
  ],
);
