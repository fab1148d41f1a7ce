import type { Sql, TransactionSql } from 'postgres';
import { monotonicMs } from '../../clock.ts';
import { type Client, type DrizzleTx, drizzleOn } from './drizzle.ts';

export type LazyTransaction = {
  /** drizzle on the transaction. Its first statement opens the transaction. */
  tx: DrizzleTx;
  isOpen(): boolean;
  /** Opens the transaction, if no statement has. @throws the error of `prepare` */
  open(): Promise<unknown>;
  /**
   * Does the work. Then an open transaction commits; after a failure it is rolled back.
   * @throws the error of `prepare`, even if the work caught it; the error of the work; the error of COMMIT
   */
  run<T>(work: () => Promise<T>): Promise<T>;
};

/**
 * A transaction that begins with its first statement.
 * @param prepare runs after BEGIN, before the statement that opened the transaction, with the wait for the connection in ms
 */
export function lazyTransaction(
  sql: Sql,
  prepare: (tx: DrizzleTx, waitedMs: number) => Promise<void>,
): LazyTransaction {
  /** The transaction, once it is prepared. */
  let prepared: TransactionSql | undefined;
  let opening: Promise<TransactionSql> | undefined;
  let failure: { error: unknown } | undefined;
  /** The transaction of the driver, until COMMIT or ROLLBACK is answered. It ends as `end` says. */
  let begun: Promise<unknown> | undefined;
  let end: { commit: () => void; rollback: (error: unknown) => void } | undefined;
  let hasEnded = false;
  /** Ends the wait for the work when the transaction ends before it, as when the connection is lost. */
  let lose: ((error: unknown) => void) | undefined;

  function begin(): Promise<TransactionSql> {
    const ended = new Promise<void>((commit, rollback) => {
      end = { commit, rollback };
    });
    ended.catch(() => {});
    const requestedMs = monotonicMs();
    const beginning = new Promise<TransactionSql>((resolve, reject) => {
      begun = sql.begin((tx) => {
        const isPrepared = () => {
          prepared = tx;
          resolve(tx);
        };
        prepare(drizzleOn(tx), monotonicMs() - requestedMs).then(isPrepared, reject);
        return ended;
      });
      begun.catch((error) => {
        lose?.(error);
        reject(error);
      });
    });
    beginning.catch((error) => {
      failure = { error };
    });
    return beginning;
  }

  function open(): Promise<TransactionSql> {
    // The driver would send it after ROLLBACK, where it commits alone.
    if (hasEnded) return Promise.reject(new Error('the transaction has ended'));
    opening ??= begin();
    return opening;
  }

  const client = {
    unsafe: (...args: Parameters<Client['unsafe']>) =>
      prepared && !hasEnded ? prepared.unsafe(...args) : waiting(open, args),
    savepoint: async (work: (tx: TransactionSql) => Promise<unknown>) => (await open()).savepoint(work),
  } as unknown as Client;

  return {
    tx: drizzleOn(client),
    isOpen: () => opening !== undefined,
    open,
    async run<T>(work: () => Promise<T>) {
      try {
        const result = await new Promise<T>((resolve, reject) => {
          lose = reject;
          work().then(resolve, reject);
        });
        if (failure) throw failure.error;
        hasEnded = true;
        end?.commit();
        await begun;
        return result;
      } catch (error) {
        // The preparation sends nothing after ROLLBACK.
        if (!prepared) await opening?.catch(() => {});
        hasEnded = true;
        end?.rollback(failure ? failure.error : error);
        await begun;
        throw error;
      }
    },
  };
}

/** A statement that is sent once the transaction is open. Like one of the driver it begins when its result is awaited. */
function waiting(open: () => Promise<TransactionSql>, args: Parameters<Client['unsafe']>) {
  type Sent = ReturnType<Client['unsafe']>;
  let result: Promise<unknown> | undefined;
  const sent = (form: (statement: Sent) => PromiseLike<unknown> = (statement) => statement) => {
    if (!result) {
      result = open().then((tx) => form(tx.unsafe(...args)));
      // As in the driver, the failure of a statement that nothing awaits ends the transaction, not the process.
      result.catch(() => {});
    }
    return result;
  };
  return {
    // biome-ignore lint/suspicious/noThenProperty: it stands for a statement of the driver, which is a promise.
    then: (...handlers: Parameters<Promise<unknown>['then']>) => sent().then(...handlers),
    catch: (handler: (error: unknown) => unknown) => sent().catch(handler),
    values: () => sent((statement) => statement.values()),
    execute: () => sent(),
  };
}
