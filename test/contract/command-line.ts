import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { installSdk } from '../fixtures/packed-sdk.ts';
import type { Partner } from './api.ts';

export type Environment = Record<string, string | undefined>;

/**
 * The packed command `demarc`, installed for a test file, with a home of its own. Processes that a test leaves running are killed.
 * @param base the address of the server
 */
export function useCommand(base: () => string) {
  let sdk: Awaited<ReturnType<typeof installSdk>>;
  let home: string;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    sdk = await installSdk();
    home = mkdtempSync(join(tmpdir(), 'demarc-home-'));
  }, 120_000);
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });
  afterAll(() => {
    sdk?.remove();
    rmSync(home, { recursive: true, force: true });
  });

  /** Variables with the credentials of an account. */
  function environment(by: Partner, more: Environment = {}): Environment {
    return {
      PATH: process.env.PATH,
      XDG_CONFIG_HOME: home,
      DEMARC_BASE_URL: base(),
      DEMARC_ACCESS_ID: by.headers['x-access-id'],
      DEMARC_ACCESS_SECRET: by.headers['x-access-secret'],
      ...more,
    };
  }

  /** Starts the command. */
  function start(args: string[], env: Environment, input?: string) {
    const child = spawn(sdk.command, args, {
      // The types of Next require a variable of its own.
      env: env as NodeJS.ProcessEnv,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    children.push(child);
    const printed = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text) => {
      printed.out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      printed.err += text;
    });
    child.stdin.end(input);
    const code = new Promise<number | null>((resolve) => child.once('close', resolve));
    return { child, printed, code };
  }

  /** Runs the command to its end. */
  async function run(args: string[], env: Environment, input?: string) {
    const { printed, code } = start(args, env, input);
    return { code: await code, ...printed };
  }

  /** Runs the command to its end and reads its result as JSON. */
  async function json(args: string[], by: Partner) {
    const { out, err, code } = await run([...args, '--json'], environment(by));
    expect(err).toBe('');
    expect(code).toBe(0);
    return JSON.parse(out);
  }

  return {
    ...{ environment, start, run, json },
    home: () => home,
    /** The folder that has the command. */
    bin: () => join(sdk.folder, 'node_modules/.bin'),
  };
}
