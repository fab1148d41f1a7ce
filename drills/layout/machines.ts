import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { monotonicMs, SECOND_MS } from '../../server/clock.ts';
import { run } from '../processes.ts';
import { type Running, startUnit } from './units.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const DOMAIN = 'billing.example';
/** Addresses of their own, so that every port is that of the layout. */
export const addresses = { one: '127.77.1.11', two: '127.77.1.12', three: '127.77.1.13' };
export type Machine = keyof typeof addresses;
export const machines = Object.keys(addresses) as Machine[];

/** A program of each package that the layout needs. */
const packages = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  haproxy: 'haproxy',
  'redis-server': 'redis-server',
  freeradius: 'freeradius freeradius-postgresql',
};

const WHOLE_WITHIN_MS = 180 * SECOND_MS;

/** The three machines of `deploy/three`, each in a folder of its own. */
export type Layout = {
  /** The folder of a machine, in place of `/`. */
  rootOf(machine: Machine): string;
  /** The units that a machine starts, in order. */
  unitsOf(machine: Machine): string[];
  secret(name: string): string;
  /** The CA of the public name, its certificate's name, and the addresses behind it. */
  site: { ca: string; host: string; addresses: string[] };
  /** How a command of Demarc reaches the database by HAProxy of the first machine. */
  env: Record<string, string>;
  start(machine: Machine, units?: string[]): Promise<void>;
  kill(machine: Machine, units?: string[]): Promise<void>;
  /** As `systemctl stop`. */
  stop(machine: Machine, units?: string[]): Promise<void>;
  /** The machine whose PostgreSQL is the primary; null while there is none. */
  primary(): Promise<Machine | null>;
  /** The machine whose PostgreSQL confirms each commit; null while there is none. */
  synchronous(): Promise<Machine | null>;
  /** Waits until every unit runs and answers. @throws Error with the ends of all logs when it takes too long */
  untilWhole(): Promise<void>;
  until<T>(what: string, look: () => Promise<T | null>): Promise<T>;
  close(): Promise<void>;
};

/** The line to print where the drill cannot run; null where it can. */
export function whyNoLayout(): string | null {
  if (process.platform !== 'linux') return 'This drill runs on Linux only.';
  const absent = Object.entries(packages).filter(([program]) => !isInstalled(program));
  if (absent.length > 0) return `This drill needs: apt install ${absent.map(([, name]) => name).join(' ')}`;
  if (process.getuid?.() !== 0) return 'This drill runs as root: each program gets its own account.';
  return null;
}

const isInstalled = (program: string) =>
  program.startsWith('/')
    ? existsSync(program)
    : ['/usr/bin', '/usr/sbin'].some((folder) => existsSync(join(folder, program)));

