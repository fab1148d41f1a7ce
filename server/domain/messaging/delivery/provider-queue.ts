import { byEvent, type ClaimCounts, type ClaimedDelivery, type Endpoint, isRetry } from './claim.ts';
import type { ConcurrencyWindows } from './concurrency-window.ts';
import type { EndedAttempt } from './record.ts';

/** A claimed delivery that waits for a free place in the concurrency window of its endpoint. */
export type PrefetchedDelivery = { claimed: ClaimedDelivery; endpoint: Endpoint };

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
    mayHaveRetries: new Set(),
    hasNewRetries: true,
    claiming: null,
    claimAgain: false,
    recording: false,
  };
}

/** Whether nothing is claimed, attempted, released or recorded at present. */
export function isIdle({ claiming, recording, inFlight, prefetched }: ProviderQueue): boolean {
  return !claiming && !recording && inFlight === 0 && prefetched.size === 0;
}

/** How many deliveries of each webhook may be claimed now. Retries are looked for only where they may be due. */
export function claimLimits(queue: ProviderQueue, windows: ConcurrencyWindows): Map<string, ClaimCounts> {
  const { endpoints, hasNewRetries, mayHaveRetries } = queue;
  queue.hasNewRetries = false;
  const limits = new Map<string, ClaimCounts>();
  for (const id of endpoints.keys()) {
    const mayBeDue = hasNewRetries || mayHaveRetries.has(id);
    const retries = mayBeDue ? windows.retryCapacity(id) : 0;
    // An attempt that ends while this claim runs needs no further claim for them.
    if (retries > 0) mayHaveRetries.delete(id);
    else if (mayBeDue) mayHaveRetries.add(id);
    limits.set(id, { first: windows.capacity(id), retries });
  }
  return limits;
}

/**
 * Notes which webhooks may have more than was claimed.
 * @returns what was claimed, by webhook id
 */
export function countClaimed(
  { mayHaveMore, mayHaveRetries }: ProviderQueue,
  limits: ReadonlyMap<string, ClaimCounts>,
  claimed: readonly ClaimedDelivery[],
): Map<string, ClaimCounts> {
  const counts = new Map<string, ClaimCounts>();
  for (const one of claimed) {
    const count = counts.get(one.webhookId) ?? { first: 0, retries: 0 };
    counts.set(one.webhookId, count);
    count[isRetry(one) ? 'retries' : 'first']++;
  }
  for (const [id, limit] of limits) {
    const count = counts.get(id) ?? { first: 0, retries: 0 };
    if (count.first >= limit.first) mayHaveMore.add(id);
    else mayHaveMore.delete(id);
    if (limit.retries > 0 && count.retries >= limit.retries) mayHaveRetries.add(id);
  }
  return counts;
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
