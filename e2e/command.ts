import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a program of this project on the database of the flows. @returns its standard output */
export async function runProgram(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: root,
    env: {
      ...process.env,
      DATA_DIR: process.env.E2E_DATA_DIR,
      DATABASE_URL: '',
      NAS_ALLOWED_NETWORKS: '127.0.0.0/8',
    },
  });
  return stdout;
}

/** Runs an operator's command. That of the build takes a third of the time of its source. */
export function command(
  name: 'partner-create' | 'partner' | 'radius-role',
  ...args: string[]
): Promise<string> {
  return runProgram(`dist/cli/${name}.js`, ...args);
}
