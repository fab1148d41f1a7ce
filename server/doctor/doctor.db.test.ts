import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { certificate } from '../../test/fixtures/certificate.ts';
import { lowFloors, newCustomer } from '../../test/fixtures/customer.ts';
import { newProvider } from '../../test/fixtures/provider.ts';
import { useDatabase } from '../../test/fixtures/use-database.ts';
import { realNow } from '../clock.ts';
import { integrationCreate } from '../contract/integration.ts';
import { createIntegration } from '../domain/integration/create.ts';
import { readEnv } from '../env.ts';
import { variables } from '../env-variables.ts';
import { secretsKey } from '../secrets-key.ts';
import { writeBundle } from './bundle.ts';
import type { Result } from './check.ts';
import { faultsOf } from './database.ts';
import { examine } from './examine.ts';
import { judgeSpace } from './machine.ts';
import { secrets } from './secrets.ts';

const held = useDatabase({ checked: 'never' });
const folder = mkdtempSync(join(tmpdir(), 'demarc-doctor-'));
const servers: { close(): unknown }[] = [];

const HOUR = 3_600_000;
const key = Buffer.alloc(32).toString('base64');

afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

type Given = { env?: Record<string, string>; now?: () => Date };

/** The results of a check by name, in an installation on the test's database. */
async function resultsOf(check: string, { env = {}, now }: Given = {}): Promise<Result[]> {
  const given = readEnv({
    NODE_ENV: 'test',
    DATABASE_URL: held.current.url,
    SECRETS_KEY: key,
    PORT: '1',
    ...env,
  });
  const results = await examine({ env: given, ...(now && { now }) }, async (_, found) => found);
  return results.filter((result) => result.check === check);
}

async function portOf(server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

const answering = (status: number) => portOf(createServer((_, res) => void res.writeHead(status).end('{}')));

async function backupFolder(...names: string[]): Promise<string> {
  const path = mkdtempSync(join(folder, 'backups-'));
  for (const name of names) {
    if (name.includes('.dump'))
      await writeFile(join(path, name.replace(' empty', '')), name.includes('empty') ? '' : 'x');
    else await mkdir(join(path, name));
  }
  return path;
}

const nameOf = (at: Date) => `demarc-${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
const ago = (hours: number) => nameOf(new Date(realNow().getTime() - hours * HOUR));

test('an installation without faults has none', async () => {
  for (const check of ['database', 'schema', 'clock'])
    expect(await resultsOf(check)).toEqual([expect.objectContaining({ check, state: 'ok' })]);
});

test('a database that does not answer: one failure with a remedy, and the checks that need it are skipped', async () => {
  const env = { DATABASE_URL: 'postgres://demarc:secret@127.0.0.1:1/demarc' };
  const [database] = await resultsOf('database', { env });
  expect(database).toMatchObject({ state: 'failed', found: expect.stringContaining('ECONNREFUSED') });
  expect(database?.look).toContain('log of PostgreSQL');
  expect(database?.remedy).toContain('start PostgreSQL');
  expect(database?.found).not.toContain('secret');
  for (const check of ['schema', 'clock', 'replication', 'work', 'freeradius'])
    expect(await resultsOf(check, { env })).toMatchObject([{ state: 'skipped' }]);
});

test('an empty folder gets no database', async () => {
  const DATA_DIR = mkdtempSync(join(folder, 'data-'));
  expect(await resultsOf('database', { env: { DATABASE_URL: '', DATA_DIR } })).toMatchObject([
    { state: 'failed', found: `${DATA_DIR} has no database` },
  ]);
});

test('a database without all migrations', async () => {
  const { sql } = held.current;
  const [newest] = await sql`
    delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)
    returning hash, created_at`;
  expect(await resultsOf('schema')).toMatchObject([
    { state: 'failed', found: expect.stringContaining('lacks 1 of') },
  ]);
  await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${newest?.hash}, ${newest?.created_at})`;
});

