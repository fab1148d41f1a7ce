import { type SQL, sql } from 'drizzle-orm';
import type { Resource } from '../../state/resource.ts';
import { expressionOf, ordered, type SortKey } from './order.ts';

/** The keys of an order, the id last. */
export type Keys = readonly SortKey[];

/**
 * What a search finds, as `found` in a statement: the keys of each row that one of the ways finds. Each way is a query of its own, so that
 * each uses its index, and the rows are read once for the page and the total.
 * @param ways conditions, each with all other filters
 * @param most the rows that are of use; null for all. Of each way one more is read, which shows that there are more.
 */
export function foundRows({ table }: Resource, ways: SQL[], keys: Keys, most: number | null): SQL {
  const limit = sql.raw(most === null ? '' : ` limit ${most + 1}`);
  const queries = ways.map(
    (way) => sql`(select ${sql.join(keys.map(expressionOf), sql`, `)} from ${table} where ${way}${limit})`,
  );
  return sql`found (${sql.join(keys.map(nameOf), sql`, `)}) as materialized (${sql.join(queries, sql` union `)})`;
}

/**
 * What is read of `found`, where it has all that the search finds, and otherwise of the list.
 * @param most as given to `foundRows`
 */
export function ofFound(most: number | null, ofFew: SQL, ofMany: SQL): SQL {
  if (most === null) return ofFew;
  return sql`case when (select count(*) from found) <= ${sql.raw(String(most))} then ${ofFew} else ${ofMany} end`;
}

/** The ids of the rows of `found` in an order. */
export function idsOfFound(keys: Keys, isDescending: boolean): SQL {
  const order = keys.map((key, i) => ordered(key, isDescending, nameOf(key, i)));
  return sql`select ${nameOf(keys.at(-1), keys.length - 1)} from found order by ${sql.join(order, sql`, `)}`;
}

const nameOf = (_: unknown, i: number) => sql.identifier(`key_${i}`);
