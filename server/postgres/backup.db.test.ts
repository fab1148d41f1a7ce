import { execFileSync } from 'node:child_process';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lowFloors, newCustomer } from '../../test/fixtures/customer.ts';
import { databaseFolder } from '../../test/fixtures/database-folder.ts';
import { newProvider } from '../../test/fixtures/provider.ts';
import { checkInvariants } from '../../test/invariants/check-invariants.ts';
import { openDatabase } from '../db/client.ts';
import { backUp, checkCluster, removeOld, restoreBackup } from './backup.ts';
import { startEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';

const log = { info: () => {}, warn: () => {} };
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(databaseFolder(), 'demarc-backup-'));
  await chmod(folder, 0o711);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a backup of a server at work is restored with all that was committed before, and all invariants hold', async () => {
  const [home, restored, backups] = ['home', 'restored', 'backups'].map((name) => join(folder, name)) as [
    ...[string, string, string],
  ];
  const server = await startEmbedded({ dataDir: home, log, settings: { fsync: 'off' } });
  await migrate(server.url);
  const database = openDatabase(server.url);
  await lowFloors(database);
  const provider = await newProvider(database);
  const committed: string[] = [];
  const addCustomer = async () => {
    committed.push(
      (await newCustomer(provider, database, new Date('2026-03-01T08:00:00.000Z'))).subscriberId,
    );
  };
  await addCustomer();
  const before = [...committed];
  let isCopying = true;
  const [{ path, backup }] = await Promise.all([
    backUp(server.adminUrl, home, backups).finally(() => {
      isCopying = false;
    }),
    (async () => {
      while (isCopying) await addCustomer();
    })(),
  ]);
  await addCustomer();
  expect(backup).toMatchObject({ format: 2, postgres: expect.stringMatching(/^18/) });
  expect(backup.files).toBeGreaterThan(500);
  await database.close();
  await server.stop();

  await restoreBackup(path, restored, log);
  const again = await startEmbedded({ dataDir: restored, log, settings: { fsync: 'off' } });
  const copy = openDatabase(again.url);
  const rows = await copy.sql<{ id: string }[]>`select id from subscriber order by id`;
  const kept = rows.map(({ id }) => id);
  expect(kept).toEqual(expect.arrayContaining(before));
  // One instant: no customer is missing between two that are there.
  expect(kept).toEqual([...committed].sort().slice(0, kept.length));
  expect(kept.length).toBeLessThan(committed.length);
  // Their places in the feed are in the backup, so a reader does not get them again after the restore.
  const pending = await copy.sql<{ id: string }[]>`
    select e.resource_id as id from event_pending p join event e on e.id = p.event_id`;
  expect(pending.filter(({ id }) => before.includes(id))).toEqual([]);
  const places = await copy.sql<{ id: string }[]>`
    select e.resource_id as id from event_feed f join event e on e.id = f.event_id`;
  expect(places.map(({ id }) => id)).toEqual(expect.arrayContaining(before));
  expect(await checkInvariants(copy.db)).toEqual([]);
  expect((await checkCluster(again.adminUrl)).get('public.subscriber')).toBe(kept.length);
  await copy.close();
  await again.stop();

  // As the tool of the operating system reads them.
  execFileSync('sha256sum', ['--check', '--quiet', '--strict', 'SHA256SUMS'], { cwd: path });
  const damaged = join(folder, 'damaged');
  const sums = await readFile(join(path, 'SHA256SUMS'), 'utf8');
  const [, table = ''] = /(postgres\/base\/\d+\/1259)\n/.exec(sums) ?? [];
  const damages: [string, (backup: string) => Promise<void>, string][] = [
    [
      'page',
      async (copy) => truncate(join(copy, table), (await stat(join(copy, table))).size - 8_192),
      'is not as',
    ],
    ['file', (copy) => rm(join(copy, table)), 'is missing'],
    ['passwords', (copy) => rm(join(copy, 'postgres.json')), 'postgres.json is missing'],
    ['label', (copy) => rm(join(copy, 'postgres', 'backup_label')), 'backup_label is missing'],
    ['addition', (copy) => writeFile(join(copy, 'postgres', 'more.conf'), ''), 'is no part of'],
    ['manifest', (copy) => writeFile(join(copy, 'backup.json'), '{'), 'that this build can read'],
  ];
  for (const [name, damage, refusal] of damages) {
    const copied = join(folder, `copy-${name}`);
    await cp(path, copied, { recursive: true });
    await damage(copied);
    await expect(restoreBackup(copied, damaged, log)).rejects.toThrow(refusal);
    expect(await readdir(damaged).catch(() => [])).toEqual([]);
  }

  await expect(restoreBackup(path, restored, log)).rejects.toThrow('exists. Move it away first');
  await expect(restoreBackup(home, join(folder, 'other'), log)).rejects.toThrow('no complete backup');

  // The database was moved away, and its key was left.
  const left = join(folder, 'left');
  await mkdir(left);
  await writeFile(join(left, 'secrets.key'), 'the key of what was moved away');
  await expect(restoreBackup(path, left, log)).rejects.toThrow('secrets.key exists. Move it away first');
  expect(await readFile(join(left, 'secrets.key'), 'utf8')).toBe('the key of what was moved away');
});

test('the newest backups stay', async () => {
  const to = join(folder, 'many');
  const names = ['demarc-20260101T000000Z', 'demarc-20260102T000000Z', 'demarc-20260103T000000Z'];
  for (const name of [...names, 'mine', `${names[0]}.unfinished`])
    await mkdir(join(to, name), { recursive: true });
  expect(await removeOld(to, 2)).toEqual([names[0]]);
  expect((await readdir(to)).sort()).toEqual([`${names[0]}.unfinished`, names[1], names[2], 'mine']);
});
