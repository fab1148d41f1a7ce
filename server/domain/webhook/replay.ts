import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { realNow } from '../../clock.ts';
import type { webhookReplay } from '../../contract/webhook.ts';
import { audit } from '../../work/audit.ts';
import { lowestId } from '../../work/ids.ts';
import type { Scope, WriteScope } from '../../work/scope.ts';
import { requireFewResends } from '../model/delivery/resend-limit.ts';
import { findActiveWebhook, findWebhook } from '../model/webhook/resource.ts';

type Replay = z.output<typeof webhookReplay>;

/**
 * The condition on an event `e` that a replay to a webhook has. An id begins with the instant of its event, so the primary key
 * bounds the scan.
 */
function isReplayed(scope: Scope, { id, since, until, types, status }: Replay): SQL {
  const conditions = [
    sql`e.provider_id = ${scope.providerId}`,
    sql`e.id >= ${lowestId('event', since)} and e.occurred_at >= ${since.toISOString()}::timestamptz`,
    sql`webhook_subscribes_to(
      (select events from webhook where provider_id = ${scope.providerId} and id = ${id}), e.type)`,
  ];
  if (until) conditions.push(sql`e.id < ${lowestId('event', until)}`);
  if (types) conditions.push(sql`webhook_subscribes_to(${sql.param(types)}::text[], e.type)`);
  if (status)
    conditions.push(sql`exists (
      select from delivery f
      where f.provider_id = e.provider_id and f.event_id = e.id and f.webhook_id = ${id}
        and f.recorded_at = e.recorded_at and f.status = ${status})`);
  return sql.join(conditions, sql` and `);
}

/**
 * Queues the events since an instant of the provider's time to which a webhook is subscribed, also those from before it was registered:
 * all, or those before `until`, of some types, or with a failed delivery.
 * An event that has a delivery keeps it, and its attempts are numbered on. They are started in
 * the order of their events, which are older than new ones. Contract: Delivery.
 * @throws NOT_FOUND; CONFLICT while the webhook is disabled; RATE_LIMITED for too many within a day
 */
export async function replayEvents(scope: WriteScope, input: Replay): Promise<{ queued: number }> {
  const { id, since, until, types, status } = input;
  const row = await findActiveWebhook(scope, id);
  await requireFewResends(scope, id);
  const now = scope.now.toISOString();
  const [done] = await scope.db.execute<{ n: string }>(sql`
    with queued as (
      insert into delivery as d (
        id, provider_id, webhook_id, event_id, event_type, recorded_at, api_version, next_attempt_at,
        created_at, updated_at
      )
      select id_after_event('dlv', e.id), e.provider_id, ${id}, e.id, e.type, e.recorded_at, ${row.apiVersion},
        ${realNow().toISOString()}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
      from event e
      where ${isReplayed(scope, input)}
      on conflict (provider_id, event_id, webhook_id, recorded_at) do update
      set next_attempt_at = excluded.next_attempt_at, delivered_at = null, failures = 0,
        updated_at = excluded.updated_at
      returning 1
    )
    select count(*) as n from queued`);
  const queued = Number(done?.n ?? 0);
  const facts = { since: since.toISOString(), until: until?.toISOString(), types, status, queued };
  const given = Object.entries(facts).filter(([, after]) => after !== undefined);
  audit(
    scope,
    'webhook.replay',
    { type: 'webhook', id },
    Object.fromEntries(given.map(([field, after]) => [field, { before: null, after }])),
  );
  if (queued > 0) scope.outbox.wakes.add('deliveries/due');
  return { queued };
}

/**
 * How many events a replay would queue. Portal only.
 * @throws NOT_FOUND
 */
export async function replayableEvents(scope: Scope, input: Replay): Promise<{ events: number }> {
  await findWebhook(scope, input.id);
  const [counted] = await scope.db.execute<{ n: number }>(
    sql`select count(*)::int as n from event e where ${isReplayed(scope, input)}`,
  );
  return { events: counted?.n ?? 0 };
}
