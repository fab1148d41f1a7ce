import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { database } from '../../server/db/client.ts';
import {
  processDueEvents,
  providersWithDueEvents,
} from '../../server/domain/external/inbound/process-due.ts';
import { useApi } from './api.ts';

const api = useApi();
const root = fileURLToPath(new URL('../..', import.meta.url));
const guide = readFileSync(`${root}/docs/guides/connect-splynx.md`, 'utf8');

/** The guide's blocks in a language, without their fences. */
function blocks(language: 'sh' | 'text'): string[] {
  const fenced = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms');
  return [...guide.matchAll(fenced)].map(([, block]) => block ?? '');
}

/** Stands between what two blocks print. */
const MARK = '--- next block ---';

test('the commands of the Splynx guide print the output in the guide', { timeout: 120_000 }, async () => {
  const commands = blocks('sh');
  const script = commands.map((block) => `${block}\necho '${MARK}'\n`).join('');
  let isOver = false;
  const running = promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: root,
    env: {
      ...process.env,
      BASE: `${api.base}/v1`,
      DATABASE_URL: database().url,
      SECRETS_KEY: Buffer.alloc(32).toString('base64'),
    },
  }).finally(() => {
    isOver = true;
  });
  // Stands for the job, which a server has beside its API.
  while (!isOver) {
    for (const providerId of await providersWithDueEvents())
      await processDueEvents({ providerId, budgetMs: 5_000 });
    await sleep(50);
  }
  const { stdout } = await running;
  const printed = stdout.split(`${MARK}\n`).slice(0, -1);
  expect(printed).toEqual(blocks('text'));
});
