import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';
import { provider } from './provider.ts';

/**
 * Every nth row of a long list in order of creation, so that a deep page starts near it. Rows are added after the
 * newest only, so an anchor never moves.
 */
export const listAnchor = pgTable(
  'list_anchor',
  {
    providerId: id('provider_id').notNull(),
    resource: text('resource').notNull(),
    /** The number of rows before this one, oldest first. */
    position: bigint('position', { mode: 'number' }).notNull(),
    createdAt: instant('created_at').notNull(),
    id: id('id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.providerId, t.resource, t.position] })],
);

/**
 * The number of rows of a table for a provider, so that a long list has a total without a count. The triggers of
 * `drizzle/functions/row-counts.sql` write it. The total is the sum of the shards, so that writers do not wait for each
 * other.
 */
export const rowCount = pgTable(
  'row_count',
  {
    providerId: id('provider_id')
      .notNull()
      .references(() => provider.id),
    /** The table's name, or that and a status or condition: `invoice PAID`, `network_session ended`. */
    resource: text('resource').notNull(),
    shard: integer('shard').notNull(),
    n: bigint('n', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.providerId, t.resource, t.shard] })],
);