/** Makes the files with `make.sh`, copies them with `install.sh`, and starts nothing. */
export async function openLayout(): Promise<Layout> {
  const folder = await mkdtemp(join(tmpdir(), 'demarc-layout-'));
  await chmod(folder, 0o711);
  const rootOf = (machine: Machine) => join(folder, machine);
  const made = join(folder, 'made');
  const settings = {
    ...{ ONE: addresses.one, TWO: addresses.two, THREE: addresses.three, NETWORK: '127.0.0.0/8' },
    ...{ LOOPBACK: '', DOMAIN, ACCOUNT: 'root', ROOT: folder },
  };
  const layoutFile = join(folder, 'layout');
  await writeFile(
    layoutFile,
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  await run('sh', [join(root, 'deploy/three/make.sh'), layoutFile, made]);
  const units = new Map<Machine, string[]>();
  for (const machine of machines) {
    await mkdir(join(rootOf(machine), 'log'), { recursive: true });
    await mkdir(join(rootOf(machine), 'run'));
    await run('sh', [join(made, machine, 'install.sh'), 'root', rootOf(machine)]);
    const names = (await readFile(join(made, machine, 'units'), 'utf8')).trim().split(' ');
    units.set(
      machine,
      names.filter((name) => !name.endsWith('.timer')),
    );
    if (names.includes('freeradius')) await copyFreeRadius(rootOf(machine), machine);
  }
  const inside = { ca: await readFile(join(made, 'secrets/inside/ca.pem'), 'utf8') };
  const secrets = new Map<string, string>();
  for (const name of ['demarc', 'key'])
    secrets.set(name, (await readFile(join(made, 'secrets', name), 'utf8')).trim());
  const secret = (name: string) => secrets.get(name) as string;
  const caFile = join(rootOf('one'), 'etc/demarc/ca.pem');
  const overrides = {
    ...{ LOG_LEVEL: 'warn', DEMO: '0', WEBHOOK_ALLOWED_HOSTS: 'localhost' },
    // High enough to count every request in Redis and to refuse none.
    ...{ RATE_LIMIT_LIVE: '1000', RATE_LIMIT_SANDBOX: '1000' },
  };
  const running = new Map<string, Running>();
  const keyOf = (machine: Machine, name: string) => `${machine} ${name}`;

  const isOk = (url: string) => answers(url, inside.ca);
  async function first(path: string): Promise<Machine | null> {
    for (const machine of machines)
      if (await isOk(`https://${addresses[machine]}:8008/${path}`)) return machine;
    return null;
  }

  async function until<T>(what: string, look: () => Promise<T | null>): Promise<T> {
    const latest = monotonicMs() + WHOLE_WITHIN_MS;
    while (monotonicMs() < latest) {
      const result = await look();
      if (result !== null) return result;
      await sleep(200);
    }
    const logs = [...running.keys()].map((key) => {
      const [machine, name] = key.split(' ') as [Machine, string];
      return `${key}:\n${spawnSync('tail', ['-n', '12', join(rootOf(machine), 'log', `${name}.log`)]).stdout}`;
    });
    throw new Error(`${what}: not within ${WHOLE_WITHIN_MS / SECOND_MS} s\n${logs.join('\n')}`);
  }

  /** Whether a unit that was started serves. */
  async function isServing(machine: Machine, name: string): Promise<boolean> {
    const self = addresses[machine];
    if (!running.get(keyOf(machine, name))?.isRunning()) return false;
    if (name === 'etcd') return accepts(self, 2379);
    if (name === 'freeradius') return listens(self, 1813);
    if (name === 'haproxy') return accepts(self, 5000);
    if (name === 'redis-server') return accepts(self, 6379);
    if (name === 'demarc-web') return fetchOk(`http://${self}:3000/readyz`);
    if (name === 'demarc-jobs') return fetchOk(`http://${self}:3001/readyz`);
    if (name === 'patroni')
      return (
        (await isOk(`https://${self}:8008/primary`)) || (await isOk(`https://${self}:8008/replica?lag=1MB`))
      );
    return true;
  }

  const layout: Layout = {
    ...{ rootOf, secret, until },
    unitsOf: (machine) => units.get(machine) as string[],
    site: {
      ca: await readFile(join(made, 'secrets/site/ca.pem'), 'utf8'),
      host: DOMAIN,
      addresses: [`https://${addresses.one}`, `https://${addresses.two}`],
    },
    env: {
      DATABASE_URL: `postgres://demarc:${secret('demarc')}@${addresses.one}:5000/demarc?sslmode=verify-full&sslrootcert=${caFile}`,
      SECRETS_KEY: secret('key'),
      PUBLIC_URL: `https://${DOMAIN}`,
    },
    async start(machine, names = layout.unitsOf(machine)) {
      for (const name of names) {
        const key = keyOf(machine, name);
        if (running.get(key)?.isOver() === false) continue;
        const env = { ...(name.startsWith('demarc-') && overrides), DATA_DIR: join(rootOf(machine), 'data') };
        running.set(key, await startUnit(rootOf(machine), name, { cwd: root, env }));
      }
    },
    async kill(machine, names = layout.unitsOf(machine)) {
      await Promise.all(names.map((name) => running.get(keyOf(machine, name))?.kill()));
    },
    async stop(machine, names = layout.unitsOf(machine)) {
      await Promise.all(names.map((name) => running.get(keyOf(machine, name))?.stop()));
    },
    primary: () => first('primary'),
    synchronous: () => first('sync'),
    async untilWhole() {
      await until('the layout is whole', async () => {
        for (const machine of machines)
          for (const name of layout.unitsOf(machine)) if (!(await isServing(machine, name))) return null;
        return (await layout.synchronous()) && true;
      });
    },
    async close() {
      for (const machine of machines) await layout.kill(machine);
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
  return layout;
}

/**
 * Debian's configuration of FreeRADIUS in the folder of a machine, as the package installs it in /etc. Only its paths and addresses
 * differ, because two of them run here.
 */
async function copyFreeRadius(at: string, machine: Machine): Promise<void> {
  const raddb = join(at, 'etc/freeradius/3.0');
  await cp('/etc/freeradius/3.0', raddb, { recursive: true, verbatimSymlinks: true });
  const self = addresses[machine];
  const edits: [string, RegExp, string][] = [
    ['radiusd.conf', /^raddbdir = .*$/m, `raddbdir = ${raddb}`],
    ['radiusd.conf', /^localstatedir = .*$/m, `localstatedir = ${at}/var`],
    ['radiusd.conf', /^logdir = .*$/m, `logdir = ${at}/log/freeradius`],
    ['sites-available/default', /ipaddr = \*/g, `ipaddr = ${self}`],
    ['sites-available/default', /ipv6addr = ::.*/g, `ipaddr = ${self}`],
    ['sites-available/inner-tunnel', /ipaddr = 127\.0\.0\.1/, `ipaddr = ${self}`],
  ];
  for (const [file, pattern, text] of edits) {
    const path = join(raddb, file);
    const before = (await readFile(path, 'utf8')).replace(/^[ \t]*#.*\n/gm, '');
    if (before.search(pattern) < 0) throw new Error(`${file} has no ${pattern}`);
    let after = before.replace(pattern, text);
    // The second pair of listeners of the default site is for IPv6.
    if (text.startsWith('ipaddr') && pattern.source.startsWith('ipv6'))
      after = withoutRepeatedListeners(after);
    await writeFile(path, after);
  }
  await mkdir(join(at, 'etc/default'), { recursive: true });
  await writeFile(
    join(at, 'etc/default/freeradius'),
    `FREERADIUS_OPTIONS="-d ${raddb} -l ${at}/log/radius.log"\n`,
  );
  for (const path of ['log/freeradius', 'var/run/freeradius'])
    await mkdir(join(at, path), { recursive: true });
  await run('chown', ['-R', 'freerad:freerad', raddb, `${at}/log`, `${at}/var/run/freeradius`]);
}

/** A site whose third and fourth listener are those of IPv6. */
function withoutRepeatedListeners(site: string): string {
  const listeners = [...site.matchAll(/^listen \{\n(?:.*\n)*?^\}\n/gm)].map(([text]) => text);
  return listeners.slice(2).reduce((text, each) => text.replace(each, ''), site);
}

function answers(url: string, ca: string): Promise<boolean> {
  return new Promise((done) => {
    const req = get(url, { ca, agent: false, timeout: SECOND_MS }, (res) => {
      res.resume();
      done(res.statusCode === 200);
    });
    req.on('timeout', () => req.destroy());
    req.on('error', () => done(false));
  });
}

const fetchOk = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(SECOND_MS) }).then(
    async (answer) => {
      await answer.body?.cancel();
      return answer.ok;
    },
    () => false,
  );

function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ host, port, timeout: SECOND_MS });
    const end = (result: boolean) => {
      socket.destroy();
      done(result);
    };
    socket.on('connect', () => end(true));
    socket.on('timeout', () => end(false));
    socket.on('error', () => end(false));
  });
}

/** Whether a UDP port of an IPv4 address is open on this machine. */
async function listens(address: string, port: number): Promise<boolean> {
  const bytes = Buffer.from(address.split('.').map(Number).toReversed());
  const local = `${bytes.toString('hex')}:${port.toString(16).padStart(4, '0')}`;
  return (await readFile('/proc/net/udp', 'utf8')).toLowerCase().includes(` ${local} `);
}
