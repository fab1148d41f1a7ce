/** At most `limit` tasks that carry the same `key` run at a time. */
export interface Limit {
  key: string;
  limit: number;
}

/** The runner was stopped before this work began; what it would have done is still due in the database. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

interface Waiting {
  start: () => void;
  refuse: (error: Error) => void;
}

export interface Lanes {
  /** Runs `task` as soon as its limits and the overall one allow. @throws Stopped */
  run<T>(limits: readonly Limit[], task: () => Promise<T>): Promise<T>;
  /** Refuses what has not begun, and whatever comes later. */
  close(): void;
  readonly running: number;
}

/**
 * Takes turns. Tasks with the same limits wait in one lane, first come first served; lanes are served in turn,
 * so that a provider with a long queue does not hold up the others.
 */
export function createLanes(maxParallel: number): Lanes {
  const lanes = new Map<string, { limits: readonly Limit[]; waiting: Waiting[] }>();
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
    // A lane served goes to the end, where this very loop meets it again.
    for (const [id, lane] of lanes) {
      if (running >= maxParallel) return;
      if (!isFree(lane.limits)) continue;
      const next = lane.waiting.shift();
      lanes.delete(id);
      if (lane.waiting.length > 0) lanes.set(id, lane);
      if (!next) continue;
      shift(1, lane.limits);
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
        const lane = lanes.get(id) ?? { limits, waiting: [] };
        lane.waiting.push({ start, refuse });
        lanes.set(id, lane);
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
      for (const { waiting } of lanes.values()) for (const { refuse } of waiting) refuse(new Stopped());
      lanes.clear();
    },
  };
}
