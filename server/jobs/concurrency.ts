/** At most `limit` tasks with the same `key` run at a time. */
export interface Limit {
  key: string;
  limit: number;
}

/** The runner stopped before the task began. What the task would have done is still due in the database. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

interface Waiting {
  start: () => void;
  refuse: (error: Error) => void;
}

export interface Concurrency {
  /** Runs `task` as soon as its limits and the overall limit allow. @throws Stopped */
  run<T>(limits: readonly Limit[], task: () => Promise<T>): Promise<T>;
  /** Refuses the tasks that wait, and every later one. */
  close(): void;
  readonly running: number;
}

/**
 * Limits how many tasks run at a time. Tasks with the same limits wait in one queue, first in, first out. The queues
 * take turns, so that a provider with a long queue does not delay the others.
 */
export function createConcurrency(maxParallel: number): Concurrency {
  const queues = new Map<string, { limits: readonly Limit[]; waiting: Waiting[] }>();
  const taken = new Map<string, number>();
  let running = 0;
  let closed = false;

  function isFree(limits: readonly Limit[]): boolean {
    return limits.every(({ key, limit }) => (taken.get(key) ?? 0) < limit);
  }

  function shift(by: 1 | -1, limits: readonly Limit[]): void {
    running += by;
    for (const { key } of limits) {
      const count = (taken.get(key) ?? 0) + by;
      if (count === 0) taken.delete(key);
      else taken.set(key, count);
    }
  }

  function startWhatFits(): void {
    // A queue that was served moves to the end of the map, where the same loop reaches it again.
    for (const [id, queue] of queues) {
      if (running >= maxParallel) return;
      if (!isFree(queue.limits)) continue;
      const next = queue.waiting.shift();
      queues.delete(id);
      if (queue.waiting.length > 0) queues.set(id, queue);
      if (!next) continue;
      shift(1, queue.limits);
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
      await new Promise<void>((start, refuse) => {
        const queue = queues.get(id) ?? { limits, waiting: [] };
        queue.waiting.push({ start, refuse });
        queues.set(id, queue);
        startWhatFits();
      });
      try {
        return await task();
      } finally {
        shift(-1, limits);
        startWhatFits();
      }
    },
    close() {
      closed = true;
      for (const { waiting } of queues.values()) for (const { refuse } of waiting) refuse(new Stopped());
      queues.clear();
    },
  };
}
