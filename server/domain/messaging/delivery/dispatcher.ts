import { setTimeout as sleep } from 'node:timers/promises';
import { realNow } from '../../../clock.ts';
import { log } from '../../../log.ts';
import { isTracing, traced } from '../../../tracing.ts';
import { render } from '../../../webhooks/render.ts';
import { type AttemptOutcome, isDelivered, type Sender } from '../../../webhooks/send.ts';
import {
  type ClaimCounts,
  type ClaimedDelivery,
  claimDue,
  type Endpoint,
  findActiveEndpoints,
  isRetry,
  release,
} from './claim.ts';
import { type ConcurrencyWindows, createConcurrencyWindows } from './concurrency-window.ts';
import {
  claimLimits,
  countClaimed,
  createProviderQueue,
  isIdle,
  type PrefetchedDelivery,
  type ProviderQueue,
  prefetch,
  takeStartable,
} from './provider-queue.ts';
import { type EndedAttempt, recordAttempts } from './record.ts';
import { keepSettings, signAttempt } from './sign-attempt.ts';
import { updateEndpointHealth } from './update-endpoint-health.ts';

/** How long an ended attempt waits for others to be recorded with, in ms, and the batch size that does not wait. */
const BATCH_WAIT_MS = 10;
const FULL_BATCH = 64;

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
 * Sends deliveries to their endpoints, in six steps: claim, render, sign, send, record, update endpoint health. The state
 * is in the database: if the process is killed, its leases expire and another process continues. Several dispatchers may
 * work for one provider.
 */
