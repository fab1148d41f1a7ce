import { and, getTableName, type SQL, sql } from 'drizzle-orm';
import { COUNTED_TO } from '../../contract/api-request-values.ts';
import { run, type Statement } from '../../db/statement.ts';
import type { Resource } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { conditionsOf } from './conditions.ts';
import { noSearch, searchValuesOf } from './local-phone.ts';
import type { Filters, ListOptions, Paging } from './options.ts';

/**
 * Counts the rows of tabs, all in one statement and with the filters of the list, so that a count is the total of its list.
 * @param options those of the list
 * @param tabs the filters of each tab
 * @param only a condition of every tab, for a table of which no request can read all rows
 */
export function defineCounts<R extends Resource, I extends Paging, K extends string>(
  resource: R,
  options: ListOptions<I>,
  tabs: Record<K, Filters<I>>,
  only?: SQL,
) {
  const conditions = conditionsOf(resource, options);
  const given = Object.entries<Filters<I>>(tabs).map(([tab, filters]) => ({
    tab,
    prefix: `${tab}.`,
    ...conditions.given(filters, `${tab}.`),
  }));
  const tabValues = Object.assign({}, ...given.map(({ values }) => values));
  let statement: Statement | undefined;
  return async function count(scope: Scope): Promise<Record<K, number>> {
    statement ??= build(scope);
    const values = { ...tabValues, ...noSearch, providerId: scope.providerId };
    const [counts = []] = await run(scope, statement, values);
    const counted = given.map(({ tab }, index) => [tab, Number(counts[index])]);
    return Object.fromEntries(counted) as Record<K, number>;
  };

  function build({ db }: Scope): Statement {
    const where = ({ names, prefix }: { names: string[]; prefix: string }) =>
      conditions.filtered(names, prefix);
    if (!options.counted) {
      const counts = given.map((tab) => [tab.tab, sql`count(*) filter (where ${where(tab)})`]);
      return db
        .select(Object.fromEntries(counts))
        .from(resource.table)
        .where(and(conditions.base, only))
        .toSQL();
    }
    // Each tab by itself: its total is kept, or an index has its few rows.
    const counts = given.map((tab) => {
      const rows = sql`select count(*) from ${resource.table} where ${and(conditions.base, only, where(tab))}`;
      return [tab.tab, sql`(${conditions.total(tab.names, tab.prefix) ?? rows})`];
    });
    return db.select(Object.fromEntries(counts)).from(sql`(values (1)) once`).toSQL();
  }
}

/** Counts that may be too low, as `boundedCountsOutput` describes them. */
export type BoundedCounts<K extends string> = { counts: Record<K, number>; atLeast: K[] };

/**
 * Counts the rows of tabs of a list that is too long to count: those among its newest `COUNTED_TO` rows.
 * @param options those of the list
 * @param tabs the filters of each tab
 * @param few conditions of tabs that an index has, with their values as literals so that PostgreSQL uses a partial index.
 *   Their rows are counted by themselves, to `COUNTED_TO`.
 * @param within the filters that every count has
 */
export function defineBoundedCounts<R extends Resource, I extends Paging, K extends string>(
  resource: R,
  options: ListOptions<I>,
  tabs: Record<K, Filters<I>>,
  { few = {}, within = [] }: { few?: { [T in K]?: SQL }; within?: (keyof I & string)[] } = {},
) {
  const { table } = resource;
  const conditions = conditionsOf(resource, options);
  const names = Object.keys(tabs) as K[];
  const given = Object.fromEntries(
    names.map((tab) => [tab, conditions.given(tabs[tab], `${tab}.`)]),
  ) as Record<K, ReturnType<typeof conditions.given>>;
  const tabValues = Object.assign({}, ...names.map((tab) => given[tab].values));
  const base = and(conditions.base, conditions.filtered(within));
  let statement: Statement | undefined;
  return async function count(scope: Scope, input: Partial<I> = {}): Promise<BoundedCounts<K>> {
    statement ??= build(scope);
    const given = { ...tabValues, ...conditions.given(input).values };
    const values = { ...given, ...(await searchValuesOf(scope, input)), providerId: scope.providerId };
    const [row = []] = await run(scope, statement, values);
    const [examined, ...counted] = row.map(Number);
    const counts = Object.fromEntries(names.map((tab, i) => [tab, counted[i]])) as Record<K, number>;
    const isPartial = (tab: K) => (few[tab] ? counts[tab] : (examined ?? 0)) > COUNTED_TO;
    return { counts, atLeast: names.filter(isPartial) };
  };

  function build({ db }: Scope): Statement {
    const most = sql.raw(`${COUNTED_TO + 1}`);
    const counts = names.map((tab) => {
      const condition = few[tab];
      return condition
        ? sql`(select count(*) from (select from ${table} where ${and(base, condition)} limit ${most}) few)`
        : sql`count(*) filter (where ${conditions.filtered(given[tab].names, `${tab}.`)})`;
    });
    const columns = ['examined', ...names].map((name, i) => [name, i === 0 ? sql`count(*)` : counts[i - 1]]);
    const newest = sql`(select * from ${table} where ${base} order by ${conditions.newestFirst} limit ${most})`;
    return db
      .select(Object.fromEntries(columns))
      .from(sql`${newest} ${sql.identifier(getTableName(table))}`)
      .toSQL();
  }
}
