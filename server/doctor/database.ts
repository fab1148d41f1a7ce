import { SECOND_MS } from '../clock.ts';
import { withSessions } from '../db/driver/session.ts';
import { requireMigrated } from '../postgres/migrate.ts';
import { clockSkewMs, MAX_SKEW_MS } from '../probes/clock-skew.ts';
import { replicaLagMs } from '../probes/replication.ts';
import { type Check, type Finding, failed, ofDatabase, ok, reasonOf, skipped, warning } from './check.ts';

const OLDEST_VERSION = 150_000;
/** Sessions that are in use, as a share of `max_connections`. */
const MANY_CONNECTIONS = 0.8;
const SKEW_WARNING_MS = 2 * SECOND_MS;
/** Work that waits this long is late; as the alert DemarcWorkLate. */
const LATE_MINUTES = 5;

export const database: Check = {
  name: 'database',
  look: 'the log of PostgreSQL, its address in DATABASE_URL, pg_hba.conf and the firewall',
  remedy: 'start PostgreSQL or correct DATABASE_URL; without DATABASE_URL start Demarc, which has its own',
  async run({ sql }): Promise<Finding[]> {
    if (sql instanceof Error) return failed(reasonOf(sql));
    const [row] = await sql<Server[]>`
      select current_setting('server_version_num')::int as version, current_setting('server_version') as text,
        pg_is_in_recovery() as "isStandby", current_setting('server_encoding') as encoding,
        current_setting('max_connections')::int as most, (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`;
    if (!row) return failed('no answer');
    const found: Finding[] = [];
    if (row.version < OLDEST_VERSION) found.push(...failed(`PostgreSQL ${row.text} is older than 15`));
    if (row.isStandby) found.push(...failed('it is a standby, which takes no writes'));
    if (row.encoding !== 'UTF8') found.push(...failed(`its encoding is ${row.encoding}, not UTF8`));
    if (row.used > row.most * MANY_CONNECTIONS)
      found.push(...warning(`${row.used} of ${row.most} connections are in use`));
    return found.length > 0
      ? found
      : ok(`PostgreSQL ${row.text}, ${row.used} of ${row.most} connections in use`);
  },
};

type Server = {
  version: number;
  text: string;
  isStandby: boolean;
  encoding: string;
  most: number;
  used: number;
};

/** @param url of the database */
export const schema = (url: string): Check =>
  ofDatabase({
    name: 'schema',
    look: 'docs/operations/upgrade.md',
    remedy: 'npm run migrate, with the release that runs',
    async run() {
      await requireMigrated(url);
      return ok('it has every migration of this release');
    },
  });

export const clock: Check = ofDatabase({
  name: 'clock',
  look: '`timedatectl` on this machine and on that of PostgreSQL',
  remedy: 'have both follow a time server (systemd-timesyncd or chrony)',
  async run(sql, { now }) {
    const ms = Math.round(await clockSkewMs(sql, now));
    const text = `PostgreSQL is ${Math.abs(ms)} ms ${ms < 0 ? 'behind' : 'ahead of'} this machine`;
    if (Math.abs(ms) > MAX_SKEW_MS) return failed(text);
    return Math.abs(ms) > SKEW_WARNING_MS ? warning(text) : ok(text);
  },
});

export const replication: Check = ofDatabase({
  name: 'replication',
  look: '`patronictl list`, pg_stat_replication and pg_stat_archiver on the primary, and the log of the standby',
  remedy: 'docs/operations/fail-over.md; a standby that lost its place is copied again',
  async run(sql, { env }) {
    const [row] = await sql<[Replication]>`
      select current_setting('synchronous_standby_names') as synchronous,
        (select count(*)::int from pg_stat_replication where state = 'streaming') as standbys,
        (select count(*)::int from pg_replication_slots where wal_status in ('unreserved', 'lost')) as "lostSlots",
        (select last_failed_time > coalesce(last_archived_time, '-infinity') from pg_stat_archiver) as "archivingFails",
        current_setting('archive_mode') <> 'off' as archives`;
    const found = faultsOf(row);
    if (env.DATABASE_REPLICA_URL) found.push(...(await ofReplica(env.DATABASE_REPLICA_URL, sql)));
    if (found.length > 0) return found;
    return row.standbys > 0 ? ok(`${row.standbys} standbys`) : skipped('no standby');
  },
});

/** The findings about what keeps commits, or a copy of the log, from being complete. */
export function faultsOf({
  synchronous,
  standbys,
  lostSlots,
  archives,
  archivingFails,
}: Replication): Finding[] {
  const found: Finding[] = [];
  if (synchronous && standbys === 0)
    found.push(...failed('no standby is connected, so commits wait for one'));
  if (lostSlots > 0) found.push(...failed(`${lostSlots} replication slots have lost their log`));
  if (archives && archivingFails) found.push(...failed('the last archiving of the log failed'));
  return found;
}

type Replication = {
  synchronous: string;
  standbys: number;
  lostSlots: number;
  archivingFails: boolean | null;
  archives: boolean;
};

function ofReplica(url: string, primary: Parameters<typeof replicaLagMs>[0]): Promise<Finding[]> {
  return withSessions(url, { connectTimeoutS: 5 }, async (replica) => {
    const ms = await replicaLagMs(primary, replica);
    return ms === null
      ? failed('the replica for reads is more than 10 s behind, so it is not used')
      : ok(`the replica for reads is ${Math.round(ms)} ms behind`);
  }).catch((error) => failed(`the replica for reads: ${reasonOf(error)}`));
}

export const work: Check = ofDatabase({
  name: 'work',
  look: 'the log by the name of the job, and whether a process with the role jobs or all runs',
  remedy: 'docs/operations/watch.md#demarcnojobs',
  async run(sql) {
    const [row] = await sql<[{ minutes: number | null }]>`
      select floor(extract(epoch from now() - max(minute)) / 60)::int as minutes from job_tick`;
    if (row?.minutes === null || row === undefined) return warning('no job has run yet');
    const text = `a job began ${row.minutes} minutes ago`;
    return row.minutes > LATE_MINUTES ? failed(text) : ok(text);
  },
});

/** Sessions report each few minutes; the sweep ends those that are silent for three intervals. */
const SILENT_MINUTES = 15;

export const freeradius: Check = ofDatabase({
  name: 'freeradius',
  look: '`systemctl status freeradius`, `freeradius -X`, and the way from the routers to it',
  remedy: 'docs/guides/connect-freeradius.md, from its step for the connection to the database on',
  async run(sql) {
    const [row] = await sql<Radius[]>`
      select (select count(*)::int from network_server) as servers,
        (select count(*)::int from pg_stat_activity where usename = 'demarc_radius') as connections,
        (select count(*)::int from network_session where ended_at is null) as sessions,
        (select floor(extract(epoch from now() - max(greatest(heard_at, opened_at))) / 60)::int
          from network_session where ended_at is null) as "silentMinutes"`;
    if (!row || row.servers === 0) return skipped('no network server is registered');
    const found: Finding[] = [];
    if (row.connections === 0) found.push(...failed('FreeRADIUS has no connection to the database'));
    if (row.sessions > 0 && (row.silentMinutes ?? 0) > SILENT_MINUTES)
      found.push(
        ...failed(`none of ${row.sessions} open sessions has reported for ${row.silentMinutes} minutes`),
      );
    return found.length > 0 ? found : ok(`${row.connections} connections, ${row.sessions} open sessions`);
  },
});

type Radius = { servers: number; connections: number; sessions: number; silentMinutes: number | null };
