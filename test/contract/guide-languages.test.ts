import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { useApi } from './api.ts';

const api = useApi();

const isThere = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;

/** Runs the program of a guide against the API. @returns what it prints, and what the guide says that it prints */
async function run(name: string, file: string, [interpreter = '', ...args]: string[]) {
  const guide = readFileSync(`docs/guides/${name}.md`, 'utf8');
  const [, program = ''] = new RegExp(`^\`\`\`${name} program\\n(.*?)^\`\`\`$`, 'ms').exec(guide) ?? [];
  const [, output = ''] = /^```text output\n(.*?)^```$/ms.exec(guide) ?? [];
  expect(program).toMatch(/Idempotency-Key/);
  const folder = mkdtempSync(join(tmpdir(), 'demarc-language-'));
  writeFileSync(join(folder, file), program);
  const { headers } = await api.partner();
  const env = {
    ...process.env,
    GOCACHE: join(tmpdir(), 'demarc-go-cache'),
    DEMARC_BASE_URL: api.base,
    DEMARC_ACCESS_ID: headers['x-access-id'],
    DEMARC_ACCESS_SECRET: headers['x-access-secret'],
  };
  const { stdout } = await promisify(execFile)(interpreter, args, { cwd: folder, env });
  rmSync(folder, { recursive: true, force: true });
  return { stdout, output };
}

test.skipIf(!isThere('python3', '--version'))(
  'the program of the guide for Python prints the output of the guide',
  async () => {
    const { stdout, output } = await run('python', 'main.py', ['python3', 'main.py']);
    expect(stdout).toBe(output);
  },
  60_000,
);

test.skipIf(!isThere('go', 'version'))(
  'the program of the guide for Go prints the output of the guide',
  async () => {
    const { stdout, output } = await run('go', 'main.go', ['go', 'run', 'main.go']);
    expect(stdout).toBe(output);
  },
  300_000,
);
