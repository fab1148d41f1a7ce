import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A server process that is started again whenever it was killed. */
export class Killable {
  private child: ChildProcess | undefined;
  private listening: Promise<string> = Promise.resolve('');
  kills = 0;
  private readonly databaseUrl: string;
  private readonly secretsKey = randomBytes(32).toString('base64');

  constructor(databaseUrl: string) {
    this.databaseUrl = databaseUrl;
  }

  /** The address of a living process. */
  address(): Promise<string> {
    if (!this.child || this.child.exitCode !== null || this.child.signalCode !== null)
      this.listening = this.start();
    return this.listening;
  }

  private async start(): Promise<string> {
    const entry = fileURLToPath(new URL('./rest-server.ts', import.meta.url));
    const child = fork(entry, {
      execArgv: ['--import', 'tsx'],
      env: {
        ...process.env,
        DATABASE_URL: this.databaseUrl,
        SECRETS_KEY: this.secretsKey,
        LOG_LEVEL: 'silent',
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.child = child;
    const [port] = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([code, signal]) => {
        throw new Error(`the server ended before it listened: ${signal ?? code}`);
      }),
    ]);
    return `http://127.0.0.1:${port}`;
  }

  /** SIGKILL, wherever it is. */
  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.signalCode !== null || child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    this.kills++;
  }
}

/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
