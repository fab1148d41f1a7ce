import { sql } from 'drizzle-orm';
import { realNow } from '../../clock.ts';
import { db } from '../../db/client.ts';
import type { WriteScope } from '../../db/scope.ts';
import { wakeNow } from '../../db/transaction.ts';

const WAKE = 'network/due';

/**
 * Writes down that what these subscriptions have online has to follow a change, in the transaction of that change. What
 * a session needs is looked at when its NAS is told, so that the last change counts, however many there were. The change
 * itself is written down as well: a session that nobody can see yet does not follow it.
 */
export async function adjustSessionsLater(scope: WriteScope, subscriptionIds: string[]): Promise<void> {
  if (subscriptionIds.length === 0) return;
  const [real, now] = [realNow().toISOString(), scope.now.toISOString()];
  const asked = await scope.db.execute(sql`
    with changed as (
      update subscription
      set network_changed_at = greatest(${real}::timestamptz, network_changed_at + interval '1 millisecond')
      where provider_id = ${scope.providerId} and id = any(${sql.param(subscriptionIds)}::text[])
    )
    insert into network_command as c (provider_id, session_id, due_at, created_at, updated_at)
    select s.provider_id, s.id, ${real}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    from network_session s
    where s.provider_id = ${scope.providerId} and s.ended_at is null
      and s.subscription_id = any(${sql.param(subscriptionIds)}::text[])
    order by s.id
    on conflict (provider_id, session_id) do update
      set version = c.version + 1, attempts = 0, due_at = excluded.due_at, updated_at = excluded.updated_at
    returning 1`);
  if (asked.length > 0) scope.outbox.wakes.add(WAKE);
}

/**
 * The same for sessions online that do not follow the last change of their subscription: those that were let online by
 * what held before it and whose accounting came after. In the usual run of things there are few. Contract: RADIUS.
 */
export async function adjustSessionsInDoubt(): Promise<void> {
  const real = realNow().toISOString();
  const asked = await db().execute<{ provider_id: string }>(sql`
    with asked as (
      insert into network_command (provider_id, session_id, due_at, created_at, updated_at)
      select n.provider_id, n.id, ${real}::timestamptz, at.now, at.now
      from network_session n
      join subscription s on s.provider_id = n.provider_id and s.id = n.subscription_id
      join provider p on p.id = n.provider_id
      cross join lateral (select ${real}::timestamptz + p.clock_offset_ms * interval '1 millisecond' as now) at
      where n.ended_at is null and n.follows_change_at is distinct from s.network_changed_at
      order by n.provider_id, n.id
      on conflict do nothing
      returning provider_id
    )
    select distinct provider_id from asked`);
  for (const { provider_id: providerId } of asked) wakeNow(providerId, WAKE);
}
