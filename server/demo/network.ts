import { sql } from 'drizzle-orm';
import { HOUR_MS, MINUTE_MS, plus } from '../clock.ts';
import { DAY_MS } from '../contract/days.ts';
import { inService } from '../contract/subscription-rules.ts';
import { dayOf, startOfDay } from '../contract/zoned-time.ts';
import { arrayParameter, literals } from '../db/statement.ts';
import { announceBatch } from '../domain/network/announce-sessions.ts';
import { countUsageOf } from '../domain/network/count-usage.ts';
import { processOldest } from '../domain/network/process-accounting.ts';
import type { WriteScope } from '../work/scope.ts';
import { flush } from '../work/write-out.ts';
import { type Random, seededRandom } from './random.ts';
import { madeUpMac } from './router-mac.ts';

const DAYS = 30;
const SEED = 7_041;

/** The share of lines that are offline at the end, in percent. */
const OFFLINE_PERCENT = 9;

/** The network server that restarted, and when: days and hours before the end. Its sessions return half an hour later. */
const OUTAGE = { ageMs: 6 * DAY_MS + 5 * HOUR_MS, atLeastMs: 25 * MINUTE_MS, atMostMs: 40 * MINUTE_MS };

const causes = [
  [34, 'Lost-Carrier'],
  [26, 'User-Request'],
  [16, 'Session-Timeout'],
  [10, 'Idle-Timeout'],
  [8, 'Lost-Service'],
  [6, 'Port-Error'],
] as const;

/** A subscription in service. */
type Line = {
  username: string;
  /** Of its router. */
  mac: string;
  /** Since when, without interruption. */
  since: string;
  /** The start of its running cycle. */
  cycleStartsAt: string;
  downloadMbps: number;
  capOctets: number | null;
  /** The address of its network server: of TEST-NET-1 (RFC 5737), where no server is. */
  nas: string;
};

type Session = { id: string; line: Line; ip: string; startedAt: Date; endedAt: Date | null; cause: string };

/** What a session has transferred by an instant. */
type Report = { session: Session; at: Date; download: number; upload: number };

/**
 * Plays the last 30 days of the network: sessions, an outage of one network server, and usage. It writes what FreeRADIUS writes
 * for them and processes that as the jobs do, one day after the other.
 */
export async function playNetwork(scope: WriteScope, timeZone: string): Promise<void> {
  const random = seededRandom(SEED);
  const lines = await linesInService(scope);
  const outage = busiestServer(lines);
  const sessions = lines.flatMap((line, i) =>
    sessionsOf(line, { random, now: scope.now, number: i, outage }),
  );
  await settleChanges(scope);
  await start(scope, sessions);
  await processPending(scope);
  const used = new Map(sessions.map((session) => [session, { download: 0, upload: 0 }]));
  const heavy = heavyLines(lines, scope.now);
  const habits = new Map(lines.map((line) => [line, habitOf(line, random, scope.now, heavy.has(line))]));
  for (const { from, to } of lastDays(scope.now, timeZone)) {
    const reports = sessions
      .filter(({ startedAt, endedAt }) => startedAt < to && (endedAt ?? to) > from)
      .map((session): Report => {
        const total = used.get(session) as { download: number; upload: number };
        const { download, upload } = octetsOf(session, {
          from,
          to,
          random,
          habit: habits.get(session.line) as Habit,
        });
        total.download += download;
        total.upload += upload;
        const at = session.endedAt && session.endedAt < to ? session.endedAt : to;
        return { session, at, ...total };
      });
    await report(scope, reports);
    await countUsageOf(scope.db, scope.providerId, to);
  }
  await stop(scope, sessions);
  await processPending(scope);
  await countUsageOf(scope.db, scope.providerId, scope.now);
  while ((await announceBatch(scope)) > 0) await flush(scope);
}

