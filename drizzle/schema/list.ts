import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';

/**
 * Every so-many-th row of a long list in order of creation, so that a deep page starts near by instead of counting
 * from the end. Rows are only ever added behind the newest, so an anchor stays where it is.
 */
export const listAnchor = pgTable(
  'list_anchor',
  {
    providerId: id('provider_id').notNull(),
    resource: text('resource').notNull(),
    /** How many rows stand before this one, oldest first. */
    position: bigint('position', { mode: 'number' }).notNull(),
    createdAt: instant('created_at').notNull(),
    id: id('id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.providerId, t.resource, t.position] })],
);
