import { type SQL, sql } from 'drizzle-orm';
import { monotonicMs } from '../../clock.ts';
import { runningCycleStatuses } from '../../contract/billing-cycle-rules.ts';
import { db, type Tx } from '../../db/client.ts';
import { literals } from '../../db/statement.ts';
import { wakeNow } from '../../db/transaction.ts';
import { log } from '../../log.ts';
import { ENDED_SESSIONS } from '../model/network-session/resource.ts';

/** The advisory lock that lets one process at a time work, so that a start precedes its stop. The number is arbitrary. */
const LOCK = 7_346_004;

/** Rows per statement. PostgreSQL compares starts with stops pairwise where it expects few. */
const BATCH = 500;

/** How long accounting is processed before its facts are announced, in ms: an eighth of the time in which events are sent. */
export const PROCESSING_BEFORE_EVENTS_MS = 250;

/**
 * Creates and ends sessions by the accounting that FreeRADIUS committed before the call, and records each start and end as a
 * fact that `announceSessions` turns into an event. Repeated accounting has no effect. Accounting from another partner's server
 * creates no session; it is counted as forged. Contract: Network session, RADIUS.
 * @param budgetMs real time in which new batches begin, in ms
 */
export async function processAccounting({ budgetMs }: { budgetMs: number }): Promise<void> {
  const [row] = await db().execute(sql`select from pending_accounting order by id limit 1`);
  if (!row) return;
  const started = monotonicMs();
  while ((await processBatch()) === BATCH && monotonicMs() - started < budgetMs);
}

/** @returns the number of rows */
async function processBatch(): Promise<number> {
  const oldest = sql`select id from pending_accounting order by id limit ${BATCH}`;
  try {
    return await processRows(oldest);
  } catch (err) {
    log.warn({ err }, 'a batch of accounting failed; its rows are processed one by one');
    const rows = await db().execute<{ id: number }>(oldest);
    for (const { id } of rows) await processOne(id);
    return rows.length;
  }
}

/** Processes a row, and deletes it also if that fails, so that it does not block others. The sweep writes it again. */
async function processOne(id: number): Promise<void> {
  await processRows(sql`select ${id}::bigint`).catch(async (err: unknown) => {
    log.error({ err }, 'accounting could not be processed; the next sweep repeats it');
    await db().execute(sql`delete from pending_accounting where id = ${id}`);
  });
}

/**
 * Processes the oldest pending rows in a transaction.
 * @returns the number of rows
 */
export async function processOldest(tx: Tx): Promise<number> {
  const { n } = await processIn(tx, sql`select id from pending_accounting order by id limit ${BATCH}`);
  return n;
}

/**
 * Processes rows in one transaction.
 * @param ids selects the ids of the rows
 * @returns the number of rows
 */
async function processRows(ids: SQL): Promise<number> {
  const { n, changed } = await db().transaction((tx) => processIn(tx, ids));
  for (const providerId of changed) wakeNow(providerId, 'network/due');
  return n;
}

/**
 * Processes rows. Look-ups are lateral with a limit, so that each is one access to an index: PostgreSQL does
 * not know how many rows are pending, and would read whole tables for a few of them. Only the lock holder creates sessions, so
 * ids are made before the insert, and nothing is joined with what it returns.
 *
 * `follows_change_at` stays null if FreeRADIUS may have accepted the user under an older state: the user is suspended or deleted,
 * or the last change is less than five minutes older than the start. The sweep then enqueues a session change. It is enqueued
 * here where the change came after the start, because the change found no session. A data cap belongs to the plan of its cycle:
 * in grace a session stays throttled under any plan of the unpaid renewal. The sweep that closes the row of a silent session is
 * not a forged packet.
 * @param ids selects the ids of the rows
 * @returns the number of rows, and the providers with session changes that are due
 */