async function linesInService({ db, providerId }: WriteScope): Promise<Line[]> {
  const rows = await db.execute<Omit<Line, 'nas'> & { point: number }>(sql`
    select s.radius_username as username,
      coalesce(
        (select i.mac_address from installation i
          where i.provider_id = s.provider_id and i.subscription_id = s.id and i.mac_address is not null
          order by i.installed_at desc limit 1),
        ${madeUpMac(sql`s.radius_username`)}
      ) as mac, c.starts_at as "cycleStartsAt",
      (select max(p.starts_at) from service_period p
        where p.provider_id = s.provider_id and p.subscription_id = s.id and p.begins) as since,
      (s.terms_speed->>'downloadSpeedMbps')::float8 as "downloadMbps", (c.terms_data_cap_mb * 1000000::float8) as "capOctets",
      dense_rank() over (order by s.demarcation_point_id)::int as point
    from subscription s
    join subscriber o on o.provider_id = s.provider_id and o.id = s.subscriber_id and o.held_at is null
    join billing_cycle c on c.provider_id = s.provider_id and c.subscription_id = s.id and c.status in ('ACTIVE', 'OVERDUE')
    where s.provider_id = ${providerId} and s.status in (${literals(inService)})
    order by s.id`);
  return rows.map(({ point, ...line }) => ({ ...line, nas: `192.0.2.${point}` }));
}