test.each([
  [0, 'ok'],
  [10_000, 'warning'],
  [-10_000, 'warning'],
  [HOUR, 'failed'],
  [-HOUR, 'failed'],
])('a clock that is %i ms off is %s', async (ms, state) => {
  const now = () => new Date(realNow().getTime() + ms);
  expect(await resultsOf('clock', { now })).toMatchObject([{ state }]);
});

test('the age of the newest complete backup counts, of a folder and of a dump', async () => {
  const found = async (...names: string[]) =>
    (await resultsOf('backups', { env: { BACKUP_DIR: await backupFolder(...names) } })).map(
      ({ state }) => state,
    );
  expect(await found(ago(3))).toEqual(['ok']);
  expect(await found(`${ago(3)}.dump`, ago(40))).toEqual(['ok']);
  expect(await found(ago(27))).toEqual(['failed']);
  expect(await found()).toEqual(['failed']);
  // The disk was full.
  expect(await found(`${ago(3)}.dump empty`, ago(27))).toEqual(['failed']);
  // Unfinished, and of something else.
  expect(await found(`${ago(3)}.new`, 'other-20260101T000000Z')).toEqual(['failed']);
  expect(await resultsOf('backups', { env: { BACKUP_DIR: join(folder, 'none') } })).toMatchObject([
    { state: 'failed', found: expect.stringContaining('ENOENT') },
  ]);
  expect(await resultsOf('backups')).toMatchObject([{ state: 'skipped' }]);
});

test('free space: 15 % is enough, 5 % is not', () => {
  const stateOf = (share: number) => judgeSpace('/data', { bytes: 1e9, share })[0]?.state;
  expect([0.15, 0.149, 0.05, 0.049, 0].map(stateOf)).toEqual([
    'ok',
    'warning',
    'warning',
    'failed',
    'failed',
  ]);
});

test('a certificate: not trusted, about to end, expired, missing', async () => {
  const port = await portOf(createTlsServer(certificate({ days: 90 })));
  const env = { PUBLIC_URL: `https://localhost:${port}` };
  const inDays = (days: number) => () => new Date(realNow().getTime() + days * 24 * HOUR);
  const found = async (given: Given) => await resultsOf('certificates', given);
  expect(await found({ env })).toMatchObject([
    { state: 'failed', found: expect.stringContaining('SELF_SIGNED') },
  ]);
  expect(await found({ env, now: inDays(80) })).toMatchObject([{ state: 'warning' }]);
  expect(await found({ env, now: inDays(91) })).toMatchObject([
    { state: 'failed', found: expect.stringContaining('expired on') },
  ]);
  const silent = `https://localhost:${await portOf(createTcpServer((socket) => socket.end()))}`;
  expect(await found({ env: { PUBLIC_URL: silent } })).toMatchObject([{ state: 'failed' }]);
  expect(await found({})).toMatchObject([{ state: 'skipped' }]);
});

test('a PostgreSQL that the address wants TLS of', async () => {
  const url = `${held.current.url.replace('127.0.0.1', 'localhost')}?sslmode=require`;
  const found = await resultsOf('certificates', { env: { DATABASE_URL: url } });
  expect(found).toMatchObject([{ state: 'failed', found: expect.stringContaining('has no TLS') }]);
});

test('Redis, Inngest and the process: away, ill, well', async () => {
  expect(await resultsOf('redis')).toMatchObject([{ state: 'skipped' }]);
  expect(await resultsOf('redis', { env: { REDIS_URL: 'redis://:canary@127.0.0.1:1' } })).toMatchObject([
    { state: 'failed', found: expect.stringContaining('ECONNREFUSED') },
  ]);
  const inngest = async (status: number) =>
    await resultsOf('inngest', { env: { INNGEST_BASE_URL: `http://127.0.0.1:${await answering(status)}` } });
  expect(await inngest(200)).toMatchObject([{ state: 'ok' }]);
  expect(await inngest(502)).toMatchObject([{ state: 'failed' }]);
  const away = await resultsOf('inngest', { env: { INNGEST_BASE_URL: 'http://127.0.0.1:1' } });
  expect(away).toMatchObject([{ state: 'failed' }]);
  const process = async (port: number) => await resultsOf('process', { env: { PORT: String(port) } });
  expect(await process(await answering(200))).toMatchObject([{ state: 'ok' }]);
  expect(await process(await answering(503))).toMatchObject([{ state: 'failed' }]);
  expect(await process(1)).toMatchObject([{ state: 'warning' }]);
});

