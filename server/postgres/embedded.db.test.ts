import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bundled } from '../../test/fixtures/bundled.ts';
import { databaseFolder } from '../../test/fixtures/database-folder.ts';
import { type Embedded, startEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { canReach } from './system-account.ts';

const log = { info: () => {}, warn: () => {} };
const starterSource = new URL('../../test/fixtures/embedded-starter.ts', import.meta.url);

let folder: string;
let dataDir: string;
let started: Embedded[];
let children: ChildProcess[];

beforeEach(async () => {
  folder = await mkdtemp(join(databaseFolder(), 'demarc-embedded-'));
  await chmod(folder, 0o711);
  dataDir = join(folder, 'data');
  started = [];
  children = [];
});

afterEach(async () => {
  for (const child of children) if (child.exitCode === null) child.kill('SIGKILL');
  await Promise.all(started.map((server) => server.stop()));
  // A test may have left a server without a registered process: joining and leaving it shuts it down.
  if (await postmasterPid().catch(() => 0)) await (await startEmbedded({ dataDir, log })).stop();
  await rm(folder, { recursive: true, force: true });
});

let made: Promise<string> | undefined;

/** Gives the test a cluster that was made before: to make one takes longer than most of these tests. */
async function useMadeCluster(): Promise<void> {
  made ??= makeCluster();
  // `cp` of Node keeps no owner.
  await promisify(execFile)('cp', ['-a', await made, dataDir]);
}

async function makeCluster(): Promise<string> {
  const cluster = await mkdtemp(join(databaseFolder(), 'demarc-embedded-made-'));
  await chmod(cluster, 0o711);
  await (await startEmbedded({ dataDir: join(cluster, 'data'), log })).stop();
  return join(cluster, 'data');
}

afterAll(async () => {
  if (made) await rm(dirname(await made), { recursive: true, force: true });
});

async function start(settings: Record<string, string> = {}): Promise<Embedded> {
  const server = await startEmbedded({ dataDir, log, settings });
  started.push(server);
  return server;
}

async function query(url: string, text: string): Promise<postgres.Row[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return [...(await sql.unsafe(text))];
  } finally {
    await sql.end();
  }
}

async function postmasterPid(): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

function isListening(url: string): Promise<boolean> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  return new Promise((done) => {
    socket.once('connect', () => done(true)).once('error', () => done(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}

/** Another process that starts the same server, prints its address, and stops it when its input ends. */
async function starter(options: { uid?: number; gid?: number } = {}) {
  const program = await bundled(starterSource);
  const child = spawn(process.execPath, [program, dataDir], {
    ...options,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`starter ended with ${code}`))),
  ]);
  const leave = async () => {
    child.stdin.end();
    await once(child, 'exit');
  };
  return { child, url: String(line).trim(), leave };
}

describe('start and stop', () => {
  beforeEach(useMadeCluster);

  test('data, address and password survive a restart', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    expect(await isListening(first.url)).toBe(false);
    const second = await start();
    expect(second.url).toBe(first.url);
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  test('the server is PostgreSQL 18 in UTF-8 and UTC with fsync, on 127.0.0.1 only', async () => {
    const { adminUrl } = await start();
    const [row] = await query(
      adminUrl,
      `SELECT current_setting('server_version_num')::int / 10000 AS major, current_setting('TimeZone') AS zone,
        current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync,
        current_setting('listen_addresses') AS addresses, current_setting('unix_socket_directories') AS sockets`,
    );
    expect(row).toEqual({
      major: 18,
      zone: 'UTC',
      encoding: 'UTF8',
      fsync: 'on',
      addresses: '127.0.0.1',
      sockets: '',
    });
  });

  test('the password is required, stored with SCRAM, and readable by this user only', async () => {
    const { url, adminUrl } = await start();
    const wrong = new URL(url);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
    const rules = await query(adminUrl, 'SELECT DISTINCT auth_method FROM pg_hba_file_rules');
    expect(rules).toEqual([{ auth_method: 'scram-sha-256' }]);
    expect((await stat(join(dataDir, 'postgres.json'))).mode & 0o777).toBe(0o600);
  });

  test('settings can be added', async () => {
    const { url } = await start({ fsync: 'off' });
    expect(await query(url, 'SHOW fsync')).toEqual([{ fsync: 'off' }]);
  });
});

describe('the application role', () => {
  beforeEach(useMadeCluster);

  const rights = `SELECT current_user AS name, rolsuper AS super, rolcreaterole AS roles, rolcreatedb AS databases,
    rolreplication AS replication, rolbypassrls AS bypass FROM pg_roles WHERE rolname = current_user`;

  test('is no superuser, and owns the database', async () => {
    const { url } = await start();
    expect(await query(url, rights)).toEqual([
      { name: 'demarc_app', super: false, roles: true, databases: false, replication: false, bypass: false },
    ]);
    await migrate(url);
    for (const forbidden of [
      'CREATE ROLE mighty SUPERUSER',
      "COPY (SELECT 1) TO PROGRAM 'true'",
      "SELECT pg_read_file('postgresql.conf')",
      'ALTER ROLE demarc PASSWORD NULL',
      'SET ROLE demarc',
    ]) {
      await expect(query(url, forbidden), forbidden).rejects.toThrow(/permission denied/);
    }
  });

  test('is missing in a data folder of a version before the first release, which is refused', async () => {
    const first = await start();
    await first.stop();
    const file = join(dataDir, 'postgres.json');
    const { password, port } = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ password, port }));
    await expect(start()).rejects.toThrow('from before the first release');
  });
});

