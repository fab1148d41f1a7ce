import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { useApi } from './api.ts';
import { readGuide } from './guide-code.ts';
import { bodies, dataOf } from './helpers.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const api = useApi();

/** Subscribers before the copy. `MIRROR_SUBSCRIBERS=100000` is the size of a large provider. */
const SUBSCRIBERS = Number(process.env.MIRROR_SUBSCRIBERS ?? 300);
const CHANGES = 400;

mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
const folder = mkdtempSync(join(root, 'node_modules/.cache/mirror-'));
let child: ChildProcess | undefined;
afterAll(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** The program of the guide, whose database is a file that is replaced as a whole. */
async function mirrorProgram(): Promise<string> {
  const guide = readFileSync(join(root, 'docs/guides/keep-a-copy-in-sync.md'), 'utf8');
  const [, program = ''] = /^```ts example\n(.*?)^```$/ms.exec(guide) ?? [];
  const setup = readGuide('quickstart.md').find(({ ts }) => ts !== undefined)?.ts ?? '';
  const withStore = program
    .replace('new Map<string, unknown>()', 'new Map<string, unknown>(stored.rows)')
    .replace('let cursor: string | undefined;', 'let cursor: string | undefined = stored.cursor;')
    .replaceAll(/^ *cursor = (end|page\.cursor);$/gm, (line) => `${line} save({ cursor, rows: [...copy] });`);
  expect(withStore.match(/save\(/g)).toHaveLength(2);
  const head = `
    import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
    const path = ${JSON.stringify(join(folder, 'copy.json'))};
    const stored = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { rows: [] };
    const save = (value: unknown) => {
      writeFileSync(path + '.new', JSON.stringify(value));
      renameSync(path + '.new', path);
    };`;
  const entry = join(folder, 'mirror.mts');
  writeFileSync(entry, `${head}\n${setup}\n${withStore}`);
  const outfile = join(folder, 'mirror.mjs');
  const alias = { '@demarc/sdk': join(root, 'sdk/typescript/src/index.ts') };
  await build({ entryPoints: [entry], bundle: true, platform: 'node', format: 'esm', outfile, alias });
  return outfile;
}

const stored = (): { cursor: string; rows: [string, Record<string, unknown>][] } | undefined => {
  try {
    return JSON.parse(readFileSync(join(folder, 'copy.json'), 'utf8'));
  } catch {
    return undefined;
  }
};

/** Computed fields have no event of their own. */
const withoutComputed = ({
  balanceDue: _1,
  subscriptionCount: _2,
  creditBalance: _3,
  ...row
}: Record<string, unknown>) => row;

test('a mirror written with the guide equals the books after churn and kills', async () => {
  const partner = await api.partner();
  const program = await mirrorProgram();
  const create = async () => dataOf(await partner.post('/v1/subscribers', bodies.subscriber())).id as string;
  const ids: string[] = [];
  while (ids.length < SUBSCRIBERS) ids.push(...(await Promise.all(Array.from({ length: 10 }, create))));

  const start = () =>
    spawn(process.execPath, [program], {
      env: {
        ...process.env,
        DEMARC_BASE_URL: api.base,
        DEMARC_ACCESS_ID: partner.headers['x-access-id'],
        DEMARC_ACCESS_SECRET: partner.headers['x-access-secret'],
      },
      stdio: 'inherit',
    });
  child = start();
  // Changes go on during the first copy. The program is killed at moments that no one chose.
  for (let n = 1; n <= CHANGES; n++) {
    const id = ids[(n * 37) % ids.length] ?? '';
    if (n % 5 === 0) ids.push(await create());
    else if (n % 7 === 0) await partner.post(`/v1/subscribers/${id}/suspend`, { reason: 'churn' });
    else dataOf(await partner.patch(`/v1/subscribers/${id}`, { city: `City ${n}` }));
    if (n % 80 === 0) {
      child.kill('SIGKILL');
      child = start();
    }
    if (n % 50 === 0) await sleep(50);
  }
  const books = async () => {
    const rows = new Map<string, unknown>();
    for (let after: string | null = ''; after !== null; ) {
      const query = `limit=100&sort=createdAt${after && `&after=${after}`}`;
      const { body } = await partner.get(`/v1/subscribers?${query}`);
      for (const row of body.data) rows.set(row.id, withoutComputed(row));
      after = body.meta.next;
    }
    return rows;
  };
  const expected = await books();
  expect(expected.size).toBe(ids.length);
  await expect
    .poll(() => new Map(stored()?.rows.map(([id, row]) => [id, withoutComputed(row)])), {
      interval: 200,
    })
    .toEqual(expected);
}, 600_000);
