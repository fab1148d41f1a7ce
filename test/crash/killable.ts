import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { bundled } from '../fixtures/bundled.ts';

/** A program in this folder that sends a message to its parent when it starts work. */
type Program =
  | 'rest-server'
  | 'billing-runner'
  | 'dispatcher'
  | 'inbound-processor'
  | 'email-sender'
  | 'outbound-sync-pusher'
  | 'inngest-process'
  | 'job-runner'
  | 'prompt-sender';

const secretsKey = randomBytes(32).toString('base64');

/** A process that is restarted after each kill. */
export class Killable {
  private child: ChildProcess | undefined;
  private firstMessage: Promise<unknown> = Promise.resolve();
  kills = 0;
  private readonly program: Program;
  private readonly env: Record<string, string>;

  constructor(program: Program, env: Record<string, string>) {
    this.program = program;
    this.env = env;
  }

  /** Starts the process if it does not run, and returns its first message. */
  ready(): Promise<unknown> {
    if (!this.child || this.child.exitCode !== null || this.child.signalCode !== null)
      this.firstMessage = this.start();
    return this.firstMessage;
  }

  private async start(): Promise<unknown> {
    const child = fork(await bundled(new URL(`./${this.program}.ts`, import.meta.url)), {
      env: { ...process.env, SECRETS_KEY: secretsKey, LOG_LEVEL: 'silent', ...this.env },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.child = child;
    const [firstMessage] = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([code, signal]) => {
        throw new Error(`${this.program} ended before it was ready: ${signal ?? code}`);
      }),
    ]);
    return firstMessage;
  }

  /** Sends SIGKILL. */
  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.signalCode !== null || child.exitCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    this.kills++;
  }
}

/** The seed of a run. `CRASH_SEED` repeats a run; otherwise the random seed is printed. */
export function crashSeed(): number {
  const seed = Number(process.env.CRASH_SEED ?? Math.floor(Math.random() * 1e9));
  console.info(`CRASH_SEED=${seed}`);
  return seed;
}

/** Pseudo-random numbers from 0 to 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
