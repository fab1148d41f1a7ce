import postgres, { type Sql } from 'postgres';
import { arrayTypes } from './array-types.ts';
import { withTls } from './tls.ts';

export type { Sql, TransactionSql } from 'postgres';

type SessionOptions = {
  /** Number of connections. */
  max?: number;
  /** Settings of PostgreSQL for each session. */
  settings?: object;
  /** The longest wait for a connection, in s. */
  connectTimeoutS?: number;
};

/**
 * Runs work with connections of its own, without the care that `openPool` takes of lost ones: for maintenance. Sessions run in
 * UTC.
 */
export async function withSessions<T>(
  location: string,
  { max = 1, settings, connectTimeoutS }: SessionOptions,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const { url, ...tls } = withTls(location);
  const sql: Sql = postgres(url, {
    ...tls,
    ...{ max, fetch_types: false, types: arrayTypes, onnotice: () => {} },
    ...(connectTimeoutS !== undefined && { connect_timeout: connectTimeoutS }),
    connection: { TimeZone: 'UTC', ...settings },
  }) as unknown as Sql;
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
