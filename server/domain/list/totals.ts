import { and, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { present } from '../../contract/present.ts';
import { run, type Statement } from '../../db/statement.ts';
import type { Resource } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { conditionsOf } from './conditions.ts';
import { searchValuesOf } from './local-phone.ts';
import type { Filters, ListOptions, Paging } from './options.ts';

const dialect = new PgDialect();

/**
 * What is summed: amounts in minor units with their currency, and the sums over them by the name of their field. `key` names
 * another group than the currency.
 */
type Sums = {
  /** A table or a query. It can use `matching`, the query of the ids of the rows that match the filters. */
  from?: (matching: SQL) => SQL;
  currency: SQL;
  key?: string;
  fields: Record<string, SQL>;
};

/**
 * Sums amounts of all rows that match the filters of a list, for each currency, in the order of the currencies.
 * @param options those of the list
 * @param totals the contract's schema of the answer: the currency and the sums
 */
export function defineTotals<R extends Resource, I extends Paging, T extends z.ZodArray<z.ZodObject>>(
  resource: R,
  options: ListOptions<I>,
  totals: T,
  { from, currency, key: group = 'currency', fields }: Sums,
) {
  const conditions = conditionsOf(resource, options);
  const statements = new Map<string, Statement>();
  const names = [group, ...Object.keys(fields)];

  return async function sum(scope: Scope, input: Filters<I>): Promise<z.output<T>> {
    const given = conditions.given(input);
    const key = given.names.join();
    const statement = statements.get(key) ?? build(given.names);
    statements.set(key, statement);
    const searched = await searchValuesOf(scope, input);
    const values = { ...given.values, ...searched, providerId: scope.providerId };
    const rows = await run(scope, statement, values);
    return rows.map((values) =>
      present(
        totals.element,
        Object.fromEntries(names.map((name, i) => [name, i === 0 ? values[i] : Number(values[i])])),
      ),
    ) as z.output<T>;
  };

  function build(given: string[]): Statement {
    const where = and(conditions.base, conditions.filtered(given));
    const source = from
      ? from(sql`select ${resource.table.id} from ${resource.table} where ${where}`)
      : sql`${resource.table} where ${where}`;
    const sums = Object.values(fields).map((field) => sql`coalesce(${field}, 0)::bigint`);
    return dialect.sqlToQuery(sql`
      select ${currency}, ${sql.join(sums, sql`, `)} from ${source} group by ${currency} order by ${currency}`);
  }
}
