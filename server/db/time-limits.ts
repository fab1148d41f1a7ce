import { MINUTE_MS, SECOND_MS } from '../clock.ts';
import type { Env } from '../env.ts';

/** Settings of a PostgreSQL session, in ms. */
export type TimeLimits = {
  lock_timeout?: number;
  statement_timeout?: number;
  idle_in_transaction_session_timeout?: number;
};

/**
 * The time limits of the sessions of a process. A statement or a wait for a lock beyond its limit fails, and the request gets
 * 503. Jobs may take any time for a statement. None of these limits cancels a COMMIT.
 */
export function timeLimits(role: Env['DEMARC_ROLE']): TimeLimits {
  return {
    lock_timeout: 15 * SECOND_MS,
    statement_timeout: role === 'web' ? 30 * SECOND_MS : 0,
    // No transaction waits for anything else that long: the process hangs.
    idle_in_transaction_session_timeout: 10 * MINUTE_MS,
  };
}
