import { eq, gte, lt, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { unusualCurrencies } from '../../contract/money.ts';
import { arrayParameter, literals } from '../../db/statement.ts';
import { likePattern } from './like-pattern.ts';

/** A filter of a list: a condition on a placeholder, because statements are prepared. */
export type Filter<V> = {
  where: (value: Placeholder) => SQL;
  /**
   * The alternatives of the search `q`, each a condition that an index of its own serves: a row is found by any of them. With `or` between
   * them PostgreSQL would read the whole table.
   */
  ways?: (value: Placeholder) => SQL[];
  /** Whether all that the search finds has to be read before one row can be checked. */
  isFoundWhole?: true;
  /** Converts the input to the value of the placeholder. */
  value?: (given: V) => unknown;
  /** The condition for the value `true`. Without a parameter around it, PostgreSQL can begin with the few rows that it names. */
  whenTrue?: SQL | undefined;
  /** A query of the number of rows that match this filter alone, of `true` with `whenTrue`. It reads less than the rows. */
  total?: (value: Placeholder) => SQL;
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

/** The text contains the value, in any case. */
export function contains(text: SQL): Filter<string> {
  return foundBy((pattern) => [sql`${text} ilike ${pattern}`]);
}

/**
 * One of the conditions holds.
 * @param ways conditions on the pattern of ILIKE for texts that contain the value
 */
export function foundBy(ways: (pattern: Placeholder) => SQL[]): Filter<string> {
  return {
    where: (pattern) => sql`(${sql.join(ways(pattern), sql` or `)})`,
    ways,
    value: likePattern,
  };
}

/** The metadata has these values. */
export const containsMetadata: Filter<object> = {
  where: (given) => sql`metadata @> ${given}::jsonb`,
  value: (given) => JSON.stringify(given),
};
