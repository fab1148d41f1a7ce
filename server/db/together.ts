import postgres from 'postgres';

/** How many go together at most: what they carry is held in memory for as long as their round takes. */
const MOST = 32;

type Waiting<I, O> = { asked: I; resolve: (answer: O) => void; reject: (error: unknown) => void };

/**
 * Work on the database that those who ask for it at about the same time have done together, in one statement and one
 * commit: who comes while a round is under way goes with the next, in the order in which they came; who comes alone waits
 * for nobody. A round begins after all in it have asked, so nobody is told what was so before. What the database refuses
 * a round is done again for one after the other: nobody fails for another's sake.
 * @param work does it for all and answers in their order; what it throws, its round throws
 */
export function together<I, O>(work: (asked: I[]) => Promise<O[]>): (asked: I) => Promise<O> {
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
