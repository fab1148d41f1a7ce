import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { database } from '../../server/db/client.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Separates the output of one block from that of the next. */
const MARK = '--- next block ---';

/**
 * The commands of a guide and the output that the guide shows for them.
 * @param name its file in docs/guides
 */
export function readGuide(name: string): { commands: string[]; outputs: string[] } {
  const guide = readFileSync(`${root}/docs/guides/${name}`, 'utf8');
  const blocks = (language: string) =>
    [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(
      ([, block]) => block ?? '',
    );
  return {
    commands: blocks('sh').map((block) => `${block}\necho '${MARK}'\n`),
    outputs: blocks('text'),
  };
}

/**
 * Runs commands of a guide in one shell, in the project's folder.
 * @param base the address of the API, without `/v1`
 * @returns the output of each block
 */
export async function runCommands(base: string, script: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: root,
    env: {
      ...process.env,
      BASE: `${base}/v1`,
      DATABASE_URL: database().url,
      SECRETS_KEY: Buffer.alloc(32).toString('base64'),
    },
  });
  return stdout.split(`${MARK}\n`).slice(0, -1);
}
