import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '../../../log.ts';
import type { ProviderQueue } from './provider-queue.ts';
import { recordAttempts } from './record.ts';
import { updateEndpointHealth } from './update-endpoint-health.ts';

/** How long an ended attempt waits for others to be recorded with, in ms, and the batch size that does not wait. */
const BATCH_WAIT_MS = 10;
const FULL_BATCH = 64;

/**
 * Records the ended attempts of a provider and updates the health of their endpoints, until none is left. They are written in
 * batches: those of a short wait, or those that ended while the last batch was written.
 */
export async function recordEnded(queue: ProviderQueue): Promise<void> {
  const { providerId } = queue;
  queue.recording = true;
  try {
    while (queue.ended.length > 0) {
      if (queue.ended.length < Math.min(FULL_BATCH, queue.inFlight)) await sleep(BATCH_WAIT_MS);
      const ended = queue.ended.splice(0);
      try {
        await updateEndpointHealth(providerId, await recordAttempts(providerId, ended));
      } catch (err) {
        log.error({ err, providerId, attempts: ended.length }, 'attempts could not be recorded');
      }
      queue.inFlight -= ended.length;
    }
  } finally {
    queue.recording = false;
  }
}
