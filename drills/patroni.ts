import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { monotonicMs } from '../server/clock.ts';
import { readPostmaster } from '../server/postgres/embedded-postmaster.ts';
import { type Account, postgresAccount } from '../server/postgres/system-account.ts';
import type { Server } from './cluster.ts';
import { childrenOf, environment } from './processes.ts';

const run = promisify(execFile);

/** The programs of Debian's packages patroni, etcd-server, haproxy and postgresql-15. */
const programs = ['patroni', 'etcd', 'haproxy', 'psql'];
/** The files in `deploy/patroni` are used as they are, but for addresses and folders. */
const configuration = fileURLToPath(new URL('../deploy/patroni/', import.meta.url));
const makeDatabase = fileURLToPath(new URL('../deploy/postgres/make-database.sh', import.meta.url));
/** Addresses of their own, so that the ports are those of the guide. */
const NETWORK = '127.77.0.';
const PROXY = `${NETWORK}10`;
const ETCD = `${NETWORK}13`;
const nodeAddresses = { one: `${NETWORK}11`, two: `${NETWORK}12` };

/** A node that was the primary may have to be rewound before it follows, which is slow on a busy machine. */
const COMPLETE_WITHIN_MS = 240_000;

export type NodeName = keyof typeof nodeAddresses;

export const otherNode = (name: NodeName): NodeName => (name === 'one' ? 'two' : 'one');

/** Two PostgreSQL under Patroni with synchronous replication, behind HAProxy. */
export type PatroniCluster = Server & {
  /** The node that Patroni says is the primary; null while there is none. */
  primary(): Promise<NodeName | null>;
  /** Waits until a node, or any, is the primary. Returns its name. */
  untilPrimary(name?: NodeName): Promise<NodeName>;
  /** Waits until the node that is not the primary confirms each commit. */
  untilSynchronous(): Promise<void>;
  /** SIGKILL for Patroni, PostgreSQL and all its sessions, as when a machine ends. */
  kill(name: NodeName): Promise<void>;
  /** SIGSTOP for all of them, as when a machine freezes. */
  freeze(name: NodeName): Promise<void>;
  start(name: NodeName): Promise<void>;
  /** Makes the standby the primary, as before work on a machine. */
  switchOver(): Promise<void>;
};

/** The line to print where the drill cannot run; null where it can. */
export function whyNoPatroni(): string | null {
  if (process.platform !== 'linux') return 'This drill runs on Linux only.';
  const absent = programs.filter((name) => spawnSync(name, ['--version'], { env: environment }).error);
  return absent.length === 0
    ? null
    : `This drill needs ${absent.join(', ')}: apt install patroni etcd-server haproxy postgresql-15`;
}

