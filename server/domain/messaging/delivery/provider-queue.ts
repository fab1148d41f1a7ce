import {
  byEvent,
  type ClaimCounts,
  type ClaimedDelivery,
  type ClaimLimits,
  type Endpoint,
  isRetry,
} from './claim.ts';
import type { ConcurrencyWindows } from './concurrency-window.ts';
import type { EndedAttempt } from './record.ts';

/** A claimed delivery that waits for a free place in the concurrency window of its endpoint. */
export type PrefetchedDelivery = { claimed: ClaimedDelivery; endpoint: Endpoint };

/**
 * After so many claims in a row that continued, the next one reads the queue from its beginning. It finds earlier events that were
 * committed late, and deliveries that another process has left.
 */
const MAX_CONTINUED = 50;

/** Where the claims of a webhook's queue have come to: the last claimed event, and how many claims continued. */
type Progress = { after: string; continued: number };

/** The work of one process on the deliveries of one provider. */
export type ProviderQueue = {
  providerId: string;
  /** As the last claim read them, by webhook id. */
  endpoints: ReadonlyMap<string, Endpoint>;
  /** Attempts from their start until they are recorded, and releases until they are written. */
  inFlight: number;
  /** By webhook id. */
  prefetched: Map<string, PrefetchedDelivery[]>;
  /** Attempts that are not recorded yet. */
  ended: EndedAttempt[];
  /** Ids of webhooks that may have more new deliveries than the last claim could take. */
  mayHaveMore: Set<string>;
  /** Of the webhooks in `mayHaveMore` whose next claim continues. */
  progress: Map<string, Progress>;
  /** Ids of webhooks that may have retries due. */
  mayHaveRetries: Set<string>;
  /** Retries may have become due since the last claim. */
  hasNewRetries: boolean;
  claiming: Promise<void> | null;
  /** Deliveries may have become due since the running claim read the database. */
  claimAgain: boolean;
  recording: boolean;
};

/** An empty queue of the prefetched deliveries of one provider. */
export function createProviderQueue(providerId: string): ProviderQueue {
  return {
    providerId,
    endpoints: new Map(),
    inFlight: 0,
    prefetched: new Map(),
    ended: [],
    mayHaveMore: new Set(),
    progress: new Map(),
    mayHaveRetries: new Set(),
    hasNewRetries: true,
    claiming: null,
    claimAgain: false,
    recording: false,
  };
}

/** Whether nothing is claimed, attempted, released or recorded at present. */
function isIdle({ claiming, recording, inFlight, prefetched }: ProviderQueue): boolean {
  return !claiming && !recording && inFlight === 0 && prefetched.size === 0;
}

/** The queues of the providers with work. An idle queue is removed. */
export function createProviderQueues() {
  const queues = new Map<string, ProviderQueue>();
  const idleWaiters: (() => void)[] = [];
  const allIdle = () => [...queues.values()].every(isIdle);
  return {
    of(providerId: string): ProviderQueue {
      const queue = queues.get(providerId) ?? createProviderQueue(providerId);
      queues.set(providerId, queue);
      return queue;
    },
    all: () => queues.values(),
    /** Removes the queue if it is idle, and resolves `idle` when all are. */
    afterWork(queue: ProviderQueue): void {
      if (isIdle(queue)) queues.delete(queue.providerId);
      if (allIdle()) for (const resolve of idleWaiters.splice(0)) resolve();
    },
    /** Resolves when all queues are idle. */
    idle: () => (allIdle() ? Promise.resolve() : new Promise<void>((resolve) => idleWaiters.push(resolve))),
  };
}

