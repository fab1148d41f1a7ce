import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import {
  access,
  chown,
  copyFile,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import { realNow } from '../clock.ts';
import { type Sql, withSessions } from '../db/driver/session.ts';
import { clearUnfinished, placeFor } from './embedded-init.ts';
import { type Account, postgresAccount } from './system-account.ts';

/** What `backup.json` says of a backup. It is written last, so a folder with it is complete. */
export type Backup = {
  /** 1: without sums. */
  format: 1 | 2;
  /** Real time. Everything that was committed before `finishedAt` is in the backup. */
  startedAt: string;
  finishedAt: string;
  /** The version of PostgreSQL, which alone can read it. */
  postgres: string;
  files: number;
  bytes: number;
};

const MANIFEST = 'backup.json';
/** The SHA-256 sum of each file, as `sha256sum --check` reads it. */
const SUMS = 'SHA256SUMS';

/** The files of a copy, by their path in the backup. */
type Copied = Map<string, { bytes: number; sha256: string }>;

/** The files of `DATA_DIR` without which the cluster is of no use: its passwords, the key of the secrets, the demo's credentials. */
const OTHERS = ['postgres.json', 'secrets.key', 'demo-credentials.json'];

/** What a copy of a running cluster must leave out, by PostgreSQL's manual: state of the running server, and caches. */
const EMPTY = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const LEFT_OUT = /^(?:postmaster\.(?:pid|opts)|pg_internal\.init|pgsql_tmp.*|backup_label|tablespace_map)$/;

/**
 * Copies the running cluster of `dataDir` to a new folder in `to`: the low-level backup of PostgreSQL, which is consistent while the
 * server writes. The write-ahead log that was written meanwhile is in the copy, so it needs no archive.
 * @param adminUrl of the superuser
 * @returns the folder of the backup
 * @throws Error when the copy fails; what was copied is removed
 */
export async function backUp(
  adminUrl: string,
  dataDir: string,
  to: string,
): Promise<{ path: string; backup: Backup }> {
  const startedAt = realNow().toISOString();
  const path = join(to, `demarc-${startedAt.slice(0, 19).replaceAll(/[-:]/g, '')}Z`);
  const unfinished = `${path}.unfinished`;
  await mkdir(to, { recursive: true });
  await mkdir(unfinished, { mode: 0o700 });
  try {
    const cluster = join(unfinished, 'postgres');
    const { version, copied, finishedAt } = await withSessions(adminUrl, {}, async (sql) => {
      const cut = await copyCluster(sql, join(dataDir, 'postgres'), cluster);
      const [server] = await sql<{ version: string }[]>`select current_setting('server_version') as version`;
      return { version: server?.version ?? '', ...cut };
    });
    for (const name of OTHERS) await copyIfThere(join(dataDir, name), join(unfinished, name), name, copied);
    await writeFile(join(unfinished, SUMS), sumsOf(copied), { flush: true });
    const backup: Backup = {
      ...{ format: 2, startedAt, finishedAt, postgres: version, files: copied.size },
      bytes: [...copied.values()].reduce((sum, { bytes }) => sum + bytes, 0),
    };
    await writeFile(join(unfinished, MANIFEST), `${JSON.stringify(backup, null, 2)}\n`, { flush: true });
    await rename(unfinished, path);
    return { path, backup };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Gives committed events their places in the feed. Those that get one after the backup get another one after its restore, and a reader
 * that has them would get them again. A database of an older build may have no feed.
 */
const PLACE_EVENTS = `
  do $$ begin
    if to_regprocedure('public.place_events(int)') is not null then
      while public.place_events(2000) = 2000 loop end loop;
    end if;
  end $$`;

/**
 * Copies the cluster between the start and the end of a backup, and then the write-ahead log between them.
 * @returns `finishedAt` is the real time before the end: the copy has everything that was committed before it
 */
async function copyCluster(
  sql: Sql,
  from: string,
  to: string,
): Promise<{ copied: Copied; finishedAt: string }> {
  // The slot keeps the log from its start until this connection ends.
  await sql`select pg_create_physical_replication_slot(${`demarc_backup_${process.pid}`}, true, true)`;
  await sql`select pg_backup_start('demarc', fast => true)`;
  const copied: Copied = new Map();
  await copyFolder(from, to, 'postgres', copied, EMPTY);
  // A restore has what was committed before the end.
  await sql.unsafe(PLACE_EVENTS);
  const finishedAt = realNow().toISOString();
  const [end] = await sql<{ label: string; map: string; last: string }[]>`
    select labelfile as label, spcmapfile as map, pg_walfile_name(lsn) as last
    from pg_backup_stop(wait_for_archive => false)`;
  const first = /\(file ([0-9A-F]{24})\)/.exec(end?.label ?? '')?.[1];
  if (!end || !first) throw new Error('PostgreSQL returned no label of the backup');
  if (end.map !== '') throw new Error('The cluster has tablespaces, which this backup does not copy.');
  for (const name of await readdir(join(from, 'pg_wal'))) {
    if (!/^[0-9A-F]{24}$/.test(name) || name < first || name > end.last) continue;
    await copy(join(from, 'pg_wal', name), join(to, 'pg_wal', name), `postgres/pg_wal/${name}`, copied);
  }
  const label = join(to, 'backup_label');
  await writeFile(label, end.label, { flush: true, mode: 0o600 });
  copied.set('postgres/backup_label', await sumOf(label));
  return { copied, finishedAt };
}

/**
 * Copies a folder. A file that the server removes meanwhile is in the write-ahead log.
 * @param path of the folder in the backup
 * @param empty the folders in it of which only the name is copied
 */
async function copyFolder(
  from: string,
  to: string,
  path: string,
  copied: Copied,
  empty: ReadonlySet<string> = new Set(),
): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const { name } = entry;
    if (LEFT_OUT.test(name)) continue;
    const [source, target, inner] = [join(from, name), join(to, name), `${path}/${name}`];
    if (!entry.isDirectory()) await copyIfThere(source, target, inner, copied);
    else if (empty.has(name)) await mkdir(target, { mode: 0o700 });
    else await copyFolder(source, target, inner, copied);
  }
}

async function copyIfThere(from: string, to: string, path: string, copied: Copied): Promise<void> {
  await copy(from, to, path, copied).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

/** Copies a file to the disk. */
async function copy(from: string, to: string, path: string, copied: Copied): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  const file = await open(to, 'r+');
  await file.sync().finally(() => file.close());
  copied.set(path, await sumOf(to));
}

async function sumOf(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return { bytes: (await stat(file)).size, sha256: hash.digest('hex') };
}

function sumsOf(copied: Copied): string {
  return [...copied].map(([path, { sha256 }]) => `${sha256}  ${path}\n`).join('');
}

/**
 * Compares what was copied out of a backup with its sums.
 * @throws Error for a file that is missing, additional or different
 */
async function requireSums(folder: string, copied: Copied): Promise<void> {
  const lines = (await readFile(join(folder, SUMS), 'utf8')).trim().split('\n');
  const sums = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
  for (const path of new Set([...sums.keys(), ...copied.keys()])) {
    const [expected, found] = [sums.get(path), copied.get(path)?.sha256];
    if (expected === found) continue;
    const fault = !found
      ? 'is missing'
      : expected
        ? 'is not as it was backed up'
        : 'is no part of the backup';
    throw new Error(`${join(folder, path)} ${fault}. Restore another copy of this backup.`);
  }
}

/** Removes all complete backups of a folder but the newest. @returns the removed ones */
export async function removeOld(folder: string, keep: number): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => /^demarc-\d{8}T\d{6}Z$/.test(name)).sort();
  const old = names.slice(0, Math.max(0, names.length - keep));
  for (const name of old) await rm(join(folder, name), { recursive: true });
  return old;
}

