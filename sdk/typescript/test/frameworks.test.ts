import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plainEnvironment } from '../../../server/postgres/embedded-postmaster.ts';
import { freePort } from '../../../test/fixtures/guide-receiver.ts';
import { installSdk } from '../../../test/fixtures/packed-sdk.ts';
import { signWebhook } from '../src/webhooks.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const SECRET = 'whsec_1';
let sdk: Awaited<ReturnType<typeof installSdk>>;
let child: ChildProcess | undefined;

beforeAll(async () => {
  sdk = await installSdk();
  for (const name of ['express', '@nestjs/common', '@nestjs/core', '@nestjs/platform-express']) {
    const path = join(sdk.folder, 'node_modules', name);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), path);
  }
}, 120_000);
afterAll(async () => {
  if (child?.kill('SIGKILL')) await once(child, 'exit');
  sdk?.remove();
});

/** The program of the README in the language and the module format that projects with the framework have. */
async function compiled(framework: string, format: 'esm' | 'cjs'): Promise<string> {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, contents = ''] = new RegExp(`^\`\`\`[jt]s ${framework}\n(.*?)^\`\`\`$`, 'ms').exec(readme) ?? [];
  expect(contents).toContain('verifyWebhook');
  const outfile = join(sdk.folder, `${framework}.${format === 'esm' ? 'mjs' : 'cjs'}`);
  const tsconfigRaw = { compilerOptions: { experimentalDecorators: true } };
  await build({
    ...{ stdin: { contents, loader: 'ts', resolveDir: sdk.folder }, outfile, format, tsconfigRaw },
    ...{ bundle: true, platform: 'node', packages: 'external', logLevel: 'error' },
  });
  return outfile;
}

test.each([
  ['express', 'esm'],
  ['nest', 'cjs'],
] as const)(
  'the receiver of the README for %s takes a signed delivery, and refuses another',
  async (framework, format) => {
    const port = await freePort();
    child = spawn(process.execPath, [await compiled(framework, format)], {
      env: { ...plainEnvironment(), PORT: `${port}`, WEBHOOK_SECRET: SECRET },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    child.stdout?.on('data', (chunk) => {
      printed += chunk;
    });
    // Spaces that a parser would lose.
    const body = '{ "type": "plan.created",  "data": {} }';
    const post = async (text: string) => {
      const headers = { 'content-type': 'application/json', ...(await signWebhook(body, SECRET)) };
      return fetch(`http://127.0.0.1:${port}/hook`, { method: 'POST', headers, body: text });
    };
    await expect
      .poll(
        () =>
          post(body).then(
            ({ status }) => status,
            () => 'not there yet',
          ),
        { timeout: 20_000 },
      )
      .toBe(204);
    expect(printed).toContain('plan.created');
    expect((await post('{"type":"plan.created","data":{}}')).status).toBe(400);
    child.kill('SIGKILL');
    await once(child, 'exit');
  },
  60_000,
);
