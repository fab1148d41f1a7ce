import { AsyncLocalStorage } from 'node:async_hooks';
import { clientOf, type DrizzleDb, type DrizzleTx, openDrizzle } from './driver/drizzle.ts';
import { openPool } from './driver/pool.ts';
import type { Sql } from './driver/session.ts';
import { openReplica, type Replica } from './replica.ts';
import type { TimeLimits } from './time-limits.ts';

export type Db = DrizzleDb;
/** A transaction. A verb uses only the one of its scope. */
export type Tx = DrizzleTx;

export type Database = {
  db: Db;
  sql: Sql;
  url: string;
  replica?: Replica;
  /** The pool of jobs, where they have one of their own. */
  ofJobs?: Database;
  close(): Promise<void>;
};

let opened: Database | undefined;

/** Set while code of a job runs. */
const job = new AsyncLocalStorage<true>();

/**
 * Opens the connection pool of the process. Sessions run in UTC.
 * @param max number of connections
 * @param limits time limits of PostgreSQL for each session
 */
export function openDatabase(url: string, max = 10, limits: TimeLimits = {}): Database {
  opened = open(url, max, limits);
  return opened;
}

/** Opens a further database, which is not that of the process. */
export function openFurtherDatabase(url: string, max: number): Database {
  return open(url, max, {});
}

function open(url: string, max: number, limits: TimeLimits): Database {
  const connection = { TimeZone: 'UTC', application_name: 'demarc', ...limits };
  const sql = openPool(url, { max, onnotice: () => {}, connection });
  return { db: openDrizzle(sql), sql, url, close: () => sql.end({ timeout: 1 }) };
}

/**
 * Opens a pool for the statements of jobs. A time limit belongs to a session, so requests and jobs with different limits cannot
 * share sessions. It is closed with the database.
 */
export function openDatabaseOfJobs(max: number, limits: TimeLimits): void {
  const primary = openedDatabase();
  const ofJobs = open(primary.url, max, limits);
  const { close } = primary;
  Object.assign(primary, { ofJobs, close: () => closeAll(close, ofJobs.close) });
}

/** Runs the code of a job: its statements use the pool of jobs, if the process has one. */
export function asJob<T>(work: () => T): T {
  return job.run(true, work);
}

/** Whether the code of a job runs. */
export function isJob(): boolean {
  return job.getStore() === true;
}

async function closeAll(...closes: (() => Promise<void>)[]): Promise<void> {
  await Promise.all(closes.map((close) => close()));
}

/** Opens the replica of the open database, for reads whose age does not matter. It is closed with the database. */
export function openDatabaseReplica(url: string, max: number): void {
  const primary = openedDatabase();
  const replica = openReplica(url, primary.sql, { max });
  const { close } = primary;
  Object.assign(primary, { replica, close: () => closeAll(close, replica.close) });
}

/** The pool that `openDatabase` opened; in a job that of jobs. */
export function database(): Database {
  const primary = openedDatabase();
  return (job.getStore() && primary.ofJobs) || primary;
}

function openedDatabase(): Database {
  if (!opened) throw new Error('the database is not open yet');
  return opened;
}

/** drizzle on the pool, outside any transaction. */
export function db(): Db {
  return database().db;
}

/** The replica, where one is configured, answers and is not far behind; else null. */
export function replicaDb(): Db | null {
  return opened?.replica?.db() ?? null;
}

/**
 * Sends a statement of fixed text with its parameters, `$1` first, on the same transaction as drizzle. It is sent when
 * the result is awaited, or at once by its `execute`.
 */
export function send<T extends object>(on: Db | Tx, text: string, params: readonly unknown[]) {
  // The driver serializes values of any type; its types name some of them only.
  return clientOf(on).unsafe<T[]>(text, params as never[]);
}
