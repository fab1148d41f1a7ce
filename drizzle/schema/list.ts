import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
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

/**
 * How many rows a table has for a provider, so that a list of a million has a total without a count. The triggers of
 * `drizzle/functions/row-counts.sql` write it; a total is the sum of its shards, so that writers do not wait for each other.
 */
export const rowCount = pgTable(
  'row_count',
  {
    providerId: id('provider_id').notNull(),
    /** The table's name. */
    resource: text('resource').notNull(),
    shard: integer('shard').notNull(),
    n: bigint('n', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.providerId, t.resource, t.shard] })],
);
