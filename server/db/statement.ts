import { fillPlaceholders, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type Db, send, type Tx } from './client.ts';

/** A statement that is built once. Its placeholders are among the parameters. */
export type Statement = { sql: string; params: unknown[] };

/** An escape of JSON that an array of PostgreSQL does not have: of a control character or a lone surrogate. */
const foreignEscape = /\\[^"\\]/;

/** An element of an array parameter: a value that PostgreSQL reads from its text. */
export type Element = string | number | boolean | null;

/**
 * An array parameter of any type. The driver escapes value by value. JSON writes the same text in one call, except for
 * control characters.
 */
export function arrayParameter(values: Element[]): string | Element[] {
  const text = JSON.stringify(values);
  return foreignEscape.test(text) ? values : `{${text.slice(1, -1)}}`;
}

/**
 * Texts of JSON as one parameter, which `jsonTexts` reads. In an array they would be escaped, and PostgreSQL would read them
 * character by character. JSON has no line breaks.
 */
export function jsonParameter(texts: (string | null)[]): string {
  return texts.join('\n');
}

/** The array of texts in a parameter of `jsonParameter`. */
export function jsonTexts(parameter: SQLWrapper): SQL {
  return sql`string_to_array(${parameter}, chr(10), '')`;
}

/** An instant from milliseconds since 1970, which PostgreSQL reads in a tenth of the time that a timestamp takes. */
export function instantFromMs(ms: SQL): SQL {
  return sql`to_timestamp(${ms}::float8 / 1000)`;
}

/**
 * The column equals one of the values. They are one parameter, so the statement is the same for any number of values and
 * is prepared once. drizzle's `inArray` has a parameter for each value.
 */
export function isOneOf(column: PgColumn, values: readonly string[]): SQL {
  return sql`${column} = any(${sql.param(values)})`;
}

/**
 * The values of an enum as literals. PostgreSQL uses a partial index of some statuses for literals alone, because a
 * prepared plan has to fit any parameter.
 */
export function literals(values: readonly string[]): SQL {
  return sql.raw(values.map((value) => `'${value}'`).join(', '));
}

/** Names of the parameters of a statement of fixed text: the placeholder of each, and their values in the order of the placeholders. */
export function namedParameters<const Name extends string>(...names: Name[]) {
  return {
    placeholders: Object.fromEntries(names.map((name, i) => [name, `$${i + 1}`])) as Record<Name, string>,
    count: names.length,
    inOrder: (values: Record<Name, unknown>): unknown[] => names.map((name) => values[name]),
  };
}

/**
 * Runs a statement with values for its placeholders.
 * @returns the values of each row, in the order of the selected columns
 */
export function run(
  scope: { db: Db | Tx },
  statement: Statement,
  values: Record<string, unknown>,
): Promise<unknown[][]> {
  return send(scope.db, statement.sql, fillPlaceholders(statement.params, values)).values();
}
