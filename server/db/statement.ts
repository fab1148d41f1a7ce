import { fillPlaceholders } from 'drizzle-orm';
import { send } from './client.ts';
import type { Scope } from './scope.ts';

/** A statement that is built once. Its placeholders are among the parameters. */
export type Statement = { sql: string; params: unknown[] };

/** Control characters and lone surrogates, which JSON escapes and an array of PostgreSQL does not. */
const escaped = /[\p{Cc}\p{Cs}]/u;

/** An element of an array parameter: a value that PostgreSQL reads from its text. */
export type Element = string | number | boolean | null;

/**
 * An array parameter of any type. The driver escapes value by value. JSON writes the same text in one call, except for
 * control characters.
 */
export function arrayParameter(values: Element[]): string | Element[] {
  if (values.some((value) => typeof value === 'string' && escaped.test(value))) return values;
  return `{${JSON.stringify(values).slice(1, -1)}}`;
}

/**
 * Runs a statement with values for its placeholders.
 * @returns the values of each row, in the order of the selected columns
 */
export function run(
  scope: Scope,
  statement: Statement,
  values: Record<string, unknown>,
): Promise<unknown[][]> {
  return send(scope.db, statement.sql, fillPlaceholders(statement.params, values)).values();
}