test('a replica for reads: equal, away', async () => {
  const env = { DATABASE_REPLICA_URL: held.current.url };
  expect(await resultsOf('replication', { env })).toMatchObject([
    { state: 'ok', found: expect.stringContaining('behind') },
  ]);
  const away = { DATABASE_REPLICA_URL: 'postgres://demarc@127.0.0.1:1/demarc' };
  expect(await resultsOf('replication', { env: away })).toMatchObject([{ state: 'failed' }]);
});

test.each([
  [{}, []],
  [{ standbys: 1, synchronous: 'two' }, []],
  [{ synchronous: 'two' }, ['no standby is connected, so commits wait for one']],
  [{ lostSlots: 1 }, ['1 replication slots have lost their log']],
  [{ archives: true }, []],
  [{ archives: true, archivingFails: true }, ['the last archiving of the log failed']],
  [{ archivingFails: true }, []],
])('replication: %j', (given, found) => {
  const well = { synchronous: '', standbys: 0, lostSlots: 0, archives: false, archivingFails: false };
  const faults = faultsOf({ ...well, ...given });
  expect(faults).toEqual(found.map((text) => ({ state: 'failed', found: text })));
});

test('jobs: none yet, lately, long ago', async () => {
  const { sql } = held.current;
  await sql`delete from job_tick`;
  expect(await resultsOf('work')).toMatchObject([{ state: 'warning' }]);
  await sql`insert into job_tick values ('sweep', now())`;
  expect(await resultsOf('work')).toMatchObject([{ state: 'ok' }]);
  await sql`update job_tick set minute = now() - interval '7 minutes'`;
  expect(await resultsOf('work')).toMatchObject([{ state: 'failed', found: 'a job began 7 minutes ago' }]);
});

test('secrets: none, with the key, with another key, during a rotation, without a key', async () => {
  const { sql } = held.current;
  expect(await resultsOf('secrets')).toMatchObject([{ state: 'skipped' }]);
  const provider = await newProvider(held.current);
  const settings = integrationCreate.parse({ name: 'Billing', adapter: 'native' });
  await provider.at(realNow(), (scope) => createIntegration(scope, settings));
  const present = secretsKey().toString('base64');
  expect(await resultsOf('secrets', { env: { SECRETS_KEY: present } })).toMatchObject([{ state: 'ok' }]);
  expect(await resultsOf('secrets')).toMatchObject([
    { state: 'failed', found: 'SECRETS_KEY does not decrypt 1 of 1 stored secrets' },
  ]);
  const rotating = { SECRETS_KEY_PREVIOUS: present };
  expect(await resultsOf('secrets', { env: rotating })).toMatchObject([{ state: 'ok' }]);
  const DATA_DIR = mkdtempSync(join(folder, 'keys-'));
  const env = { ...readEnv({ NODE_ENV: 'test' }), DATA_DIR };
  expect(await secrets.run({ env, sql, now: realNow })).toMatchObject([{ state: 'failed' }]);
  expect(readdirSync(DATA_DIR)).toEqual([]);
});

