import { monotonicMs, SECOND_MS } from '../clock.ts';
import { refuse } from '../contract/errors.ts';

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

/**
 * Slots that partners share. Some are always left for a partner that has none, so one partner cannot hold all of them. Who has
 * no slot waits in the queue of its partner; the queues take turns. The places to wait are shared in the same way.
 */
export function createFairSlots(slots: number, { maxWaitMs = MAX_WAIT_MS } = {}): FairSlots {
  const places = slots * WAITING_PER_SLOT;
  const runningOf = new Map<string, number>();
  const queues = new Map<string, Waiting[]>();
  let running = 0;
  let waiting = 0;
  let checking: NodeJS.Timeout | undefined;

  const mayStart = (partner: string) => (runningOf.get(partner) ?? 0) < SHARE * (slots - running);

  function started(partner: string): void {
    running++;
    runningOf.set(partner, (runningOf.get(partner) ?? 0) + 1);
  }

  function ended(partner: string): void {
    running--;
    const left = (runningOf.get(partner) ?? 0) - 1;
    if (left > 0) runningOf.set(partner, left);
    else runningOf.delete(partner);
    if (waiting > 0) startWaiting();
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
      started(partner);
      next.start();
    }
  }

  function turn(partner: string): Promise<void> {
    const queue = queues.get(partner) ?? [];
    if (queue.length >= SHARE * (places - waiting)) throw atCapacity();
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
      if (queue.length === 0) queues.delete(partner);
    }
    if (waiting > 0) return;
    clearInterval(checking);
    checking = undefined;
  }

  return {
    async run(partner, work) {
      if (mayStart(partner)) started(partner);
      else await turn(partner);
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
