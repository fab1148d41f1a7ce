import postgres from 'postgres';

/** Largest size of a batch. Its input stays in memory until it commits. */
const MOST = 32;

type Waiting<I, O> = { asked: I; resolve: (answer: O) => void; reject: (error: unknown) => void };

/**
 * Runs calls that arrive at about the same time as one batch: one statement, one commit. A call during a batch joins the
 * next one, in order of arrival; a single call does not wait. A batch starts after all its calls have arrived, so no
 * answer is older than its call. If PostgreSQL refuses a batch, its calls run again one by one, so that one bad call
 * does not fail the others.
 * @param work handles all calls and answers in their order; its error rejects every call of the batch
 */
export function batch<I, O>(work: (asked: I[]) => Promise<O[]>): (asked: I) => Promise<O> {
  const waiting: Waiting<I, O>[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      // The requests that have arrived by now are read first, and go along.
      await new Promise(setImmediate);
      await round(waiting.splice(0, MOST));
    }
    isRunning = false;
  }

  async function round(those: Waiting<I, O>[]): Promise<void> {
    try {
      const answers = await work(those.map(({ asked }) => asked));
      for (const [i, { resolve }] of those.entries()) resolve(answers[i] as O);
    } catch (error) {
      // Refused by the database, nothing was done. Of a connection that was lost nobody knows.
      if (those.length > 1 && wasRefused(error)) for (const one of those) await round([one]);
      else for (const { reject } of those) reject(error);
    }
  }

  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject });
      if (!isRunning) void run();
    });
}

/** Whether PostgreSQL itself said no; drizzle wraps what it says. */
function wasRefused(error: unknown): boolean {
  return (error instanceof Error ? (error.cause ?? error) : error) instanceof postgres.PostgresError;
}
