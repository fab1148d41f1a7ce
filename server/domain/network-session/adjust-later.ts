import { sql } from 'drizzle-orm';
import { realNow } from '../../clock.ts';
import type { WriteScope } from '../../db/scope.ts';

/**
 * Writes down that what these subscriptions have online has to follow a change, in the transaction of that change. What
 * a session needs is looked at when its NAS is told, so that the last change counts, however many there were.
 */
export async function adjustSessionsLater(scope: WriteScope, subscriptionIds: string[]): Promise<void> {
  if (subscriptionIds.length === 0) return;
  const [real, now] = [realNow().toISOString(), scope.now.toISOString()];
  const asked = await scope.db.execute(sql`
    insert into network_command as c (provider_id, session_id, due_at, created_at, updated_at)
    select s.provider_id, s.id, ${real}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    from network_session s
    where s.provider_id = ${scope.providerId} and s.ended_at is null
      and s.subscription_id = any(${sql.param(subscriptionIds)}::text[])
    order by s.id
    on conflict (provider_id, session_id) do update
      set version = c.version + 1, attempts = 0, due_at = excluded.due_at, updated_at = excluded.updated_at
    returning 1`);
  if (asked.length > 0) scope.outbox.wakes.add('network/due');
}
