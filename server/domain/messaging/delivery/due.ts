import { sql } from 'drizzle-orm';
import { plus, realNow, SECOND_MS } from '../../../clock.ts';
import { db, send } from '../../../db/client.ts';
import { log } from '../../../log.ts';
import { createSender, type Sender } from '../../../webhooks/send.ts';
import { pendingDeliveries } from '../../model/delivery/pending.ts';
import { createDeliveryDispatcher, type DeliveryDispatcher } from './dispatcher.ts';

let through = (sender: Sender): Sender => sender;
let dispatcher: DeliveryDispatcher | undefined;
let stopped = false;

/** Sets what stands between the dispatcher of this process and its sender. Call it before the first delivery. */
export function sendDeliveriesThrough(wrap: typeof through): void {
  through = wrap;
}

/** The dispatcher of this process, created on first use. */
function processDispatcher(): DeliveryDispatcher {
  dispatcher ??= createDeliveryDispatcher(through(createSender()));
  return dispatcher;
}

/**
 * Starts an attempt of each due delivery of a provider.
 * @returns `more` is always false: as attempts end, the dispatcher itself claims the rest
 */
export async function drainDeliveries({ providerId }: { providerId: string }): Promise<{ more: boolean }> {
  if (!stopped) await processDispatcher().dispatchDue(providerId);
  return { more: false };
}

/** Starts no further attempt in this process, and waits for those in flight: at most the ten seconds of an attempt. */
export async function stopDeliveries(): Promise<void> {
  stopped = true;
  await dispatcher?.close();
}

/** How long a retry is looked for after it has become due, in ms. The sweep of each minute finds what was not started. */
const LOOKED_FOR_MS = 3 * SECOND_MS;

const WITH_DUE_RETRIES = `
  select distinct provider_id from delivery
  where failures > 0 and next_attempt_at > $1::timestamptz and next_attempt_at <= $2::timestamptz
    and (leased_until is null or leased_until <= $2::timestamptz)`;

/**
 * A function that starts the retries that have become due since its last call; the first call starts all that are due.
 * Contract: Outbound deliveries.
 * @param dispatch starts the due deliveries of a provider
 */
export function createRetryWatch(
  dispatch: (work: { providerId: string }) => Promise<unknown> = drainDeliveries,
): () => Promise<void> {
  let from = new Date(0);
  return async () => {
    const now = realNow();
    const range = [from.toISOString(), now.toISOString()];
    const rows = await send<{ provider_id: string }>(db(), WITH_DUE_RETRIES, range);
    from = plus(now, -LOOKED_FOR_MS);
    for (const { provider_id: providerId } of rows) {
      dispatch({ providerId }).catch((err: unknown) => {
        log.error({ err, providerId }, 'due retries could not be claimed');
      });
    }
  };
}

/** Providers with a due delivery that no process has leased. */
export async function providersWithDueDeliveries(): Promise<string[]> {
  const now = realNow().toISOString();
  const rows = await db().execute<{ provider_id: string }>(sql`
    select distinct w.provider_id from webhook w
    where w.status = 'ACTIVE' and exists (
      select 1 from ${pendingDeliveries} d
      where d.provider_id = w.provider_id and d.webhook_id = w.id and d.next_attempt_at <= ${now}::timestamptz
        and (d.leased_until is null or d.leased_until <= ${now}::timestamptz)
    )`);
  return rows.map((row) => row.provider_id);
}
