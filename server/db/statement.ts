import { fillPlaceholders } from 'drizzle-orm';
import { send } from './client.ts';
import type { Scope } from './scope.ts';

/** A statement that is built once. Its placeholders are among the parameters. */
export type Statement = { sql: string; params: unknown[] };

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
