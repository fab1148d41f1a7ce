import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../postgres/embedded-postmaster.ts';
import { postgresAccount } from '../postgres/system-account.ts';
import { openPool } from './driver/pool.ts';
import { openReplica } from './replica.ts';

const run = promisify(execFile);
const binaries = '/usr/lib/postgresql/15/bin';

/** A primary and a streaming standby of Debian's PostgreSQL. The packages of the embedded one have no `pg_basebackup`. */
async function startCluster() {
  const folder = await mkdtemp(join(tmpdir(), 'demarc-replica-'));
  const account = await postgresAccount(folder);
  if (account) await chown(folder, account.uid, account.gid);
  const command = (name: string, ...args: string[]) =>
    run(join(binaries, name), args, { cwd: folder, ...account });
  const [primary, standby] = ['primary', 'standby'].map((name) => join(folder, name)) as [string, string];
  const start = async (data: string) => {
    const port = await freePort(0);
    await appendFile(
      join(data, 'postgresql.conf'),
      `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\nfsync = off\n`,
    );
    await command('pg_ctl', 'start', '-w', '-D', data, '-l', `${data}.log`);
    return `postgres://postgres@127.0.0.1:${port}/postgres`;
  };
  await command('initdb', '--auth=trust', '--username=postgres', '--no-sync', primary);
  const primaryUrl = await start(primary);
  await command('pg_basebackup', '-d', primaryUrl, '-D', standby, '-R', '-c', 'fast', '--no-sync');
  return {
    primaryUrl,
    replicaUrl: await start(standby),
    async stop() {
      for (const data of [standby, primary]) await command('pg_ctl', 'stop', '-D', data, '-m', 'immediate');
      await rm(folder, { recursive: true });
    },
  };
}

describe.skipIf(!existsSync(join(binaries, 'pg_basebackup')))('with a streaming standby of Debian', () => {
  let cluster: Awaited<ReturnType<typeof startCluster>>;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster?.stop());

  test('a standby is used while it follows, not while it is behind', async () => {
    const primary = openPool(cluster.primaryUrl, { max: 1 });
    const standby = postgres(cluster.replicaUrl, { max: 1 });
    const replica = openReplica(cluster.replicaUrl, primary, { max: 1, maxBehindMs: 500 });
    const isUsed = async () => {
      await replica.check();
      return replica.db() !== null;
    };
    await expect.poll(isUsed).toBe(true);
    await standby`select pg_wal_replay_pause()`;
    await primary`create table written_later (n int)`;
    await expect.poll(isUsed).toBe(false);
    await standby`select pg_wal_replay_resume()`;
    await expect.poll(isUsed).toBe(true);
    await Promise.all([primary.end(), standby.end(), replica.close()]);
  });

  test('a write that no standby confirmed fails, also where PostgreSQL answers that it committed', async () => {
    const pool = openPool(cluster.primaryUrl, { max: 1 });
    const admin = postgres(cluster.primaryUrl, { max: 1, connection: { synchronous_commit: 'local' } });
    const reload = async (setting: string) => {
      await admin.unsafe(`alter system ${setting}`);
      await admin`select pg_reload_conf()`;
    };
    await admin`create table confirmed (n int)`;
    await reload(`set synchronous_standby_names = 'absent'`);
    const isWaiting = async () =>
      (
        await admin`select from pg_stat_activity where datname = current_database() and wait_event = 'SyncRep'`
      ).length > 0;
    /** Makes the write until it waits for the standby, which it does once the setting is in force, and ends the wait. */
    const cancelled = async (write: () => Promise<unknown>) => {
      let isDone = false;
      const done = () => {
        isDone = true;
      };
      for (;;) {
        const writing = write();
        writing.then(done, done);
        await expect.poll(async () => isDone || (await isWaiting())).toBe(true);
        if (!isDone) {
          await admin`
            select pg_cancel_backend(pid) from pg_stat_activity
            where datname = current_database() and wait_event = 'SyncRep'`;
          return writing;
        }
        isDone = false;
      }
    };
    try {
      const writes = [
        () => pool.begin((tx) => tx`insert into confirmed values (1)`),
        () => pool`insert into confirmed values (2)`.execute(),
      ];
      for (const write of writes)
        await expect(cancelled(write)).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
      // Their outcome is open: the rows are on this server alone.
      const stored = async () => (await admin`select distinct n from confirmed order by n`).map(({ n }) => n);
      await expect.poll(stored).toEqual([1, 2]);
    } finally {
      await reload('reset synchronous_standby_names');
      await Promise.all([pool.end(), admin.end()]);
    }
  });
});