/**
 * Restores a backup into an empty `dataDir`. The next start of its server recovers to the end of the backup.
 * @throws Error when the folder is no complete backup or has been damaged, or when `dataDir` has a database, a key or passwords already
 */
export async function restoreBackup(
  from: string,
  dataDir: string,
  log: Pick<Logger, 'warn'>,
): Promise<Backup> {
  const backup = await readBackup(from);
  const cluster = join(dataDir, 'postgres');
  // The key of a database that was moved away is needed to read it, so it is not replaced either.
  for (const path of [cluster, ...OTHERS.map((name) => join(dataDir, name))]) {
    if (await isThere(path))
      throw new Error(`${path} exists. Move it away first: a restore replaces nothing.`);
  }
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const account = await postgresAccount(cluster);
  const { base, isOutside } = await placeFor(dataDir, account, log);
  await clearUnfinished(base);
  const unfinished = join(base, `postgres.new-${process.pid}`);
  const copied: Copied = new Map();
  try {
    await copyFolder(join(from, 'postgres'), unfinished, 'postgres', copied);
    // The copy leaves out the label of a running backup, which here is the start of the recovery.
    const label = 'postgres/backup_label';
    await copyIfThere(join(from, label), join(unfinished, 'backup_label'), label, copied);
    for (const name of OTHERS) await copyIfThere(join(from, name), join(dataDir, name), name, copied);
    if (backup.format > 1) await requireSums(from, copied);
  } catch (error) {
    for (const name of OTHERS) await rm(join(dataDir, name), { force: true });
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
  if (account) await giveTo(unfinished, account);
  await rename(unfinished, join(base, 'postgres'));
  if (isOutside) await symlink(join(base, 'postgres'), cluster);
  return backup;
}

/** @throws Error when the folder is no complete backup */
async function readBackup(folder: string): Promise<Backup> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => null);
  if (text === null) throw new Error(`${folder} is no complete backup: it has no ${MANIFEST}.`);
  const backup = parsedBackup(text);
  if (!backup) throw new Error(`${join(folder, MANIFEST)} is not of a backup that this build can read.`);
  return backup;
}

