import { createConcurrency } from '../concurrency.ts';
import { env } from '../env.ts';

/** As many transactions of jobs as the process has connections for them. */
const turns = createConcurrency(env.DATABASE_CONNECTIONS);

/** How many of them one account has: half, because each may wait for a lock of the account. */
const OF_ACCOUNT = Math.max(1, Math.floor(env.DATABASE_CONNECTIONS / 2));

/** Runs a transaction of a job in a turn of its provider. Those of one provider leave connections to those of others. */
export function inTurnOfJobs<T>(providerId: string, work: () => Promise<T>): Promise<T> {
  return turns.run([{ key: providerId, limit: OF_ACCOUNT }], work);
}
