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
  start: () => void;
  reject: (error: Error) => void;
};

export type Concurrency = {
  /** Runs `task` as soon as its limits and the overall limit allow. @throws Stopped */
  run<T>(limits: readonly Limit[], task: () => Promise<T>): Promise<T>;
  /** Rejects the waiting tasks and every later one. */
  close(): void;
  readonly running: number;
};

/**
 * Limits how many tasks run at a time. Tasks with the same limits wait in one queue, first in, first out. The queues
 * take turns, so that a provider with a long queue does not delay the others.
 */
export function createConcurrency(maxParallel: number): Concurrency {
  const queues = new Map<string, { limits: readonly Limit[]; waiting: Waiting[] }>();
  const runningByKey = new Map<string, number>();
  let running = 0;
  let closed = false;

  function isFree(limits: readonly Limit[]): boolean {
    return limits.every(({ key, limit }) => (runningByKey.get(key) ?? 0) < limit);
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
    // A queue moves to the end of the map after each start. The same loop reaches it again there.
    for (const [id, queue] of queues) {
      if (running >= maxParallel) return;
      if (!isFree(queue.limits)) continue;
      const next = queue.waiting.shift();
      queues.delete(id);
      if (queue.waiting.length > 0) queues.set(id, queue);
      if (!next) continue;
      adjust(1, queue.limits);
      next.start();
    }
  }

  return {
    get running() {
      return running;
    },
    async run(limits, task) {
      if (closed) throw new Stopped();
      const id = limits.map(({ key }) => key).join(' ');
      await new Promise<void>((start, reject) => {
        const queue = queues.get(id) ?? { limits, waiting: [] };
        queue.waiting.push({ start, reject });
        queues.set(id, queue);
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
      for (const { waiting } of queues.values()) for (const { reject } of waiting) reject(new Stopped());
      queues.clear();
    },
  };
}
