import { sql } from 'drizzle-orm';
import { foreignKey, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant, timestamps } from './columns.ts';
import { provider } from './provider.ts';
import { subscriber } from './subscriber.ts';

/** What staff write about a subscriber. Personal data: it goes with the erasure of the subscriber. */
export const note = pgTable(
  'note',
  {
    id: id('id').notNull(),
    providerId: id('provider_id').notNull(),
    subscriberId: id('subscriber_id').notNull(),
    text: text('text').notNull(),
    /** A member of staff, who may have left. */
    authorId: text('author_id').notNull(),
    authorName: text('author_name').notNull(),
    /** When the text was last changed; null for the first text. */
    editedAt: instant('edited_at'),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    foreignKey({
      columns: [t.providerId, t.subscriberId],
      foreignColumns: [subscriber.providerId, subscriber.id],
    }),
    index('note_subscriber').on(t.providerId, t.subscriberId),
  ],
);

/** A label that a provider puts on subscribers. */
export const tag = pgTable(
  'tag',
  {
    id: id('id').notNull(),
    providerId: id('provider_id')
      .notNull()
      .references(() => provider.id),
    name: text('name').notNull(),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    // One tag for a name, in any case.
    uniqueIndex('tag_name').on(t.providerId, sql`lower(${t.name})`),
  ],
);

/** A tag on a subscriber. It goes with the erasure of the subscriber. */
export const subscriberTag = pgTable(
  'subscriber_tag',
  {
    providerId: id('provider_id').notNull(),
    subscriberId: id('subscriber_id').notNull(),
    tagId: id('tag_id').notNull(),
    /** The name of the member of staff. */
    taggedBy: text('tagged_by').notNull(),
    taggedAt: instant('tagged_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.subscriberId, t.tagId] }),
    foreignKey({
      columns: [t.providerId, t.subscriberId],
      foreignColumns: [subscriber.providerId, subscriber.id],
    }),
    foreignKey({ columns: [t.providerId, t.tagId], foreignColumns: [tag.providerId, tag.id] }),
    index('subscriber_tag_tag').on(t.providerId, t.tagId, t.subscriberId),
  ],
);
