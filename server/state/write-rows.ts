import { fillPlaceholders, getTableColumns, getTableName, is, type Query, type SQL, sql } from 'drizzle-orm';
import { PgArray, type PgColumn, PgDialect } from 'drizzle-orm/pg-core';
import { send } from '../db/client.ts';
import type { WriteScope } from '../db/scope.ts';
import { arrayParameter, type Element } from '../db/statement.ts';
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
  const statement = statementFor(resource, rows.length === 1 ? 'insertOne' : 'insert', Object.keys(first));
  const added = await run(scope, statement, statement.write(rows));
  return rows.map((row) => {
    const made: Values = { ...statement.absent, ...added.get(row.id), ...row };
    for (const key in row) made[key] ??= null;
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
  const updated = await run(scope, statement, {
    ...statement.write(patches),
    fromStatuses: fromStatuses && arrayParameter(fromStatuses),
  });
  return patches.flatMap(({ id }): Row<R>[] => {
    const row = updated.get(id);
    return row ? [row as Row<R>] : [];
  });
}

/** The rows that a statement returns, by their ids. */
async function run(
  scope: WriteScope,
  { query, read }: Statement,
  values: Values,
): Promise<Map<unknown, Values>> {
  const params = fillPlaceholders(query.params, { ...values, tenant: scope.providerId });
  const raw = await send(scope.db, query.sql, params).values();
  // The driver types its rows as iterators of any values.
  return new Map((raw as unknown[][]).map((record) => [record[0], read(record)]));
}

/** A statement that is built once, because building it takes longer than running it. */
type Statement = {
  query: Query;
  /** The rows as one array for each column, or the values of the one row, by the name of the placeholder. */
  write(rows: Values[]): Values;
  /** A row from the values that the statement returns. The first is the id. */
  read(values: unknown[]): Values;
  /** The columns that a new row may lack: null, or the value that a computed column has in every new row. */
  absent: Values;
};

type Chosen = [key: string, column: PgColumn][];
type Kind = 'insertOne' | 'insert' | 'update' | 'move';

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
  const { computedOfNew = {} } = resource;
  const isAdded = (key: string) =>
    !written.has(key) && own[key]?.hasDefault !== false && !(key in computedOfNew);
  const isInsert = kind === 'insert' || kind === 'insertOne';
  const { id, ...others } = columnsOf(resource);
  const fields = Object.entries(others).filter(([key]) => !isInsert || isAdded(key));
  const returned = isInsert && fields.length === 0 ? [] : [['id', id] as const, ...fields];
  const writers = columns.map(([key, column]) => [key, writerOf(column)] as const);
  const readers = returned.map(([key]) => [key, own[key]] as const);
  const builders = { insertOne: insertionOfOne, insert: insertion, update: updating, move: moving };
  return {
    query: dialect.sqlToQuery(sql`${builders[kind](resource, columns)}${returning(resource, returned)}`),
    absent: { ...Object.fromEntries(Object.keys(own).map((key) => [key, null])), ...computedOfNew },
    write: (rows) =>
      Object.fromEntries(
        writers.map(([key, write]) => {
          const elements = rows.map((row) => write(row[key]));
          return [key, kind === 'insertOne' ? elements[0] : arrayParameter(elements)];
        }),
      ),
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
    select ${sql.join(columns.map(readValue), sql`, `)} from ${rowsOf(columns)}`;
}

/** Plain values take PostgreSQL a tenth less time than arrays of one element. */
function insertionOfOne(resource: Resource, columns: Chosen): SQL {
  const names = columns.map(([, column]) => sql.identifier(column.name));
  const values = columns.map(([key]) => sql`${sql.placeholder(key)}`);
  return sql`insert into ${table(resource)} (${sql.join(names, sql`, `)}) values (${sql.join(values, sql`, `)})`;
}

function updating(resource: Resource, columns: Chosen, condition = sql`true`, more: SQL[] = []): SQL {
  const set = columns
    .filter(([key]) => key !== 'id')
    .map((column) => sql`${sql.identifier(column[1].name)} = ${readValue(column)}`);
  return sql`
    update ${table(resource)} set ${sql.join(set, sql`, `)} from ${rowsOf(columns, more)}
    where ${table(resource)}.provider_id = ${sql.placeholder('tenant')}
      and ${table(resource)}.id = v.id and ${condition}`;
}

function moving(resource: Resource, columns: Chosen): SQL {
  const from = sql`unnest(${sql.placeholder('fromStatuses')}::text[]) as from_status`;
  return updating(resource, columns, sql`${table(resource)}.status = v.from_status`, [from]);
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

/**
 * The rows as `v`, from one array for each column, so that the statement is the same for any number of them. `unnest` in the
 * list of columns needs no copy of the rows, which one in FROM makes for each array.
 */
function rowsOf(columns: Chosen, more: SQL[] = []): SQL {
  const unnested = columns.map(
    ([key, column]) =>
      sql`unnest(${sql.placeholder(key)}::${sql.raw(elementType(column))}[]) as ${sql.identifier(column.name)}`,
  );
  return sql`(select ${sql.join([...unnested, ...more], sql`, `)}) as v`;
}

/** The value of a column in `v`. */
function readValue([, column]: Chosen[number]): SQL {
  const value = sql`v.${sql.identifier(column.name)}`;
  return is(column, PgArray) ? sql`${value}::${sql.raw(plainType(column))}` : value;
}

/** Arrays of arrays have to be rectangular, so an array is sent as its text. */
function elementType(column: PgColumn): string {
  return is(column, PgArray) ? 'text' : plainType(column);
}

/** Converts a value of a column to an element of its array. */
function writerOf(column: PgColumn): (value: unknown) => Element {
  return (value) =>
    value === null || value === undefined ? null : (column.mapToDriverValue(value) as Element);
}

/** The type of a column without its collation. */
function plainType(column: PgColumn): string {
  return column.getSQLType().replace(/ collate .*/, '');
}
