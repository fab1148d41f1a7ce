import { date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';
import { provider } from './provider.ts';
import { staffUser } from './staff.ts';

/**
 * What a person has read of the causes that need attention. The causes are no rows: they are the state of webhooks, refunds
 * and the other sources.
 */
export const notificationRead = pgTable(
  'notification_read',
  {
    providerId: id('provider_id')
      .notNull()
      .references(() => provider.id),
    staffUserId: text('staff_user_id')
      .notNull()
      .references(() => staffUser.id, { onDelete: 'cascade' }),
    /** The id of the notification. */
    cause: text('cause').notNull(),
    /** The version that was read. A cause that gets worse has another one and is unread again. */
    version: text('version').notNull(),
    /** Real time. */
    readAt: instant('read_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.providerId, t.staffUserId, t.cause] })],
);

/** A person who gets the daily email of one provider. Without a row there is none. */
export const notificationDigest = pgTable(
  'notification_digest',
  {
    providerId: id('provider_id')
      .notNull()
      .references(() => provider.id),
    staffUserId: text('staff_user_id')
      .notNull()
      .references(() => staffUser.id, { onDelete: 'cascade' }),
    /** The last day that is done, in the provider's time zone. */
    doneOn: date('done_on').notNull(),
  },
  (t) => [primaryKey({ columns: [t.providerId, t.staffUserId] })],
);