/** Starts an empty cluster with a database for Demarc. @throws Error when it is not complete in time; the message has the logs */
export async function startPatroni(folder: string): Promise<PatroniCluster> {
  const account = await postgresAccount(folder);
  const passwords = { superuser: password(), replication: password(), demarc: password() };
  const running = new Map<string, ChildProcess>();
  const dataOf = (name: NodeName) => join(folder, name, 'postgres');

  async function launch(name: string, command: string, args: string[], as?: Account): Promise<void> {
    const log = await open(join(folder, `${name}.log`), 'a');
    const child = spawn(command, args, {
      ...(as && { uid: as.uid, gid: as.gid }),
      cwd: folder,
      stdio: ['ignore', log.fd, log.fd],
      env: {
        ...environment,
        ...{ PATRONI_SUPERUSER_USERNAME: 'postgres', PATRONI_SUPERUSER_PASSWORD: passwords.superuser },
        ...{ PATRONI_REPLICATION_USERNAME: 'replicator' },
        ...{ PATRONI_REPLICATION_PASSWORD: passwords.replication },
      },
    });
    running.set(name, child);
    await once(child, 'spawn');
    await log.close();
  }

  /** Patroni and PostgreSQL of a node with all its sessions. */
  async function processesOf(name: NodeName): Promise<number[]> {
    const { pid } = (await readPostmaster(dataOf(name))) ?? {};
    const patroni = running.get(name)?.pid;
    return [patroni, pid, ...(pid ? await childrenOf(pid) : [])].filter((each) => each !== undefined);
  }

  async function signal(name: NodeName, kind: NodeJS.Signals): Promise<void> {
    for (const pid of await processesOf(name)) {
      try {
        process.kill(pid, kind);
      } catch {
        // It has ended.
      }
    }
  }

  const start = (name: NodeName) => launch(name, 'patroni', [join(folder, `${name}.yaml`)], account);

  async function primary(): Promise<NodeName | null> {
    for (const name of nodeNames()) if (await isOk(`http://${nodeAddresses[name]}:8008/primary`)) return name;
    return null;
  }

  /** Asks ten times a second for a result other than null. */
  async function until<T>(ask: () => Promise<T | null>): Promise<T> {
    const latest = monotonicMs() + COMPLETE_WITHIN_MS;
    while (monotonicMs() < latest) {
      const result = await ask();
      if (result !== null) return result;
      await sleep(100);
    }
    const logs = await Promise.all([...running.keys()].map((name) => tail(join(folder, `${name}.log`))));
    const problem = `the cluster is not complete after ${COMPLETE_WITHIN_MS / 1_000} s`;
    throw new Error(`${problem}\n${logs.join('\n')}`);
  }

  const cluster: PatroniCluster = {
    url: `postgres://demarc:${passwords.demarc}@${PROXY}:5432/demarc`,
    primary,
    untilPrimary: (name) =>
      until(async () => {
        const found = await primary();
        return found !== null && (name === undefined || found === name) ? found : null;
      }),
    untilSynchronous: () =>
      until(async () => {
        const name = await primary();
        return name && (await isOk(`http://${nodeAddresses[otherNode(name)]}:8008/sync`)) ? true : null;
      }).then(() => {}),
    async kill(name) {
      await signal(name, 'SIGKILL');
      const child = running.get(name);
      if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
    freeze: (name) => signal(name, 'SIGSTOP'),
    start,
    async switchOver() {
      const leader = await primary();
      if (!leader) throw new Error('there is no primary');
      const answer = await fetch(`http://${nodeAddresses[leader]}:8008/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader, candidate: otherNode(leader) }),
      });
      if (!answer.ok) throw new Error(`switchover: ${await answer.text()}`);
    },
    async stop() {
      for (const name of nodeNames()) await cluster.kill(name);
      for (const name of ['haproxy', 'etcd']) {
        const child = running.get(name);
        if (child && child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
      }
    },
  };

  try {
    const [patroniFile, proxyFile] = await Promise.all(
      ['patroni.yaml', 'haproxy.cfg'].map((name) => readFile(join(configuration, name), 'utf8')),
    );
    for (const name of nodeNames()) {
      await mkdir(join(folder, name), { mode: 0o700 });
      if (account) await chown(join(folder, name), account.uid, account.gid);
      const text = here(patroniFile as string)
        .replace(/^name: one$/m, `name: ${name}`)
        .replaceAll(nodeAddresses.one, nodeAddresses[name])
        // The drill has no certificates.
        .replace(/^ {4}ssl.*\n/gm, '')
        .replaceAll('hostssl', 'host')
        .replace('/var/lib/postgresql/15/demarc', dataOf(name))
        .replace('/var/lib/postgresql', join(folder, name))
        .replace('/var/run/postgresql', join(folder, name));
      await writeFile(join(folder, `${name}.yaml`), text);
    }
    await writeFile(join(folder, 'haproxy.cfg'), here(proxyFile as string));
    await writeFile(join(folder, 'password'), passwords.demarc);

    const [client, peer] = [`http://${ETCD}:2379`, `http://${ETCD}:2380`];
    await launch('etcd', 'etcd', [
      ...['--name=etcd', `--data-dir=${join(folder, 'etcd')}`],
      ...[`--listen-client-urls=${client}`, `--advertise-client-urls=${client}`],
      ...[`--listen-peer-urls=${peer}`, `--initial-advertise-peer-urls=${peer}`],
      `--initial-cluster=etcd=${peer}`,
    ]);
    for (const name of nodeNames()) await start(name);
    await launch('haproxy', 'haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')]);
    await cluster.untilSynchronous();
    const access = { PGHOST: PROXY, PGPASSWORD: passwords.superuser };
    await until(() =>
      run('psql', ['-U', 'postgres', '-c', 'select 1'], { env: { ...environment, ...access } }).catch(
        () => null,
      ),
    );
    await run('sh', [makeDatabase, join(folder, 'password')], { env: { ...environment, ...access } });
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return cluster;
}

const nodeNames = () => Object.keys(nodeAddresses) as NodeName[];
const password = () => randomBytes(16).toString('hex');
/** The configuration with the addresses of this drill. */
const here = (text: string) => text.replaceAll('10.0.0.0/24', '127.0.0.0/8').replaceAll('10.0.0.', NETWORK);

function isOk(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
    async (answer) => {
      await answer.body?.cancel();
      return answer.ok;
    },
    () => false,
  );
}

async function tail(file: string): Promise<string> {
  return `${file}:\n${(await readFile(file, 'utf8')).split('\n').slice(-25).join('\n')}`;
}
