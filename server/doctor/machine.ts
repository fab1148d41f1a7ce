import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { HOUR_MS } from '../clock.ts';
import { DAY_MS } from '../contract/days.ts';
import { newestBackup } from '../probes/backups.ts';
import { certificateOf, type TlsServer } from '../probes/certificate.ts';
import { type FreeSpace, freeSpace } from '../probes/disk.ts';
import { tlsServers } from '../probes/tls-servers.ts';
import { type Check, type Finding, failed, ok, skipped, warning } from './check.ts';

/** A backup a night, and some hours for it. */
const BACKUP_LATE_MS = 26 * HOUR_MS;
/** Free share of a file system. PostgreSQL stops at 0. */
const DISK_LOW = 0.15;
const DISK_FULL = 0.05;
/** Services that renew certificates do so some 30 days before their end. */
const CERTIFICATE_ENDS_MS = 14 * DAY_MS;

export const disk: Check = {
  name: 'disk',
  look: '`df -h`, and the sizes of DATA_DIR, of the archive of PostgreSQL and of the backups',
  remedy: 'free space before PostgreSQL stops: fewer backups, shorter RETENTION_…_DAYS, a larger disk',
  async run({ env }): Promise<Finding[]> {
    const folders = [env.DATABASE_URL ? undefined : env.DATA_DIR, env.BACKUP_DIR, tmpdir()];
    const paths = [...new Set(folders.filter((path) => path !== undefined && existsSync(path)))] as string[];
    return (await Promise.all(paths.map(async (path) => judgeSpace(path, await freeSpace(path))))).flat();
  },
};

/** The finding about what is free of the file system of a folder. */
export function judgeSpace(path: string, { bytes, share }: FreeSpace): Finding[] {
  const text = `${path} has ${Math.round(share * 100)} % free, ${Math.round(bytes / 2 ** 20)} MiB`;
  return share < DISK_FULL ? failed(text) : share < DISK_LOW ? warning(text) : ok(text);
}

export const backups: Check = {
  name: 'backups',
  look: '`systemctl status demarc-backup.service` or the log of the nightly job, and the space in BACKUP_DIR',
  remedy: 'docs/operations/back-up-and-restore.md; run it by hand once and repeat this check',
  async run({ env, now }): Promise<Finding[]> {
    if (!env.BACKUP_DIR) return skipped('BACKUP_DIR is unset');
    const newest = await newestBackup(env.BACKUP_DIR);
    if (!newest) return failed(`${env.BACKUP_DIR} has no complete backup`);
    const ageMs = now().getTime() - newest.at.getTime();
    const text = `the newest is ${Math.round(ageMs / HOUR_MS)} h old: ${newest.path}`;
    return ageMs > BACKUP_LATE_MS ? failed(text) : ok(text);
  },
};

export const certificates: Check = {
  name: 'certificates',
  look: '`openssl s_client -connect HOST:PORT`, and the service that renews it',
  remedy: 'renew the certificate and have the server read it again',
  async run({ env, now }): Promise<Finding[]> {
    const servers = tlsServers(env);
    if (servers.length === 0) return skipped('no address has TLS');
    return (await Promise.all(servers.map((server) => judge(server, now())))).flat();
  },
};

async function judge(server: TlsServer, now: Date): Promise<Finding[]> {
  const at = `${server.host}:${server.port}`;
  try {
    const { validTo, fault } = await certificateOf(server);
    const leftMs = validTo.getTime() - now.getTime();
    const text = `${at}: valid until ${validTo.toISOString().slice(0, 10)}`;
    if (leftMs < 0) return failed(`${at}: expired on ${validTo.toISOString().slice(0, 10)}`);
    if (leftMs < CERTIFICATE_ENDS_MS) return warning(text);
    // PostgreSQL has an authority of its own, which sslrootcert names.
    return fault && !server.isPostgres ? failed(`${at}: ${fault}`) : ok(text);
  } catch (error) {
    return failed(`${at}: ${(error as Error).message}`);
  }
}
