import { fillPlaceholders } from 'drizzle-orm';
import { send } from './client.ts';
import type { Scope } from './scope.ts';

/** A statement that is built once. Its placeholders are among the parameters. */
export type Statement = { sql: string; params: unknown[] };

/** Control characters and lone surrogates, which JSON escapes and an array of PostgreSQL does not. */
const escaped = /[\p{Cc}\p{Cs}]/u;

/**
 * A `text[]` parameter. The driver escapes value by value. JSON writes the same text in one call, except for control
 * characters.
 */
export function textArray(values: (string | null)[]): string | (string | null)[] {
  if (values.some((value) => value !== null && escaped.test(value))) return values;
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
