import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench, stopAtEnd } from './bench.ts';
import { runOnce, type Server, serverOf, start } from './processes.ts';

/** A folder of `bench/peers`: the same work with another tool. */
export type Peer =
  | 'bullmq'
  | 'drizzle-loop'
  | 'fastify-drizzle'
  | 'graphile-worker'
  | 'next-trpc'
  | 'pg-boss';

/** Those that use `bench/peers/store.js`. */
const storing: Peer[] = ['fastify-drizzle', 'next-trpc'];

const folderOf = (bench: Bench, peer: Peer) => join(bench.ours.root, 'bench/peers', peer);

/**
 * Installs a peer in its own folder, at the versions of its lock file, unless it is there.
 * @returns false when it cannot take part; the reason is printed
 */
export async function installPeer(bench: Bench, peer: Peer): Promise<boolean> {
  if (!bench.peers) return false;
  const folder = folderOf(bench, peer);
  // With its time, which decides whether the peer is built again.
  const own = join(folder, 'store.js');
  if (storing.includes(peer)) cpSync(join(folder, '../store.js'), own, { preserveTimestamps: true });
  const cannot = (what: string) => {
    bench.print(`${peer} takes no part: it cannot be ${what}`);
    return false;
  };
  const installed = changedAt(join(folder, 'node_modules/.package-lock.json'));
  if (
    installed < changedAt(join(folder, 'package-lock.json')) &&
    !(await npm(folder, 'ci', '--no-audit', '--no-fund', '--loglevel', 'error'))
  ) {
    return cannot('installed');
  }
  const { scripts = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    scripts?: Record<string, string>;
  };
  const isBuilt = newest(folder) < changedAt(join(folder, '.next/BUILD_ID'));
  if (scripts.build && !isBuilt && !(await npm(folder, 'run', 'build'))) return cannot('built');
  return true;
}

/** When a file was changed; the epoch without a file. */
const changedAt = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** When the newest source of a peer was changed. */
function newest(folder: string): number {
  const entries = readdirSync(folder, { withFileTypes: true });
  const sources = entries.filter(({ name }) => name !== 'node_modules' && !name.startsWith('.'));
  const times = sources.map((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? newest(path) : changedAt(path);
  });
  return Math.max(0, ...times);
}

async function npm(cwd: string, ...args: string[]): Promise<boolean> {
  const child = spawn('npm', args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  return code === 0;
}

/** Starts a peer's server; null when it cannot take part. */
export async function startPeer(bench: Bench, peer: Peer, job: object): Promise<Server | null> {
  if (!(await installPeer(bench, peer))) return null;
  const child = start(join(folderOf(bench, peer), 'server.js'), folderOf(bench, peer), {
    env: { NODE_ENV: 'production' },
  });
  child.send(job);
  return stopAtEnd(bench, serverOf(child));
}

/** Runs one job with an installed peer. */
export function runPeer<Result>(bench: Bench, peer: Peer, job: object): Promise<Result> {
  return runOnce(start(join(folderOf(bench, peer), 'run.js'), bench.dataDir), job);
}
