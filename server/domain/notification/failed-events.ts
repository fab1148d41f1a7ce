import { sql } from 'drizzle-orm';
import { MAX_OF_SOURCE, type OpenCause } from '../../contract/portal/notification.ts';
import { MAX_COUNTED } from '../../contract/portal/notification-values.ts';
import type { Scope } from '../../work/scope.ts';
import { failedEventsSince } from '../model/integration/failing.ts';

/** Integrations with inbound events of the last seven days that failed and were not retried with success. */
export async function failedEvents({ db, providerId, now }: Scope): Promise<OpenCause[]> {
  const since = failedEventsSince(now).toISOString();
  const rows = await db.execute<{ id: string; name: string; count: number; at: string; changed: string }>(sql`
    select i.id, i.name, failed.count, failed.at, failed.changed
    from integration i
    cross join lateral (
      select count(*)::int as count, max(received_at) as at, max(updated_at) as changed
      from (
        select e.received_at, e.updated_at from inbound_event e
        where e.provider_id = i.provider_id and e.integration_id = i.id and e.status = 'FAILED'
          and e.received_at >= ${since}::timestamptz
        order by e.received_at desc limit ${MAX_COUNTED}
      ) newest
    ) failed
    where i.provider_id = ${providerId} and i.status <> 'deleted' and failed.count > 0
    order by failed.at desc limit ${MAX_OF_SOURCE}`);
  return rows.map(({ id, name, count, at, changed }) => ({
    kind: 'INBOUND_EVENTS_FAILED',
    id: `INBOUND_EVENTS_FAILED ${id}`,
    // A retry that fails again changes the event.
    version: new Date(changed).toISOString(),
    at: new Date(at).toISOString(),
    integration: { id, name },
    count,
  }));
}
