import { fillPlaceholders, getTableColumns, getTableName, type Query, type SQL, sql } from 'drizzle-orm';
import { type PgColumn, PgDialect } from 'drizzle-orm/pg-core';
import { send } from '../db/client.ts';
import type { WriteScope } from '../db/scope.ts';
import { columnsOf, type Resource, type Row } from './resource.ts';

type Values = Record<string, unknown>;

/**
 * Inserts any number of rows in one statement. All have the same fields.
 * @returns the inserted rows, in the order given. Only what the database adds is read back: defaults and computed columns.
 */
export async function insertRows<R extends Resource>(
  scope: WriteScope,
  resource: R,
  rows: Values[],
): Promise<Row<R>[]> {
  const [first] = rows;
  if (!first) return [];
  const statement = statementFor(resource, 'insert', Object.keys(first));
  const added = await run(scope, statement, { rows: JSON.stringify(rows.map(statement.write)) });
  return rows.map((row) => {
    const made: Values = { ...statement.absent, ...added.get(row.id) };
    for (const [key, value] of Object.entries(row)) made[key] = value ?? null;
    return made as Row<R>;
  });
}

/**
 * Updates each row with its patch, in one statement. All patches have the same fields; `id` names the row.
 * @param fromStatuses the status that each row must have, in the order of the patches; any status when absent
 * @returns the updated rows, in the order given; a row in another status is not updated
 */
export async function updateRows<R extends Resource>(
  scope: WriteScope,
  resource: R,
  patches: (Values & { id: string })[],
  fromStatuses?: string[],
): Promise<Row<R>[]> {
  const [first] = patches;
  if (!first) return [];
  const statement = statementFor(resource, fromStatuses ? 'move' : 'update', Object.keys(first));
  const records = patches.map(statement.write);
  for (const [i, record] of records.entries()) if (fromStatuses) record.from_status = fromStatuses[i];
  const values = { providerId: scope.providerId, rows: JSON.stringify(records) };
  const updated = await run(scope, statement, values);
  return patches.flatMap(({ id }): Row<R>[] => {
    const row = updated.get(id);
    return row ? [row as Row<R>] : [];
  });
}

/**
 * As `updateRows`, for rows that the transaction has locked: nothing is read back.
 * @param rows the rows before the change, in the order of the patches
 */
export async function updateLockedRows<R extends Resource>(
  scope: WriteScope,
  resource: R,
  rows: Row<R>[],
  patches: (Values & { id: string })[],
): Promise<Row<R>[]> {
  const [first] = patches;
  if (!first) return [];
  const statement = statementFor(resource, 'set', Object.keys(first));
  const values = { providerId: scope.providerId, rows: JSON.stringify(patches.map(statement.write)) };
  const updated = await run(scope, statement, values);
  return rows.flatMap((row, i) => (updated.has(row.id) ? [{ ...row, ...patches[i] }] : []));
}

/** The rows that a statement returns, by their ids. */
async function run(
  scope: WriteScope,
  { query, read }: Statement,
  values: Values,
): Promise<Map<unknown, Values>> {
  const raw = await send(scope.db, query.sql, fillPlaceholders(query.params, values)).values();
  return new Map((raw as unknown[][]).map((record) => [record[0], read(record)]));
}

/** A statement that is built once, because building it takes longer than running it. */
type Statement = {
  query: Query;
  /** A row as a record of the statement's parameter. */
  write(row: Values): Values;
  /** A row from the values that the statement returns. The first is the id. */
  read(values: unknown[]): Values;
  /** Null for each column of the table that the statement does not write. */
  absent: Values;
};

type Chosen = [key: string, column: PgColumn][];
type Kind = 'insert' | 'update' | 'move' | 'set';

const dialect = new PgDialect();
const statements = new WeakMap<Resource, Map<string, Statement>>();

/** The statement that writes these columns. */
function statementFor(resource: Resource, kind: Kind, keys: string[]): Statement {
  const shape = `${kind} ${keys}`;
  const known = statements.get(resource) ?? new Map<string, Statement>();
  statements.set(resource, known);
  const statement = known.get(shape) ?? build(resource, kind, chosen(resource, keys));
  known.set(shape, statement);
  return statement;
}

