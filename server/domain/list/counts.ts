import { and, type SQL, sql } from 'drizzle-orm';
import type { Scope } from '../../db/scope.ts';
import { run, type Statement } from '../../db/statement.ts';
import type { Resource } from '../../state/resource.ts';
import { conditionsOf, type Filters, type ListOptions, type Paging } from './list.ts';

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
    const [counts = []] = await run(scope, statement, { ...tabValues, providerId: scope.providerId });
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