function parsedBackup(text: string): Backup | null {
  try {
    const backup = JSON.parse(text) as Backup;
    return backup.format === 1 || backup.format === 2 ? backup : null;
  } catch {
    return null;
  }
}

async function giveTo(folder: string, { uid, gid }: Account): Promise<void> {
  await chown(folder, uid, gid);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    await chown(join(entry.parentPath, entry.name), uid, gid);
  }
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/**
 * Checks every page of every table, with its checksum, its rows and their large values, and the order of every index.
 * @param adminUrl of the superuser
 * @returns rows by table
 * @throws Error for a damaged page or index
 */
export function checkCluster(adminUrl: string): Promise<Map<string, number>> {
  return withSessions(adminUrl, {}, async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'radius', 'drizzle') order by 1`;
    const rows = new Map<string, number>();
    for (const { name } of tables) {
      const [found] = await sql.unsafe(`select count(*)::float8 as n from ${name}`);
      rows.set(name, found?.n);
    }
    await sql`create extension if not exists amcheck`;
    const damaged = await sql<{ name: string; msg: string }[]>`
      select c.oid::regclass::text as name, v.msg from pg_class c
      cross join lateral verify_heapam(c.oid, check_toast => true) v
      where c.relkind in ('r', 'm') and c.relpersistence = 'p' limit 5`;
    if (damaged.length > 0) throw new Error(damaged.map(({ name, msg }) => `${name}: ${msg}`).join('\n'));
    await sql`
      select bt_index_check(i.indexrelid) from pg_index i
      join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam
      where m.amname = 'btree' and c.relkind = 'i' and c.relpersistence = 'p' and i.indisvalid and i.indisready`;
    await sql`drop extension amcheck`;
    return rows;
  });
}
