import { spawn } from 'node:child_process';
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { symmetricEncrypt, verifyPassword } from 'better-auth/crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { bundled } from '../../test/fixtures/bundled.ts';
import { certificate } from '../../test/fixtures/certificate.ts';
import { startDatabaseProxy } from '../../test/fixtures/database-proxy.ts';
import { freshDatabase } from '../../test/fixtures/fresh-database.ts';
import { newProvider } from '../../test/fixtures/provider.ts';
import { authSecrets } from '../auth/auth-secrets.ts';
import { authenticate } from '../auth/authenticate.ts';
import { type Database, openDatabase } from '../db/client.ts';
import { createWebhook } from '../domain/webhook/create.ts';
import { env } from '../env.ts';
import { freePort } from '../postgres/embedded-postmaster.ts';
import { requireMigrated } from '../postgres/migrate.ts';
import { fingerprint, seal, unseal } from '../sealed.ts';

let database: Database;
let folder: string;

beforeAll(async () => {
  database = openDatabase(await freshDatabase());
  folder = await mkdtemp(join(tmpdir(), 'demarc-cli-'));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

type Outcome = { code: number | null; stdout: string; stderr: string };

/** A command in a process of its own, on the test's database. */
const run = (command: string, ...args: string[]) => runOn(database.url, command, ...args);

const runOn = (url: string, command: string, ...args: string[]) =>
  runWith({ DATABASE_URL: url }, command, ...args);

async function runWith(
  env: Record<string, string | undefined>,
  command: string,
  ...args: string[]
): Promise<Outcome> {
  return runProgram(await bundled(new URL(`./${command}.ts`, import.meta.url)), env, ...args);
}

function runProgram(
  program: string,
  env: Record<string, string | undefined>,
  ...args: string[]
): Promise<Outcome> {
  const child = spawn(process.execPath, [program, ...args], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      SECRETS_KEY: Buffer.alloc(32).toString('base64'),
      ...env,
    },
  });
  const outcome: Outcome = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (text) => (outcome.stdout += text));
  child.stderr.on('data', (text) => (outcome.stderr += text));
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => done({ ...outcome, code }));
  });
}

