import { sql } from 'drizzle-orm';
import { bigint, customType, index, jsonb, type PgColumn, text } from 'drizzle-orm/pg-core';

/** `timestamptz` as a Date with milliseconds; the session's zone is UTC. */
export const instant = customType<{ data: Date; driverData: string }>({
  dataType: () => 'timestamptz(3)',
  toDriver: (value) => value.toISOString(),
  fromDriver: (value) => new Date(value),
});

/**
 * An amount in the smallest unit of its currency: structurally the type of `server/contract/money.ts`, so that the schema imports no
 * code of the server. Where they differ, no row compiles as a value of the contract.
 */
export type Minor = number & { readonly unit: 'minor' };

/** An amount of money in integer minor units of the currency column beside it. */
export const money = (name: string) => bigint(name, { mode: 'number' }).$type<Minor>();

/** A resource's id. The C collation makes its sort order its time order in every locale. */
export const id = customType<{ data: string; driverData: string }>({
  dataType: () => 'text collate "C"',
});

/** Text limited to the members of an enum. The check constraint is declared with the table. */
export const enumText = <const S extends string>(name: string, values: readonly [S, ...S[]]) =>
  text(name, { enum: [...values] });

/** Columns of every resource. */
export const timestamps = {
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
};

/** Data of the partner's own, by key; null without any. */
export const metadata = { metadata: jsonb('metadata').$type<Record<string, string>>() };

/** The index for filters by metadata. Rows without any have no part in it. */
export const metadataIndex = (table: string, column: PgColumn) =>
  index(`${table}_metadata`).using('gin', sql`${column} jsonb_path_ops`).where(sql`${column} is not null`);
