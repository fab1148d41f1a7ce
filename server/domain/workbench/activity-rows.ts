import { type SQL, sql } from 'drizzle-orm';
import type { ActivityKind } from '../../contract/portal/activity-kinds.ts';
import type { Scope } from '../../work/scope.ts';

/** What an entry is made from, by the first letter of its key. At one instant, entries are in the order of the letters. */
export const sources = {
  issue: 'a',
  void: 'b',
  audit: 'c',
  event: 'd',
  email: 'e',
  note: 'f',
  offline: 'g',
  online: 'h',
} as const;
export type Source = keyof typeof sources;

/** Changes that an entry of another source already shows. */
const shownOtherwise = ['subscriber.create_note', 'subscriber.update_note'];

/**
 * The entries of a subscriber as a common table expression `entry (kind, at, key)`. Each arm uses an index on the
 * subscriber or its rows, so the cost follows the history of this subscriber. An audit entry is left out where its request
 * or job has an event about the subscriber: the event says the same in more words. Invoices, emails and sessions are read
 * from their own rows. `offset 0` keeps a look-up for each id: with thousands of sessions, PostgreSQL would otherwise read
 * the audit trail of the whole provider.
 */
function entriesOf({ providerId }: Scope, subscriberId: string): SQL {
  const key = (source: Source, id: SQL) => sql`${sources[source]}::text collate "C" || ${id}`;
  return sql`
    with line as materialized (
      select id from subscription where provider_id = ${providerId} and subscriber_id = ${subscriberId}
    ), own (id, kind) as materialized (
      select ${subscriberId}::text collate "C", 'account'
      union all select id, 'service' from line
      union all select c.id, 'service' from line join billing_cycle c
        on c.provider_id = ${providerId} and c.subscription_id = line.id
      union all select id, 'payments' from payment where provider_id = ${providerId} and subscriber_id = ${subscriberId}
      union all select id, 'payments' from refund where provider_id = ${providerId} and subscriber_id = ${subscriberId}
      union all select id, 'charges' from charge where provider_id = ${providerId} and subscriber_id = ${subscriberId}
      union all select i.id, 'installations' from line join installation i
        on i.provider_id = ${providerId} and i.subscription_id = line.id
    ), session as materialized (
      select s.id, s.started_at, s.ended_at from line join network_session s
        on s.provider_id = ${providerId} and s.subscription_id = line.id
    ), announced as materialized (
      select e.id, e.occurred_at, e.correlation_id, own.kind from own cross join lateral (
        select id, occurred_at, correlation_id from event
        where provider_id = ${providerId} and resource_id = own.id offset 0
      ) e
    ), entry (kind, at, key) as (
      select kind, occurred_at, ${key('event', sql`id`)} from announced
      union all select subject.kind, a.created_at, ${key('audit', sql`a.id`)}
      from (select id, kind from own union all select id, 'network' from session) subject
      cross join lateral (
        select id, created_at, correlation_id from audit_entry
        where provider_id = ${providerId} and resource_id = subject.id and action <> all(${sql.param(shownOtherwise)})
        offset 0
      ) a
      where not exists (select from announced where announced.correlation_id = a.correlation_id)
      union all select 'invoices', i.issued_at, ${key('issue', sql`i.id`)} from line join invoice i
        on i.provider_id = ${providerId} and i.subscription_id = line.id and i.status <> 'VOID'
      union all select 'invoices', instant.at, instant.source || i.id from line join invoice i
        on i.provider_id = ${providerId} and i.subscription_id = line.id and i.status = 'VOID'
      cross join lateral (
        values (i.issued_at, ${sources.issue}::text collate "C"), (i.updated_at, ${sources.void}::text collate "C")
      ) instant (at, source)
      union all select 'emails', created_at, ${key('email', sql`id`)} from mail
        where provider_id = ${providerId} and subscriber_id = ${subscriberId}
      union all select 'notes', created_at, ${key('note', sql`id`)} from note
        where provider_id = ${providerId} and subscriber_id = ${subscriberId}
      union all select 'network', started_at, ${key('online', sql`id`)} from session
      union all select 'network', ended_at, ${key('offline', sql`id`)} from session where ended_at is not null
    )`;
}

export type ActivityRow = { kind: ActivityKind; at: Date; key: string };

type Page = { kind?: ActivityKind; limit: number; cursor?: { at: Date; key: string } };

/** The entries after the cursor, newest first. */
export async function readEntries(
  scope: Scope,
  subscriberId: string,
  { kind, limit, cursor }: Page,
): Promise<ActivityRow[]> {
  const rows = await scope.db.execute<{ kind: ActivityKind; at: string; key: string }>(sql`
    ${entriesOf(scope, subscriberId)}
    select kind, at, key from entry
    where ${kind ? sql`kind = ${kind}` : sql`true`}
      and ${cursor ? sql`(at, key) < (${cursor.at.toISOString()}::timestamptz, ${cursor.key}::text collate "C")` : sql`true`}
    order by at desc, key desc limit ${limit}`);
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}

/** The number of entries of each kind that has any. */
export async function countEntries(
  scope: Scope,
  subscriberId: string,
): Promise<Partial<Record<ActivityKind, number>>> {
  const rows = await scope.db.execute<{ kind: ActivityKind; n: number }>(sql`
    ${entriesOf(scope, subscriberId)}
    select kind, count(*)::int as n from entry group by kind`);
  return Object.fromEntries(rows.map(({ kind, n }) => [kind, n]));
}