export function createDeliveryDispatcher(
  sender: Sender,
  windows: ConcurrencyWindows = createConcurrencyWindows(),
): DeliveryDispatcher {
  const queues = new Map<string, ProviderQueue>();
  /** Ids of providers that may have due deliveries for which the process had no room. */
  const withoutRoom = new Set<string>();
  const idleWaiters: (() => void)[] = [];
  let closed = false;

  async function dispatchDue(providerId: string): Promise<void> {
    if (closed) return;
    const queue = queueOf(providerId);
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
          startPrefetched(queue, webhookId, retries > 0);
        }
      } while (queue.claimAgain && !closed);
    } finally {
      // In the turn of the last look at `claimAgain`: nobody would see it if it were set later.
      queue.claiming = null;
      afterWork(queue);
    }
  }

  // Step 1: claim.

  /** @returns how many deliveries were claimed, by webhook id */
  async function claim(queue: ProviderQueue): Promise<Map<string, ClaimCounts>> {
    const endpoints = new Map<string, Endpoint>();
    for (const endpoint of await findActiveEndpoints(queue.providerId)) {
      keepSettings(queue.endpoints.get(endpoint.id), endpoint);
      endpoints.set(endpoint.id, endpoint);
    }
    queue.endpoints = endpoints;
    // The webhook may have been disabled since its deliveries were prefetched.
    for (const id of queue.prefetched.keys()) if (!endpoints.has(id)) releasePrefetched(queue, id);
    const limits = claimLimits(queue, windows);
    if (windows.isCrowded()) withoutRoom.add(queue.providerId);
    const claimed = closed ? [] : await claimDue(queue.providerId, limits, realNow());
    for (const one of claimed) {
      const endpoint = endpoints.get(one.webhookId);
      if (!endpoint) throw new Error(`a delivery of ${one.webhookId} was claimed without capacity`);
      windows.prefetch(endpoint.id);
      prefetch(queue, { claimed: one, endpoint });
    }
    return countClaimed(queue, limits, claimed);
  }

  // Steps 2 to 4: render, sign, send.

  function attempt({ claimed, endpoint }: PrefetchedDelivery): Promise<AttemptOutcome> {
    const body = render(claimed.body, claimed.apiVersion);
    const headers = signAttempt(claimed, endpoint, body);
    const outgoing = { url: endpoint.url, headers, body, livemode: endpoint.livemode };
    return isTracing() ? sendTraced(claimed, outgoing) : sender.send(outgoing);
  }

  /** An attempt belongs to the trace of the request that caused the event. */
  function sendTraced(
    claimed: ClaimedDelivery,
    outgoing: Parameters<Sender['send']>[0],
  ): Promise<AttemptOutcome> {
    const [, correlationId] = /"correlationId":"([^"]+)"/.exec(claimed.body) ?? [];
    const { eventType, eventId, number } = claimed;
    const attributes = { 'demarc.event': eventId, 'demarc.attempt': number };
    return traced(`deliver ${eventType}`, { kind: 'client', correlationId, attributes }, () =>
      sender.send(outgoing),
    );
  }

  function start(queue: ProviderQueue, delivery: PrefetchedDelivery): void {
    const { claimed, endpoint } = delivery;
    queue.inFlight++;
    windows.start(endpoint.id, isRetry(claimed));
    const fail = (err: unknown) => onNotAttempted(queue, delivery, err);
    try {
      attempt(delivery)
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
    claimMore(queue, endpoint.id);
    claimWithoutRoom();
    if (!queue.recording) void recordEnded(queue);
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
    claimWithoutRoom();
    afterWork(queue);
  }

  // Steps 5 and 6: record, update endpoint health.

  async function finish(queue: ProviderQueue, ended: EndedAttempt[]): Promise<void> {
    const recorded = await recordAttempts(queue.providerId, ended);
    await updateEndpointHealth(queue.providerId, recorded);
  }

  /** Finishes ended attempts in batches: those of a short wait, or those that ended while the last batch was written. */
  async function recordEnded(queue: ProviderQueue): Promise<void> {
    const { providerId } = queue;
    queue.recording = true;
    try {
      while (queue.ended.length > 0) {
        if (queue.ended.length < Math.min(FULL_BATCH, queue.inFlight)) await sleep(BATCH_WAIT_MS);
        const ended = queue.ended.splice(0);
        await finish(queue, ended).catch((err: unknown) => {
          log.error({ err, providerId, attempts: ended.length }, 'attempts could not be recorded');
        });
        queue.inFlight -= ended.length;
      }
    } finally {
      queue.recording = false;
      afterWork(queue);
    }
  }

  // The queue of a provider: prefetched deliveries, idleness.

  function queueOf(providerId: string): ProviderQueue {
    const known = queues.get(providerId);
    if (known) return known;
    const queue = createProviderQueue(providerId);
    queues.set(providerId, queue);
    return queue;
  }

  function startPrefetched(queue: ProviderQueue, webhookId: string, hasRetries = false): void {
    if (closed) {
      releasePrefetched(queue, webhookId);
      return;
    }
    const mayStart = ({ claimed }: PrefetchedDelivery) => isRetry(claimed) || windows.canStart(webhookId);
    for (const delivery of takeStartable(queue, webhookId, mayStart, hasRetries)) start(queue, delivery);
  }

  /** Releases prefetched deliveries that would not start soon. An expired lease would be logged as an interrupted attempt. */
  function releasePrefetched(queue: ProviderQueue, webhookId: string): void {
    const { providerId } = queue;
    const prefetched = queue.prefetched.get(webhookId);
    if (!prefetched) return;
    queue.prefetched.delete(webhookId);
    windows.release(webhookId, prefetched.length);
    queue.inFlight++;
    release(
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
        claimMore(queue, webhookId);
        claimWithoutRoom();
        afterWork(queue);
      });
  }

  function claimMore(queue: ProviderQueue, webhookId: string): void {
    const takesMore = queue.mayHaveMore.has(webhookId) && windows.capacity(webhookId) > 0;
    const takesRetries = queue.mayHaveRetries.has(webhookId) && windows.retryCapacity(webhookId) > 0;
    if (!closed && (takesMore || takesRetries)) claimFor(queue).catch(logFailedClaim);
  }

  /** Claims for providers that found no room, once there is room. No attempt of their own may end and claim for them. */
  function claimWithoutRoom(): void {
    if (withoutRoom.size === 0 || windows.isCrowded()) return;
    const providerIds = [...withoutRoom];
    withoutRoom.clear();
    for (const providerId of providerIds) dispatchDue(providerId).catch(logFailedClaim);
  }

  function logFailedClaim(err: unknown): void {
    log.error({ err }, 'due deliveries could not be claimed');
  }

  /** Removes an idle queue and resolves `idle` when all queues are idle. */
  function afterWork(queue: ProviderQueue): void {
    if (isIdle(queue)) queues.delete(queue.providerId);
    if (allIdle()) for (const resolve of idleWaiters.splice(0)) resolve();
  }

  const allIdle = () => [...queues.values()].every(isIdle);

  const idle = () =>
    allIdle() ? Promise.resolve() : new Promise<void>((resolve) => idleWaiters.push(resolve));

  return {
    dispatchDue,
    idle,
    async close() {
      closed = true;
      for (const queue of queues.values()) {
        for (const webhookId of queue.prefetched.keys()) releasePrefetched(queue, webhookId);
      }
      await idle();
      await sender.close();
    },
  };
}
