import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { certificate } from '../../test/fixtures/certificate.ts';
import { startDatabaseProxy } from '../../test/fixtures/database-proxy.ts';
import { hasRedis, startRedis } from '../../test/fixtures/redis-server.ts';
import { useDatabase } from '../../test/fixtures/use-database.ts';
import { realNow } from '../clock.ts';
import { readSurroundings } from './surroundings.ts';

const held = useDatabase({ checked: 'never' });
let folder: string;
const opened: (() => unknown)[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demarc-surroundings-'));
});
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});
afterAll(() => rm(folder, { recursive: true }));

type Given = Partial<Parameters<typeof readSurroundings>[0]>;

/** The figures of an installation on the database of the test, with these settings and no others. */
const read = (settings: Given = {}) =>
  readSurroundings({
    DATABASE_URL: held.current.url,
    DATABASE_REPLICA_URL: undefined,
    DATA_DIR: join(folder, 'none'),
    BACKUP_DIR: undefined,
    REDIS_URL: undefined,
    PUBLIC_URL: 'http://127.0.0.1:3000',
    ...settings,
  } as Parameters<typeof readSurroundings>[0]);

/** The values of one figure, and whether each of its probes failed. */
async function figure(name: keyof Awaited<ReturnType<typeof read>>, settings: Given = {}) {
  const found = await read(settings);
  const failed = found.demarc_probe_failed.filter(({ labels }) => labels?.probe === name);
  return { samples: found[name], failed: failed.map(({ value }) => value) };
}

async function listening(server: Server): Promise<number> {
  opened.push(() => server.close());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

test('only what is configured is read: without replica, Redis, backups and TLS the clock alone', async () => {
  const { demarc_clock_skew_seconds: clock, demarc_probe_failed: failed, ...others } = await read();
  expect(Math.abs(clock[0]?.value ?? Number.NaN)).toBeLessThan(5);
  expect(failed).toEqual([{ value: 0, labels: { name: '', probe: 'demarc_clock_skew_seconds' } }]);
  expect(Object.values(others).flat()).toEqual([]);
});

test('the age of the newest complete backup in seconds, infinite without one', async () => {
  const settings = { BACKUP_DIR: await mkdtemp(join(folder, 'backups-')) };
  const age = () => figure('demarc_backup_age_seconds', settings);
  expect(await age()).toEqual({ samples: [{ value: Number.POSITIVE_INFINITY }], failed: [0] });
  const at = new Date(realNow().getTime() - 3 * 3_600_000);
  const name = `demarc-${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  await mkdir(join(settings.BACKUP_DIR, name));
  // The disk was full.
  await writeFile(join(settings.BACKUP_DIR, 'demarc-29990101T000000Z.dump'), '');
  const hours = (await age()).samples.map(({ value }) => Math.round(value / 3_600));
  expect(hours).toEqual([3]);
});

test('the free share of the disks of the embedded database and of the backups', async () => {
  const name = 'demarc_disk_free_ratio';
  const { samples } = await figure(name, { BACKUP_DIR: folder, DATABASE_URL: undefined, DATA_DIR: folder });
  expect(samples).toEqual(Array(2).fill({ value: expect.any(Number), labels: { name: folder } }));
  for (const { value } of samples) expect(value >= 0 && value <= 1).toBe(true);
});

test('a folder that is not there is a probe that failed, and the other figures remain', async () => {
  const BACKUP_DIR = join(folder, 'none');
  for (const name of ['demarc_backup_age_seconds', 'demarc_disk_free_ratio'] as const)
    expect(await figure(name, { BACKUP_DIR })).toEqual({ samples: [], failed: [1] });
  expect(await figure('demarc_clock_skew_seconds', { BACKUP_DIR })).toMatchObject({ failed: [0] });
});

test('the end of a certificate in seconds since 1970; without TLS or an answer the probe failed', async () => {
  const days = 90;
  const port = await listening(createTlsServer(certificate({ days })));
  const name = 'demarc_certificate_expiry_seconds';
  const { samples } = await figure(name, { PUBLIC_URL: `https://localhost:${port}` });
  expect(samples).toMatchObject([{ labels: { name: `localhost:${port}` } }]);
  const left = (samples[0]?.value ?? 0) - realNow().getTime() / 1_000;
  expect(Math.round(left / 86_400)).toBe(days);
  const plain = await listening(createServer((socket) => socket.end()));
  for (const without of [plain, 1])
    expect(await figure(name, { PUBLIC_URL: `https://localhost:${without}` })).toEqual({
      samples: [],
      failed: [1],
    });
});

test('Redis is away: that is a figure, and no failed probe', async () => {
  const settings = { REDIS_URL: 'redis://127.0.0.1:1' };
  expect(await figure('demarc_redis_up', settings)).toEqual({ samples: [{ value: 0 }], failed: [0] });
});

test.skipIf(!hasRedis)('Redis answers', async () => {
  const { socket, stop } = await startRedis(folder);
  opened.push(stop);
  expect(await figure('demarc_redis_up', { REDIS_URL: socket })).toEqual({
    samples: [{ value: 1 }],
    failed: [0],
  });
});

test('a replica that has everything, and one that is away', async () => {
  const replica = await startDatabaseProxy(held.current.url);
  opened.push(replica.close);
  const lag = () => figure('demarc_replica_lag_seconds', { DATABASE_REPLICA_URL: replica.url });
  expect(await lag()).toEqual({ samples: [{ value: expect.any(Number) }], failed: [0] });
  await replica.become('refuse');
  expect(await lag()).toEqual({ samples: [], failed: [1] });
});
