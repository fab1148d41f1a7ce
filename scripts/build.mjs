// The production build: the server into dist/, the portal into .next/.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { copyApiViewer } from './copy-api-viewer.mjs';
import { serverBundle } from './server-bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(root, 'dist', 'build.json');
const demoYear = join(root, 'dist', 'demo-year.json.gz');

/** The inputs of a build. Tests and benchmarks do not change it. */
const sources = [
  ...['app', 'components', 'server', 'drizzle', 'public'],
  ...[
    'next.config.mjs',
    'proxy.ts',
    'postcss.config.mjs',
    'tsconfig.json',
    'package-lock.json',
    'scripts/build.mjs',
    'scripts/copy-api-viewer.mjs',
    'scripts/server-bundle.mjs',
  ],
];
const leftOut = /\.test\.tsx?$|^drizzle\/config\.ts$/;

function* filesBelow(path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (found?.isDirectory()) yield* filesIn(path);
  else if (found && !leftOut.test(path)) yield path;
}

function* filesIn(folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesIn(path);
    else if (!leftOut.test(path)) yield path;
  }
}

/** A hash of the sources' content, so that timestamps of git or a copy do not matter. */
function fingerprint() {
  const hash = createHash('sha256').update(process.version);
  for (const path of sources) {
    for (const file of filesBelow(path)) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/** A hash of the states of the source files. Equal states mean equal content, because no program can set `ctime`. */
function fileStates() {
  const states = [process.version, root];
  for (const path of sources) {
    for (const file of filesBelow(path)) {
      const { size, ino, mtimeMs, ctimeMs } = statSync(join(root, file));
      states.push(file, size, ino, mtimeMs, ctimeMs);
    }
  }
  return createHash('sha256').update(states.join('\0')).digest('hex');
}

function run(command, args, env = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...env },
  });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (code, signal) =>
      code === 0 ? done() : fail(new Error(`${args.join(' ')} ended with ${signal ?? `code ${code}`}`)),
    );
  });
}

async function bundleServer(built) {
  const esbuild = await import('esbuild');
  const commands = existsSync(join(root, 'server/cli')) ? readdirSync(join(root, 'server/cli')) : [];
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  await esbuild.build({
    ...serverBundle,
    define: { DEMARC_BUILD: JSON.stringify(built.slice(0, 12)) },
    absWorkingDir: root,
    entryPoints: [
      'server/main.ts',
      // A thread starts from a file of its own.
      'server/documents/document-worker.ts',
      'server/portal/import-file-worker.ts',
      'server/auth/password-worker.ts',
      ...commands.filter((name) => /(?<!\.test)\.ts$/.test(name)).map((name) => `server/cli/${name}`),
    ],
    outbase: 'server',
    outdir: 'dist',
    splitting: true,
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
  });
  await esbuild.stop();
}

/** Builds server and portal. */
async function build() {
  copyApiViewer();
  const states = fileStates();
  const built = fingerprint();
  await bundleServer(built);
  await run(process.execPath, [createRequire(import.meta.url).resolve('next/dist/bin/next'), 'build'], {
    DEMARC_BUILD: built.slice(0, 12),
    // Of actions of server components, which Demarc has none of. Without it Next draws one in each build.
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: Buffer.from(built, 'hex').toString('base64'),
  });
  writeStamp({ fingerprint: built, states });
}

/**
 * Plays the year of the demo in an embedded database that is removed again, so that a first start only loads its rows. Without it,
 * as on a platform without the embedded database, a first start plays the year itself.
 */
async function prepareDemo() {
  if (existsSync(demoYear) || process.env.DEMO === '0') return;
  const dataDir = mkdtempSync(join(tmpdir(), 'demarc-build-'));
  // Under root the database runs as another user, who needs access.
  chmodSync(dataDir, 0o711);
  try {
    const env = { DATA_DIR: dataDir, DATABASE_URL: '', DATABASE_REPLICA_URL: '', LOG_LEVEL: 'error' };
    await run(process.execPath, [join(root, 'dist/cli/demo-record.js'), demoYear], env);
  } catch (error) {
    process.stderr.write(`The demo is not prepared: ${error.message}\n`);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function writeStamp(content) {
  writeFileSync(`${stamp}.new`, `${JSON.stringify(content)}\n`);
  renameSync(`${stamp}.new`, stamp);
}

/** Whether the build is from the present sources. Their content is read only if the state of a file is another than before. */
function isCurrent() {
  const known = JSON.parse(readFileSync(stamp, 'utf8'));
  const states = fileStates();
  if (known.states === states) return true;
  if (known.fingerprint !== fingerprint()) return false;
  try {
    writeStamp({ ...known, states });
  } catch {
    // The folder may be read-only. The next start reads the contents again.
  }
  return true;
}

/** Builds unless the existing build is from the same sources. The demo is not prepared: to play its year at the start is as fast. */
export async function buildIfNeeded() {
  const complete = existsSync(stamp) && existsSync(join(root, '.next', 'BUILD_ID'));
  if (complete && isCurrent()) return;
  process.stderr.write(`Building Demarc (${complete ? 'the sources have changed' : 'once'}) ...\n`);
  await build();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await (process.argv.includes('--if-needed') ? buildIfNeeded() : build());
  await prepareDemo();
}
