import { type SQL, sql } from 'drizzle-orm';
import { monotonicMs, realNow, SECOND_MS } from '../../clock.ts';
import { db } from '../../db/client.ts';
import type { Figures } from '../../metrics.ts';
import { pendingDeliveries } from '../model/delivery/pending.ts';
import { ENDED_SESSIONS, isOpenSession } from '../model/network-session/resource.ts';
import { isFailing } from '../model/webhook/failing.ts';
import { type Backlog, selectBacklog } from '../queue/backlog.ts';
import { queueBacklogs } from '../queue/leased-queue.ts';
import { scheduledWork } from '../scheduling/due-work.ts';

/** How long figures are reused, so that several scrapers cost as much as one. */
const REUSED_MS = 5 * SECOND_MS;

let last: { atMs: number; figures: Promise<Figures> } | undefined;

/**
 * The figures of the whole database for `GET /metrics`: what is due of each kind of work, webhooks, refunds and sessions.
 * One statement, with a time-out of two seconds, at most every five seconds in a process.
 * @throws Error when the database is away or too slow
 */
export function readFigures(): Promise<Figures> {
  const now = monotonicMs();
  if (!last || now - last.atMs > REUSED_MS) {
    const figures = query();
    last = { atMs: now, figures };
    // A failure is not reused.
    figures.catch(() => {
      last = undefined;
    });
  }
  return last.figures;
}

async function query(): Promise<Figures> {
  const [due, counts] = await db().transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = '2s'`);
    const arms = [...backlogs(), ...counted].map((arm) => sql`(${arm})`);
    const rows = await tx.execute<Backlog>(sql.join(arms, sql` union all `));
    return [rows.slice(0, -counted.length), rows.slice(-counted.length)];
  });
  const states = (prefix: string) =>
    counts
      .filter(({ work }) => work.startsWith(prefix))
      .map(({ work, items }) => ({ value: items, labels: { state: work.slice(prefix.length) } }));
  return {
    demarc_due_items: due.map(({ work, items }) => ({ value: items, labels: { work } })),
    demarc_due_oldest_seconds: due.map(({ work, oldest }) => ({ value: oldest, labels: { work } })),
    demarc_webhooks: states('webhook '),
    demarc_gateway_refunds: states('refund '),
    demarc_network_sessions: states('session ').map(({ value }) => ({ value })),
    demarc_network_silence_seconds: states('silence ').map(({ value }) => ({ value })),
    demarc_receipts_unmatched: states('receipt ').map(({ value }) => ({ value })),
  };
}

/** One query for each kind of work: the leased queues, the due work of time, and the three that are claimed otherwise. */
function backlogs(): SQL[] {
  const now = realNow();
  const at = sql`${now.toISOString()}::timestamptz`;
  return [
    ...queueBacklogs.map((backlog) => backlog()),
    ...scheduledWork.map((work) => work.backlog(now)),
    selectBacklog(
      'deliveries',
      sql`d.next_attempt_at`,
      sql`from ${pendingDeliveries} d join webhook w on w.provider_id = d.provider_id and w.id = d.webhook_id
        where w.status = 'ACTIVE' and d.next_attempt_at <= ${at} and (d.leased_until is null or d.leased_until <= ${at})`,
    ),
    selectBacklog('accounting', sql`at`, sql`from pending_accounting`),
    selectBacklog('places of events', sql`recorded_at`, sql`from event_pending`),
    selectBacklog(
      'session events',
      sql`f.at - p.clock_offset_ms * interval '1 millisecond'`,
      sql`from network_session_fact f join provider p on p.id = f.provider_id`,
    ),
  ];
}

/** Figures that are counts, in the form of a backlog. */
const counted: SQL[] = [
  count('webhook healthy', sql`from webhook where status = 'ACTIVE' and not ${isFailing}`),
  count('webhook failing', sql`from webhook where status = 'ACTIVE' and ${isFailing}`),
  count('webhook disabled', sql`from webhook where status = 'DISABLED' and ${isFailing}`),
  count('refund pending', sql`from gateway_refund where next_attempt_at is not null`),
  count('refund failed', sql`from gateway_refund where next_attempt_at is null and submitted_at is null`),
  sql`select 'session online', coalesce(sum(case resource when 'network_session' then n else -n end), 0)::int, 0
    from row_count where resource in ('network_session', ${ENDED_SESSIONS})`,
  // Of the newest thousand open rows: any of them reports each few minutes, and more would cost as much as a list.
  sql`select 'silence seconds', greatest(coalesce(extract(epoch from now() - max(greatest(n.opened_at, n.heard_at))), 0), 0)::int, 0
    from (
      select a.acctuniqueid from radius.radacct a where a.acctstoptime is null or not isfinite(a.acctstoptime) order by a.radacctid desc limit 1000
    ) a join network_session n on n.acct_unique_id = a.acctuniqueid and ${isOpenSession('n')} and not n.is_superseded`,
  count('receipt unmatched', sql`from receipt where status = 'UNMATCHED'`),
];

function count(name: string, from: SQL): SQL {
  return sql`select ${name}::text, count(*)::int, 0::float8 ${from}`;
}
