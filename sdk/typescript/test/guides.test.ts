import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { readGuide } from '../../../test/contract/guide-code.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
/** Within the project, so that the types of Node are found. */
const folder = mkdtempSync(join(root, 'node_modules/.cache/guides-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const options = {
  ...{ noEmit: true, strict: true, skipLibCheck: true, noUncheckedIndexedAccess: false, types: ['node'] },
  ...{
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'nodenext',
    moduleDetection: 'force',
  },
  ...{ allowImportingTsExtensions: true },
  paths: { '@demarc/sdk': [join(root, 'sdk/typescript/src/index.ts')] },
};

/** What the compiler says about programs, by name. */
function check(programs: Record<string, string>): Promise<string> {
  for (const [name, code] of Object.entries(programs)) writeFileSync(join(folder, `${name}.mts`), code);
  const files = Object.keys(programs).map((name) => `${name}.mts`);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files }));
  return new Promise((resolve) =>
    execFile(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { cwd: folder }, (_, out, err) =>
      resolve(out + err),
    ),
  );
}

const setup = readGuide('quickstart.md').find(({ ts }) => ts !== undefined)?.ts ?? '';

/** The TypeScript of each guide as one program: its steps as the test of the guides runs them, or its examples. */
const programs = Object.fromEntries(
  readdirSync(join(root, 'docs/guides')).flatMap((file) => {
    const text = readFileSync(join(root, 'docs/guides', file), 'utf8');
    const steps = readGuide(file).flatMap(({ ts }) => ts ?? []);
    const examples = [...text.matchAll(/^```ts example\n(.*?)^```$/gms)].map(([, code]) => `{\n${code}}\n`);
    if (examples.length > 0 && steps.length === 0) steps.push(setup);
    const code = [...steps, ...examples].join('\n');
    // A guide for the server itself does not use the SDK.
    return code.includes("'@demarc/sdk'") ? [[file.replace('.md', ''), code]] : [];
  }),
);

test('the TypeScript of each guide has the types of the SDK', async () => {
  expect(Object.keys(programs)).toEqual(expect.arrayContaining(['quickstart', 'why-a-call-failed']));
  expect(Object.keys(programs).length).toBeGreaterThan(12);
  expect(await check(programs)).toBe('');
}, 60_000);

test('the handler of the README has the types of the SDK', async () => {
  const readme = readFileSync(join(root, 'sdk/typescript/README.md'), 'utf8');
  const [, handler = ''] = /^```ts handler\n(.*?)^```$/ms.exec(readme) ?? [];
  expect(handler).toMatch(/POST/);
  expect(await check({ handler })).toBe('');
}, 60_000);

test('a field that the API does not have is an error', async () => {
  const wrong = `${programs.quickstart}\nplan.colour;\nawait demarc.plans.create({ planName: 1 });\n`;
  expect(await check({ wrong })).toMatch(/colour(.|\n)*TS2322/);
}, 60_000);