/** A database without a table. Returns its address. */
async function emptyDatabase(): Promise<string> {
  const url = new URL(database.url);
  url.pathname = `${url.pathname}_${randomUUID().slice(0, 8)}`;
  const admin = postgres(inject('adminUrl'), { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database "${url.pathname.slice(1)}" owner ${url.username}`);
  await admin.end();
  return url.href;
}

const rows = async () => Number((await database.sql`select count(*) as n from provider`)[0]?.n);

test('partner:create --json prints only the account on standard output', async () => {
  const { code, stdout, stderr } = await run(
    'partner-create',
    ...['--name', 'Acme Net', '--email', 'Owner@Acme.example', '--live', '--json'],
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const made = JSON.parse(stdout);
  expect(Object.keys(made)).toEqual([
    'providerId',
    'accessId',
    'accessSecret',
    'ownerEmail',
    'ownerPassword',
    'livemode',
  ]);
  expect(made).toMatchObject({ ownerEmail: 'owner@acme.example', livemode: true });
  expect(await authenticate(made.accessId, made.accessSecret)).toMatchObject({ providerId: made.providerId });
});

test('partner:create without --live creates a sandbox account and prints it as text', async () => {
  const { code, stdout } = await run('partner-create', '--name', 'Acme Net', '--email', 'owner@acme.example');
  expect(code).toBe(0);
  const read = (label: string) => new RegExp(`${label}\\s+(\\S+)`).exec(stdout)?.[1];
  expect(await authenticate(read('Access id'), read('Access secret'))).toMatchObject({
    providerId: read('Provider id'),
    livemode: false,
  });
});

test('partner:create for an existing account fails with a message', async () => {
  const again = ['--name', 'Twice', '--email', 'twice@acme.example', '--json'];
  expect((await run('partner-create', ...again)).code).toBe(0);
  expect(await run('partner-create', ...again)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Twice has a sandbox account already.\n',
  });
});

test('partner: list, show, suspend, resume, new-key, new-owner-password and close', async () => {
  const args = ['--name', 'Operated', '--email', 'boss@operated.example', '--json'];
  const { providerId, ownerPassword } = JSON.parse((await run('partner-create', ...args)).stdout);
  const partner = async (...given: string[]) => {
    const { code, stdout, stderr } = await run('partner', ...given, '--json');
    expect(stderr).toBe('');
    expect(code).toBe(0);
    return JSON.parse(stdout);
  };
  const account = { providerId, name: 'Operated', livemode: false, subscribers: 0 };
  expect(await partner('list')).toContainEqual(expect.objectContaining({ ...account, status: 'ACTIVE' }));
  expect(await partner('suspend', providerId)).toMatchObject({ status: 'SUSPENDED' });
  expect(await run('partner', 'suspend', providerId)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'The account is suspended.\n',
  });
  expect(await partner('resume', providerId)).toMatchObject({ status: 'ACTIVE' });

  const key = await partner('new-key', providerId, '--label', 'Second');
  expect(await authenticate(key.accessId, key.accessSecret)).toMatchObject({ providerId, label: 'Second' });

  const hashOf = async () =>
    (
      await database.sql`
        select a.password, a.generated_password from staff_account a join staff_user u on u.id = a.user_id
        where u.email = 'boss@operated.example'`
    )[0];
  const { ownerPassword: renewed } = await partner(
    'new-owner-password',
    providerId,
    '--email',
    'BOSS@operated.example',
  );
  const stored = await hashOf();
  expect(stored?.generated_password).toBe(stored?.password);
  expect(await verifyPassword({ hash: stored?.password, password: renewed })).toBe(true);
  expect(await verifyPassword({ hash: stored?.password, password: ownerPassword })).toBe(false);

  expect(await partner('show', providerId)).toMatchObject({
    ...account,
    team: [{ email: 'boss@operated.example', role: 'owner' }],
    keys: [{ label: 'First credential' }, { accessId: key.accessId, label: 'Second' }],
  });
  expect(await partner('pause', providerId)).toMatchObject({ status: 'PAUSED' });
  expect((await run('partner', 'close', providerId, '--name', 'Other')).code).toBe(2);
  expect(await partner('close', providerId, '--name', 'Operated')).toMatchObject({ status: 'CLOSED' });
  expect(await run('partner', 'new-key', providerId)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'The account is closed.\n',
  });
  expect((await run('partner', 'show', providerId)).stdout).toMatch(
    /CLOSED +sandbox +0 subscribers +Operated/,
  );

  const to = join(folder, 'operated.tar.gz');
  const archive = await partner('export', providerId, '--to', to);
  expect(archive).toMatchObject({ file: to, tables: { access_credential: { rows: 2 } } });
  expect(
    createHash('sha256')
      .update(await readFile(to))
      .digest('hex'),
  ).toBe(archive.sha256);
  expect(await run('partner', 'import', '--from', to)).toMatchObject({
    code: 1,
    stderr: `The account ${providerId} exists in this database.\n`,
  });
  expect((await run('partner', 'erase', providerId, '--name', 'Other')).code).toBe(2);
  const erased = await run('partner', 'erase', providerId, '--name', 'Operated', '--json');
  expect(JSON.parse(erased.stdout)).toMatchObject({ access_credential: 2 });
  expect(erased.stderr).toContain('"event":"account.erased"');
  const imported = await run('partner', 'import', '--from', to);
  expect(imported).toMatchObject({ code: 0, stderr: '' });
  expect(imported.stdout).toMatch(/Operated\n\d+ rows of \d+ tables\n\nAll rows equal those of the archive/);
  // Eighteen processes.
});

test.each([
  ['a wrong account', ['suspend', 'prv_none'], 'No account has the id prv_none.'],
  [
    'a stranger',
    ['new-owner-password', 'FIRST', '--email', 'nobody@acme.example'],
    'is not an owner of this account.',
  ],
])('partner: %s fails with the reason', async (_, args, reason) => {
  const [first] = await database.sql`select id from provider order by created_at limit 1`;
  const { code, stdout, stderr } = await run(
    'partner',
    ...args.map((arg) => (arg === 'FIRST' ? first?.id : arg)),
  );
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(reason);
});

test.each([
  ['partner-create', [], '--name must have'],
  ['partner-create', ['--name', 'A'], '--email must be'],
  ['partner-create', ['--name', 'A', '--email', 'nobody'], '--email must be'],
  ['partner-create', ['--name', ' ', '--email', 'a@b.example'], '--name must have'],
  ['partner-create', ['--name', 'A', '--email', 'a@b.example', '--lives'], '--lives'],
  ['partner-create', ['A', '--name', 'A', '--email', 'a@b.example'], "'A'"],
  ['partner', [], 'A command is missing.'],
  ['partner', ['stop'], 'There is no command stop.'],
  ['partner', ['list', 'prv_1'], 'list takes no account.'],
  ['partner', ['suspend'], 'suspend takes one account.'],
  ['partner', ['import', 'prv_1'], 'import takes no account.'],
  ['partner', ['import'], '--from must be a file.'],
  ['partner', ['export', 'prv_1'], '--to must be a file.'],
  ['partner', ['new-key', 'prv_1', '--label', ''], '--label must have'],
  ['partner', ['new-key', 'prv_1', '--label', 'x'.repeat(101)], '--label must have'],
  ['doctor', ['all'], "'all'"],
  ['schedule-d-load', [], 'Give exactly one file'],
  ['schedule-d-load', ['a.csv', 'b.csv'], 'Give exactly one file'],
  ['radius-role', ['--password-file', '/nowhere'], '(ENOENT)'],
  ['radius-role', ['--password-file', '/dev/null'], 'The password must have'],
  ['radius-role', ['--password', 'of-the-process-list'], '--password'],
  ['backup', ['--keep', '3'], '--to must be'],
  ['backup', ['--to', '/tmp/none', '--keep', '0'], '--keep must be'],
  ['restore', [], '--from must be'],
  ['staff-reset-second-factor', ['--email', 'nobody'], '--email must be'],
])('%s %j exits with 2 and the usage', async (command, args, problem) => {
  const before = await rows();
  const { code, stdout, stderr } = await run(command, ...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(problem);
  expect(stderr).toContain('Usage: npm run');
  expect(await rows()).toBe(before);
});

test('--help prints the usage and does nothing', async () => {
  const { code, stdout, stderr } = await runOn('postgres://demarc@nowhere.invalid/none', 'migrate', '--help');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^Usage: npm run migrate/);
});

test('a file that cannot be read or written is named with the reason', async () => {
  const { providerId: id } = await newProvider(database);
  const none = join(folder, 'none', 'account.tar.gz');
  const expected = { code: 1, stdout: '', stderr: `${none} does not exist (ENOENT).\n` };
  expect(await run('partner', 'import', '--from', none)).toEqual(expected);
  const taken = join(folder, 'taken.tar.gz');
  await writeFile(taken, 'kept');
  const exported = await run('partner', 'export', id, '--to', taken);
  expect(exported.stderr).toBe(`${taken} exists.\n`);
  const within = await run('partner', 'export', id, '--to', join(taken, 'account.tar.gz'));
  expect(within.stderr).toMatch(/^\/.*taken\.tar\.gz\S* is not below a folder \(ENOTDIR\)\.\n$/);
  expect(await readFile(taken, 'utf8')).toBe('kept');
});

test('backup refuses a folder without a database, and removes no backup', async () => {
  const [data, to] = [join(folder, 'unmounted'), join(folder, 'backups')];
  const real = join(to, 'demarc-20260301T080000Z');
  await mkdir(real, { recursive: true });
  const settings = { DATABASE_URL: undefined, DATA_DIR: data };
  expect(await runWith(settings, 'backup', '--to', to, '--keep', '1')).toEqual({
    ...{ code: 1, stdout: '', stderr: `DATA_DIR, ${data}, has no database.\n` },
  });
  expect(await readdir(to)).toEqual([basename(real)]);
});

test('a certificate of PostgreSQL that is refused is named as that of PostgreSQL', async () => {
  const proxy = await startDatabaseProxy(database.url, certificate());
  const { code, stderr } = await runOn(`${proxy.url}?sslmode=verify-full`, 'migrate');
  await proxy.close();
  expect(code).toBe(1);
  // Newer versions of Node add a hint.
  expect(stderr).toMatch(/^The certificate of PostgreSQL is refused: self-signed certificate/);
});

test('partner move and cells: wrong calls, a missing or wrong file, an unknown account; the cells and their accounts', async () => {
  const file = join(folder, 'cells.json');
  const move = (...args: string[]) => run('partner', 'move', 'prv_none', '--cells', file, ...args);
  expect(await move()).toMatchObject({ code: 2, stderr: expect.stringContaining('either --to or --cancel') });
  expect(await move('--to', 'two', '--cancel')).toMatchObject({ code: 2 });
  expect(await move('--to', 'two')).toMatchObject({ code: 1, stderr: expect.stringContaining('ENOENT') });
  await writeFile(file, JSON.stringify({ cells: [{ name: 'One', databaseUrl: database.url }] }));
  expect(await move('--to', 'two')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('cells.0.name'),
  });
  await writeFile(file, JSON.stringify({ cells: [{ name: 'one', databaseUrl: database.url }] }));
  expect(await move('--to', 'one')).toMatchObject({ code: 1, stderr: 'No cell has the account prv_none.\n' });
  const { stdout } = await run('cells', 'list', '--cells', file, '--json');
  const [open] = await database.sql`select count(*)::int as n from provider where status <> 'CLOSED'`;
  expect(JSON.parse(stdout)).toEqual([{ cell: 'one', accounts: open?.n, subscribers: 0 }]);
  expect(await run('cells', 'map', '--cells', file)).toMatchObject({
    ...{ code: 1, stderr: 'The file of the cells names no router.\n' },
  });
});

test('partner move: a cell that is away or empty, and a map that cannot be written, are refused before the account is paused', async () => {
  const file = join(folder, 'refused.json');
  const { providerId: id } = await newProvider(database);
  const move = async (there: string, router?: { map: string; socket?: string }) => {
    const cells = [
      { name: 'one', databaseUrl: database.url },
      { name: 'two', databaseUrl: there },
    ];
    await writeFile(file, JSON.stringify({ cells, router }));
    const { code, stderr } = await run('partner', 'move', id, '--to', 'two', '--cells', file);
    const [row] = await database.sql`select status, move from provider where id = ${id}`;
    expect({ code, ...row }).toEqual({ code: 1, status: 'ACTIVE', move: null });
    return stderr;
  };
  const away = await freePort(0);
  expect(await move(`postgres://demarc@127.0.0.1:${away}/demarc`)).toMatch(/^The cell two: .*ECONNREFUSED/);
  expect(await move(await emptyDatabase())).toMatch(/^The cell two: its database is not migrated\./);
  const there = await freshDatabase();
  const map = join(folder, 'cells.map');
  expect(await move(there, { map: join(folder, 'none', 'cells.map') })).toMatch(/^The map .*ENOENT/);
  expect(await move(there, { map, socket: join(folder, 'none.sock') })).toMatch(/HAProxy did not load it/);
});

test('a clock that is an hour off is refused, and nothing changes', async () => {
  const late = `const D = Date; globalThis.Date = class extends D {
    constructor(...given) { given.length > 0 ? super(...given) : super(D.now() + 3_600_000); }
    static now() { return D.now() + 3_600_000; }
  }`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(late)}`;
  const { providerId: id } = await newProvider(database);
  const outcome = await runWith({ DATABASE_URL: database.url, NODE_OPTIONS }, 'partner', 'suspend', id);
  expect(outcome).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/3600 s ahead of/) });
  const [row] = await database.sql`select status from provider where id = ${id}`;
  expect(row?.status).toBe('ACTIVE');
});

test('schedule-d:load adds all rows of a valid file and none of an invalid one', async () => {
  const head = 'planType,currency,minSpeedMbps,maxSpeedMbps,floorAmount,effectiveFrom';
  const file = join(folder, 'floors.csv');
  await writeFile(file, `${head}\nRESIDENTIAL,USD,0,10,5,2026-01-01\n`);
  expect(await run('schedule-d-load', file)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching('1 rows added'),
  });
  expect(await run('schedule-d-load', file)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching('0 rows added'),
  });

  await writeFile(file, `${head}\nRESIDENTIAL,USD,10,25,8,2026-01-01\nRESIDENTIAL,USD,25,50,x,2026-01-01\n`);
  const bad = await run('schedule-d-load', file);
  expect(bad).toMatchObject({ code: 1, stdout: '' });
  expect(bad.stderr).toContain('line 3: floorAmount "x"');
  expect(await database.sql`select * from schedule_d_row`).toHaveLength(1);

  const missing = await run('schedule-d-load', join(folder, 'none.csv'));
  expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be read (ENOENT)') });
});

test('radius:role prints the connection settings of FreeRADIUS', async () => {
  const { hostname, port, pathname } = new URL(database.url);
  const settings = [
    'role=demarc_radius',
    `database=${pathname.slice(1)}`,
    `host=${hostname}`,
    `port=${port}`,
  ];
  const file = join(folder, 'radius-password');
  await writeFile(file, 'chosen-by-hand\n');
  const given = await run('radius-role', '--password-file', file);
  expect(given.stdout.trim().split('\n')).toEqual([...settings, 'schema=radius']);

  await writeFile(file, 'a/b&c$d');
  const odd = await run('radius-role', '--freeradius', '--password-file', file);
  expect(odd.stdout).toBe(
    `server = '${hostname}'\nport = ${port}\nlogin = 'demarc_radius'\npassword = 'a/b&c$d'\nradius_db = 'dbname=${pathname.slice(1)} target_session_attrs=read-write'\n`,
  );

  const made = await run('radius-role');
  const values = new URLSearchParams(made.stdout.trim().replaceAll('\n', '&'));
  expect([...values.keys()]).toEqual(['role', 'database', 'host', 'port', 'schema', 'password']);
  const radius = postgres({
    host: values.get('host') ?? '',
    port: Number(values.get('port')),
    database: values.get('database') ?? '',
    username: values.get('role') ?? '',
    password: values.get('password') ?? '',
    max: 1,
  });
  expect(await radius`select count(*)::int as n from radcheck`).toMatchObject([{ n: 0 }]);
  await radius.end();
});

test('migrate brings an empty database to the schema of this build', async () => {
  const url = await emptyDatabase();
  await expect(requireMigrated(url)).rejects.toThrow('npm run migrate');
  const done = { code: 0, stdout: 'The database has the schema of this build.\n' };
  expect(await runOn(url, 'migrate')).toMatchObject(done);
  await requireMigrated(url);
  expect(await runOn(url, 'migrate', '--again')).toMatchObject({ code: 2 });
});

test('an archive for another system migrates nothing', async () => {
  const program = await bundled(new URL('./migrate.ts', import.meta.url));
  const archive = `${dirname(program)}-foreign`;
  await cp(dirname(program), archive, { recursive: true });
  await writeFile(join(archive, 'package.json'), '{"version": "1.0.0", "type": "module"}');
  await writeFile(join(archive, 'release.json'), '{"version": "1.0.0", "system": "plan9-mips"}');
  const url = await emptyDatabase();
  const outcome = await runProgram(join(archive, basename(program)), { DATABASE_URL: url });
  await rm(archive, { recursive: true });
  expect(outcome).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('is for plan9-mips'),
  });
  await expect(requireMigrated(url)).rejects.toThrow('npm run migrate');
});

test('secrets:rotate encrypts every secret with the new key; it can be ended and repeated; a missing key loses nothing', async () => {
  const { sql } = database;
  const { providerId, at } = await newProvider(database);
  const { id: webhookId } = await at(new Date(), (scope) =>
    createWebhook(scope, {
      ...{ url: 'https://example.com/', events: ['*'], apiVersion: '2026-01-15', addresses: [] },
      headers: [{ name: 'X-Key', value: 'canary' }],
    }),
  );
  const sealedFor = (row: string) => seal('secret', row);
  await sql`
    insert into integration (id, provider_id, name, adapter, signing, free_immediate_upgrade, tariff_map, pool_map, status,
      sealed_secret, secret_last4, created_at, updated_at)
    values ('int_1', ${providerId}, 'Splynx', 'splynx', 'hmac', false, '{}', '{}', 'ACTIVE', ${sealedFor('int_1')}, 'last', now(), now())`;
  await sql`
    insert into gateway_account (provider_id, id, gateway, token, sealed_credentials, created_at, updated_at)
    values (${providerId}, 'account', 'mpesa', 'token', ${sealedFor('account')}, now(), now())`;
  await sql`
    insert into message_account (provider_id, id, gateway, channel, token, sealed_credentials, created_at, updated_at)
    values (${providerId}, 'message', 'twilio', 'SMS', 'token', ${sealedFor('message')}, now(), now())`;
  const apiKey = fingerprint('splynx.example\nsecret');
  await sql`insert into outward_key (id, last_nonce) values (${apiKey}, 77)`;
  await sql`
    insert into mirror (provider_id, integration_id, base_url, sealed_api_key, api_key_last4, sealed_api_secret, key_id, created_at, updated_at)
    values (${providerId}, 'int_1', 'https://splynx.example/', ${sealedFor('int_1')}, 'cret', ${sealedFor('int_1')}, ${apiKey}, now(), now())`;
  await sql`
    insert into idempotency_key (provider_id, key, fingerprint, status, body, correlation_id, created_at)
    values (${providerId}, 'k', 'f', 201, ${sealedFor(`${providerId} k`)}, 'c', now())`;
  const [old] = authSecrets([Buffer.from(env.SECRETS_KEY ?? '', 'base64')]).secrets;
  const encrypted = (data: string) => symmetricEncrypt({ key: old?.value ?? '', data });
  await sql`insert into staff_user (id, name, email, created_at, updated_at) values ('usr_2', 'Ada', 'ada@acme.example', now(), now())`;
  await sql`
    insert into staff_two_factor (id, user_id, secret, backup_codes, used_codes)
    values ('tfa_1', 'usr_2', ${await encrypted('s')}, ${await encrypted('["one","two"]')}, ${[fingerprint('two')]})`;

  const key = (n: number) => Buffer.alloc(32, n).toString('base64');
  const rotate = (current: string, previous?: string) =>
    runWith(
      { DATABASE_URL: database.url, SECRETS_KEY: current, SECRETS_KEY_PREVIOUS: previous },
      'secrets-rotate',
    );
  const counted = ({ stdout }: Outcome) =>
    Object.fromEntries(
      [...stdout.matchAll(/^(\S+) +\d+ found, (\d+) encrypted/gm)].map(([, name, n]) => [name, Number(n)]),
    );

  expect(await rotate(key(8))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('SECRETS_KEY_PREVIOUS'),
  });
  // Neither of these keys opens anything.
  const lost = await rotate(key(8), key(9));
  expect(lost).toMatchObject({ code: 1, stderr: expect.stringContaining('neither key') });
  expect(Object.values(counted(lost)).every((n) => n === 0)).toBe(true);
  expect(lost.stdout).toMatch(/^webhook\.sealed_headers +1 found, 0 encrypted again, 1 that no key opens$/m);

  const done = await rotate(key(8), env.SECRETS_KEY);
  expect(done.code, done.stderr).toBe(0);
  expect(done.stderr).toContain('"event":"secrets.rotated"');
  expect(done.stdout).toMatch(/^webhook\.sealed_headers +1 found, 1 encrypted again$/m);
  expect(counted(done)).toEqual({
    'customer_page.sealed_token': 0,
    'webhook.sealed_headers': 1,
    'webhook.sealed_secret': 1,
    'webhook.sealed_previous_secret': 0,
    'integration.sealed_secret': 1,
    'integration.sealed_previous_secret': 0,
    'mirror.sealed_api_key': 1,
    'mirror.sealed_api_secret': 1,
    'gateway_account.sealed_credentials': 1,
    'message_account.sealed_credentials': 1,
    'erasure.sealed_names': 0,
    'mail.facts.link': 0,
    'idempotency_key.body': 1,
    'outward_key.id': 1,
    staff_two_factor: 1,
  });
  expect((await rotate(key(8), env.SECRETS_KEY)).stdout).toContain('SECRETS_KEY_PREVIOUS can be removed');
  const [webhook] = await sql`select sealed_headers from webhook where id = ${webhookId}`;
  expect(() => unseal(webhook?.sealed_headers, webhookId)).toThrow();
  expect([...(await sql`select last_nonce::int from outward_key`)]).toEqual([{ last_nonce: 77 }]);
  const [factor] = await sql`select used_codes from staff_two_factor`;
  expect(factor?.used_codes).toEqual([createHmac('sha256', Buffer.alloc(32, 8)).update('two').digest('hex')]);

  // Everything that the first rotation wrote can be read.
  const next = await rotate(key(5), key(8));
  expect(next.code, next.stderr).toBe(0);
  expect(counted(next)).toEqual(counted(done));
});

test('staff:reset-second-factor deletes the factor and the sessions of one person, and is recorded', async () => {
  const { sql } = database;
  const made = await run('partner-create', '--name', 'Lost Phone', '--email', 'lost@acme.example', '--json');
  const { providerId } = JSON.parse(made.stdout);
  const reset = (email: string) => run('staff-reset-second-factor', '--email', email);
  expect(await reset('nobody@acme.example')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Nobody'),
  });
  expect(await reset('lost@acme.example')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no second factor'),
  });

  const [person] =
    await sql`update staff_user set two_factor_enabled = true where email = 'lost@acme.example' returning id`;
  await sql`insert into staff_two_factor (id, user_id, secret, backup_codes) values ('tfa_2', ${person?.id}, 's', 'c')`;
  await sql`
    insert into staff_session (id, token, user_id, expires_at, created_at, updated_at)
    values ('ses_2', 't', ${person?.id}, now() + interval '1 day', now(), now())`;
  const done = await reset(' Lost@acme.example');
  expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('is deleted') });
  expect(done.stderr).toContain('"event":"second_factor.reset"');
  const [left] = await sql`
    select u.two_factor_enabled as enabled, (select count(*)::int from staff_two_factor where user_id = u.id) as factors,
      (select count(*)::int from staff_session where user_id = u.id) as sessions,
      (select actor_name from audit_entry where provider_id = ${providerId} and action = 'second_factor.reset') as by
    from staff_user u where id = ${person?.id}`;
  expect(left).toEqual({ enabled: false, factors: 0, sessions: 0, by: 'operator' });
});
