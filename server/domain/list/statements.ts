import { and, asc, Column, desc, is, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Statement } from '../../db/statement.ts';
import { columnsOf, type Resource } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { deepPageStatement, isDeep } from './anchors.ts';
import { type conditionsOf, creationOf } from './conditions.ts';
import { isByCreation } from './cursor.ts';
import type { ListOptions, SortKey } from './options.ts';

/**
 * Limits that are part of the statement of a first page. PostgreSQL plans a statement with its limit as a parameter again at
 * each execution, which takes twice as long as the page itself. Every other limit is a parameter, so that there are few
 * statements.
 */
const USUAL_LIMITS = [10, 20, 25, 50, 100];

/** The number of rows that is part of a statement: of a usual limit, and `further` ones. */
function usual(limit: number, further: number): number | undefined {
  return USUAL_LIMITS.includes(limit) ? limit + further : undefined;
}

const dialect = new PgDialect();

const cursorId = sql`${sql.placeholder('cursorId')}::text`;

/** The collation of the Unicode standard for no language in particular. Contract: Lists. */
const COLLATION = sql.raw('"und-x-icu"');

/** A key in a direction. Null is last in both. A column without nulls keeps the order that its index has. */
function ordered(key: SortKey, isDescending: boolean): SQL {
  const [column, expression] =
    'text' in key && is(key.text, Column) ? [key.text, sql`${key.text} collate ${COLLATION}`] : [key, key];
  if (!isDescending) return asc(expression as SQLWrapper);
  const isNullable = !(is(column, Column) && column.notNull);
  return isNullable ? sql`${expression as SQL} desc nulls last` : desc(expression as SQLWrapper);
}

/** The key of a statement of a list. */
type Shape =
  | ['page', sort: string, filters: string[], first: number | undefined]
  | ['behind', place: Place, sort: string, filters: string[], first: number | undefined]
  | ['deep', sort: string]
  | ['total', filters: string[]];

/** What names a place in the order of creation: the id of a row that is there, or an instant and an id. */
type Place = 'row' | 'instant';

/** A part of a list. */
type Part = { sort: string; limit: number; offset?: number };

/** The columns that are compared with a place, and the expressions of the places. */
function placesOf<I>({ table }: Resource, { isShared, timeById }: ListOptions<I>) {
  const at = sql`${sql.placeholder('cursorAt')}::timestamptz`;
  const found = (column: Column) => sql`place.${sql.identifier(column.name)}`;
  const isFound = sql`${found(table.id)} = ${cursorId}`;
  const isOwn = isShared ? sql`` : sql` and ${found(table.providerId)} = ${sql.placeholder('providerId')}`;
  const row = (keys: SQL) => sql`(select ${keys} from ${table} place where ${isFound}${isOwn})`;
  // A statement uses each of its parameters.
  return timeById
    ? {
        keysOfPlace: sql`${table.id}`,
        places: { row: row(found(table.id)), instant: sql`(select ${cursorId} where ${at} is not null)` },
      }
    : {
        keysOfPlace: sql`(${table.createdAt}, ${table.id})`,
        places: {
          row: row(sql`${found(table.createdAt)}, ${found(table.id)}`),
          instant: sql`(${at}, ${cursorId})`,
        },
      };
}

/** The statements of a list. Each is built once. `given` has the names of the filters that a request gives. */
export function statementsOf<R extends Resource, I>(
  resource: R,
  options: ListOptions<I>,
  conditions: ReturnType<typeof conditionsOf>,
) {
  const sortable: Record<string, SortKey | SortKey[]> = {
    createdAt: creationOf(resource, options).column,
    updatedAt: resource.table.updatedAt,
    ...options.sortable,
  };
  const statements = new Map<string, Statement>();
  const { keysOfPlace, places } = placesOf(resource, options);
  // Where the total is not known, one row more shows whether there are further ones.
  const further = options.countedTo === undefined ? 0 : 1;

  return {
    /** Rows that a page has beyond its limit. */
    further,

    /**
     * The rows of a page, and `further` ones, each with the total after its columns: a second statement would cost as much as all
     * rows.
     */
    page(scope: Scope, given: string[], { sort, limit, offset = 0 }: Part): Statement {
      const isUnfiltered = options.counted !== undefined && given.length === 0;
      if (isUnfiltered && isDeep(offset) && isByCreation(sort))
        return once(['deep', sort], () => deepPageStatement(scope, resource, sort.startsWith('-'), options));
      const first = offset === 0 ? usual(limit, further) : undefined;
      return once(['page', sort, given, first], () =>
        rowsStatement(scope, where(given), { sort, first, more: { listTotal: sql`(${total(given)})` } }),
      );
    },

    /**
     * The rows behind a place, and one more than the limit. Behind a row that is not there are none: its place is looked up in the
     * same statement, because one more would cost as much as all rows.
     */
    behind(scope: Scope, given: string[], { sort, limit, place }: Part & { place: Place }): Statement {
      const first = usual(limit, 1);
      return once(['behind', place, sort, given, first], () => {
        const direction = sql.raw(sort.startsWith('-') ? '<' : '>');
        const isBehindIt = sql`${keysOfPlace} ${direction} ${places[place]}`;
        return rowsStatement(scope, and(where(given), isBehindIt), { sort, first });
      });
    },

    total(given: string[]): Statement {
      return once(['total', given], () => dialect.sqlToQuery(total(given)));
    },
  };

  function where(given: string[]): SQL | undefined {
    return and(conditions.base, conditions.filtered(given));
  }

  /** @param options `more` columns; `first`: the number of rows, where it is part of the statement */
  function rowsStatement(
    scope: Scope,
    condition: SQL | undefined,
    { sort, first, more = {} }: { sort: string; first: number | undefined; more?: Record<string, SQL> },
  ): Statement {
    const keys = sortable[sort.replace(/^-/, '')];
    if (!keys) throw new Error(`${resource.name} cannot be sorted by ${sort}`);
    const isDescending = sort.startsWith('-');
    const rows = scope.db
      .select({ ...columnsOf(resource), ...more })
      .from(resource.table)
      .where(condition)
      .orderBy(...[keys, resource.table.id].flat().map((key) => ordered(key, isDescending)));
    if (first === undefined)
      return rows.limit(sql.placeholder('limit')).offset(sql.placeholder('offset')).toSQL();
    const { sql: text, params } = rows.toSQL();
    return { sql: `${text} limit ${first}`, params };
  }

  function total(given: string[]): SQL {
    return conditions.total(given) ?? sql`select count(*) from ${countedRows(given)}`;
  }

  /** The rows that match, as far as they are counted. */
  function countedRows(given: string[]): SQL {
    const { countedTo } = options;
    const most = countedTo === undefined ? sql`` : sql` limit ${sql.raw(`${countedTo + 1}`)}`;
    return sql`(select from ${resource.table} where ${where(given)}${most}) matching`;
  }

  function once(shape: Shape, build: () => Statement): Statement {
    const key = JSON.stringify(shape);
    const statement = statements.get(key) ?? build();
    statements.set(key, statement);
    return statement;
  }
}
