import { drizzle, type PostgresJsDatabase, type PostgresJsSession } from 'drizzle-orm/postgres-js';
import postgres, { type Sql } from 'postgres';

export type Db = PostgresJsDatabase;
/** A transaction. Everything a verb does goes through the one of its scope. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

export type Database = { db: Db; sql: Sql; url: string; close(): Promise<void> };

let opened: Database | undefined;

/**
 * Opens the process's pool. Sessions run in UTC.
 * @param max connections held at most
 */
export function openDatabase(url: string, max = 10): Database {
  const sql = prepareAlways(
    postgres(url, { max, onnotice: () => {}, connection: { TimeZone: 'UTC', application_name: 'demarc' } }),
  );
  opened = { db: drizzle(sql), sql, url, close: () => sql.end({ timeout: 5 }) };
  return opened;
}

/** The pool that `openDatabase` opened. */
export function database(): Database {
  if (!opened) throw new Error('the database is not open yet');
  return opened;
}

/** drizzle on the pool, outside any transaction. */
export function db(): Db {
  return database().db;
}

/** The driver below drizzle, on the same transaction: for statements of a fixed text, and those whose order counts. */
export function driver(on: Db | Tx): Sql {
  return (on._.session as unknown as PostgresJsSession<Sql, never, never>).client;
}

/**
 * drizzle sends a statement unprepared unless it was named, which costs PostgreSQL a parse and a plan each time.
 * Our statements have few shapes (lists of values travel as arrays), so all of them are prepared.
 */
function prepareAlways<S extends Sql>(sql: S): S {
  const { unsafe, begin, savepoint } = sql as unknown as {
    unsafe: Sql['unsafe'];
    begin: (...args: unknown[]) => unknown;
    savepoint?: (...args: unknown[]) => unknown;
  };
  const inner =
    (run: (...args: unknown[]) => unknown) =>
    (...args: unknown[]) => {
      const work = args.at(-1) as (tx: Sql) => unknown;
      return run(...args.slice(0, -1), (tx: Sql) => work(prepareAlways(tx)));
    };
  return Object.assign(sql, {
    unsafe: (query: string, params?: never[], options?: object) =>
      unsafe(query, params, { ...options, prepare: true }),
    ...(begin ? { begin: inner(begin) } : {}),
    ...(savepoint ? { savepoint: inner(savepoint) } : {}),
  });
}
