import { fillPlaceholders, getTableColumns, getTableName, type Query, type SQL, sql } from 'drizzle-orm';
import { type PgColumn, PgDialect } from 'drizzle-orm/pg-core';
import { send } from '../db/client.ts';
import type { WriteScope } from '../db/scope.ts';
import type { Resource, Row } from './resource.ts';

type Values = Record<string, unknown>;

/**
 * Inserts any number of rows in one statement. All have the same fields.
 * @returns the inserted rows, in the order given
 */
export async function insertRows<R extends Resource>(
  scope: WriteScope,
  resource: R,
  rows: Values[],
): Promise<Row<R>[]> {
  const [first] = rows;
  if (!first) return [];
  const columns = chosen(resource, Object.keys(first));
  const values = { rows: JSON.stringify(recordsOf(columns, rows)) };
  return inOrder(resource, rows, await runQuery(scope, statementFor(resource, 'insert', columns), values));
}

/**
 * Updates each row with its patch, in one statement. All patches have the same fields; `id` names the row.
 * @param were the status that each row must have, in the order of the patches; any status when absent
 * @returns the updated rows, in the order given; a row in another status is not updated
 */
export async function updateRows<R extends Resource>(
  scope: WriteScope,
  resource: R,
  patches: (Values & { id: string })[],
  were?: string[],
): Promise<Row<R>[]> {
  const [first] = patches;
  if (!first) return [];
  const columns = chosen(resource, Object.keys(first));
  const records = recordsOf(columns, patches);
  for (const [i, record] of records.entries()) if (were) record.was = were[i];
  const values = { providerId: scope.providerId, rows: JSON.stringify(records) };
  const statement = statementFor(resource, were ? 'move' : 'update', columns);
  return inOrder(resource, patches, await runQuery(scope, statement, values));
}

function runQuery(scope: WriteScope, { sql: text, params }: Query, values: Values): Promise<Values[]> {
  return send<Values>(scope.db, text, fillPlaceholders(params, values));
}

const dialect = new PgDialect();
const builders = { insert: insertion, update: updating, move: moving };
const statements = new WeakMap<Resource, Map<string, Query>>();

/** The statement that writes these columns. It is built once, because building it takes longer than running it. */
function statementFor(resource: Resource, kind: keyof typeof builders, columns: Chosen): Query {
  const shape = `${kind} ${columns.map(([key]) => key)}`;
  const known = statements.get(resource) ?? new Map<string, Query>();
  statements.set(resource, known);
  const query = known.get(shape) ?? dialect.sqlToQuery(builders[kind](resource, columns));
  known.set(shape, query);
  return query;
}

function insertion(resource: Resource, columns: Chosen): SQL {
  const names = columns.map(([, column]) => sql.identifier(column.name));
  return sql`
    insert into ${table(resource)} (${sql.join(names, sql`, `)})
    select ${sql.join(names, sql`, `)} from ${recordset(columns)}
    returning ${returned(resource)}`;
}

function updating(resource: Resource, columns: Chosen, condition = sql`true`): SQL {
  const set = columns
    .filter(([key]) => key !== 'id')
    .map(([, { name }]) => sql`${sql.identifier(name)} = v.${sql.identifier(name)}`);
  return sql`
    update ${table(resource)} set ${sql.join(set, sql`, `)} from ${recordset(columns)}
    where ${table(resource)}.provider_id = ${sql.placeholder('providerId')}
      and ${table(resource)}.id = v.id and ${condition}
    returning ${returned(resource)}`;
}

function moving(resource: Resource, columns: Chosen): SQL {
  return updating(resource, columns, sql`${table(resource)}.status = v.was`);
}

type Chosen = [key: string, column: PgColumn][];

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
  return sql`jsonb_to_recordset(${sql.placeholder('rows')}::jsonb) as v(${sql.join(types, sql`, `)}, was text)`;
}

function recordsOf(columns: Chosen, rows: Values[]): Values[] {
  return rows.map((row) =>
    Object.fromEntries(columns.map(([key, column]) => [column.name, driverValue(column, row[key])])),
  );
}

function driverValue(column: PgColumn, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  return column.getSQLType() === 'jsonb' ? value : column.mapToDriverValue(value);
}

/** The type of a column without its collation, which a record definition ignores. */
function plainType(column: PgColumn): string {
  return column.getSQLType().replace(/ collate .*/, '');
}

function returned(resource: Resource): SQL {
  const { computed = {} } = resource;
  const own = Object.values(getTableColumns(resource.table)).map(
    (column) => sql`${table(resource)}.${sql.identifier(column.name)}`,
  );
  const computedColumns = Object.entries(computed).map(
    ([key, figure]) => sql`${figure} as ${sql.identifier(key)}`,
  );
  return sql.join([...own, ...computedColumns], sql`, `);
}

/** The rows in the form that drizzle returns, in the given order. */
function inOrder<R extends Resource>(resource: R, given: Values[], raw: Iterable<Values>): Row<R>[] {
  const own = Object.entries(getTableColumns(resource.table)) as Chosen;
  const computedKeys = Object.keys(resource.computed ?? {});
  const byId = new Map<unknown, Row<R>>();
  for (const record of raw) {
    const row: Values = {};
    for (const [key, column] of own) {
      const value = record[column.name];
      row[key] = value === null ? null : column.mapFromDriverValue(value);
    }
    for (const key of computedKeys) row[key] = record[key];
    byId.set(row.id, row as Row<R>);
  }
  return given.flatMap(({ id }): Row<R>[] => {
    const row = byId.get(id);
    return row ? [row] : [];
  });
}
