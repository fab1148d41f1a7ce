import { atCapacity } from '../at-capacity.ts';
import { monotonicMs, SECOND_MS } from '../clock.ts';
import { FairQueue } from '../fair-queue.ts';
import { type Metrics, metrics as ofProcess } from '../metrics.ts';

/** A partner takes a place only while it has fewer than this many times the free ones: a partner alone gets 4 of 5. */
const SHARE = 4;

/**
 * How many requests of a partner are in work at a time while another partner is active. All requests share one thread, so each turn
 * of a request waits for those of the others in work.
 */
const BESIDE_OTHERS = 4;

/** The same for a partner of which more than `FLOOD` requests wait: a page of the portal sends fewer at a time. */
const FLOOD_BESIDE_OTHERS = 1;
const FLOOD = 10;

/** A partner is active for this time in ms after its latest request. */
const ACTIVE_MS = SECOND_MS;

/** After this time in ms a request does not count as in work: it waits for PostgreSQL, as for a lock, and leaves the thread free. */
const IN_WORK_MS = SECOND_MS / 4;

/** Waiting requests for each slot. */
const WAITING_PER_SLOT = 100;

/** The longest wait for a slot, in ms. */
const MAX_WAIT_MS = 10 * SECOND_MS;

/** How often waits are checked, in ms. */
const CHECK_MS = SECOND_MS / 4;

type Waiting = { since: number; start: (at: number) => void; refuse: (error: Error) => void };

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
 * Slots that partners share. Some are always left for a partner that has none, so one partner cannot hold all of them. A request
 * without a slot waits in the queue of its partner. The queues take turns. The places to wait are shared in the same way.
 */
export function createFairSlots(slots: number, options: Options = {}): FairSlots {
  const { maxWaitMs = MAX_WAIT_MS, metrics = ofProcess } = options;
  const places = slots * WAITING_PER_SLOT;
  /** When the running requests of a partner began, in ms. */
  const runningOf = new Map<string, number[]>();
  const queue = new FairQueue<Waiting>();
  let running = 0;
  let waiting = 0;
  let checking: NodeJS.Timeout | undefined;

  /** The partner of the latest request, and when the latest one of any other partner came. */
  let latest = { partner: '', at: Number.NEGATIVE_INFINITY };
  let latestOfOthers = Number.NEGATIVE_INFINITY;

  function came(partner: string, at: number): void {
    if (latest.partner !== partner) latestOfOthers = latest.at;
    latest = { partner, at };
  }

  function mayStart(partner: string, at: number): boolean {
    const own = runningOf.get(partner);
    if (!own) return running < slots;
    if (own.length >= SHARE * (slots - running)) return false;
    const most = queue.waitingOf(partner) > FLOOD ? FLOOD_BESIDE_OTHERS : BESIDE_OTHERS;
    if (own.length < most) return true;
    const others = latest.partner === partner ? latestOfOthers : latest.at;
    return others < at - ACTIVE_MS || own.filter((since) => since > at - IN_WORK_MS).length < most;
  }

  function started(partner: string, at: number, waitedMs: number): void {
    running++;
    metrics.waitedForSlot(waitedMs);
    const own = runningOf.get(partner);
    if (own) own.push(at);
    else runningOf.set(partner, [at]);
  }

  function ended(partner: string, at: number): void {
    running--;
    const own = runningOf.get(partner) ?? [];
    own.splice(own.indexOf(at), 1);
    if (own.length === 0) runningOf.delete(partner);
    if (waiting > 0) startWaiting();
    metrics.slots(running, waiting);
  }

  function startWaiting(): void {
    const at = monotonicMs();
    queue.take(
      () => running < slots,
      (partner) => mayStart(partner, at),
      (partner, { since, start }) => {
        waiting--;
        started(partner, at, at - since);
        start(at);
      },
    );
  }

  /** Resolves when the request has a slot, with the time of its start in ms. */
  function turn(partner: string): Promise<number> {
    if (queue.waitingOf(partner) >= SHARE * (places - waiting)) {
      metrics.shed(1);
      throw atCapacity();
    }
    checking ??= setInterval(check, CHECK_MS).unref();
    return new Promise((start, refuse) => {
      queue.add(partner, { since: monotonicMs(), start, refuse });
      waiting++;
    });
  }

  function check(): void {
    // Partners that are no longer active, and requests that are no longer in work, make room.
    startWaiting();
    const before = monotonicMs() - maxWaitMs;
    const late = queue.remove(({ since }) => since < before);
    for (const { refuse } of late) refuse(atCapacity());
    waiting -= late.length;
    if (late.length > 0) metrics.shed(late.length);
    metrics.slots(running, waiting);
    if (waiting > 0) return;
    clearInterval(checking);
    checking = undefined;
  }

  return {
    async run(partner, work) {
      let at = monotonicMs();
      came(partner, at);
      // Time that has passed may have made room for requests that came before.
      if (waiting > 0) startWaiting();
      const isStarted = mayStart(partner, at);
      const turned = isStarted ? started(partner, at, 0) : turn(partner);
      metrics.slots(running, waiting);
      // Work that need not wait begins at once.
      if (turned) at = await turned;
      try {
        return await work();
      } finally {
        ended(partner, at);
      }
    },
  };
}
