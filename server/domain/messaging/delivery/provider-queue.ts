import type { ClaimedDelivery, Endpoint } from './claim.ts';
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
  /** Ids of webhooks that may have more due deliveries than the last claim could take. */
  mayHaveMore: Set<string>;
  claiming: Promise<void> | null;
  /** Deliveries may have become due since the running claim read the database. */
  claimAgain: boolean;
  recording: boolean;
  retryTimer: NodeJS.Timeout | undefined;
  /** Real time in ms at which `retryTimer` fires. */
  retryAt: number;
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
    claiming: null,
    claimAgain: false,
    recording: false,
    retryTimer: undefined,
    retryAt: Number.POSITIVE_INFINITY,
  };
}

/** Whether nothing is claimed, attempted, released or recorded at present. A retry timer does not count. */
export function isIdle({ claiming, recording, inFlight, prefetched }: ProviderQueue): boolean {
  return !claiming && !recording && inFlight === 0 && prefetched.size === 0;
}
