import { monotonicMs, SECOND_MS } from '../clock.ts';
import { refuse } from '../contract/errors.ts';
import { type Metrics, metrics as ofProcess } from '../metrics.ts';

/** A partner takes a place only while it has fewer than this many times the free ones: a partner alone gets 4 of 5. */
const SHARE = 4;

/** Waiting requests for each slot. */
const WAITING_PER_SLOT = 100;

/** The longest wait for a slot, in ms. */
const MAX_WAIT_MS = 10 * SECOND_MS;

/** How often waits are checked, in ms. */
const CHECK_MS = SECOND_MS / 4;

type Waiting = { since: number; start: () => void; refuse: (error: Error) => void };

export type FairSlots = {
  /**
   * Runs `work` in a slot.
   * @throws SERVICE_UNAVAILABLE when too many wait already, or after too long a wait
   */
  run<T>(partner: string, work: () => Promise<T>): Promise<T>;
};

type Options = {
  /** The longest wait for a slot, in ms. */
  maxWaitMs?: number;
  metrics?: Metrics;
};

/**
 * Slots that partners share. Some are always left for a partner that has none, so one partner cannot hold all of them. Who has
 * no slot waits in the queue of its partner; the queues take turns. The places to wait are shared in the same way.
 */
export function createFairSlots(slots: number, options: Options = {}): FairSlots {
  const { maxWaitMs = MAX_WAIT_MS, metrics = ofProcess } = options;
  const places = slots * WAITING_PER_SLOT;
  const runningOf = new Map<string, number>();
  const queues = new Map<string, Waiting[]>();
  let running = 0;
  let waiting = 0;
  let checking: NodeJS.Timeout | undefined;

  const mayStart = (partner: string) => (runningOf.get(partner) ?? 0) < SHARE * (slots - running);

  function started(partner: string, waitedMs: number): void {
    running++;
    metrics.waitedForSlot(waitedMs);
    runningOf.set(partner, (runningOf.get(partner) ?? 0) + 1);
  }

  function ended(partner: string): void {
    running--;
    const left = (runningOf.get(partner) ?? 0) - 1;
    if (left > 0) runningOf.set(partner, left);
    else runningOf.delete(partner);
    if (waiting > 0) startWaiting();
    metrics.slots(running, waiting);
  }

  function startWaiting(): void {
    // A queue moves to the end of the map after each start. The same loop reaches it again there.
    for (const [partner, queue] of queues) {
      if (running >= slots) return;
      if (!mayStart(partner)) continue;
      queues.delete(partner);
      const next = queue.shift();
      if (queue.length > 0) queues.set(partner, queue);
      if (!next) continue;
      waiting--;
      started(partner, monotonicMs() - next.since);
      next.start();
    }
  }

  function turn(partner: string): Promise<void> {
    const queue = queues.get(partner) ?? [];
    if (queue.length >= SHARE * (places - waiting)) {
      metrics.shed(1);
      throw atCapacity();
    }
    checking ??= setInterval(refuseLate, CHECK_MS).unref();
    return new Promise((start, refuse) => {
      queue.push({ since: monotonicMs(), start, refuse });
      queues.set(partner, queue);
      waiting++;
    });
  }

  function refuseLate(): void {
    const before = monotonicMs() - maxWaitMs;
    for (const [partner, queue] of queues) {
      const late = queue.filter(({ since }) => since < before);
      for (const { refuse } of queue.splice(0, late.length)) refuse(atCapacity());
      waiting -= late.length;
      metrics.shed(late.length);
      if (queue.length === 0) queues.delete(partner);
    }
    metrics.slots(running, waiting);
    if (waiting > 0) return;
    clearInterval(checking);
    checking = undefined;
  }

  return {
    async run(partner, work) {
      const isStarted = mayStart(partner);
      const turned = isStarted ? started(partner, 0) : turn(partner);
      metrics.slots(running, waiting);
      // Work that need not wait begins at once.
      if (!isStarted) await turned;
      try {
        return await work();
      } finally {
        ended(partner);
      }
    },
  };
}

/** The refusal of a request that the process has no room for. */
export function atCapacity() {
  const message = 'The server is at its capacity. Try again in a moment.';
  return refuse('SERVICE_UNAVAILABLE', { message, retryAfter: 1 });
}
