import {
  and,
  asc,
  Column,
  desc,
  eq,
  gte,
  is,
  lt,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { type PgColumn, PgDialect } from 'drizzle-orm/pg-core';
import { unusualCurrencies } from '../../contract/money.ts';
import type { ListMeta, Page } from '../../contract/paging.ts';
import { arrayParameter, literals, run, type Statement } from '../../db/statement.ts';
import {
  columnsOf,
  idOf,
  presentAll,
  type Resource,
  type Row,
  rowReader,
  type Snapshot,
} from '../../state/resource.ts';
import { lowestId } from '../../work/ids.ts';
import type { Scope } from '../../work/scope.ts';
import { deepPageStatement, isDeep } from './anchors.ts';
import { cursorOf, isByCreation } from './cursor.ts';
import { likePattern } from './like-pattern.ts';
import { phonePatternOf } from './local-phone.ts';

/**
 * Limits that are part of the statement of a first page. PostgreSQL plans a statement with its limit as a parameter again at
 * each execution, which takes twice as long as the page itself. Every other limit is a parameter, so that there are few
 * statements.
 */
const USUAL_LIMITS = [10, 20, 25, 50, 100];

const dialect = new PgDialect();

export type Paging = {
  /** 1 when absent. */
  page?: number | undefined;
  limit: number;
  sort: string;
  /** The id of the last row seen, for the rows behind it. */
  after?: string | undefined;
  id?: string | string[] | undefined;
  updatedAfter?: Date;
  updatedBefore?: Date;
  createdAfter?: Date;
  createdBefore?: Date;
  /** The ids of the only rows that can match. No request has it: the server adds it. */
  selected?: string[];
};

/** A filter of a list: a condition on a placeholder, because statements are prepared. */
export type Filter<V> = {
  where: (value: Placeholder) => SQL;
  /** Converts the input to the value of the placeholder. */
  value?: (given: V) => unknown;
  /** The condition for the value `true`. Without a parameter around it, PostgreSQL can begin with the few rows that it names. */
  whenTrue?: SQL | undefined;
  /** A query of the number of rows that match this filter alone, of `true` with `whenTrue`. It reads less than the rows. */
  total?: (value: Placeholder) => SQL;
};

/** The metadata has these values. */
const containsMetadata: Filter<object> = {
  where: (given) => sql`metadata @> ${given}::jsonb`,
  value: (given) => JSON.stringify(given),
};

/** A key of an order. `text` is in the order of people's languages, not of code points. */
type SortKey = PgColumn | SQL | { text: PgColumn };

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

/** The input of a list without its page and order. */
export type Filters<I> = Partial<Omit<I, 'page' | 'limit' | 'sort' | 'after'>>;

export type ListOptions<I> = {
  /** A condition that always holds. */
  always?: SQL;
  filters?: { [F in Exclude<keyof I, Exclude<keyof Paging, 'id'>>]?: Filter<NonNullable<I[F]>> };
  /** The keys of further values of `sort`, most significant first. `createdAt` and `updatedAt` are always there. */
  sortable?: Record<string, SortKey | SortKey[]>;
  /**
   * Whether `row_count` has the total of this table, so that no request counts a million rows. With `by status` it has the
   * totals of the statuses too.
   */
  counted?: boolean | 'by status';
  /** Whether the rows belong to no provider: all see them. */
  isShared?: boolean;
  /** Whether ids stand for `createdAt`, for a table without an index on it. Ids are in its order. */
  timeById?: boolean;
  /**
   * The highest exact total of a table that no request can count. With more rows, the total is one more than it.
   * Contract: Request log.
   */
  countedTo?: number;
};

/** The column equals the value. */
export function equals<V = string>(column: PgColumn, value?: (given: V) => unknown): Filter<V> {
  return { where: (placeholder) => eq(column, placeholder), value };
}

/** The column equals one of the values. A filter for one value is `equals`, which can use an index in the order of the list. */
export function isAnyOf(column: PgColumn): Filter<string[]> {
  return { where: (values) => sql`${column} = any(${values}::text[])`, value: arrayParameter };
}

/** The column is before the instant. */
export function before(column: PgColumn): Filter<Date> {
  return { where: (placeholder) => lt(column, placeholder) };
}

/** The column is at the instant or after it. */
export function from(column: PgColumn): Filter<Date> {
  return { where: (placeholder) => gte(column, placeholder) };
}

/** Minor units in one major unit of the currency in a column. */
function minorUnitsOf(currency: PgColumn): SQL {
  const unusual = [...unusualCurrencies()].map(
    ([digits, codes]) => sql`when ${currency} in (${literals(codes)}) then ${sql.raw(`${10 ** digits}`)}`,
  );
  return sql`case ${sql.join(unusual, sql` `)} else 100 end`;
}

/**
 * The amount of a row, in minor units of its currency, is within the bounds, which are in major units of that currency.
 */
export function amountWithin(amount: PgColumn, currency: PgColumn) {
  const inMinor = (bound: Placeholder) => sql`${bound}::numeric * ${minorUnitsOf(currency)}`;
  return {
    amountFrom: { where: (lowest: Placeholder) => sql`${amount} >= ${inMinor(lowest)}` },
    amountTo: { where: (highest: Placeholder) => sql`${amount} <= ${inMinor(highest)}` },
  } satisfies Record<string, Filter<number>>;
}

/**
 * The text contains the value, in any case.
 * @param text the text, or a condition on the pattern of ILIKE
 */
export function contains(text: SQL | ((pattern: Placeholder) => SQL)): Filter<string> {
  return {
    where: (pattern) => (typeof text === 'function' ? text(pattern) : sql`${text} ilike ${pattern}`),
    value: likePattern,
  };
}

/** The column that stands for `createdAt`, and the value of an instant in it. */
function creationOf(resource: Resource, { timeById }: Pick<ListOptions<never>, 'timeById'>) {
  return timeById
    ? { column: resource.table.id, value: (at: Date) => lowestId(resource.name, at) }
    : { column: resource.table.createdAt };
}

/** A query of the total that `row_count` keeps under a name. */
export function keptTotal(name: SQL): SQL {
  return sql`
    select coalesce(sum(n), 0) from row_count
    where provider_id = ${sql.placeholder('providerId')} and resource = ${name}`;
}

/** The names of the filters that are given, and the values of their placeholders. */
type Given = { names: string[]; values: Record<string, unknown> };

/**
 * The filters of a list as conditions on placeholders. Lists, counts and totals use the same ones, so that they agree.
 * Placeholders have the name of their filter with a prefix, so that one statement can have a filter twice.
 */
export function conditionsOf<R extends Resource, I>(resource: R, options: ListOptions<I>) {
  const created = creationOf(resource, options);
  const filters: Record<string, Filter<never>> = {
    createdAfter: { where: (value) => gte(created.column, value), value: created.value },
    createdBefore: { where: (value) => lt(created.column, value), value: created.value },
    updatedAfter: from(resource.table.updatedAt),
    updatedBefore: before(resource.table.updatedAt),
    selected: isAnyOf(resource.table.id),
    id: isAnyOf(resource.table.id),
    ...('metadata' in resource.table && { metadata: containsMetadata }),
    ...options.filters,
  };
  const holding = (name: string) => `${name} is true`;
  const conditions: Record<string, Filter<never>['where']> = {};
  const totals: Record<string, Filter<never>['total']> = {};
  for (const [name, { where, whenTrue, total }] of Object.entries(filters)) {
    conditions[name] = where;
    if (whenTrue) conditions[holding(name)] = () => whenTrue;
    totals[whenTrue ? holding(name) : name] = total;
  }
  return {
    given(input: object, prefix = ''): Given {
      const given: Given = { names: [], values: {} };
      for (const [name, filter] of Object.entries(filters)) {
        // Filters are found by name. The schema of the input has checked that each value has the type its filter takes.
        const value = (input as Record<string, unknown>)[name];
        if (value === undefined) continue;
        if (value === true && filter.whenTrue) {
          given.names.push(holding(name));
          continue;
        }
        given.names.push(name);
        const converted = filter.value ? filter.value(value as never) : value;
        // The value of a placeholder does not pass through the encoder of its column.
        given.values[prefix + name] = converted instanceof Date ? converted.toISOString() : converted;
      }
      return given;
    },
    /** The order from the newest row on. */
    newestFirst: sql.join(
      [created.column, resource.table.id].map((key) => desc(key)),
      sql`, `,
    ),
    /** The rows that the list has without a filter. */
    base: and(
      options.isShared ? sql`true` : eq(resource.table.providerId, sql.placeholder('providerId')),
      options.always,
    ),
    filtered(names: string[], prefix = ''): SQL | undefined {
      return and(...names.map((name) => conditions[name]?.(sql.placeholder(prefix + name))));
    },
    /** A query of the number of rows that match, if there is one that does not read them. */
    total(names: string[], prefix = ''): SQL | undefined {
      const [name, ...others] = names;
      if (others.length > 0) return undefined;
      if (name === undefined) return options.counted ? keptTotal(sql`${resource.name}`) : undefined;
      const value = sql.placeholder(prefix + name);
      if (name !== 'status' || options.counted !== 'by status') return totals[name]?.(value);
      return keptTotal(sql`${`${resource.name} `}::text || ${value}::text`);
    },
  };
}

/**
 * The list of a resource: a page of snapshots of the provider's rows, filtered and sorted, with the total. Rows that tie are
 * in the order of their ids, which is the order of creation, in the direction of the sort. Contract: Lists.
 */
export function defineList<R extends Resource, I extends Paging>(resource: R, options: ListOptions<I>) {
  const listRows = defineRowList(resource, options);
  return async function list(scope: Scope, input: I): Promise<Page<Snapshot<R>>> {
    const { rows, meta } = await listRows(scope, input);
    return { data: await presentAll(scope, resource, rows), meta };
  };
}

/** As `defineList`, with rows in place of snapshots. Contract: Lists. */
export function defineRowList<R extends Resource, I extends Paging>(resource: R, options: ListOptions<I>) {
  const sortable: Record<string, SortKey | SortKey[]> = {
    createdAt: creationOf(resource, options).column,
    updatedAt: resource.table.updatedAt,
    ...options.sortable,
  };
  const conditions = conditionsOf(resource, options);
  const statements = new Map<string, Statement>();
  const toRow = rowReader(resource);

  return function listRows(scope: Scope, input: I): Promise<Listing<R>> {
    return input.after === undefined
      ? readPage(scope, input)
      : readBehind(scope, { ...input, after: input.after });
  };

  /** The parts of a request as parameters of the statements. */
  async function readInput(scope: Scope, input: I) {
    const { names: given, values } = conditions.given(input);
    const phonePattern = await phonePatternOf(scope, input);
    return { given, values: { ...values, providerId: scope.providerId, phonePattern } };
  }

  async function readPage(scope: Scope, input: I): Promise<Listing<R>> {
    const { page = 1, limit, sort } = input;
    const offset = (page - 1) * limit;
    const { given, values: filterValues } = await readInput(scope, input);
    const values = { ...filterValues, limit, offset };
    const isUnfiltered = options.counted !== undefined && given.length === 0;
    const first = offset === 0 && USUAL_LIMITS.includes(limit) ? limit : undefined;
    const statement =
      isUnfiltered && isDeep(offset) && isByCreation(sort)
        ? deepStatement(scope, sort)
        : pageStatement(scope, given, sort, first);
    const found = await run(scope, statement, values);
    // Each row has the total. A page without rows has none, and only the first page is empty because the list is.
    const counted =
      found.length > 0 || offset === 0
        ? found[0]?.at(-1)
        : (await run(scope, totalStatement(given), values))[0]?.[0];
    const total = Number(counted ?? 0);
    const rows = found.map(toRow);
    const meta = { page, limit, total, totalPages: Math.ceil(total / limit) };
    if (!isByCreation(sort)) return { rows, meta };
    const last = rows.length > 0 ? idOf(rows.at(-1) as Row<R>) : null;
    const isFull = rows.length === limit;
    const hasMore = isFull && (offset + limit < total || (await isBehind(scope, input, last, total)));
    return { rows, meta: { ...meta, next: hasMore ? last : null } };
  }

  /** Whether a row is behind the last one of a list whose total is not known. */
  async function isBehind(scope: Scope, input: I, last: string | null, total: number): Promise<boolean> {
    if (last === null || options.countedTo === undefined || total <= options.countedTo) return false;
    const { rows } = await readBehind(scope, { ...input, page: undefined, after: last, limit: 1 });
    return rows.length > 0;
  }

  /** The rows behind a place. One row more than the limit shows whether there are further ones. */
  async function readBehind(scope: Scope, input: I & { after: string }): Promise<Listing<R>> {
    const { limit, sort } = input;
    const cursor = await cursorOf(scope, resource, input, options);
    const { given, values } = await readInput(scope, input);
    const first = USUAL_LIMITS.includes(limit) ? limit : undefined;
    const statement = behindStatement(scope, given, sort, first);
    const found = await run(scope, statement, { ...values, ...cursor, limit: limit + 1, offset: 0 });
    const rows = found.slice(0, limit).map(toRow);
    const next = found.length > limit ? idOf(rows.at(-1) as Row<R>) : null;
    return { rows, meta: { limit, next } as ListMeta };
  }

  function where(given: string[]): SQL | undefined {
    return and(conditions.base, conditions.filtered(given));
  }

  /**
   * The rows of a page, each with the total after its columns: a second statement would cost as much as all rows.
   * @param first the number of rows of a first page; undefined for other pages
   */
  function pageStatement(scope: Scope, given: string[], sort: string, first: number | undefined): Statement {
    return once(['page', sort, given, first], () =>
      rowsStatement(scope, { listTotal: sql`(${total(given)})` }, where(given), sort, first),
    );
  }

  /** The rows behind a place, and one more than `first`. */
  function behindStatement(
    scope: Scope,
    given: string[],
    sort: string,
    first: number | undefined,
  ): Statement {
    return once(['behind', sort, given, first], () => {
      const direction = sql.raw(sort.startsWith('-') ? '<' : '>');
      const id = sql`${sql.placeholder('cursorId')}::text`;
      const isBehindIt = options.timeById
        ? sql`${resource.table.id} ${direction} ${id} and ${sql.placeholder('cursorAt')}::text is not null`
        : sql`(${resource.table.createdAt}, ${resource.table.id}) ${direction} (${sql.placeholder('cursorAt')}::timestamptz, ${id})`;
      const more = first === undefined ? undefined : first + 1;
      return rowsStatement(scope, {}, and(where(given), isBehindIt), sort, more);
    });
  }

  function rowsStatement(
    scope: Scope,
    more: Record<string, SQL>,
    condition: SQL | undefined,
    sort: string,
    first: number | undefined,
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

  function deepStatement(scope: Scope, sort: string): Statement {
    return once(['deep', sort], () => deepPageStatement(scope, resource, sort.startsWith('-'), options));
  }

  function totalStatement(given: string[]): Statement {
    return once(['total', given], () => dialect.sqlToQuery(total(given)));
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

/** A page of rows, or the rows behind a place. */
export type Listing<R extends Resource> = { rows: Row<R>[]; meta: ListMeta };

/** The key of a statement of a list. */
type Shape =
  | ['page' | 'behind', sort: string, filters: string[], first: number | undefined]
  | ['deep', sort: string]
  | ['total', filters: string[]];
