import type { Sql } from 'postgres';
import { isTracing, traceStatement } from '../../tracing.ts';

/** A connection of the driver, as far as this file uses it. */
type Connection = {
  /** Set while the connection belongs to a transaction. The driver clears it when PostgreSQL reports that none is open. */
  reserved: unknown;
  execute(statement: SentStatement): unknown;
  terminate(): void;
};

/** A statement of the driver, as far as this file uses it. */
type SentStatement = Promise<unknown> & {
  strings: readonly string[];
  isRaw?: unknown;
  cancelled: unknown;
  execute(): SentStatement;
  resolve(result: { command?: string }): void;
  reject(error: unknown): void;
};

type Transaction = {
  /** Whether it has ended: by its commit, its rollback or a loss. */
  isOver: boolean;
  /** Where it runs, and the mark of the connection that belongs to it alone; after BEGIN. */
  connection?: Connection;
  reserved?: unknown;
  fail(error: Error): void;
};

/** `begin` or `savepoint` of the driver: the last argument is the work. */
type Run = (...args: unknown[]) => Promise<unknown>;

/**
 * The pool of the driver, with what it lacks. Every statement is prepared: drizzle sends unnamed statements unprepared, which
 * costs PostgreSQL a parse and a plan each time. There are few distinct statements, because lists of values are sent as arrays.
 * A transaction stores everything or fails (docs/decisions/0042-lost-connections.md).
 * @param lose called when a connection of the pool can no longer be trusted
 */
export function adaptPool(sql: Sql, lose: () => void): Sql {
  let beginning: Transaction | undefined;
  const { unsafe, begin } = sql;

  sql.unsafe = ((query: string, params?: never[], options: Options = {}) => {
    const { onexecute } = options;
    if (onexecute && beginning) {
      return unsafe(query, params, { onexecute: reserving(onexecute, beginning) } as object);
    }
    const send = (prepare: boolean) => unsafe(query, params, { ...options, prepare });
    const statement = withoutRepetition(send(true), () => send(false));
    return traced(statement, query);
  }) as Sql['unsafe'];

  sql.begin = ((...args: unknown[]) =>
    new Promise<unknown>((resolve, reject) => {
      const transaction: Transaction = { isOver: false, fail: reject };
      const over = () => {
        transaction.isOver = true;
      };
      // The driver sends BEGIN at once.
      beginning = transaction;
      const result = inTransaction(begin as unknown as Run, transaction, lose)(...args);
      beginning = undefined;
      result.then(over, over);
      result.then(resolve, reject);
    })) as unknown as Sql['begin'];
  return sql;
}

/** What the driver does with the connection that sends BEGIN: it reserves it. */
type OnExecute = (connection: Connection) => unknown;
type Options = { onexecute?: OnExecute };

/** Notes the connection that the driver reserves for a transaction. */
function reserving(reserve: OnExecute, transaction: Transaction): OnExecute {
  return (connection) => {
    const result = reserve(connection);
    Object.assign(transaction, { connection, reserved: connection.reserved });
    checkCommits(connection);
    return result;
  };
}

/** Adapts the work of a transaction or a savepoint. */
function inTransaction(run: Run, transaction: Transaction, lose: () => void): Run {
  const check = () => requireOpen(transaction, lose);
  return (...args) => {
    const work = args.at(-1) as (tx: Sql) => unknown;
    return run(...args.slice(0, -1), async (tx: Sql) => {
      try {
        const result = await work(adaptTransaction(tx, transaction, lose));
        check();
        return result;
      } finally {
        // The driver would send COMMIT or ROLLBACK, and end the process if there is no connection.
        if (transaction.isOver) await new Promise(() => {});
      }
    });
  };
}

function adaptTransaction(tx: Sql, transaction: Transaction, lose: () => void): Sql {
  const { unsafe, savepoint } = tx as unknown as { unsafe: Sql['unsafe']; savepoint: Run };
  return Object.assign(tx, {
    unsafe: (query: string, params?: never[], options?: object) => {
      requireOpen(transaction, lose);
      return traced(withoutRepetition(unsafe(query, params, { ...options, prepare: true })), query);
    },
    savepoint: inTransaction(savepoint, transaction, lose),
  });
}

/**
 * Refuses statements of a transaction that has ended. The driver would send them outside of any transaction, or in that of
 * another caller.
 * @throws connectionLost
 */
function requireOpen(transaction: Transaction, lose: () => void): void {
  const { connection, reserved, isOver } = transaction;
  if (isOver) throw connectionLost();
  if (connection?.reserved === reserved) return;
  // What the transaction has sent is stored, or is part of another one. The connection ends before that commits.
  transaction.isOver = true;
  lose();
  connection?.terminate();
  const error = connectionLost();
  transaction.fail(error);
  throw error;
}

const checked = new WeakSet<Connection>();

/** PostgreSQL answers the COMMIT of a transaction with a failed statement by ROLLBACK, which the driver takes for success. */
function checkCommits(connection: Connection): void {
  if (checked.has(connection)) return;
  checked.add(connection);
  const { execute } = connection;
  connection.execute = (statement) => {
    if (statement.strings[0] === 'commit') {
      const { resolve } = statement;
      statement.resolve = (result) =>
        result.command === 'COMMIT' ? resolve(result) : statement.reject(rolledBack());
    }
    return execute(statement);
  };
}

/**
 * The driver sends a statement again whose prepared form is gone or no longer fits: behind those that are waiting on the
 * connection, so after the COMMIT of its transaction or after the BEGIN of another one.
 * @param again sends the statement elsewhere; without it the statement fails
 */
function withoutRepetition<S>(sent: S, again?: () => unknown): S {
  const statement = sent as SentStatement;
  return Object.defineProperty(statement, 'retried', {
    set(error: unknown) {
      // The driver sends no statement that was cancelled.
      statement.cancelled = { resolve: () => {}, reject: () => {} };
      if (!again) return statement.reject(error);
      const repeated = again() as SentStatement;
      repeated.isRaw = statement.isRaw;
      repeated.then(
        (result) => statement.resolve(result as object),
        (failure) => statement.reject(failure),
      );
    },
  }) as S;
}

function traced<S extends Promise<unknown>>(statement: S, query: string): S {
  return isTracing() ? traceStatement(statement, query) : statement;
}

/** @param cause of a connection that could not be opened */
export function connectionLost(cause?: unknown): Error {
  const message = cause ? 'the database cannot be reached' : 'the connection to the database was lost';
  return Object.assign(new Error(message, { cause }), { code: 'CONNECTION_CLOSED' });
}

function rolledBack(): Error {
  return Object.assign(new Error('the database rolled back the transaction'), { code: ROLLED_BACK });
}

/** Code of a transaction whose COMMIT was answered by ROLLBACK. Nothing of it is stored. */
export const ROLLED_BACK = 'TRANSACTION_ROLLED_BACK';
