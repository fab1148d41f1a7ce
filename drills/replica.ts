import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../server/clock.ts';
import { plainEnvironment } from '../server/postgres/embedded-postmaster.ts';

const STARTS_WITHIN_MS = 90_000;

/** Demarc as one of several processes. */
export type Replica = {
  name: string;
  address: string;
  /** Sends SIGTERM. Returns how long the process took to end, in ms. */
  stop(): Promise<number>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Memory that it holds now, in MB; null once it has ended. */
  memoryMb(): Promise<number | null>;
};

type Start = {
  name: string;
  /** A checkout that is built. */
  root: string;
  port: number;
  env: Record<string, string>;
};

/** Starts a process and waits until it is ready. */
export async function startReplica({ name, root, port, env }: Start): Promise<Replica> {
  const address = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [join(root, 'dist/main.js')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    // A developer's .env does not replace what is set here.
    env: {
      ...plainEnvironment(),
      ...{ NODE_ENV: 'production', LOG_LEVEL: 'fatal', HOST: '127.0.0.1', PORT: String(port), DEMO: '0' },
      ...{ RATE_LIMIT_LIVE: '0', RATE_LIMIT_SANDBOX: '0', RATE_LIMIT_INBOUND: '0', RATE_LIMIT_AUTH: '0' },
      ...{ PUBLIC_URL: 'http://127.0.0.1:3000', WEBHOOK_ALLOWED_HOSTS: 'localhost' },
      ...env,
    },
  });
  const ended = once(child, 'exit');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number> {
    const began = monotonicMs();
    if (!hasEnded()) child.kill(signal);
    await ended;
    return monotonicMs() - began;
  }
  const isReady = () =>
    fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  const latest = monotonicMs() + STARTS_WITHIN_MS;
  while (!(await isReady())) {
    if (hasEnded()) throw new Error(`${name} ended with ${child.exitCode ?? child.signalCode}`);
    if (monotonicMs() > latest) {
      await end('SIGKILL');
      throw new Error(`${name} is not ready after ${STARTS_WITHIN_MS / 1_000} s`);
    }
    await sleep(50);
  }
  return {
    ...{ name, address },
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
    async memoryMb() {
      if (hasEnded()) return null;
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
      const [, kb] = /^VmRSS:\s+(\d+) kB/m.exec(status) ?? [];
      return kb === undefined ? null : Math.round(Number(kb) / 1_024);
    },
  };
}
