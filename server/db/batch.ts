import { atCapacity } from '../at-capacity.ts';
import { metrics } from '../metrics.ts';
import { isPostgresError } from './driver/postgres-error.ts';

/** Largest size of a batch. Its input stays in memory until it commits. */
const MAX_BATCH = 32;

/** Calls that may wait. Further ones are refused, so that a slow database does not fill the memory. */
const MAX_WAITING = 1_000;

type Waiting<I, O> = { input: I; resolve: (answer: O) => void; reject: (error: unknown) => void };

/**
 * Runs calls that arrive at about the same time as one batch: one statement, one commit. A call during a batch joins the
 * next one, in order of arrival; a single call does not wait. A batch starts after all its calls have arrived, so no
 * answer is older than its call. If PostgreSQL refuses a batch, its calls run again one by one, so that one bad call
 * does not fail the others. A call is refused with SERVICE_UNAVAILABLE while 1,000 wait.
 * @param work handles all calls and answers in their order; its error rejects every call of the batch
 */
export function batch<I, O>(work: (inputs: I[]) => Promise<O[]>): (input: I) => Promise<O> {
  const waiting: Waiting<I, O>[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      // Requests that have arrived by now are parsed first and join the batch.
      await new Promise(setImmediate);
      await runBatch(waiting.splice(0, MAX_BATCH));
    }
    isRunning = false;
  }

  async function runBatch(calls: Waiting<I, O>[]): Promise<void> {
    try {
      const answers = await work(calls.map(({ input }) => input));
      for (const [i, { resolve }] of calls.entries()) resolve(answers[i] as O);
    } catch (error) {
      // After a refusal nothing was written. After a lost connection the outcome is unknown, so nothing is repeated.
      if (calls.length > 1 && wasRefused(error)) for (const call of calls) await runBatch([call]);
      else for (const { reject } of calls) reject(error);
    }
  }

  return (input) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= MAX_WAITING) {
        metrics.shed(1);
        throw atCapacity();
      }
      waiting.push({ input, resolve, reject });
      if (!isRunning) void run();
    });
}

/** Whether PostgreSQL refused the statement. drizzle wraps its error. */
function wasRefused(error: unknown): boolean {
  return isPostgresError(error instanceof Error ? (error.cause ?? error) : error);
}
