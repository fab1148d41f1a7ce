import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freeRadiusConnection } from '../../server/radius/database-role.ts';

/** The configuration of Debian's package; the tests use a copy. */
const STOCK = '/etc/freeradius/3.0';

/** The secret of the client `localhost` in the stock `clients.conf`. */
export const LOCAL_SECRET = 'testing123';

export type FreeRadius = {
  /** UDP ports on 127.0.0.1. `tunnel` has the site that signs in within the tunnel of EAP. */
  ports: { auth: number; accounting: number; coa: number; tunnel: number };
  /** The log so far, database errors included. */
  log(): string;
  /** Where `buffer.sh` keeps accounting while the database is away. */
  bufferFolder: string;
  stop(): Promise<void>;
};

type Database = Parameters<typeof freeRadiusConnection>[0];

/**
 * Starts a stock FreeRADIUS on a database, with its own queries, its default site, and a CoA listener that plays a NAS. The
 * guide's commands change the configuration; apart from them only ports, clients and the system user differ.
 * @param keepsEventTimestamp leaves out the guide's policy that replaces the router's time of a packet by its arrival
 * @param buffers also runs `buffer.sh` of the layout for three machines
 */
export async function startFreeRadius(
  database: Database,
  { keepsEventTimestamp = false, buffers = false } = {},
): Promise<FreeRadius> {
  const dir = await mkdtemp(join(tmpdir(), 'demarc-freeradius-'));
  const [auth, coa] = [await freePort(), await freePort()];
  const ports = { auth, accounting: auth + 1, coa, tunnel: coa + 1 };
  await cp(STOCK, dir, { recursive: true, verbatimSymlinks: true });
  await mkdir(join(dir, 'log/radacct'), { recursive: true });
  await edit(join(dir, 'radiusd.conf'), [
    [/^raddbdir = .*$/m, `raddbdir = ${dir}`],
    [/^run_dir = .*$/m, `run_dir = ${dir}`],
    [/^logdir = .*$/m, `logdir = ${dir}/log`],
    [/^\s*(user|group) = freerad$/gm, ''],
  ]);
  await followGuide(dir, database);
  if (buffers) await keepBuffer(dir);
  if (keepsEventTimestamp) await edit(join(dir, 'policy.d/demarc'), [[/^.*Event-Timestamp !\* ANY.*$/m, '']]);
  // The tests send from any loopback address.
  await appendFile(
    join(dir, 'clients.conf'),
    `client tests {\nipaddr = 127.0.0.0/8\nsecret = ${LOCAL_SECRET}\n}\n`,
  );
  await symlink('../sites-available/coa', join(dir, 'sites-enabled/coa'));
  // The server to which the stock configuration sends a realm is this one.
  await edit(join(dir, 'proxy.conf'), [[/port = 1812/, `port = ${ports.auth}`]]);
  await edit(join(dir, 'sites-available/inner-tunnel'), [[/port = 18120/, `port = ${ports.tunnel}`]]);
  await edit(join(dir, 'sites-available/default'), [
    [/^listen \{\s+type = auth\s+ipaddr = \*\s+port = 0/m, `listen {\ntype = auth\n${local(ports.auth)}`],
    [/^listen \{\s+ipaddr = \*\s+port = 0/m, `listen {\n${local(ports.accounting)}`],
    [/ipv6addr = ::.*$\s+port = 0/m, `ipv6addr = ::1\nport = ${ports.auth}`],
    [/ipv6addr = ::.*$\s+port = 0/m, `ipv6addr = ::1\nport = ${ports.accounting}`],
  ]);
  await edit(join(dir, 'sites-available/coa'), [
    [/ipaddr = \*\s+port = 3799/, local(ports.coa)],
    // Sessions named unknown… are refused. Sessions named stubborn… are refused a change of speed.
    [
      /recv-coa \{/,
      `recv-coa {
        if (&Acct-Session-Id =~ /^unknown/) {
          reject
        }
        if (&Acct-Session-Id =~ /^stubborn/ && &Mikrotik-Rate-Limit) {
          reject
        }`,
    ],
  ]);

  let output = '';
  const child = spawn('/usr/sbin/freeradius', ['-f', '-l', 'stdout', '-xx', '-d', dir], { stdio: 'pipe' });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  await ready(child, () => output);
  return {
    ports,
    log: () => output,
    bufferFolder: join(dir, 'log/radacct/demarc-buffer'),
    async stop() {
      child.kill('SIGTERM');
      await ended(child);
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Runs the guide's command that changes the configuration of FreeRADIUS, twice: it can run again. */
async function followGuide(dir: string, database: Database): Promise<void> {
  const guide = await readFile(new URL('../../docs/guides/connect-freeradius.md', import.meta.url), 'utf8');
  const commands = [...guide.matchAll(/^```sh operator\n(.*?)^```$/gms)].map(([, text]) => text as string);
  const configure = commands.filter((text) => text.includes('configure.sh'));
  if (configure.length !== 1) throw new Error('the guide has to configure FreeRADIUS in one block');
  const given = await mkdtemp(join(tmpdir(), 'demarc-radius-files-'));
  await cp(new URL('../../deploy/freeradius/configure.sh', import.meta.url), join(given, 'configure.sh'));
  await writeFile(join(given, 'demarc-database'), freeRadiusConnection(database), { mode: 0o600 });
  const options = { cwd: given, env: { ...process.env, RADDB: dir } };
  for (let run = 0; run < 2; run++)
    await promisify(execFile)('sh', ['-euc', configure[0] as string], options);
  await rm(given, { recursive: true });
}

/** Runs `buffer.sh`, twice: it can run again. */
async function keepBuffer(dir: string): Promise<void> {
  const script = fileURLToPath(new URL('../../deploy/freeradius/buffer.sh', import.meta.url));
  const options = { env: { ...process.env, RADDB: dir } };
  for (let run = 0; run < 2; run++) await promisify(execFile)('sh', [script], options);
}

/** A reply as `radclient` prints it: the code's name (`Access-Accept`, `Disconnect-NAK`, …) and the attributes. */
export type Reply = { code: string; attributes: string[] };

/**
 * Sends one packet with Debian's `radclient`.
 * @param attributes lines such as `User-Name = "bob"`; `Packet-Src-IP-Address` is where it is sent from
 */
export function radclient(
  port: number,
  kind: 'auth' | 'acct' | 'coa' | 'disconnect',
  attributes: string[],
  host = '127.0.0.1',
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const args = ['-x', '-t', '5', '-r', '1', `${host}:${port}`, kind, LOCAL_SECRET];
    const child = execFile('radclient', args, (error, stdout, stderr) => {
      const code = /^Received (\S+) /m.exec(stdout)?.[1];
      if (!code) return reject(error ?? new Error(`radclient received nothing: ${stdout}${stderr}`));
      const answer = stdout.slice(stdout.indexOf('Received '));
      resolve({ code, attributes: [...answer.matchAll(/^\t(.+)$/gm)].map(([, line]) => line as string) });
    });
    child.stdin?.end(`${attributes.join('\n')}\n`);
  });
}

const local = (port: number) => `ipaddr = 127.0.0.1\nport = ${port}`;

/** Changes a file of the configuration, whose comments go. @throws Error when one of the places is not there */
async function edit(file: string, changes: [RegExp, string][]): Promise<void> {
  let text = (await readFile(file, 'utf8')).replace(/^\s*#.*$/gm, '');
  for (const [pattern, replacement] of changes) {
    if (text.search(pattern) < 0) throw new Error(`${file} has no ${pattern}`);
    text = text.replace(pattern, replacement);
  }
  await writeFile(file, text);
}

async function ready(child: ChildProcess, output: () => string): Promise<void> {
  const end = Date.now() + 20_000;
  while (!output().includes('Ready to process requests')) {
    if (child.exitCode !== null || Date.now() > end) {
      child.kill('SIGKILL');
      throw new Error(`FreeRADIUS did not start:\n${output().slice(-4_000)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

/** A free port whose successor is free as well, as far as TCP shows. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port < 65_000 ? port : freePort();
}
