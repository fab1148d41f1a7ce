import {
  fillPlaceholders,
  getTableColumns,
  getTableName,
  is,
  type Placeholder,
  type Query,
  type SQL,
  sql,
} from 'drizzle-orm';
import { PgArray, type PgColumn, PgDialect } from 'drizzle-orm/pg-core';
import { send } from '../db/client.ts';
import { arrayParameter, type Element, instantFromMs, jsonParameter, jsonTexts } from '../db/statement.ts';
import type { WriteScope } from '../work/scope.ts';
import { columnsOf, type Resource, type Row } from './resource.ts';

type Values = Record<string, unknown>;

/**
 * Inserts any number of rows in one statement. All have the same fields. An insert with nothing to read
 * back is collected while its unit of work has no transaction.
 * @returns the inserted rows, in the order given. Only what the database adds is read back: defaults and computed columns.
 */
export async function insertRows<R extends Resource>(
  scope: WriteScope,
  resource: R,
  rows: Values[],
): Promise<Row<R>[]> {
  const [first] = rows;
  if (!first) return [];
  const statement =
    rows.length === 1
      ? statementFor(resource, 'insertOne', Object.keys({ ...nullsOf(resource), ...first }))
      : statementFor(resource, 'insert', Object.keys(first));
  const added = await insert(scope, statement, statement.write(rows));
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

const nulls = new WeakMap<Resource, Values>();

/**
 * Null for each column that has no default. The insert of one row writes all of them, because each combination of optional fields
 * would otherwise be a statement of its own, which every session prepares and keeps.
 */
function nullsOf(resource: Resource): Values {
  const known = nulls.get(resource);
  if (known) return known;
  const own = Object.entries(getTableColumns(resource.table) as Record<string, PgColumn>);
  const absent = own.filter(([, { hasDefault, generated }]) => !hasDefault && !generated);
  const made = Object.fromEntries(absent.map(([key]) => [key, null]));
  nulls.set(resource, made);
  return made;
}

async function insert(
  scope: WriteScope,
  statement: WriteStatement,
  values: Values,
): Promise<Map<unknown, Values>> {
  const { collected } = scope.outbox;
  if (!collected || statement.returns) return run(scope, statement, values);
  const { query } = statement;
  collected.inserts.push({ text: query.sql, params: fillPlaceholders(query.params, values) });
  return new Map();
}

/** The rows that a statement returns, by their ids. */
async function run(
  scope: WriteScope,
  { query, read }: WriteStatement,
  values: Values,
): Promise<Map<unknown, Values>> {
  const params = fillPlaceholders(query.params, { ...values, tenant: scope.providerId });
  const raw = await send(scope.db, query.sql, params).values();
  // The driver types its rows as iterators of any values.
  return new Map((raw as unknown[][]).map((record) => [record[0], read(record)]));
}

/** A statement that is built once, because building it takes longer than running it. */
type WriteStatement = {
  query: Query;
  /** Whether it returns what the database adds. */
  returns: boolean;
  /** The rows as one parameter for each column, or the values of the one row, by the name of the placeholder. */
  write(rows: Values[]): Values;
  /** A row from the values that the statement returns. The first is the id. */
  read(values: unknown[]): Values;
  /** The columns that a new row may lack: null, or the value that a computed column has in every new row. */
  absent: Values;
};

type Chosen = [key: string, column: PgColumn][];
type Kind = 'insertOne' | 'insert' | 'update' | 'move';

const dialect = new PgDialect();
const statements = new WeakMap<Resource, Map<string, WriteStatement>>();

/** The statement that writes these columns. */
function statementFor(resource: Resource, kind: Kind, keys: string[]): WriteStatement {
  const shape = `${kind} ${keys}`;
  const known = statements.get(resource) ?? new Map<string, WriteStatement>();
  statements.set(resource, known);
  const statement = known.get(shape) ?? build(resource, kind, chosen(resource, keys));
  known.set(shape, statement);
  return statement;
}

function build(resource: Resource, kind: Kind, columns: Chosen): WriteStatement {
  const own = getTableColumns(resource.table) as Record<string, PgColumn>;
  const written = new Set(columns.map(([key]) => key));
  const { computedOfNew = {} } = resource;
  const isAdded = (key: string) =>
    !written.has(key) && own[key]?.hasDefault !== false && !(key in computedOfNew);
  const isInsert = kind === 'insert' || kind === 'insertOne';
  const { id, ...others } = columnsOf(resource);
  const fields = Object.entries(others).filter(([key]) => !isInsert || isAdded(key));
  const returned = isInsert && fields.length === 0 ? [] : [['id', id] as const, ...fields];
  const writers = columns.map(
    ([key, column]) => [key, kind === 'insertOne' ? valueWriter(column) : columnWriter(column)] as const,
  );
  const readers = returned.map(([key]) => [key, own[key]] as const);
  const builders = { insertOne: insertionOfOne, insert: insertion, update: updating, move: moving };
  return {
    query: dialect.sqlToQuery(sql`${builders[kind](resource, columns)}${returning(resource, returned)}`),
    returns: returned.length > 0,
    absent: { ...Object.fromEntries(Object.keys(own).map((key) => [key, null])), ...computedOfNew },
    write: (rows) =>
      Object.fromEntries(writers.map(([key, write]) => [key, write(rows.map((row) => row[key]))])),
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

/** Plain values take PostgreSQL a tenth less time than arrays of one element. `select` instead of `values`, because `writeAlone`
 * appends a condition. */
function insertionOfOne(resource: Resource, columns: Chosen): SQL {
  const names = columns.map(([, column]) => sql.identifier(column.name));
  const values = columns.map(([key]) => sql`${sql.placeholder(key)}`);
  return sql`insert into ${table(resource)} (${sql.join(names, sql`, `)}) select ${sql.join(values, sql`, `)}`;
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
 * The rows as `v`, from one parameter for each column, so that the statement is the same for any number of them. `unnest` in
 * the list of columns needs no copy of the rows, which one in FROM makes for each array.
 */
function rowsOf(columns: Chosen, more: SQL[] = []): SQL {
  const unnested = columns.map(
    ([key, column]) =>
      sql`unnest(${formOf(column).array(sql.placeholder(key))}) as ${sql.identifier(column.name)}`,
  );
  return sql`(select ${sql.join([...unnested, ...more], sql`, `)}) as v`;
}

/** The value of a column in `v`. */
function readValue([, column]: Chosen[number]): SQL {
  return formOf(column).value(sql`v.${sql.identifier(column.name)}`);
}

/** How the values of a column travel. */
type Form = {
  /** The parameter of the column, and the array that it stands for. */
  write(values: unknown[], toDriver: (value: unknown) => Element): unknown;
  array(parameter: Placeholder): SQL;
  /** The value of the column from an element of the array. */
  value(element: SQL): SQL;
};

const asInstants: Form = {
  write: (values) =>
    arrayParameter(values.map((value) => (value as Date | null | undefined)?.getTime() ?? null)),
  array: (parameter) => sql`${parameter}::bigint[]`,
  value: instantFromMs,
};

const asJson: Form = {
  write: (values, toDriver) => jsonParameter(values.map((value) => toDriver(value) as string | null)),
  array: jsonTexts,
  value: (element) => sql`${element}::jsonb`,
};

/** Elements of another type than the column are converted after they are read. */
function asElements(type: string, value: Form['value'] = (element) => element): Form {
  return {
    write: (values, toDriver) => arrayParameter(values.map(toDriver)),
    array: (parameter) => sql`${parameter}::${sql.raw(type)}[]`,
    value,
  };
}

function formOf(column: PgColumn): Form {
  const type = plainType(column);
  if (type.startsWith('timestamptz')) return asInstants;
  if (type === 'jsonb') return asJson;
  // Arrays of arrays have to be rectangular, so an array is sent as its text.
  return is(column, PgArray)
    ? asElements('text', (text) => sql`${text}::${sql.raw(type)}`)
    : asElements(type);
}

type ParameterWriter = (values: unknown[]) => unknown;

/** Writes the values of a column as one parameter. */
function columnWriter(column: PgColumn): ParameterWriter {
  const [form, toDriver] = [formOf(column), driverValue(column)];
  return (values) => form.write(values, toDriver);
}

/** Writes the only value of a column as a plain parameter. */
function valueWriter(column: PgColumn): ParameterWriter {
  const toDriver = driverValue(column);
  return ([value]) => toDriver(value);
}

function driverValue(column: PgColumn): (value: unknown) => Element {
  return (value) =>
    value === null || value === undefined ? null : (column.mapToDriverValue(value) as Element);
}

/** The type of a column without its collation. */
function plainType(column: PgColumn): string {
  return column.getSQLType().replace(/ collate .*/, '');
}
