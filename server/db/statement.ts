import { fillPlaceholders } from 'drizzle-orm';
import { driver } from './client.ts';
import type { Scope } from './scope.ts';

/** A statement built once; its placeholders are among the parameters. */
export type Statement = { sql: string; params: unknown[] };

/** Sends it with values for its placeholders; gives the values of each row, in the order of the columns selected. */
export function run(
  scope: Scope,
  statement: Statement,
  values: Record<string, unknown>,
): Promise<unknown[][]> {
  const params = fillPlaceholders(statement.params, values) as never[];
  return driver(scope.db).unsafe(statement.sql, params).values() as Promise<unknown[][]>;
}