/** How many deliveries of each webhook may be claimed now. Retries are looked for only where they may be due. */
export function claimLimits(queue: ProviderQueue, windows: ConcurrencyWindows): Map<string, ClaimLimits> {
  const { endpoints, hasNewRetries, mayHaveRetries, progress } = queue;
  queue.hasNewRetries = false;
  const limits = new Map<string, ClaimLimits>();
  for (const id of endpoints.keys()) {
    const mayBeDue = hasNewRetries || mayHaveRetries.has(id);
    const retries = mayBeDue ? windows.retryCapacity(id) : 0;
    // An attempt that ends while this claim runs needs no further claim for them.
    if (retries > 0) mayHaveRetries.delete(id);
    else if (mayBeDue) mayHaveRetries.add(id);
    limits.set(id, { first: windows.capacity(id), retries, after: progress.get(id)?.after ?? null });
  }
  return limits;
}

/**
 * Notes which webhooks may have more than was claimed.
 * @returns what was claimed, by webhook id
 */
export function countClaimed(
  queue: ProviderQueue,
  limits: ReadonlyMap<string, ClaimLimits>,
  claimed: readonly ClaimedDelivery[],
): Map<string, ClaimCounts> {
  const counts = new Map<string, ClaimCounts>();
  const last = new Map<string, string>();
  for (const one of claimed) {
    const count = counts.get(one.webhookId) ?? { first: 0, retries: 0 };
    counts.set(one.webhookId, count);
    count[isRetry(one) ? 'retries' : 'first']++;
    if (!isRetry(one)) last.set(one.webhookId, one.eventId);
  }
  for (const [id, limit] of limits) {
    const count = counts.get(id) ?? { first: 0, retries: 0 };
    if (limit.first === 0) queue.mayHaveMore.add(id);
    else noteProgress(queue, id, limit, { count: count.first, last: last.get(id) });
    if (limit.retries > 0 && count.retries >= limit.retries) queue.mayHaveRetries.add(id);
  }
  return counts;
}

/** Notes how far a claim of first attempts came. `claimed` is in the order of events, so `last` is the latest. */
function noteProgress(
  queue: ProviderQueue,
  id: string,
  limit: ClaimLimits,
  { count, last }: { count: number; last: string | undefined },
): void {
  const { mayHaveMore, progress } = queue;
  const { continued } = progress.get(id) ?? { continued: 0 };
  progress.delete(id);
  if (last && count >= limit.first) {
    mayHaveMore.add(id);
    if (continued < MAX_CONTINUED) progress.set(id, { after: last, continued: continued + 1 });
  } else if (limit.after === null) mayHaveMore.delete(id);
  // The end of the queue was reached, but not from its beginning.
  else queue.claimAgain = true;
}

/** Adds a claimed delivery to those of its webhook, in the order of the events. */
export function prefetch({ prefetched }: ProviderQueue, delivery: PrefetchedDelivery): void {
  const { id } = delivery.endpoint;
  const waiting = prefetched.get(id) ?? [];
  prefetched.set(id, waiting);
  const last = waiting.at(-1);
  waiting.push(delivery);
  // What became due later may be an earlier event.
  if (last && byEvent(last.claimed, delivery.claimed) > 0)
    waiting.sort((a, b) => byEvent(a.claimed, b.claimed));
}

/**
 * Takes the prefetched deliveries of a webhook that may start, in the order of their events.
 * @param mayStart asked before each, when the earlier ones have started
 * @param hasRetries whether some behind one that may not start may
 */
export function* takeStartable(
  { prefetched }: ProviderQueue,
  webhookId: string,
  mayStart: (delivery: PrefetchedDelivery) => boolean,
  hasRetries: boolean,
): Iterable<PrefetchedDelivery> {
  const waiting = prefetched.get(webhookId) ?? [];
  let left: PrefetchedDelivery[] = [];
  for (const [i, delivery] of waiting.entries()) {
    if (mayStart(delivery)) yield delivery;
    else if (hasRetries) left.push(delivery);
    else {
      left = waiting.slice(i);
      break;
    }
  }
  if (left.length > 0) prefetched.set(webhookId, left);
  else prefetched.delete(webhookId);
}
