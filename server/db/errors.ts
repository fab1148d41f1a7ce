import { isPostgresError } from './driver/postgres-error.ts';
import { ROLLED_BACK } from './driver/transactions.ts';

/** Whether PostgreSQL answered COMMIT with a rollback, because a statement before it failed. */
export const isRolledBackCommit = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === ROLLED_BACK;

/** Routines of PostgreSQL that refuse a prepared statement: it is gone, or the table has changed since. */
const refusesPrepared = /^(?:FetchPreparedStatement|RevalidateCachedQuery|transformAssignedExpr)$/;

/** Whether the transaction was rolled back for a reason that a new one does not have: its statements are prepared again. */
export function lostItsStatements(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause) {
    if (isRolledBackCommit(e)) return true;
    if (isPostgresError(e) && refusesPrepared.test(e.routine)) return true;
  }
  return false;
}

/** Codes without a connection, or without the answer to a COMMIT. */
const noConnection = /^(?:CONNECT_TIMEOUT|CONNECTION_(?:CLOSED|ENDED|DESTROYED)|TRANSACTION_ROLLED_BACK)$/;
/** Codes of the operating system. An error of a statement has its text in `query`; other services cause them too. */
const unreachable = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
/** Codes of a PostgreSQL server that is not up, has no free session, lost a prepared statement, or has become a standby. */
const unavailableStates = /^(?:08...|57P0[123]|53300|26000|25006)$/;

/** Whether the database is unreachable, so that the same request may succeed shortly. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause) {
    const code = 'code' in e && typeof e.code === 'string' ? e.code : '';
    if (noConnection.test(code) || (unreachable.test(code) && 'query' in e)) return true;
    if (isPostgresError(e) && unavailableStates.test(code)) return true;
  }
  return false;
}

/** The PostgreSQL error inside a thrown error: its SQLSTATE and the violated constraint, if any. */
export function databaseError(error: unknown): { code: string; constraint?: string } | null {
  for (let e = error; e instanceof Error; e = e.cause) {
    if ('code' in e && typeof e.code === 'string' && /^[0-9A-Z]{5}$/.test(e.code)) {
      return { code: e.code, constraint: (e as { constraint_name?: string }).constraint_name };
    }
  }
  return null;
}

/** Whether the account of a write was moved to another cell since the write began. Nothing was written. */
export const isInAnotherCell = (error: unknown): boolean => databaseError(error)?.code === 'DM001';

/** Whether PostgreSQL ended a statement at `lock_timeout` or `statement_timeout`. Nothing was written. */
export function hasTimedOut(error: unknown): boolean {
  const { code } = databaseError(error) ?? {};
  return code === '55P03' || code === '57014';
}
