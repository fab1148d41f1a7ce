import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { realNow } from '../../clock.ts';
import type { webhookReplay } from '../../contract/webhook.ts';
import { audit } from '../../work/audit.ts';
import { lowestId } from '../../work/ids.ts';
import type { Scope, WriteScope } from '../../work/scope.ts';
import { findActiveWebhook, findWebhook } from '../model/webhook/resource.ts';

/**
 * Queues all events since an instant of the provider's time to which a webhook is subscribed, also those from before it was registered.
 * An event that has a delivery keeps it, and its attempts are numbered on. They are started in
 * the order of their events, which are older than new ones. Contract: Delivery.
 * @throws NOT_FOUND; CONFLICT while the webhook is disabled
 */
export async function replayEvents(
  scope: WriteScope,
  { id, since }: z.output<typeof webhookReplay>,
): Promise<{ queued: number }> {
  const row = await findActiveWebhook(scope, id);
  const from = since.toISOString();
  const now = scope.now.toISOString();
  // An id begins with the instant of its event, so the primary key bounds the scan.
  const [done] = await scope.db.execute<{ n: string }>(sql`
    with queued as (
      insert into delivery as d (
        id, provider_id, webhook_id, event_id, event_type, recorded_at, api_version, next_attempt_at,
        created_at, updated_at
      )
      select id_after_event('dlv', e.id), e.provider_id, ${id}, e.id, e.type, e.recorded_at, ${row.apiVersion},
        ${realNow().toISOString()}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
      from event e
      where e.provider_id = ${scope.providerId} and e.id >= ${lowestId('event', since)}
        and e.occurred_at >= ${from}::timestamptz
        and webhook_subscribes_to((select events from webhook where provider_id = ${scope.providerId} and id = ${id}), e.type)
      on conflict (provider_id, event_id, webhook_id, recorded_at) do update
      set next_attempt_at = excluded.next_attempt_at, delivered_at = null, failures = 0,
        updated_at = excluded.updated_at
      returning 1
    )
    select count(*) as n from queued`);
  const queued = Number(done?.n ?? 0);
  audit(
    scope,
    'webhook.replay',
    { type: 'webhook', id },
    { since: { before: null, after: from }, queued: { before: null, after: queued } },
  );
  if (queued > 0) scope.outbox.wakes.add('deliveries/due');
  return { queued };
}

/**
 * How many events a replay would queue. Portal only.
 * @throws NOT_FOUND
 */
export async function replayableEvents(
  scope: Scope,
  { id, since }: z.output<typeof webhookReplay>,
): Promise<{ events: number }> {
  const row = await findWebhook(scope, id);
  const from = since.toISOString();
  const [counted] = await scope.db.execute<{ n: number }>(sql`
    select count(*)::int as n from event e
    where e.provider_id = ${scope.providerId} and e.id >= ${lowestId('event', since)}
      and e.occurred_at >= ${from}::timestamptz and webhook_subscribes_to(${sql.param(row.events)}::text[], e.type)`);
  return { events: counted?.n ?? 0 };
}
