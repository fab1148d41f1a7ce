import { realNow } from '../../../clock.ts';
import { log } from '../../../log.ts';
import { isDelivered, type Sender } from '../../../webhooks/send.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { isRetry, releaseClaims } from './claim.ts';
import type { ConcurrencyWindows } from './concurrency-window.ts';
import { type PrefetchedDelivery, type ProviderQueue, takeStartable } from './provider-queue.ts';
import type { EndedAttempt } from './record.ts';
import { recordEnded } from './record-ended.ts';

/** The attempts of one process, from their start until they are recorded. */
export type Attempts = {
  /**
   * Starts the prefetched deliveries of a webhook that its concurrency window allows.
   * @param hasRetries whether some behind one that may not start may
   */
  startPrefetched(queue: ProviderQueue, webhookId: string, hasRetries?: boolean): void;
  /** Releases prefetched deliveries that would not start soon. An expired lease would be logged as an interrupted attempt. */
  releasePrefetched(queue: ProviderQueue, webhookId: string): void;
};

type Choice = {
  sender: Sender;
  windows: ConcurrencyWindows;
  /** Whether no further attempt may start. */
  isClosed(): boolean;
  /** An attempt to a webhook ended, or its deliveries were released, so there is room; null for no webhook in particular. */
  onRoom(queue: ProviderQueue, webhookId: string | null): void;
  /** Work on a queue ended; it may be idle. */
  onWorkEnded(queue: ProviderQueue): void;
};

/** Starts, ends and records the attempts of deliveries that are claimed. The state is in the queue of the provider. */
export function createAttempts({ sender, windows, isClosed, onRoom, onWorkEnded }: Choice): Attempts {
  function start(queue: ProviderQueue, delivery: PrefetchedDelivery): void {
    const { claimed, endpoint } = delivery;
    queue.inFlight++;
    windows.start(endpoint.id, isRetry(claimed));
    const fail = (err: unknown) => onNotAttempted(queue, delivery, err);
    try {
      attemptDelivery(sender, delivery)
        .then((outcome) => onEnded(queue, { claimed, endpoint, outcome, endedAt: realNow() }))
        .catch(fail);
    } catch (err) {
      queueMicrotask(() => fail(err));
    }
  }

  function onEnded(queue: ProviderQueue, ended: EndedAttempt): void {
    const { claimed, endpoint, outcome } = ended;
    const latencyMs = isDelivered(outcome) ? outcome.latencyMs : null;
    const isFast = windows.end(endpoint.id, isRetry(claimed), latencyMs);
    queue.ended.push(ended);
    // The next attempts run while this one is recorded.
    if (isFast) startPrefetched(queue, endpoint.id);
    else releasePrefetched(queue, endpoint.id);
    onRoom(queue, endpoint.id);
    if (!queue.recording) void recordEnded(queue).finally(() => onWorkEnded(queue));
  }

  /** Nothing is recorded: the lease expires, and the delivery is claimed again. */
  function onNotAttempted(
    queue: ProviderQueue,
    { claimed, endpoint }: PrefetchedDelivery,
    err: unknown,
  ): void {
    log.error({ err, providerId: queue.providerId, deliveryId: claimed.id }, 'an attempt could not be made');
    windows.end(endpoint.id, isRetry(claimed), null);
    releasePrefetched(queue, endpoint.id);
    queue.inFlight--;
    onRoom(queue, null);
    onWorkEnded(queue);
  }

  function startPrefetched(queue: ProviderQueue, webhookId: string, hasRetries = false): void {
    if (isClosed()) {
      releasePrefetched(queue, webhookId);
      return;
    }
    const mayStart = ({ claimed }: PrefetchedDelivery) => isRetry(claimed) || windows.canStart(webhookId);
    for (const delivery of takeStartable(queue, webhookId, mayStart, hasRetries)) start(queue, delivery);
  }

  function releasePrefetched(queue: ProviderQueue, webhookId: string): void {
    const { providerId } = queue;
    const prefetched = queue.prefetched.get(webhookId);
    if (!prefetched) return;
    queue.prefetched.delete(webhookId);
    windows.release(webhookId, prefetched.length);
    queue.inFlight++;
    releaseClaims(
      providerId,
      prefetched.map(({ claimed }) => claimed),
    )
      // Deliveries that are not released become free when their lease expires.
      .catch((err: unknown) => log.error({ err, providerId }, 'deliveries could not be released'))
      .then(() => {
        queue.inFlight--;
        // Not before: a claim that read the database meanwhile did not see these deliveries.
        queue.mayHaveMore.add(webhookId);
        queue.progress.delete(webhookId);
        onRoom(queue, webhookId);
        onWorkEnded(queue);
      });
  }

  return { startPrefetched, releasePrefetched };
}
