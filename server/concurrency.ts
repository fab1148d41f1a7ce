import { FairQueue } from './fair-queue.ts';

/** At most `limit` tasks with the same `key` run at a time. */
export type Limit = {
  key: string;
  limit: number;
};

/** The runner stopped before the task began. Its work is still due in the database. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

type Waiting = {
  limits: readonly Limit[];
  start: () => void;
  reject: (error: Error) => void;
};

export type Concurrency = {
  /** Runs `task` as soon as its limits and the overall limit allow. @throws Stopped */
  run<T>(limits: readonly Limit[], task: () => Promise<T>): Promise<T>;
  /** Rejects the waiting tasks and every later one. */
  close(): void;
  /** Whether a task with these limits starts at once. */
  isFree(limits: readonly Limit[]): boolean;
  /** How many tasks with the same limits wait. */
  waitingWith(limits: readonly Limit[]): number;
  readonly running: number;
  readonly waiting: number;
};

/**
 * Limits how many tasks run at a time. Tasks with the same limits wait in one queue, first in, first out. The queues
 * take turns, so that a provider with a long queue does not delay the others.
 */
export function createConcurrency(maxParallel: number): Concurrency {
  const queue = new FairQueue<Waiting>();
  const runningByKey = new Map<string, number>();
  let running = 0;
  let waiting = 0;
  let closed = false;

  const queueOf = (limits: readonly Limit[]) => limits.map(({ key }) => key).join(' ');

  function isFree(limits: readonly Limit[]): boolean {
    return running < maxParallel && limits.every(({ key, limit }) => (runningByKey.get(key) ?? 0) < limit);
  }

  function adjust(by: 1 | -1, limits: readonly Limit[]): void {
    running += by;
    for (const { key } of limits) {
      const count = (runningByKey.get(key) ?? 0) + by;
      if (count === 0) runningByKey.delete(key);
      else runningByKey.set(key, count);
    }
  }

  function startEligible(): void {
    queue.take(
      () => running < maxParallel,
      (_, { limits }) => isFree(limits),
      (_, { limits, start }) => {
        waiting--;
        adjust(1, limits);
        start();
      },
    );
  }

  return {
    isFree,
    waitingWith: (limits) => queue.waitingOf(queueOf(limits)),
    get running() {
      return running;
    },
    get waiting() {
      return waiting;
    },
    async run(limits, task) {
      if (closed) throw new Stopped();
      await new Promise<void>((start, reject) => {
        waiting++;
        queue.add(queueOf(limits), { limits, start, reject });
        startEligible();
      });
      try {
        return await task();
      } finally {
        adjust(-1, limits);
        startEligible();
      }
    },
    close() {
      closed = true;
      for (const { reject } of queue.remove(() => true)) {
        waiting--;
        reject(new Stopped());
      }
    },
  };
}