/** The network server with the most lines. */
function busiestServer(lines: readonly Line[]): string {
  const counts = new Map<string, number>();
  for (const { nas } of lines) counts.set(nas, (counts.get(nas) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}

/**
 * RADIUS runs in real time, so the play of the year has marked each subscription as changed today, and each session would
 * seem to be older than its speed. The network had these changes when service began.
 */
async function settleChanges({ db, providerId }: WriteScope): Promise<void> {
  await db.execute(sql`
    update subscription s set network_changed_at = p.since - interval '1 hour'
    from (
      select subscription_id, max(starts_at) as since from service_period
      where provider_id = ${providerId} and begins group by subscription_id
    ) p
    where s.provider_id = ${providerId} and s.id = p.subscription_id`);
}

/** Sessions of some days each, with short breaks between them. */
function sessionsOf(
  line: Line,
  { random, now, number, outage }: { random: Random; now: Date; number: number; outage: string },
): Session[] {
  const sessions: Session[] = [];
  const outageAt = line.nas === outage ? plus(now, -OUTAGE.ageMs) : null;
  const ip = `100.64.${Math.floor(number / 200)}.${(number % 200) + 10}`;
  const since = new Date(line.since);
  const first = plus(now, -DAYS * DAY_MS);
  let at = plus(since > first ? since : first, random.whole(3, 90) * MINUTE_MS);
  while (at < plus(now, -5 * MINUTE_MS)) {
    const planned = plus(at, random.whole(2 * 24 * 60, 13 * 24 * 60) * MINUTE_MS);
    const isCut = outageAt !== null && at < outageAt && planned > outageAt;
    const end = isCut ? outageAt : planned;
    const endedAt = end < now ? end : null;
    const cause = isCut ? 'NAS-Reboot' : random.weighted(causes);
    sessions.push({ id: `${line.username}-${sessions.length + 1}`, line, ip, startedAt: at, endedAt, cause });
    const breakMs = isCut
      ? random.whole(OUTAGE.atLeastMs, OUTAGE.atMostMs)
      : random.whole(MINUTE_MS, 3 * HOUR_MS);
    at = plus(end, breakMs);
  }
  const last = sessions.at(-1);
  if (last && last.endedAt === null && random.chance(OFFLINE_PERCENT)) {
    const endedAt = plus(now, -random.whole(20, 30 * 60) * MINUTE_MS);
    if (endedAt > plus(last.startedAt, HOUR_MS)) last.endedAt = endedAt;
  }
  return sessions;
}

/** Octets a day, to the customer. */
type Habit = { before: number; sinceCycle: number; cycleStartsAt: Date };

/** The lines that use all of their data cap in the running cycle: one in six of those whose cycle has run for days. */
function heavyLines(lines: readonly Line[], now: Date): Set<Line> {
  const capped = lines.filter(
    ({ capOctets, cycleStartsAt }) => capOctets !== null && daysSince(cycleStartsAt, now) > 6,
  );
  return new Set(capped.filter((_, i) => i % 6 === 0));
}

function daysSince(instant: string, now: Date): number {
  return (now.getTime() - new Date(instant).getTime()) / DAY_MS;
}

function habitOf(
  { downloadMbps, capOctets, cycleStartsAt }: Line,
  random: Random,
  now: Date,
  isHeavy: boolean,
): Habit {
  const usual = (1.2 + Math.sqrt(downloadMbps)) * random.whole(25, 130) * 10_000_000;
  const before = capOctets === null ? usual : Math.min(usual, capOctets / 45);
  const cycle = { cycleStartsAt: new Date(cycleStartsAt) };
  const days = daysSince(cycleStartsAt, now);
  return { before, sinceCycle: capOctets !== null && isHeavy ? (capOctets * 1.5) / days : before, ...cycle };
}

/** What a session transfers in a part of a day: more at the weekend, each day a little different. */
function octetsOf(
  { startedAt, endedAt }: Session,
  { from, to, random, habit }: { from: Date; to: Date; random: Random; habit: Habit },
) {
  const begin = startedAt > from ? startedAt : from;
  const end = endedAt && endedAt < to ? endedAt : to;
  const share = (end.getTime() - begin.getTime()) / DAY_MS;
  const isWeekend = [0, 6].includes(from.getUTCDay());
  const usual = from >= habit.cycleStartsAt ? habit.sinceCycle : habit.before;
  const download = Math.round((usual * share * (isWeekend ? 1.3 : 1) * random.whole(55, 140)) / 100);
  return { download, upload: Math.round((download * random.whole(6, 18)) / 100) };
}

/** The last calendar days of the time zone, the present one until now. */
function lastDays(now: Date, timeZone: string): { from: Date; to: Date }[] {
  const today = dayOf(now.toISOString(), timeZone);
  return Array.from({ length: DAYS }, (_, i) => {
    const from = new Date(startOfDay(today, timeZone, i - DAYS + 1) as string);
    const next = new Date(startOfDay(today, timeZone, i - DAYS + 2) as string);
    return { from, to: next < now ? plus(next, -1) : now };
  });
}

const column = <T>(rows: readonly T[], of: (row: T) => string | number) =>
  sql.param(arrayParameter(rows.map((row) => String(of(row)))));

async function start({ db }: WriteScope, sessions: Session[]): Promise<void> {
  await db.execute(sql`
    insert into radius.radacct (
      acctsessionid, acctuniqueid, username, nasipaddress, nasporttype, acctstarttime, acctupdatetime, framedipaddress,
      callingstationid, acctinputoctets, acctoutputoctets, servicetype, framedprotocol
    )
    select substr(md5(s.id), 1, 8), md5(s.id), s.username, s.nas::inet, 'Virtual', s.started_at::timestamptz,
      s.started_at::timestamptz, s.ip::inet, s.mac, 0, 0, 'Framed-User', 'PPP'
    from unnest(
      ${column(sessions, ({ id }) => id)}::text[], ${column(sessions, ({ line }) => line.username)}::text[],
      ${column(sessions, ({ line }) => line.nas)}::text[], ${column(sessions, ({ startedAt }) => startedAt.toISOString())}::text[],
      ${column(sessions, ({ ip }) => ip)}::text[], ${column(sessions, ({ line }) => line.mac)}::text[]
    ) as s (id, username, nas, started_at, ip, mac)
    order by s.started_at`);
}

async function report({ db }: WriteScope, reports: Report[]): Promise<void> {
  await db.execute(sql`
    update radius.radacct a
    set acctupdatetime = r.at::timestamptz, acctoutputoctets = r.download, acctinputoctets = r.upload,
      acctsessiontime = extract(epoch from r.at::timestamptz - a.acctstarttime)
    from unnest(
      ${column(reports, ({ session }) => session.id)}::text[], ${column(reports, ({ at }) => at.toISOString())}::text[],
      ${column(reports, ({ download }) => download)}::bigint[], ${column(reports, ({ upload }) => upload)}::bigint[]
    ) as r (id, at, download, upload)
    where a.acctuniqueid = md5(r.id)`);
}

async function stop({ db }: WriteScope, sessions: Session[]): Promise<void> {
  const ended = sessions.flatMap(({ endedAt, ...session }) => (endedAt ? [{ ...session, endedAt }] : []));
  await db.execute(sql`
    update radius.radacct a
    set acctstoptime = s.at::timestamptz, acctupdatetime = s.at::timestamptz, acctterminatecause = s.cause,
      acctsessiontime = extract(epoch from s.at::timestamptz - a.acctstarttime)
    from unnest(
      ${column(ended, ({ id }) => id)}::text[], ${column(ended, ({ endedAt }) => endedAt.toISOString())}::text[],
      ${column(ended, ({ cause }) => cause)}::text[]
    ) as s (id, at, cause)
    where a.acctuniqueid = md5(s.id)`);
}

/** Processes the starts and stops that the trigger queued, as if each had arrived at its instant. */
async function processPending({ db }: WriteScope): Promise<void> {
  await db.execute(sql`update pending_accounting set at = coalesce(stopped_at, started_at)`);
  while ((await processOldest(db)) > 0);
}
