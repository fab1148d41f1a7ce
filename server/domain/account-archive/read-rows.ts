import { createHash } from 'node:crypto';
import { inParts } from '../../db/cursor.ts';
import type { Client } from '../../db/driver/drizzle.ts';
import type { AccountTable } from './tables.ts';

/** Rows that are read at a time. */
const CHUNK = 1_000;

/** The number of rows of a table, and the SHA-256 of their lines, hex. */
export type Digest = { rows: number; sha256: string };

/** SQL with the id of an account as a literal: a cursor takes no parameters. */
export function ofAccount(sql: string, providerId: string): string {
  const literal = `'${providerId.replaceAll("'", "''")}'`;
  // As a text, the replacement could name parts of the statement.
  return sql.replaceAll('$account', () => literal);
}

/** The rows of an account in a table as lines of JSON, in the order of the table. The client has a transaction. */
export async function* linesOf(
  client: Client,
  { name, columns, rows, order }: AccountTable,
  providerId: string,
): AsyncGenerator<string[]> {
  const query = `select ${columns.join(', ')} from ${name} where ${rows} order by ${order.join(', ')}`;
  const lines = ofAccount(`select row_to_json(r)::text as line from (${query}) r`, providerId);
  for await (const found of inParts<{ line: string }>(client, lines, CHUNK))
    yield found.map(({ line }) => line);
}

/** Adds lines to the digest of a table. */
export function digester() {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    add(lines: readonly string[]): void {
      rows += lines.length;
      for (const line of lines) hash.update(line).update('\n');
    },
    end: (): Digest => ({ rows, sha256: hash.digest('hex') }),
  };
}

/** The digest of the rows of an account in a table. */
export async function digestOf(client: Client, table: AccountTable, providerId: string): Promise<Digest> {
  const digest = digester();
  for await (const lines of linesOf(client, table, providerId)) digest.add(lines);
  return digest.end();
}
