import { sql } from 'drizzle-orm';
import { MINUTE_MS, plus, realNow } from '../../clock.ts';
import { db } from '../../db/client.ts';
import type { WriteScope } from '../../work/scope.ts';
import { wakeNow } from '../../work/wake.ts';
import { isOpenSession } from '../model/network-session/resource.ts';

const WAKE = 'network/due';

/**
 * Enqueues a session change for each open session of these subscriptions, in the transaction of the change. The job reads
 * the subscription when it sends the request, so several changes lead to one request with the last state. The instant of the
 * change is stored on the subscription: a session whose accounting arrives later is compared with it.
 */
export async function enqueueSessionChanges(scope: WriteScope, subscriptionIds: string[]): Promise<void> {
  if (subscriptionIds.length === 0) return;
  const [real, now] = [realNow().toISOString(), scope.now.toISOString()];
  const enqueued = await scope.db.execute(sql`
    with changed as (
      update subscription
      set network_changed_at = greatest(${real}::timestamptz, network_changed_at + interval '1 millisecond')
      where provider_id = ${scope.providerId} and id = any(${sql.param(subscriptionIds)}::text[])
    )
    insert into network_command as c (provider_id, session_id, due_at, created_at, updated_at)
    select s.provider_id, s.id, ${real}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    from network_session s
    where s.provider_id = ${scope.providerId} and ${isOpenSession('s')}
      and s.subscription_id = any(${sql.param(subscriptionIds)}::text[])
    order by s.id
    on conflict (provider_id, session_id) do update
      set version = c.version + 1, attempts = 0, due_at = excluded.due_at, updated_at = excluded.updated_at
    returning 1`);
  if (enqueued.length > 0) scope.outbox.wakes.add(WAKE);
}

/**
 * Enqueues a session change for each open session that may not follow the last change of its subscription: FreeRADIUS accepted it
 * under the state before the change, and its accounting arrived after it. So it does for a session of a user whom FreeRADIUS refuses
 * by now, if a packet has arrived since its server accepted the last request: the server did not obey. A request to such a server
 * that waits for its next attempt is due at once, because the server is there. Normally there are few. Contract: RADIUS.
 */
export async function enqueueMissedSessionChanges(): Promise<void> {
  const real = realNow().toISOString();
  const heardSince = plus(realNow(), -MINUTE_MS).toISOString();
  const rows = await db().execute<{ provider_id: string }>(sql`
    with refused as materialized (
      select n.provider_id, n.id from network_session n
      where ${isOpenSession('n')} and (n.applied_at is null or n.heard_at > n.applied_at) and (
        not exists (select from radius.radcheck c where c.username = n.username)
        or exists (select from radius.radusergroup g where g.username = n.username and g.groupname = 'suspended'))
    ), hastened as (
      update network_command c set due_at = ${real}::timestamptz
      from refused r join network_session n on n.provider_id = r.provider_id and n.id = r.id
      where c.provider_id = r.provider_id and c.session_id = r.id and c.due_at > ${real}::timestamptz and c.attempts > 0
        and c.failure is not null and n.heard_at > ${heardSince}::timestamptz
      returning c.provider_id
    ), enqueued as (
      insert into network_command (provider_id, session_id, due_at, created_at, updated_at)
      select n.provider_id, n.id, ${real}::timestamptz, at.now, at.now
      from network_session n
      join subscription s on s.provider_id = n.provider_id and s.id = n.subscription_id
      join provider p on p.id = n.provider_id
      cross join lateral (select ${real}::timestamptz + p.clock_offset_ms * interval '1 millisecond' as now) at
      where ${isOpenSession('n')} and (
        n.follows_change_at is distinct from s.network_changed_at
        or (n.provider_id, n.id) in (select provider_id, id from refused))
      order by n.provider_id, n.id
      on conflict do nothing
      returning provider_id
    )
    select distinct provider_id from (select * from enqueued union all select * from hastened) due`);
  for (const { provider_id: providerId } of rows) wakeNow(providerId, WAKE);
}
