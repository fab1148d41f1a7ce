import { boolean, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, timestamps } from './columns.ts';
import { provider } from './provider.ts';
import { staffUser } from './staff.ts';

/** A named query of a list of the portal. It belongs to a person, who may share it with all staff of the provider. */
export const savedView = pgTable(
  'saved_view',
  {
    id: id('id').notNull(),
    providerId: id('provider_id')
      .notNull()
      .references(() => provider.id),
    staffUserId: text('staff_user_id')
      .notNull()
      .references(() => staffUser.id, { onDelete: 'cascade' }),
    /** The name of the list, such as `demarcation-points`. */
    list: text('list').notNull(),
    name: text('name').notNull(),
    /** The query string of the list's page. */
    query: text('query').notNull(),
    isShared: boolean('is_shared').notNull(),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    uniqueIndex('saved_view_name').on(t.providerId, t.list, t.staffUserId, t.name),
  ],
);
