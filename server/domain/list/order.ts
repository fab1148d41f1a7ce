import { asc, Column, desc, is, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** A key of an order. `text` is in the order of people's languages, not of code points. */
export type SortKey = PgColumn | SQL | { text: PgColumn };

/** The collation of the Unicode standard for no language in particular. Contract: Lists. */
const COLLATION = sql.raw('"und-x-icu"');

const isText = (key: SortKey): key is { text: PgColumn } => 'text' in key && is(key.text, Column);

/** The expression of a key, in the collation of its order. */
export function expressionOf(key: SortKey): SQL {
  return isText(key) ? sql`${key.text} collate ${COLLATION}` : sql`${key}`;
}

/**
 * A key in a direction. Null is last in both. A column without nulls keeps the order that its index has.
 * @param expression what has the value of the key
 */
export function ordered(
  key: SortKey,
  isDescending: boolean,
  expression: SQLWrapper = expressionOf(key),
): SQL {
  const column = isText(key) ? key.text : key;
  if (!isDescending) return asc(expression);
  const isNullable = !(is(column, Column) && column.notNull);
  return isNullable ? sql`${expression} desc nulls last` : desc(expression);
}
