import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../clock.ts';

/** Settings of a PostgreSQL session, in ms. None of them cancels a COMMIT. */
export type TimeLimits = {
  lock_timeout?: number;
  statement_timeout?: number;
  idle_in_transaction_session_timeout?: number;
};

const common: TimeLimits = {
  // What waits for a lock holds a connection. Other accounts wait up to 10 s for one, so it ends well before that.
  lock_timeout: 5 * SECOND_MS,
  // No transaction waits for anything else that long: the process hangs.
  idle_in_transaction_session_timeout: 10 * MINUTE_MS,
};

/** The limits of requests. One that exceeds them gets 503. */
export const requestLimits: TimeLimits = { ...common, statement_timeout: 30 * SECOND_MS };

/** The limits of jobs, whose statements write large sets. */
export const jobLimits: TimeLimits = { ...common, statement_timeout: HOUR_MS };
