import { DrizzleQueryError } from 'drizzle-orm';
import { PgDialect, PgPreparedQuery } from 'drizzle-orm/pg-core';
import {
  drizzle,
  type PostgresJsDatabase,
  PostgresJsSession,
  PostgresJsTransaction,
} from 'drizzle-orm/postgres-js';
import type { Sql, TransactionSql } from 'postgres';
import { isPostgresError } from './postgres-error.ts';

export type DrizzleDb = PostgresJsDatabase;
export type DrizzleTx = Parameters<Parameters<DrizzleDb['transaction']>[0]>[0];

/** The part of the driver that drizzle uses in a transaction. */
export type Client = Pick<TransactionSql, 'unsafe' | 'savepoint'>;

/** drizzle on a pool of the driver. */
export function openDrizzle(sql: Sql): DrizzleDb {
  return drizzle(sql);
}

/** The driver below drizzle, on the same transaction. */
export function clientOf(on: DrizzleDb | DrizzleTx): Client {
  // drizzle has no typed way to the client of a transaction.
  return (on._.session as unknown as PostgresJsSession<Sql, never, never>).client as unknown as Client;
}

const dialect = new PgDialect();

/** drizzle on a transaction of the driver. */
export function drizzleOn(client: Client): DrizzleTx {
  // drizzle's types name the whole driver.
  const session = new PostgresJsSession(client as unknown as Sql, dialect, undefined);
  return new PostgresJsTransaction(dialect, session as never, undefined) as DrizzleTx;
}

/**
 * drizzle writes the parameters of a failed statement into the message of the error, and so into log lines and stored
 * failures. Any of them may be a password or the name of a person. Contract: Security log.
 */
// drizzle's types declare the method as protected.
const statements = PgPreparedQuery.prototype as unknown as {
  queryWithCache<T>(text: string, params: unknown[], query: () => Promise<T>): Promise<T>;
};
statements.queryWithCache = async (text, _params, query) => {
  try {
    return await query();
  } catch (error) {
    throw new DrizzleQueryError(text, [], withoutValues(error));
  }
};

/** PostgreSQL quotes a value that it cannot parse (class 22), and whole rows in the detail. */
function withoutValues(error: unknown): Error | undefined {
  if (!isPostgresError(error)) return error instanceof Error ? error : undefined;
  if (error.code.startsWith('22')) {
    const { message } = error;
    error.message = message.replace(/".*"/s, '"…"');
    // The driver defines this property a second time. In newer versions of Node it is read-only after that.
    const value = error.stack?.replace(message, error.message);
    Object.defineProperty(error, 'stack', { value, writable: true, configurable: true });
  }
  error.detail = undefined;
  return error;
}
