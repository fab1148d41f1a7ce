import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../server/postgres/embedded-postmaster.ts';
import type { Bench } from './bench.ts';

let running: Promise<{ port: number }> | undefined;

/** Debian's redis-server in a folder of its own, which writes to the disk each second; null without one. */
export async function startRedis(bench: Bench): Promise<{ port: number } | null> {
  if (spawnSync('redis-server', ['--version']).status !== 0) {
    bench.print('bullmq takes no part: there is no redis-server');
    return null;
  }
  running ??= launch(bench);
  return running;
}

async function launch(bench: Bench): Promise<{ port: number }> {
  const dir = join(bench.dataDir, 'redis');
  mkdirSync(dir);
  const port = await freePort(0);
  const settings = { port, dir, bind: '127.0.0.1', appendonly: 'yes', appendfsync: 'everysec', save: '' };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn('redis-server', args, { stdio: 'ignore' });
  bench.started.push({
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  });
  while (!(await connects(port))) {
    if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}`);
    await sleep(20);
  }
  return { port };
}

function connects(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false)).once('connect', () => socket.destroy());
  });
}
