import { realNow } from '../../../clock.ts';
import { log } from '../../../log.ts';
import type { Sender } from '../../../webhooks/send.ts';
import { createAttempts } from './attempts.ts';
import {
  type ClaimCounts,
  type ClaimedDelivery,
  claimDue,
  type Endpoint,
  findActiveEndpoints,
} from './claim.ts';
import { type ConcurrencyWindows, createConcurrencyWindows } from './concurrency-window.ts';
import {
  claimLimits,
  countClaimed,
  createProviderQueues,
  type PrefetchedDelivery,
  type ProviderQueue,
  prefetch,
} from './provider-queue.ts';
import { keepSettings } from './sign-attempt.ts';

export type DeliveryDispatcher = {
  /**
   * Claims the due deliveries of a provider, as far as there is capacity, and starts their attempts: those to one webhook in
   * the order of their events. It does not wait for the attempts, so an endpoint that hangs delays no other. More deliveries
   * are claimed as attempts end. Nothing here knows when a retry becomes due: the caller reads it from the database.
   */
  dispatchDue(providerId: string): Promise<void>;
  /** Resolves when no attempt is in flight and none is left to record. */
  idle(): Promise<void>;
  /** Starts no further attempt, releases prefetched deliveries and waits for the attempts in flight. */
  close(): Promise<void>;
};

/**
 * Sends deliveries to their endpoints: claims them here, attempts them in `attempts.ts` and records them in `record-ended.ts`. The
 * state is in the database: if the process is killed, its leases expire and another process continues. Several dispatchers may
 * work for one provider.
 */
export function createDeliveryDispatcher(
  sender: Sender,
  windows: ConcurrencyWindows = createConcurrencyWindows(),
): DeliveryDispatcher {
  const queues = createProviderQueues();
  /** Ids of providers that may have due deliveries for which the process had no room. */
  const withoutRoom = new Set<string>();
  let closed = false;
  const attempts = createAttempts({
    sender,
    windows,
    isClosed: () => closed,
    onRoom(queue, webhookId) {
      if (webhookId !== null) claimMore(queue, webhookId);
      claimWithoutRoom();
    },
    onWorkEnded: queues.afterWork,
  });

  async function dispatchDue(providerId: string): Promise<void> {
    if (closed) return;
    const queue = queues.of(providerId);
    queue.hasNewRetries = true;
    return claimFor(queue);
  }

  function claimFor(queue: ProviderQueue): Promise<void> {
    if (queue.claiming) {
      queue.claimAgain = true;
      return queue.claiming;
    }
    queue.claiming = claimAndStart(queue);
    return queue.claiming;
  }

  async function claimAndStart(queue: ProviderQueue): Promise<void> {
    try {
      do {
        queue.claimAgain = false;
        for (const [webhookId, { retries }] of await claim(queue)) {
          attempts.startPrefetched(queue, webhookId, retries > 0);
        }
      } while (queue.claimAgain && !closed);
    } finally {
      // In the same turn as the last read of `claimAgain`: a value set between the two would be lost.
      queue.claiming = null;
      queues.afterWork(queue);
    }
  }

  /** @returns how many deliveries were claimed, by webhook id */
  async function claim(queue: ProviderQueue): Promise<Map<string, ClaimCounts>> {
    queue.endpoints = await readEndpoints(queue);
    // The webhook may have been disabled since its deliveries were prefetched.
    for (const id of queue.prefetched.keys()) {
      if (!queue.endpoints.has(id)) attempts.releasePrefetched(queue, id);
    }
    const limits = claimLimits(queue, windows);
    if (windows.isCrowded()) withoutRoom.add(queue.providerId);
    const claimed = closed ? [] : await claimDue(queue.providerId, limits, realNow());
    for (const delivery of withEndpoints(queue, claimed)) {
      windows.prefetch(delivery.endpoint.id);
      prefetch(queue, delivery);
    }
    return countClaimed(queue, limits, claimed);
  }

  function claimMore(queue: ProviderQueue, webhookId: string): void {
    const mayHaveMore = queue.mayHaveMore.has(webhookId);
    const mayHaveRetries = queue.mayHaveRetries.has(webhookId);
    // Concurrent claims of several providers may pass the bound, so this may be the last attempt of the provider that ends.
    if ((mayHaveMore || mayHaveRetries) && windows.isCrowded()) withoutRoom.add(queue.providerId);
    const takesMore = mayHaveMore && windows.capacity(webhookId) > 0;
    const takesRetries = mayHaveRetries && windows.retryCapacity(webhookId) > 0;
    if (!closed && (takesMore || takesRetries)) claimFor(queue).catch(logFailedClaim);
  }

  /** Claims for providers that found no room, once there is room. No attempt of their own may end and claim for them. */
  function claimWithoutRoom(): void {
    if (withoutRoom.size === 0 || windows.isCrowded()) return;
    const providerIds = [...withoutRoom];
    withoutRoom.clear();
    for (const providerId of providerIds) dispatchDue(providerId).catch(logFailedClaim);
  }

  return {
    dispatchDue,
    idle: queues.idle,
    async close() {
      closed = true;
      for (const queue of queues.all()) {
        for (const webhookId of queue.prefetched.keys()) attempts.releasePrefetched(queue, webhookId);
      }
      await queues.idle();
      await sender.close();
    },
  };
}

/** The endpoints of a provider's active webhooks, by webhook id. */
async function readEndpoints(queue: ProviderQueue): Promise<Map<string, Endpoint>> {
  const endpoints = await findActiveEndpoints(queue.providerId);
  for (const endpoint of endpoints) keepSettings(queue.endpoints.get(endpoint.id), endpoint);
  return new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
}

/** Each claimed delivery with its endpoint. */
function withEndpoints({ endpoints }: ProviderQueue, claimed: ClaimedDelivery[]): PrefetchedDelivery[] {
  return claimed.map((one) => {
    const endpoint = endpoints.get(one.webhookId);
    if (!endpoint) throw new Error(`a delivery of ${one.webhookId} was claimed without capacity`);
    return { claimed: one, endpoint };
  });
}

function logFailedClaim(err: unknown): void {
  log.error({ err }, 'due deliveries could not be claimed');
}
