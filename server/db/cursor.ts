import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Client } from './driver/drizzle.ts';

/**
 * The rows of a query in parts, so that a long result is never in memory as a whole. One at a time in a transaction.
 * @param query without parameters, which a cursor does not take
 * @param size rows of a part
 */
export async function* inParts<T extends object>(
  client: Client,
  query: string,
  size: number,
): AsyncGenerator<T[]> {
  await client.unsafe(`declare parts no scroll cursor for ${query}`);
  for (;;) {
    const found = await client.unsafe<T[]>(`fetch ${size} from parts`);
    if (found.length > 0) yield found;
    if (found.length < size) break;
  }
  await client.unsafe('close parts');
}

const dialect = new PgDialect();

/** A query with its values as literals. Values are texts, and arrays of texts. */
export function withLiterals(query: SQL): string {
  const { sql: text, params } = dialect.sqlToQuery(query);
  return text.replaceAll(/\$(\d+)/g, (_, n) => literal(params[Number(n) - 1]));
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]::text[]`;
  return `'${String(value).replaceAll("'", "''")}'`;
}