function build(resource: Resource, kind: Kind, columns: Chosen): Statement {
  const own = getTableColumns(resource.table) as Record<string, PgColumn>;
  const written = new Set(columns.map(([key]) => key));
  const isAdded = (key: string) => !written.has(key) && own[key]?.hasDefault !== false;
  const isReturned = { insert: isAdded, update: () => true, move: () => true, set: () => false }[kind];
  const { id, ...others } = columnsOf(resource);
  const fields = Object.entries(others).filter(([key]) => isReturned(key));
  const returned = kind === 'insert' && fields.length === 0 ? [] : [['id', id] as const, ...fields];
  const writers = columns.map(([key, column]) => [key, column.name, writerOf(column)] as const);
  const readers = returned.map(([key]) => [key, own[key]] as const);
  const builders = { insert: insertion, update: updating, move: moving, set: updating };
  return {
    query: dialect.sqlToQuery(sql`${builders[kind](resource, columns)}${returning(resource, returned)}`),
    absent: Object.fromEntries(Object.keys(own).map((key) => [key, null])),
    write(row) {
      const record: Values = {};
      for (const [key, name, write] of writers) record[name] = write(row[key]);
      return record;
    },
    read(values) {
      const row: Values = {};
      for (const [i, [key, column]] of readers.entries()) {
        const value = values[i];
        row[key] = value === null || !column ? value : column.mapFromDriverValue(value);
      }
      return row;
    },
  };
}

function insertion(resource: Resource, columns: Chosen): SQL {
  const names = columns.map(([, column]) => sql.identifier(column.name));
  return sql`
    insert into ${table(resource)} (${sql.join(names, sql`, `)})
    select ${sql.join(names, sql`, `)} from ${recordset(columns)}`;
}

function updating(resource: Resource, columns: Chosen, condition = sql`true`): SQL {
  const set = columns
    .filter(([key]) => key !== 'id')
    .map(([, { name }]) => sql`${sql.identifier(name)} = v.${sql.identifier(name)}`);
  return sql`
    update ${table(resource)} set ${sql.join(set, sql`, `)} from ${recordset(columns)}
    where ${table(resource)}.provider_id = ${sql.placeholder('providerId')}
      and ${table(resource)}.id = v.id and ${condition}`;
}

function moving(resource: Resource, columns: Chosen): SQL {
  return updating(resource, columns, sql`${table(resource)}.status = v.from_status`);
}

function returning(resource: Resource, returned: (readonly [string, unknown])[]): SQL {
  if (returned.length === 0) return sql``;
  const own = getTableColumns(resource.table) as Record<string, PgColumn>;
  const values = returned.map(([key, computed]) => {
    const column = own[key];
    return column ? sql`${table(resource)}.${sql.identifier(column.name)}` : (computed as SQL);
  });
  return sql` returning ${sql.join(values, sql`, `)}`;
}

function chosen(resource: Resource, keys: string[]): Chosen {
  const all = getTableColumns(resource.table) as Record<string, PgColumn>;
  return keys.map((key) => {
    const column = all[key];
    if (!column) throw new Error(`${resource.name} has no column ${key}`);
    return [key, column];
  });
}

function table(resource: Resource): SQL {
  return sql`${sql.identifier(getTableName(resource.table))}`;
}

/** The rows as one JSON parameter, so that the statement is the same for any number of them. */
function recordset(columns: Chosen): SQL {
  const types = columns.map(
    ([, column]) => sql`${sql.identifier(column.name)} ${sql.raw(plainType(column))}`,
  );
  return sql`jsonb_to_recordset(${sql.placeholder('rows')}::jsonb) as v(${sql.join(types, sql`, `)}, from_status text)`;
}

/** Converts a value of a column to its JSON in a record. */
function writerOf(column: PgColumn): (value: unknown) => unknown {
  if (column.getSQLType() === 'jsonb') return (value) => value ?? null;
  return (value) => (value === null || value === undefined ? null : column.mapToDriverValue(value));
}

/** The type of a column without its collation, which a record definition ignores. */
function plainType(column: PgColumn): string {
  return column.getSQLType().replace(/ collate .*/, '');
}
