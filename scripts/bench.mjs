// `npm run bench`: our figures, each with its baseline in the same run. `npm run bench -- --help` tells the choices.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
// Below node_modules, so that packages are found from there and git and other tools do not look.
const outdir = join(root, 'node_modules/.cache/demarc-bench');

await build({
  absWorkingDir: root,
  entryPoints: ['main', 'rest-server', 'bare-server', 'load', 'renewal-run', 'delivery-run', 'sink'].map(
    (name) => `bench/${name}.ts`,
  ),
  outbase: '.',
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.10',
  packages: 'external',
  logLevel: 'warning',
});
const child = spawn(process.execPath, [join(outdir, 'bench/main.js'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  // The orchestrator itself says nothing but its results.
  env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'warn' },
});
// Ctrl-C reaches the child too; it stops its database and ends, and so do we.
process.on('SIGINT', () => {});
child.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
