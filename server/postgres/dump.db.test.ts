import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lowFloors, newCustomer } from '../../test/fixtures/customer.ts';
import { databaseFolder } from '../../test/fixtures/database-folder.ts';
import { eventually } from '../../test/fixtures/eventually.ts';
import { newProvider } from '../../test/fixtures/provider.ts';
import { hasSmallDisk, onSmallDisk } from '../../test/fixtures/small-disk.ts';
import { checkInvariants } from '../../test/invariants/check-invariants.ts';
import { openDatabase } from '../db/client.ts';
import { prepareRadiusRole } from '../radius/database-role.ts';
import { freePort, plainEnvironment } from './embedded-postmaster.ts';
import { migrate } from './migrate.ts';
import { postgresAccount } from './system-account.ts';

const run = promisify(execFile);

/** Debian's PostgreSQL. The embedded one has no pg_dump. */
const programs = '/usr/lib/postgresql';
const version = (existsSync(programs) ? readdirSync(programs) : [])
  .map(Number)
  .filter((n) => n >= 15 && existsSync(`${programs}/${n}/bin/initdb`))
  .sort((a, b) => b - a)[0];

describe.skipIf(version === undefined)('the scripts of deploy/postgres', () => {
  let folder: string;
  let server: ChildProcess;
  let port: number;

  beforeAll(async () => {
    folder = await mkdtemp(join(databaseFolder(), 'demarc-dump-'));
    await chmod(folder, 0o711);
    const account = await postgresAccount(folder);
    const data = join(folder, 'data');
    await mkdir(data, { mode: 0o700 });
    if (account) await chown(data, account.uid, account.gid);
    const options = { ...account, cwd: folder, env: plainEnvironment() };
    const bin = `${programs}/${version}/bin`;
    await run(
      `${bin}/initdb`,
      ['--auth=trust', '--username=postgres', '--no-sync', '--pgdata', data],
      options,
    );
    port = await freePort(0);
    const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', port, fsync: 'off' };
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    server = spawn(`${bin}/postgres`, ['-D', data, ...args], { ...options, stdio: 'ignore' });
    await eventually(async () => {
      const sql = postgres(urlOf('postgres', 'postgres'), { max: 1 });
      await sql`select 1`.finally(() => sql.end());
    });
  });
  afterAll(async () => {
    const ended = once(server, 'exit');
    server.kill('SIGQUIT');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });

  const urlOf = (user: string, name: string) => `postgres://${user}:secret@127.0.0.1:${port}/${name}`;

  const script = (name: string, args: string[], env: Record<string, string> = {}) =>
    run('sh', [fileURLToPath(new URL(`../../deploy/postgres/${name}`, import.meta.url)), ...args], {
      env: { ...process.env, PGHOST: '127.0.0.1', PGPORT: String(port), ...env },
    });

  test('a dump is restored with all that was committed before it, its grants and its invariants', async () => {
    const password = join(folder, 'password');
    await writeFile(password, 'secret');
    await script('make-database.sh', [password]);
    const url = urlOf('demarc', 'demarc');
    await migrate(url);
    const database = openDatabase(url);
    await prepareRadiusRole(database.sql, 'secret');
    await lowFloors(database);
    const provider = await newProvider(database);
    const at = new Date('2026-03-01T08:00:00.000Z');
    const { subscriberId } = await newCustomer(provider, database, at);
    const backups = join(folder, 'backups');
    const file = (await script('backup.sh', [backups], { DATABASE_URL: url })).stdout.trim();
    await newCustomer(provider, database, at);
    await database.close();

    const admin = postgres(urlOf('postgres', 'postgres'), { max: 1 });
    // As the container of Compose has it.
    const restored = { DATABASE_URL: 'postgres:///restored?user=demarc' };
    await admin.unsafe(
      "create database restored owner demarc encoding 'UTF8' template template0 lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'",
    );
    expect((await script('restore.sh', [file], restored)).stdout).toMatch(/^subscribers 1$/m);
    await admin.unsafe('alter database demarc rename to damaged');
    await admin.unsafe('alter database restored rename to demarc');
    await admin.end();
    const copy = openDatabase(url);
    expect(await copy.sql`select id from subscriber`).toEqual([{ id: subscriberId }]);
    expect(await checkInvariants(copy.db)).toEqual([]);
    // A reader of the feed gets no event again: each has its place in the dump.
    expect(await copy.sql`select from event_pending`).toHaveLength(0);
    expect((await copy.sql`select from event_feed`).length).toBeGreaterThan(0);
    const [grant] =
      await copy.sql`select has_table_privilege('demarc_radius', 'radius.radcheck', 'select') as given`;
    expect(grant?.given).toBe(true);
    await copy.close();
    // The next start finds nothing to migrate.
    await migrate(url);

    await expect(script('restore.sh', [file], { DATABASE_URL: url })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Restore into an empty one'),
    });

    for (const name of [
      'demarc-20260101T000000Z.dump',
      'notes.dump',
      'demarc-20260101T000000Z.dump.unfinished',
    ])
      await writeFile(join(backups, name), '');
    await rm(file);
    const newer = (await script('backup.sh', [backups, '1'], { DATABASE_URL: url })).stdout.split('\n')[0];
    expect((await readdir(backups)).map((name) => join(backups, name)).sort()).toEqual(
      [newer, join(backups, 'notes.dump'), join(backups, 'demarc-20260101T000000Z.dump.unfinished')].sort(),
    );
  });

  test.skipIf(!hasSmallDisk)(
    'a full disk ends backup.sh with the reason, and no part of the dump is left',
    async () => {
      const url = urlOf('postgres', 'filled');
      const admin = postgres(urlOf('postgres', 'postgres'), { max: 1 });
      await admin.unsafe(
        "create database filled encoding 'UTF8' template template0 lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'",
      );
      await admin.end();
      await migrate(url);
      const disk = join(folder, 'disk');
      await mkdir(disk);
      const program = fileURLToPath(new URL('../../deploy/postgres/backup.sh', import.meta.url));
      const { status, stdout, stderr } = onSmallDisk(disk, ['sh', program, disk], { DATABASE_URL: url });
      expect({ status, stdout }).toEqual({ status: 1, stdout: 'left: \n' });
      expect(stderr).toContain('No space left on device');
    },
    60_000,
  );
});
