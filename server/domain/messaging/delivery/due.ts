import { sql } from 'drizzle-orm';
import { realNow } from '../../../clock.ts';
import { db } from '../../../db/client.ts';
import { createSender } from '../../../webhooks/send.ts';
import { type Courier, createCourier } from './dispatcher.ts';

let courier: Courier | undefined;
let stopped = false;

/** The courier of this process, made when it is first needed. */
function processCourier(): Courier {
  courier ??= createCourier(createSender());
  return courier;
}

/**
 * Begins an attempt for all that is due for a provider. Attempts end by themselves, and what is due behind them begins
 * then; so there is never more for the job to come back for.
 */
export async function drainDeliveries({ providerId }: { providerId: string }): Promise<{ more: boolean }> {
  if (!stopped) await processCourier().work(providerId);
  return { more: false };
}

/** Begins no further attempt in this process, and lets those under way end: at most the ten seconds of an attempt. */
export async function stopDeliveries(): Promise<void> {
  stopped = true;
  await courier?.close();
}

/** Providers with a delivery that is due and not under way. */
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
