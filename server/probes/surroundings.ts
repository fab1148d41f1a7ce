import { MINUTE_MS, monotonicMs, realNow } from '../clock.ts';
import { database } from '../db/client.ts';
import { withSessions } from '../db/driver/session.ts';
import { env } from '../env.ts';
import { log } from '../log.ts';
import type { Sample, Surroundings } from '../metrics.ts';
import { newestBackup } from './backups.ts';
import { certificateOf } from './certificate.ts';
import { clockSkewMs } from './clock-skew.ts';
import { freeSpace } from './disk.ts';
import { pingRedis } from './redis.ts';
import { replicaLagMs } from './replication.ts';
import { tlsServers } from './tls-servers.ts';

/** How long the figures count. */
const REUSED_MS = MINUTE_MS;

let latest: Surroundings | undefined;
let readAtMs = Number.NEGATIVE_INFINITY;

/**
 * Figures of what the process depends on: backups, disks, clocks, certificates, Redis, the replica. A call that finds them older than a
 * minute has them read again, and does not wait for that: a server that does not answer would delay the scrape.
 * @returns the figures of the last reading; undefined before its end
 */
export function surroundings(): Surroundings | undefined {
  if (monotonicMs() - readAtMs > REUSED_MS) {
    readAtMs = monotonicMs();
    void readSurroundings().then((found) => {
      latest = found;
    });
  }
  return latest;
}

type Probe = { gauge: keyof Surroundings; labels?: Record<string, string>; read: () => Promise<number> };

/** Reads all figures now. One that cannot be read is counted in `demarc_probe_failed`, and its cause is logged. */
export async function readSurroundings(given: Pick<typeof env, Used> = env): Promise<Surroundings> {
  const found: Record<keyof Surroundings, Sample[]> = {
    demarc_backup_age_seconds: [],
    demarc_certificate_expiry_seconds: [],
    demarc_clock_skew_seconds: [],
    demarc_disk_free_ratio: [],
    demarc_probe_failed: [],
    demarc_redis_up: [],
    demarc_replica_lag_seconds: [],
  };
  await Promise.all(
    probesOf(given).map(async ({ gauge, labels, read }) => {
      const value = await read().catch((err: unknown) => {
        log.warn({ err, gauge, ...labels }, 'a probe failed');
        return null;
      });
      const probe = { ...labels, probe: gauge };
      found.demarc_probe_failed.push({ value: value === null ? 1 : 0, labels: { name: '', ...probe } });
      if (value !== null) found[gauge].push({ value, ...(labels && { labels }) });
    }),
  );
  return found;
}

type Used =
  | ('BACKUP_DIR' | 'DATA_DIR' | 'DATABASE_URL' | 'DATABASE_REPLICA_URL')
  | ('PUBLIC_URL' | 'REDIS_URL');

function probesOf(given: Pick<typeof env, Used>): Probe[] {
  const { BACKUP_DIR, DATABASE_REPLICA_URL, DATABASE_URL, DATA_DIR, REDIS_URL } = given;
  const probes: Probe[] = [
    { gauge: 'demarc_clock_skew_seconds', read: async () => (await clockSkewMs(database().sql)) / 1_000 },
    ...tlsServers(given).map((server) => ({
      gauge: 'demarc_certificate_expiry_seconds' as const,
      labels: { name: `${server.host}:${server.port}` },
      read: async () => (await certificateOf(server)).validTo.getTime() / 1_000,
    })),
    ...[DATABASE_URL ? undefined : DATA_DIR, BACKUP_DIR].flatMap((path) =>
      path === undefined
        ? []
        : [
            {
              gauge: 'demarc_disk_free_ratio' as const,
              labels: { name: path },
              read: async () => (await freeSpace(path)).share,
            },
          ],
    ),
  ];
  if (BACKUP_DIR) probes.push({ gauge: 'demarc_backup_age_seconds', read: () => backupAge(BACKUP_DIR) });
  if (REDIS_URL) probes.push({ gauge: 'demarc_redis_up', read: () => isUp(() => pingRedis(REDIS_URL)) });
  if (DATABASE_REPLICA_URL) {
    probes.push({ gauge: 'demarc_replica_lag_seconds', read: () => replicaLag(DATABASE_REPLICA_URL) });
  }
  return probes;
}

/** In s; infinite without a backup. */
async function backupAge(folder: string): Promise<number> {
  const newest = await newestBackup(folder);
  return newest ? (realNow().getTime() - newest.at.getTime()) / 1_000 : Number.POSITIVE_INFINITY;
}

function isUp(reach: () => Promise<void>): Promise<number> {
  return reach().then(
    () => 1,
    () => 0,
  );
}

/** In s; infinite when it has not caught up within 10 s. */
function replicaLag(url: string): Promise<number> {
  return withSessions(url, { connectTimeoutS: 5 }, async (replica) => {
    const ms = await replicaLagMs(database().sql, replica);
    return ms === null ? Number.POSITIVE_INFINITY : ms / 1_000;
  });
}
