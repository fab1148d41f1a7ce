import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { provideRuntime } from '../../../scripts/test-node.mjs';
import { installSdk } from '../../../test/fixtures/packed-sdk.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
let sdk: Awaited<ReturnType<typeof installSdk>>;

beforeAll(async () => {
  sdk = await installSdk();
  // The types of Node are the only others that a project has.
  mkdirSync(join(sdk.folder, 'node_modules/@types'), { recursive: true });
  for (const name of ['@types/node', 'undici-types'])
    symlinkSync(join(root, 'node_modules', name), join(sdk.folder, 'node_modules', name));
}, 120_000);
afterAll(() => sdk?.remove());

function write(name: string, content: string): string {
  const path = join(sdk.folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

/** The rest of a program that verifies a delivery and reads a list. */
const program = `
async function main() {
  const headers = await signWebhook('{"type":"plan.created"}', 'whsec_1');
  const demarc = new Demarc({ accessId: 'id', accessSecret: 'secret', baseUrl: process.argv[2], maxRetries: 0 });
  const event = await demarc.webhooks.constructEvent('{"type":"plan.created"}', headers, 'whsec_1');
  const refused = await verifyWebhook('{}', headers, 'whsec_1').catch((error) => error);
  const items = await demarc.plans.list().autoPaging().next();
  const failed = await demarc.plans.retrieve('pln_x').catch((error) => error);
  console.log(event.type, refused instanceof WebhookVerificationError, items.value.id, failed instanceof DemarcError);
}
main();
`;

/** Answers as the API does. */
function startServer() {
  const server = createServer((request, response) => {
    const isList = request.url?.startsWith('/v1/plans?');
    const meta = { page: 1, limit: 100, total: 1, totalPages: 1, next: null };
    const body = isList
      ? { success: true, data: [{ id: 'pln_1' }], meta, correlationId: 'c' }
      : { success: false, error: 'NOT_FOUND', rejectionReasons: [], correlationId: 'c' };
    response.writeHead(isList ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  return new Promise<{ url: string; close(): void }>((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({ url: `http://127.0.0.1:${port}`, close: () => server.close() });
    }),
  );
}

const names = '{ Demarc, DemarcError, signWebhook, verifyWebhook, WebhookVerificationError }';

/** Runtimes beside this Node, as `node@18 bun deno`. They are installed from the registry. */
const otherRuntimes = (process.env.SDK_RUNTIMES ?? '').split(' ').filter(Boolean);

describe.each(['this Node', ...otherRuntimes])('in %s', (runtime) => {
  let command = [process.execPath];
  beforeAll(() => {
    const [name = '', version] = runtime.split('@');
    if (runtime !== 'this Node')
      command = [provideRuntime(name, version), ...(name === 'deno' ? ['run', '--allow-net'] : [])];
  }, 300_000);

  test.each([
    ['require', 'program.cjs', `const ${names} = require('@demarc/sdk');`],
    ['import', 'program.mjs', `import ${names} from '@demarc/sdk';`],
  ])('works with %s', async (_, name, head) => {
    const server = await startServer();
    const path = write(name, head + program);
    const [executable = '', ...options] = command;
    const { stdout } = await promisify(execFile)(executable, [...options, path, server.url]);
    server.close();
    expect(stdout).toBe('plan.created true pln_1 true\n');
  });
});

test.each(['browser', 'node'] as const)('a bundle for %s works', async (platform) => {
  const server = await startServer();
  const entry = write('bundled/entry.js', `import ${names} from '@demarc/sdk';${program}`);
  const outfile = join(sdk.folder, `bundled/${platform}.mjs`);
  await build({ entryPoints: [entry], bundle: true, platform, format: 'esm', outfile, logLevel: 'error' });
  expect(readFileSync(outfile, 'utf8')).not.toMatch(/from ?["']@demarc|__require/);
  const { stdout } = await promisify(execFile)(process.execPath, [outfile, server.url]);
  server.close();
  expect(stdout).toBe('plan.created true pln_1 true\n');
});

/** A program that uses what the types promise. */
const typed = `
import { Demarc, DemarcError, type ErrorCode, type PaymentStatus, type PlanCreateParams, type PlanListParams, type Subscriber } from '@demarc/sdk';

const demarc = new Demarc({
  accessId: 'a', accessSecret: 'b', baseUrl: 'https://x',
  hooks: { onResponse: ({ method, status, durationMs }) => console.log(method.length, status + durationMs) },
});
const fields: PlanCreateParams = {
  planName: 'x', planType: 'RESIDENTIAL', downloadSpeedMbps: 1, uploadSpeedMbps: 1, priceCurrency: 'USD', billingCycleDays: 30,
};
// @ts-expect-error a field that does not exist
const wrong: PlanCreateParams = { ...fields, colour: 'red' };
// @ts-expect-error a value that does not exist
const status: PaymentStatus = 'PAID';
// @ts-expect-error a sort that does not exist
const query: PlanListParams = { sort: 'colour' };
export async function main(): Promise<void> {
  const plan = await demarc.plans.create(fields);
  const { response } = await demarc.plans.retrieve(plan.id).withResponse();
  await demarc.plans.patch(plan.id, { priceAmount: 2 }, { ifMatch: response.etag });
  const some: Subscriber[] = await demarc.subscribers.list({ status: 'active' }).toArray({ limit: 3 });
  for await (const subscriber of demarc.subscribers.list().autoPaging()) console.log(subscriber.accountNumber, some);
  for await (const event of demarc.events.feed({ after: await demarc.events.feed().end() }))
    if (event.type === 'payment.received') console.log(event.data.current.amount.toFixed(2));
  try {
    await demarc.plans.delete(plan.id, { confirm: 'x' });
  } catch (error) {
    const code: ErrorCode | undefined = error instanceof DemarcError ? error.errorCode : undefined;
    console.log(code, wrong, status, query);
  }
}
`;

const compilers = {
  'TypeScript 5': join(root, 'sdk/typescript/node_modules/typescript/bin/tsc'),
  'TypeScript 7': join(root, 'node_modules/typescript/bin/tsc'),
};

test.each([
  ['TypeScript 5', 'nodenext', { module: 'nodenext' }, ['a.mts', 'a.cts']],
  ['TypeScript 5', 'node10', { module: 'commonjs', moduleResolution: 'node10' }, ['a.ts']],
  ['TypeScript 7', 'nodenext', { module: 'nodenext' }, ['a.mts', 'a.cts']],
  ['TypeScript 7', 'bundler', { module: 'esnext', moduleResolution: 'bundler' }, ['a.ts']],
] as const)(
  '%s, strict, with the resolution %s',
  async (compiler, resolution, options, files) => {
    const folder = `typed-${compiler.at(-1)}-${resolution}`;
    for (const file of files) write(`${folder}/${file}`, typed);
    const compilerOptions = { strict: true, noEmit: true, target: 'es2022', types: ['node'], ...options };
    const config = write(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions, files }));
    const output = await promisify(execFile)(process.execPath, [compilers[compiler], '-p', config]).catch(
      ({ stdout }) => ({ stdout }),
    );
    expect(output.stdout).toBe('');
  },
  240_000,
);

test('an editor shows the texts of the document at parameters and fields', () => {
  const dist = join(sdk.folder, 'node_modules/@demarc/sdk/dist');
  const texts = readFileSync(join(dist, 'generated/openapi.d.ts'), 'utf8');
  expect(texts).toMatch(
    /@description Length of a billing cycle in days of 24 hours\. \*\/\s+billingCycleDays: number/,
  );
  expect(readFileSync(join(dist, 'generated/surface.d.ts'), 'utf8')).toMatch(/\/\*\* Create a plan\./);
});

test('what the README says of the size is true', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, said = ''] = /The package has (\d+) kB/.exec(readme) ?? [];
  expect(Math.abs(sdk.size / 1_000 / Number(said) - 1)).toBeLessThan(0.15);
});
