import { and, type Column, type SQL, sql } from 'drizzle-orm';
import { type PgColumn, PgDialect } from 'drizzle-orm/pg-core';
import type { Statement } from '../../db/statement.ts';
import { columnsOf, type Resource } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { deepPageStatement, isDeep } from './anchors.ts';
import { type conditionsOf, creationOf } from './conditions.ts';
import { isByCreation } from './cursor.ts';
import { foundRows, idsOfFound, ofFound } from './found.ts';
import type { ListOptions } from './options.ts';
import { ordered, type SortKey } from './order.ts';

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

/**
 * The most matches that a search reads by its indexes, where it counts them too. Up to there reading them once costs less than reading the
 * list in its order and counting the matches.
 */
const MOST_COUNTED = 4_000;

/** The same of the rows behind a place, which are not counted. */
const MOST_BEHIND = 1_000;

/** The key of a statement of a list. */
type Shape =
  | ['page', sort: string, filters: string[], first: number | undefined, idsOnly: boolean]
  | ['behind', place: Place, sort: string, filters: string[], first: number | undefined]
  | ['deep', sort: string]
  | ['total', filters: string[]];

/** What names a place in the order of creation: the id of a row that is there, or an instant and an id. */
type Place = 'row' | 'instant';

/** `first`: the number of rows, where it is part of the statement. `more` columns. */
type Rows = { sort: string; first: number | undefined; idsOnly?: boolean; more?: Record<string, SQL> };

/** A part of a list. `idsOnly`: of each row the id alone. */
type Part = { sort: string; limit: number; offset?: number; idsOnly?: boolean };

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

/** Limit and offset are subqueries, because PostgreSQL would plan a statement with them as parameters again at each execution. */
function limitOf(first: number | undefined): SQL {
  if (first !== undefined) return sql.raw(`limit ${first}`);
  return sql`limit (select ${sql.placeholder('limit')}::bigint) offset (select ${sql.placeholder('offset')}::bigint)`;
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
  const [mostCounted, mostBehind] = conditions.isFoundWhole ? [null, null] : [MOST_COUNTED, MOST_BEHIND];
  // Where the total is not known, one row more shows whether there are further ones.
  const further = options.countedTo === undefined ? 0 : 1;

  return {
    /** Rows that a page has beyond its limit. */
    further,

    /**
     * The rows of a page, and `further` ones, each with the total after its columns: a second statement would cost as much as all
     * rows.
     */
    page(scope: Scope, given: string[], { sort, limit, offset = 0, idsOnly = false }: Part): Statement {
      const isUnfiltered = options.counted !== undefined && given.length === 0;
      if (isUnfiltered && isDeep(offset) && isByCreation(sort))
        return once(['deep', sort], () => deepPageStatement(scope, resource, sort.startsWith('-'), options));
      const first = offset === 0 ? usual(limit, further) : undefined;
      return once(['page', sort, given, first, idsOnly], () => {
        const rows = { sort, first, idsOnly };
        const ways = waysOf(given);
        const listTotal = ways ? totalOfFound(given) : sql`(${total(given)})`;
        if (!ways) return rowsStatement(scope, where(given), { ...rows, more: { listTotal } });
        return foundStatement(scope, ways, mostCounted, where(given), { ...rows, more: { listTotal } });
      });
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
        const condition = and(where(given), isBehindIt);
        const ways = waysOf(given);
        if (!ways) return rowsStatement(scope, condition, { sort, first });
        const behind = ways.map((way) => sql`${and(way, isBehindIt)}`);
        return foundStatement(scope, behind, mostBehind, condition, { sort, first });
      });
    },

    total(given: string[]): Statement {
      return once(['total', given], () => {
        const ways = waysOf(given);
        if (!ways) return dialect.sqlToQuery(total(given));
        const found = foundRows(resource, ways, [resource.table.id], mostCounted);
        return dialect.sqlToQuery(sql`with ${found} select ${totalOfFound(given)}`);
      });
    },
  };

  function where(given: string[]): SQL | undefined {
    return and(conditions.base, conditions.filtered(given));
  }

  /** The ways of the search, each with all conditions; undefined where nothing is searched, and where no request can read what is found. */
  function waysOf(given: string[]): SQL[] | undefined {
    if (options.countedTo !== undefined) return undefined;
    return conditions.ways(given)?.map((way) => sql`${and(conditions.base, way)}`);
  }

  function columns(idsOnly = false): Record<string, PgColumn | SQL> {
    return idsOnly ? { id: resource.table.id } : columnsOf(resource);
  }

  function keysOf(sort: string): SortKey[] {
    const keys = sortable[sort.replace(/^-/, '')];
    if (!keys) throw new Error(`${resource.name} cannot be sorted by ${sort}`);
    return [keys, resource.table.id].flat();
  }

  /**
   * The rows that a search finds, in the order. Rare matches are found by the indexes. Of frequent ones every few rows of the list match,
   * so that the list is read in its order until a page is full.
   * @param ways of the search, each with all conditions
   * @param most how many matches are rare; null for all
   * @param condition of all ways
   */
  function foundStatement(
    scope: Scope,
    ways: SQL[],
    most: number | null,
    condition: SQL | undefined,
    { sort, first, idsOnly, more = {} }: Rows,
  ): Statement {
    const keys = keysOf(sort);
    const isDescending = sort.startsWith('-');
    const order = keys.map((key) => ordered(key, isDescending));
    const { table } = resource;
    const inOrder = scope.db
      .select({ id: table.id })
      .from(table)
      .where(condition)
      .orderBy(...order);
    const limit = limitOf(first);
    const ids = ofFound(
      most,
      sql`array(${idsOfFound(keys, isDescending)} ${limit})`,
      sql`array(${inOrder} ${limit})`,
    );
    const rows = scope.db
      .select({ ...columns(idsOnly), ...more })
      .from(table)
      .where(and(conditions.base, sql`${table.id} = any(${ids})`))
      .orderBy(...order);
    return dialect.sqlToQuery(sql`with ${foundRows(resource, ways, keys, most)} ${rows}`);
  }

  function totalOfFound(given: string[]): SQL {
    return ofFound(mostCounted, sql`(select count(*) from found)`, sql`(${total(given)})`);
  }

  /** @param options `more` columns */
  function rowsStatement(
    scope: Scope,
    condition: SQL | undefined,
    { sort, first, idsOnly, more = {} }: Rows,
  ): Statement {
    const isDescending = sort.startsWith('-');
    const rows = scope.db
      .select({ ...columns(idsOnly), ...more })
      .from(resource.table)
      .where(condition)
      .orderBy(...keysOf(sort).map((key) => ordered(key, isDescending)));
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