describe('after a kill', () => {
  beforeEach(useMadeCluster);

  test('of the postmaster the server is restarted at the same address', async () => {
    const { url, isDown } = await start();
    await query(url, 'CREATE TABLE kept AS SELECT 1 AS one');
    const pid = await postmasterPid();
    process.kill(pid, 'SIGKILL');
    await expect.poll(isDown).toBe(true);
    await expect.poll(isDown).toBe(false);
    expect(await postmasterPid()).not.toBe(pid);
    expect(await query(url, 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
  });

  test('of a postmaster that another process joined both processes reconnect', async () => {
    const other = await starter();
    const mine = await start();
    process.kill(await postmasterPid(), 'SIGKILL');
    await expect.poll(mine.isDown).toBe(true);
    await expect.poll(mine.isDown).toBe(false);
    expect(await query(mine.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await other.leave();
    expect(await query(mine.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test.runIf(process.platform === 'linux')('of a postmaster whose parent does not collect it', async () => {
    const other = await starter();
    await query(other.url, 'CREATE TABLE kept AS SELECT 1 AS one');
    const pid = await postmasterPid();
    other.child.kill('SIGSTOP');
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => readFile(`/proc/${pid}/stat`, 'utf8')).toMatch(/\) Z /);
    const mine = await start();
    expect(await query(mine.url, 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
    other.child.kill('SIGCONT');
  });

  test('by kill() the server ends at once, and the next start recovers', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS one');
    await first.kill();
    expect(await isListening(first.url)).toBe(false);
    const second = await start();
    expect(await query(second.url, 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
  });

  test('of the postmaster the next start recovers', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS one');
    process.kill(await postmasterPid(), 'SIGKILL');
    const second = await start();
    expect(await query(second.url, 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
  });

  test('of the process that started the server the next one joins and stops it', async () => {
    const other = await starter();
    const pid = await postmasterPid();
    other.child.kill('SIGKILL');
    await once(other.child, 'exit');
    const mine = await start();
    expect(await postmasterPid()).toBe(pid);
    expect(mine.url).toBe(other.url);
    await mine.stop();
    expect(await isListening(mine.url)).toBe(false);
  });

  test('a postmaster.pid with the id of another program does not prevent a start', async () => {
    const first = await start();
    await first.stop();
    const file = join(dataDir, 'postgres', 'postmaster.pid');
    await writeFile(
      file,
      `${process.pid}\n${join(dataDir, 'postgres')}\n1\n${new URL(first.url).port}\n\n\n\nready\n`,
    );
    const second = await start();
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

describe('on an empty folder', () => {
  test('a lock of a dead process and an incomplete cluster do not prevent a start', async () => {
    await mkdir(join(dataDir, 'postgres.new-1'), { recursive: true });
    await writeFile(join(dataDir, 'postgres.new-1', 'password'), 'x');
    await writeFile(join(dataDir, 'postgres.lock'), '999999999 1');
    const { url } = await start();
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

describe('several processes', () => {
  test('that start at once on an empty folder share one server', async () => {
    const [one, two] = await Promise.all([starter(), starter()]);
    expect(one.url).toBe(two.url);
    expect(await query(one.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('the last process to leave shuts the server down', async () => {
    const other = await starter();
    const mine = await start();
    expect(mine.url).toBe(other.url);
    await other.leave();
    expect(await query(mine.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await mine.stop();
    expect(await isListening(mine.url)).toBe(false);
  });
});

describe.runIf(process.getuid?.() === 0)('as root', async () => {
  test('the server runs as nobody', async () => {
    await start();
    const { uid } = await stat(`/proc/${await postmasterPid()}`);
    expect(uid).toBe(65_534);
  });

  test('a folder that nobody cannot enter is a link to a cluster elsewhere', async () => {
    await chmod(folder, 0o700);
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS one');
    await first.stop();
    const second = await start();
    expect(await query(second.url, 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
    await second.stop();
    await rm(join(await readlink(join(dataDir, 'postgres')), '..'), { recursive: true });
  });

  // In a checkout that only root can enter, no other user can run anything.
  const open = await canReach(dirname(fileURLToPath(starterSource)), { uid: 65_534, gid: 65_534 });
  test.runIf(open)('an ordinary user starts one of their own', async () => {
    await chown(folder, 65_534, 65_534);
    const other = await starter({ uid: 65_534, gid: 65_534 });
    expect(await query(other.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await other.leave();
    expect(await isListening(other.url)).toBe(false);
  });

  test.runIf(open)('the server of an ordinary user stays theirs when root starts it', async () => {
    await chown(folder, 1, 1);
    const other = await starter({ uid: 1, gid: 1 });
    await other.leave();
    const mine = await start();
    expect(mine.url).toBe(other.url);
    expect((await stat(`/proc/${await postmasterPid()}`)).uid).toBe(1);
    await mine.stop();
    const again = await starter({ uid: 1, gid: 1 });
    await again.leave();
  });
});
