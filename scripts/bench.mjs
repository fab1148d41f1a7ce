// `npm run bench`: our figures beside those of baselines and peers in the same run. `npm run bench -- --help` lists the options.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { checkOut, unpack } from './checkout.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const benchFolder = join(root, 'bench');
const main = 'main';
/** Programs that run in processes of their own, with the server of either checkout. */
const runs = [
  'database-run',
  'rest-run',
  'bare-run',
  'load-run',
  'renewal-run',
  'delivery-run',
  'receivers-run',
  'stall-meter',
];

const DISPATCHER = 'domain/messaging/delivery/dispatcher.ts';

/** Modules that the programs import, with their paths and names in commits before a renaming. */
const earlierModules = [
  { module: 'domain/scheduling/run.ts', path: 'domain/billing/run.ts' },
  { module: 'domain/model/subscriber/resource.ts', path: 'domain/subscriber/resource.ts' },
  { module: 'work/ids.ts', path: 'db/ids.ts' },
  { module: 'work/transaction.ts', path: 'db/transaction.ts' },
  { module: 'contract/examples/events.ts', path: 'contract/event-examples.ts' },
  {
    ...{ module: 'webhooks/headers.ts', path: 'webhooks/headers.ts', exports: 'headersOf' },
    adapted: (file) => `export { headersOf as attemptHeaders } from ${JSON.stringify(file)};`,
  },
  ...[DISPATCHER, 'domain/delivery/courier.ts'].map((path) => ({
    ...{ module: DISPATCHER, path, exports: 'createCourier' },
    adapted: (file) => `
      import { createCourier } from ${JSON.stringify(file)};
      export function createDeliveryDispatcher(sender) {
        const courier = createCourier(sender);
        return { ...courier, dispatchDue: courier.work };
      }`,
  })),
  {
    ...{ module: 'rest/request-log.ts', path: 'rest/dispatch.ts' },
    adapted: () => 'export const createRequestLog = () => undefined;',
  },
];

/** Bundles entries of this benchmark into a checkout, below node_modules, where its packages are found. */
async function bundle(checkout, entries, plugins = []) {
  const outdir = join(checkout, 'node_modules/.cache/demarc-bench');
  await build({
    absWorkingDir: root,
    entryPoints: entries.map((name) => `bench/${name}.ts`),
    outbase: '.',
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.10',
    packages: 'external',
    plugins,
    logLevel: 'warning',
  });
  return outdir;
}

/** Resolves the server and the row generators of this benchmark's programs to those of another checkout. */
const serverOf = (checkout) => ({
  name: 'server-of-checkout',
  setup({ onLoad, onResolve }) {
    const ownBench = ['bench', 'server/bench'].map((path) => join(checkout, path)).find(existsSync);
    onResolve({ filter: /^\.\.\/server\// }, ({ path, resolveDir }) => {
      if (resolveDir !== benchFolder) return undefined;
      const name = path.slice('../server/'.length);
      const fileOf = (module) => join(checkout, 'server', module);
      const earlier = earlierModules.find(({ module, path: old, exports = '' }) => {
        if (module !== name || !existsSync(fileOf(old)) || (old !== name && existsSync(fileOf(name))))
          return false;
        return readFileSync(fileOf(old), 'utf8').includes(exports);
      });
      if (earlier?.adapted) {
        return { path: name, namespace: 'adapted', pluginData: earlier.adapted(fileOf(earlier.path)) };
      }
      return { path: fileOf(earlier?.path ?? name) };
    });
    onLoad({ filter: /./, namespace: 'adapted' }, ({ pluginData }) => ({
      contents: pluginData,
      resolveDir: checkout,
    }));
    onResolve({ filter: /^\.\/(database|renewal-rows)\.ts$/ }, ({ path, resolveDir }) =>
      resolveDir === benchFolder ? { path: join(ownBench, path) } : undefined,
    );
  },
});

const checkouts = {
  ours: { name: 'Demarc', kind: 'ours', root, bundle: await bundle(root, [main, ...runs]) },
};
const { values } = parseArgs({
  strict: false,
  options: { against: { type: 'string' }, archive: { type: 'string' } },
});
if (values.against) {
  const folder = checkOut(values.against);
  const bundled = await bundle(folder, runs, [serverOf(folder)]);
  checkouts.reference = { name: values.against, kind: 'reference', root: folder, bundle: bundled };
}
const unpacked = values.archive && mkdtempSync(join(tmpdir(), 'demarc-archive-'));
if (unpacked) {
  checkouts.reference = {
    ...{ name: basename(values.archive), kind: 'reference', isArchive: true },
    ...{ root: unpack(values.archive, unpacked), bundle: checkouts.ours.bundle },
  };
}
const child = spawn(
  process.execPath,
  [join(checkouts.ours.bundle, 'bench/main.js'), ...process.argv.slice(2)],
  {
    stdio: 'inherit',
    // The orchestrator prints its results only.
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      DEMARC_CHECKOUTS: JSON.stringify(checkouts),
    },
  },
);
// Ctrl-C reaches the child too. It stops its databases and ends, and this process with it.
process.on('SIGINT', () => {});
child.once('exit', (code) => {
  if (unpacked) rmSync(unpacked, { recursive: true, force: true });
  process.exitCode = code ?? 1;
});