test('FreeRADIUS: not used, without a connection, silent', async () => {
  const { sql } = held.current;
  expect(await resultsOf('freeradius')).toMatchObject([{ state: 'skipped' }]);
  await lowFloors(held.current);
  const provider = await newProvider(held.current);
  const { providerId } = provider;
  const { subscriberId, subscriptionId } = await newCustomer(provider, held.current, realNow());
  await sql`insert into radius.nas (id, nasname, shortname, secret) values (1, '192.0.2.1', 'bras', 'canary')`;
  await sql`
    insert into network_server (id, provider_id, nas_id, name, address, coa_port, created_at, updated_at)
    values ('nws_1', ${providerId}, 1, 'bras', '192.0.2.1', 3799, now(), now())`;
  expect(await resultsOf('freeradius')).toMatchObject([
    { state: 'failed', found: expect.stringContaining('no connection') },
  ]);
  await sql`
    insert into network_session (id, provider_id, subscriber_id, username, subscription_id, acct_unique_id, started_at, heard_at, created_at, updated_at)
    values ('sess_1', ${providerId}, ${subscriberId}, 'u', ${subscriptionId}, 'u', now(), now() - interval '16 minutes', now(), now())`;
  expect(await resultsOf('freeradius')).toMatchObject([
    { state: 'failed', found: expect.stringContaining('no connection') },
    { state: 'failed', found: 'none of 1 open sessions has reported for 16 minutes' },
  ]);
});

test.each([
  [{ PUBLIC_URL: 'http://isp.example' }, 'not https'],
  [{ PUBLIC_URL: 'https://isp.example' }, 'TRUSTED_PROXIES'],
  [{}, 'SMTP_URL'],
  [{ SECRETS_KEY_PREVIOUS: Buffer.alloc(32, 1).toString('base64') }, 'rotation has not ended'],
  [{ INNGEST_BASE_URL: 'http://127.0.0.1:1' }, 'INNGEST_EVENT_KEY'],
  [{ REDIS_URL: 'redis://192.0.2.1' }, 'no password'],
  [{}, 'BACKUP_DIR'],
])('doubtful settings: %j', async (env, text) => {
  const found = await resultsOf('settings', { env: env as Record<string, string> });
  expect(found).toContainEqual(
    expect.objectContaining({ state: 'warning', found: expect.stringContaining(text) }),
  );
});

test('the bundle for support has no credential and no row of a partner', async () => {
  const canaries: Record<string, string> = {
    DATABASE_REPLICA_URL: 'postgres://demarc:canary@127.0.0.1:1/demarc',
    REDIS_URL: 'redis://:canary@127.0.0.1:1',
    SMTP_URL: 'smtp://canary:canary@127.0.0.1:1',
    INNGEST_EVENT_KEY: 'canary',
    INNGEST_SIGNING_KEY: 'signkey-test-0ca0',
    STRIPE_SECRET_KEY: 'sk_test_canary',
    STRIPE_WEBHOOK_SECRET: 'whsec_canary',
    METRICS_TOKEN: 'canary-canary-canary',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=canary',
    SECRETS_KEY_PREVIOUS: Buffer.alloc(32, 7).toString('base64'),
  };
  const credentials = Object.entries(variables).flatMap(([name, variable]) =>
    'isCredential' in variable ? [name] : [],
  );
  expect([...Object.keys(canaries), 'DATABASE_URL', 'SECRETS_KEY'].sort()).toEqual(credentials.sort());
  const env = readEnv({ NODE_ENV: 'test', DATABASE_URL: held.current.url, SECRETS_KEY: key, ...canaries });
  const file = join(folder, 'bundle.tar.gz');
  await examine({ env }, (context, found) => writeBundle(file, context, found));
  const text = gunzipSync(readFileSync(file)).toString('latin1');
  for (const name of ['results.json', 'settings.json', 'machine.json', 'database.json'])
    expect(text).toContain(name);
  expect(text).toContain('"REDIS_URL": "set"');
  expect(text).not.toMatch(/canary|signkey-test/);
  for (const secret of [key, canaries.SECRETS_KEY_PREVIOUS ?? '', new URL(held.current.url).password])
    expect(text).not.toContain(secret);
  const [subscriber] = await held.current.sql`select first_name, email from subscriber limit 1`;
  expect(text).not.toContain(subscriber?.email);
  await expect(examine({ env }, (context, found) => writeBundle(file, context, found))).rejects.toThrow(
    'EEXIST',
  );
});
