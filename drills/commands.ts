import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { plainEnvironment } from '../server/postgres/embedded-postmaster.ts';

const run = promisify(execFile);

/**
 * Creates an account by the command of a checkout, and a client of it.
 * @param isLive whether its webhooks have to be https; else it is a sandbox
 */
export async function createPartner<T>(
  checkout: string,
  env: Record<string, string>,
  as: (accessId: string, accessSecret: string) => T,
  { isLive = true, email = 'owner@drill.example' } = {},
): Promise<T> {
  const mode = isLive ? ['--live'] : [];
  const args = ['--name', 'Drill ISP', '--email', email, '--json', ...mode];
  const { stdout } = await node(checkout, 'dist/cli/partner-create.js', args, env);
  const { accessId, accessSecret } = JSON.parse(stdout);
  return as(accessId, accessSecret);
}

/** Runs a script of a checkout. */
export function node(cwd: string, script: string, args: string[], env: Record<string, string>) {
  return run(process.execPath, [script, ...args], {
    cwd,
    env: { ...plainEnvironment(), NODE_ENV: 'production', ...env },
    maxBuffer: 64 * 1_024 * 1_024,
  });
}

/** Prints a line of the progress. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