async function processIn(tx: Tx, ids: SQL): Promise<{ n: number; changed: string[] }> {
  // In a statement of its own: the next one sees what the previous holder of the lock has committed.
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
  const [row] = await tx.execute<{ n: number; changed: string[] }>(sql`
    with taken as materialized (
      delete from pending_accounting where id in (${ids}) returning *
    ), owners as materialized (
      select address, nas_owner(address) as provider_id from (select distinct nas_ip_address as address from taken) nas
    ), without_session as materialized (
      select t.*, s.*, o.provider_id as owner
      from taken t
      join owners o on o.address = t.nas_ip_address
      cross join lateral (
        select s.provider_id, s.id as subscription_id, s.subscriber_id, s.network_changed_at,
          p.clock_offset_ms * interval '1 millisecond' as ahead
        from subscription s join provider p on p.id = s.provider_id
        where s.radius_username = t.username limit 1
      ) s
      where (select true from network_session n where n.acct_unique_id = t.acct_unique_id) is null
    ), starts as materialized (
      select distinct on (acct_unique_id) *
      from without_session
      where coalesce(owner, provider_id) = provider_id
      order by acct_unique_id, id
    ), stops as materialized (
      select distinct on (acct_unique_id) *, coalesce(nullif(terminate_cause, ''), 'Unknown') as reason
      from taken
      where stopped_at is not null
      order by acct_unique_id, id
    ), sessions as materialized (
      select f.*, id_text('sess', ('x' || id_bits(f.at + f.ahead))::bit(128)) as session_id, f.at + f.ahead as created_at,
        coalesce((
          select true from billing_cycle c
          join network_usage u on u.provider_id = c.provider_id and u.billing_cycle_id = c.id
          where c.provider_id = f.provider_id and c.subscription_id = f.subscription_id and c.status in (${literals(runningCycleStatuses)})
            and u.throttled_at <= f.at + f.ahead and u.plan_id = c.plan_id
          limit 1), false) as throttled,
        case when f.network_changed_at < least(f.started_at, f.at) - interval '5 minutes'
          and (select true from radius.radcheck c where c.username = f.username limit 1)
          and (
            select true from radius.radusergroup g where g.username = f.username and g.groupname = 'suspended' limit 1
          ) is null
          then f.network_changed_at end as follows_change_at,
        e.id as stop_id, e.at + f.ahead as stop_arrived_at, greatest(e.stopped_at, f.started_at) + f.ahead as stop_at, e.reason,
        e.framed_ip_address as stop_framed_ip_address, e.nas_ip_address as stop_nas_ip_address,
        e.input_octets as stop_input_octets, e.output_octets as stop_output_octets
      from starts f left join stops e using (acct_unique_id)
    ), started as (
      insert into network_session (
        id, provider_id, subscription_id, subscriber_id, username, acct_unique_id, started_at, ended_at, reason, throttled,
        follows_change_at, created_at, updated_at
      )
      select session_id, provider_id, subscription_id, subscriber_id, username, acct_unique_id, started_at + ahead,
        case when stop_id is not null then stop_at end, reason, throttled, follows_change_at, created_at,
        coalesce(stop_arrived_at, created_at)
      from sessions order by id
    ), changed as (
      insert into network_command (provider_id, session_id, due_at, created_at, updated_at)
      select provider_id, session_id, now(), now() + ahead, now() + ahead
      from sessions where stop_id is null and network_changed_at >= at
      returning provider_id
    ), ended as (
      update network_session s
      set ended_at = greatest(e.stopped_at + p.clock_offset_ms * interval '1 millisecond', s.started_at), reason = e.reason,
        updated_at = e.at + p.clock_offset_ms * interval '1 millisecond'
      from stops e, provider p
      where s.acct_unique_id = e.acct_unique_id and s.ended_at is null and p.id = s.provider_id
      returning s.provider_id, s.id as session_id, s.updated_at, s.ended_at, s.reason, s.throttled, e.id, e.framed_ip_address,
        e.nas_ip_address, e.input_octets, e.output_octets
    ), counted as (
      insert into row_count as c (provider_id, resource, shard, n)
      select provider_id, ${ENDED_SESSIONS}, pg_backend_pid() % 32, count(*)
      from (select provider_id from sessions where stop_id is not null union all select provider_id from ended) over
      group by provider_id
      on conflict (provider_id, resource, shard) do update set n = c.n + excluded.n
    ), announced as (
      insert into network_session_fact (
        provider_id, session_id, at, ended_at, reason, throttled, ip_address, nas_ip_address, input_octets, output_octets
      )
      select provider_id, session_id, at, ended_at, reason, throttled, host(framed_ip_address), host(nas_ip_address),
        coalesce(input_octets, 0), coalesce(output_octets, 0)
      from (
        select provider_id, session_id, created_at as at, null::timestamptz as ended_at, null as reason, throttled, id,
          framed_ip_address, nas_ip_address, input_octets, output_octets
        from sessions
        union all
        select provider_id, session_id, stop_arrived_at, stop_at, reason, throttled, stop_id, stop_framed_ip_address,
          stop_nas_ip_address, stop_input_octets, stop_output_octets
        from sessions where stop_id is not null
        union all
        select provider_id, session_id, updated_at, ended_at, reason, throttled, id, framed_ip_address, nas_ip_address,
          input_octets, output_octets
        from ended
      ) fact
      order by id, ended_at nulls first
    ), forged as (
      insert into forged_accounting as f (
        provider_id, subscription_id, address, server_provider_id, attempts, first_at
      )
      select provider_id, subscription_id, host(nas_ip_address) as address, owner, count(*), min(at)
      from without_session
      where owner <> provider_id and terminate_cause is distinct from 'Lost-Service'
      group by provider_id, subscription_id, nas_ip_address, owner
      on conflict (provider_id, subscription_id, address) do update set attempts = f.attempts + excluded.attempts
    )
    select (select count(*)::int from taken) as n, array(select distinct provider_id from changed) as changed`);
  return row ?? { n: 0, changed: [] };
}
