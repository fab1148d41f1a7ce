import { sql } from 'drizzle-orm';
import { realNow } from '../../../clock.ts';
import { db } from '../../../db/client.ts';
import { createSender, type Sender } from '../../../webhooks/send.ts';
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

/** Providers with a due delivery that no process has leased. */
export async function providersWithDueDeliveries(): Promise<string[]> {
  const now = realNow().toISOString();
  const rows = await db().execute<{ provider_id: string }>(sql`
    select distinct w.provider_id from webhook w
    where w.status = 'ACTIVE' and exists (
      select 1 from delivery d
      where d.provider_id = w.provider_id and d.webhook_id = w.id and d.next_attempt_at <= ${now}::timestamptz
        and (d.leased_until is null or d.leased_until <= ${now}::timestamptz)
    )`);
  return rows.map((row) => row.provider_id);
}
