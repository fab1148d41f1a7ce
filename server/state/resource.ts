import { and, Column, eq, getTableColumns, is, type SQL, sql } from 'drizzle-orm';
import { type PgColumn, PgDialect, type PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { type ErrorKey, refuse } from '../contract/errors.ts';
import type { EventObject } from '../contract/event-catalogue.ts';
import type { AuditVerb } from '../contract/portal/audit-actions.ts';
import { present } from '../contract/present.ts';
import type { ResourceName } from '../contract/resource-names.ts';
import { isOneOf, run, type Statement } from '../db/statement.ts';
import { mapInTurns } from '../work/map-in-turns.ts';
import type { Scope } from '../work/scope.ts';
import type { Machine } from './define-machine.ts';

type OwnedTable = PgTable & { id: PgColumn; providerId: PgColumn };

/** A table of a provider's resources. */
type TenantTable = OwnedTable & {
  createdAt: PgColumn;
  updatedAt: PgColumn;
};

type Extra = Record<string, unknown>;

/** Rows that queries read: of a resource, or of another table of a provider's data. */
export type Readable<T extends OwnedTable = OwnedTable> = {
  table: T;
  /** Columns that PostgreSQL computes for each row. */
  computed?: Record<string, SQL>;
};

/**
 * The description of a resource: its table, its machine and its snapshot. `create`, `change` and `transition` work from it.
 */
export type Resource<
  T extends TenantTable = TenantTable,
  S extends z.ZodObject = z.ZodObject,
  M extends string = string,
> = Readable<T> & {
  name: ResourceName;
  /** Its name in events; null when it has none. */
  object: EventObject | null;
  snapshot: S;
  machine?: Machine<string, M>;
  /** Fields that follow from the row; undefined for one that needs other rows. */
  derive?(row: T['$inferSelect']): Extra;
  /** How audit entries show fields that may contain secrets. */
  audited?: Record<string, (value: unknown) => unknown>;
  /** The values of computed columns that a new row always has: an insert does not compute them. */
  computedOfNew?: Extra;
  /** Loads the fields that need other rows, for all given rows together. */
  load?(scope: Scope, rows: T['$inferSelect'][]): Promise<Map<string, Extra>>;
};

/** A property that no description has: required, under the name of the field, where a field of the snapshot has no source. */
type Sourced<Field> = [Field] extends [never] ? unknown : { fieldWithoutColumn: Field };

/**
 * Binds a resource together, keeping the exact types of its table, snapshot and machine. The moves of the machine are audit
 * verbs of the resource. A field of the snapshot is a column, computed, derived or loaded; any other would always be null, and does
 * not compile. The parameter of `derive` has its type, because the fields are not known otherwise.
 */
export function defineResource<
  N extends ResourceName,
  T extends TenantTable,
  S extends z.ZodObject,
  M extends AuditVerb<N> = never,
  Computed extends string = never,
  Derived extends Extra = Record<never, unknown>,
  Loaded extends Extra = Record<never, unknown>,
>(
  resource: Omit<Resource<T, S, M>, 'computed' | 'derive' | 'load'> & {
    name: N;
    computed?: Record<Computed, SQL>;
    derive?(row: T['$inferSelect']): Derived;
    load?(scope: Scope, rows: T['$inferSelect'][]): Promise<Map<string, Loaded>>;
  } & Sourced<Exclude<keyof S['shape'], keyof T['$inferSelect'] | Computed | keyof Derived | keyof Loaded>>,
): Resource<T, S, M>;
export function defineResource(resource: Resource): Resource {
  return resource;
}

export type Row<R extends Readable> = R['table']['$inferSelect'];
export type Snapshot<R extends Resource> = z.output<R['snapshot']> & { id: string };

/** The columns of the table and the computed columns: what every read of a resource selects. */
export function columnsOf(resource: Readable) {
  return { ...getTableColumns(resource.table), ...resource.computed };
}

/** The columns of a table without metadata, for reads of many rows that do not show it: it may have 25,000 characters in each. */
export function withoutMetadata<T extends OwnedTable>(table: T): Omit<T['_']['columns'], 'metadata'> {
  const { metadata: _, ...columns } = getTableColumns(table) as T['_']['columns'];
  return columns;
}

type Decode = (value: unknown) => unknown;

const readers = new WeakMap<Readable, (values: unknown[]) => Row<Readable>>();

/**
 * Builds rows from the values that `columnsOf` selected, in its order. drizzle looks up the decoder of each value each
 * time; here it is looked up once for each resource.
 */
export function rowReader<R extends Readable>(resource: R): (values: unknown[]) => Row<R> {
  const known = readers.get(resource);
  if (known) return known;
  const fields = Object.entries(columnsOf(resource)).map(([key, field]) => [key, decoderOf(field)] as const);
  // Copies of one object have their fields allocated together.
  const empty: Extra = Object.fromEntries(fields.map(([key]) => [key, null]));
  const read = (values: unknown[]) => {
    const row = { ...empty };
    let i = 0;
    for (const [key, decode] of fields) {
      const value = values[i++];
      if (value !== null) row[key] = decode(value);
    }
    return row as Row<R>;
  };
  readers.set(resource, read);
  return read;
}

/** Converts the driver's value of a column. The value of a computed column stays as it is. */
function decoderOf(field: unknown): Decode {
  return is(field, Column) ? (value) => field.mapFromDriverValue(value) : (value) => value;
}

/** The condition that every query of a provider's rows has. */
export function owned(scope: Pick<Scope, 'providerId'>, resource: Readable): SQL {
  return eq(resource.table.providerId, scope.providerId);
}

/** The id of a row. Every table has one, but the type of a row is known only with its resource. */
export function idOf(row: { id?: unknown }): string {
  return row.id as string;
}

/** The snapshots of rows, in the order given. */
export async function presentAll<R extends Resource>(
  scope: Scope,
  resource: R,
  rows: Row<R>[],
): Promise<Snapshot<R>[]> {
  const loaded = resource.load && rows.length > 0 ? await resource.load(scope, rows) : undefined;
  return mapInTurns(rows, (row) => {
    const derived = resource.derive?.(row);
    const extra = loaded ? { ...derived, ...loaded.get(idOf(row)) } : derived;
    return present(resource.snapshot, row, extra) as Snapshot<R>;
  });
}

/** The row of each snapshot that `presentOne` made. */
const sources = new WeakMap<object, { resource: Resource; row: Row<Resource> }>();

/** The row of a snapshot of one row. */
export function sourceOf(snapshot: object): { resource: Resource; row: Row<Resource> } | undefined {
  return sources.get(snapshot);
}

/** The snapshot of one row. */
export async function presentOne<R extends Resource>(
  scope: Scope,
  resource: R,
  row: Row<R>,
): Promise<Snapshot<R>> {
  const [snapshot] = await presentAll(scope, resource, [row]);
  if (snapshot) sources.set(snapshot, { resource, row });
  return snapshot as Snapshot<R>;
}

/** The snapshots of the provider's rows with these ids, in the order of their ids. Unknown ids are missing. */
export async function readSnapshots<R extends Resource>(
  scope: Scope,
  resource: R,
  ids: readonly string[],
): Promise<Snapshot<R>[]> {
  if (ids.length === 0) return [];
  const rows = await scope.db
    .select(columnsOf(resource))
    .from(resource.table)
    .where(and(owned(scope, resource), isOneOf(resource.table.id, ids)))
    .orderBy(resource.table.id);
  return presentAll(scope, resource, rows as Row<R>[]);
}

/** The weakest sufficient locks: foreign keys to a locked row can still be written, for example by accounting. */
const lockStrength = { update: 'no key update', share: 'share' } as const;

type Lock = keyof typeof lockStrength | 'none';

const lookUps = new WeakMap<Resource, Partial<Record<Lock, Statement>>>();

/** The row that each transaction has locked before its work, until the work reads it. */
const held = new WeakMap<Scope['db'], { resource: Resource; row: Row<Resource> }>();

/** Locks the provider's row with this id, and leaves it to the next read with a lock, which needs no statement then. */
export async function lockAhead<R extends Resource>(
  scope: Scope,
  resource: R,
  id: string,
): Promise<Row<R> | null> {
  const row = await findOrNull(scope, resource, id, 'update');
  if (row) held.set(scope.db, { resource, row });
  return row;
}

/** The provider's row with this id, or null. Another provider's row counts as absent. */
export async function findOrNull<R extends Resource>(
  scope: Scope,
  resource: R,
  id: string,
  lock: Lock = 'none',
): Promise<Row<R> | null> {
  const ahead = lock === 'update' ? held.get(scope.db) : undefined;
  if (ahead?.resource === resource && idOf(ahead.row) === id) {
    held.delete(scope.db);
    return ahead.row as Row<R>;
  }
  const known = lookUps.get(resource) ?? {};
  lookUps.set(resource, known);
  known[lock] ??= lookUpStatement(scope, resource, lock);
  const [values] = await run(scope, known[lock], { providerId: scope.providerId, id });
  return values ? rowReader(resource)(values) : null;
}

/** Built once for each resource and lock, because building it takes longer than running it. */
function lookUpStatement(scope: Scope, resource: Resource, lock: Lock): Statement {
  const query = scope.db
    .select(columnsOf(resource))
    .from(resource.table)
    .where(
      and(
        eq(resource.table.providerId, sql.placeholder('providerId')),
        eq(resource.table.id, sql.placeholder('id')),
      ),
    );
  return (lock === 'none' ? query : query.for(lockStrength[lock], { of: resource.table })).toSQL();
}

const dialect = new PgDialect();

/**
 * A query for the provider's rows that meet a condition. Its text is built once, and drizzle's row mapper is left out: for
 * thousands of rows both cost more than the query itself.
 * @param condition may have placeholders, and be followed by an order, a limit or a lock
 */
export function queryRows<R extends Readable>(resource: R, condition: SQL) {
  let statement: Statement | undefined;
  return async (scope: Scope, values: Record<string, unknown>): Promise<Row<R>[]> => {
    statement ??= dialect.sqlToQuery(sql`
      select ${sql.join(Object.values(columnsOf(resource)), sql`, `)} from ${resource.table}
      where ${resource.table.providerId} = ${sql.placeholder('providerId')} and ${condition}`);
    const rows = await run(scope, statement, { ...values, providerId: scope.providerId });
    return rows.map(rowReader(resource));
  };
}

/**
 * The provider's row with this id.
 * @throws `otherwise` (NOT_FOUND) when the provider has none
 */
export async function find<R extends Resource>(
  scope: Scope,
  resource: R,
  id: string,
  otherwise: ErrorKey = 'NOT_FOUND',
): Promise<Row<R>> {
  const row = await findOrNull(scope, resource, id);
  if (!row) throw refuse(otherwise, otherwise === 'NOT_FOUND' ? { field: 'id' } : {});
  return row;
}

/**
 * As `find`, with a lock on the row until the transaction ends.
 * @throws `otherwise` (NOT_FOUND) when the provider has none
 */
export async function findForUpdate<R extends Resource>(
  scope: Scope,
  resource: R,
  id: string,
  otherwise: ErrorKey = 'NOT_FOUND',
): Promise<Row<R>> {
  const row = await findOrNull(scope, resource, id, 'update');
  if (!row) throw refuse(otherwise, otherwise === 'NOT_FOUND' ? { field: 'id' } : {});
  return row;
}

/** A column with the name of its table, so that a computed column also works in a RETURNING clause. */
export function column(table: string, name: string): SQL {
  return sql`${sql.identifier(table)}.${sql.identifier(name)}`;
}
