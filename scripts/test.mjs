// `npm test`: everything that CI checks, one part after another. `npm test -- contract e2e` runs these alone.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const results = mkdtempSync(join(tmpdir(), 'demarc-results-'));
const { resolve } = createRequire(import.meta.url);
const vitest = join(resolve('vitest/package.json'), '..', 'vitest.mjs');
const playwright = join(resolve('@playwright/test/package.json'), '..', 'cli.js');

const parts = {
  types: () => check('npm', ['run', '--silent', 'typecheck']),
  lint: () => check('npm', ['run', '--silent', 'lint']),
  unit: () => tests('unit'),
  db: () => tests('db'),
  contract: () => tests('contract'),
  scenarios: () => tests('scenarios'),
  radius: withFreeRadius,
  crash: () => tests('crash'),
  e2e: browserFlows,
};

/** No part takes nearly as long; what does hangs, and its whole process group is ended. */
const limitMinutes = 20;

function run(command, args, { env = {}, output = 'inherit' } = {}) {
  const group = process.platform !== 'win32';
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', output, output],
    shell: !group,
    detached: group,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env },
  });
  const send = (signal) => process.kill(group ? -child.pid : child.pid, signal);
  const interrupted = () => {
    send('SIGINT');
    process.exitCode = 130;
  };
  process.on('SIGINT', interrupted).on('SIGTERM', interrupted);
  const limit = setTimeout(() => {
    process.stderr.write(`Ended after ${limitMinutes} minutes: ${args.join(' ')}\n`);
    send('SIGKILL');
  }, limitMinutes * 60_000);
  return new Promise((done) => {
    child.once('error', () => done(1));
    child.once('exit', (code) => done(code ?? 1));
  }).finally(() => {
    clearTimeout(limit);
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  });
}

/** A tool that passes or fails as a whole. */
async function check(command, args) {
  return (await run(command, args)) === 0 ? { passed: 1 } : { failed: 1 };
}

/** One project of vitest.config.ts. */
async function tests(name) {
  const file = join(results, `${name}.json`);
  const code = await run(process.execPath, [
    ...[vitest, 'run', '--passWithNoTests', '--project', name],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
  ]);
  const report = read(file);
  const counted = {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  };
  return withExitCode(counted, code);
}

async function browserFlows() {
  if (!existsSync(join(root, 'playwright.config.ts'))) return {};
  const browser = findChromium() ?? installChromium();
  if (!browser) {
    process.stdout.write(
      'SKIPPED: the browser flows need Chromium. Install it (Debian: apt-get install chromium), or set CHROMIUM_PATH.\n',
    );
    return { skipped: 1 };
  }
  await build();
  const file = join(results, 'e2e.json');
  const code = await run(process.execPath, [playwright, 'test', '--reporter=list,json'], {
    env: { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  });
  const stats = read(file)?.stats;
  const counted = {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats?.unexpected ?? 0,
    skipped: stats?.skipped ?? 0,
  };
  return withExitCode(counted, code);
}

/** A runner that failed without a failed test (a crash, an unhandled error) is a failure all the same. */
function withExitCode(counted, code) {
  return code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** The headless shell draws pages for about a quarter less of the processor's time than the whole browser. */
function findChromium() {
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
  const places = names.map((name) => `/usr/bin/${name}`);
  return [process.env.CHROMIUM_PATH, ...places].find((path) => path && existsSync(path));
}

function installChromium() {
  for (const name of ['chromium-headless-shell', 'chromium']) {
    if (install([name]) && findChromium()) return findChromium();
  }
  return undefined;
}

const freeRadiusPackages = ['freeradius', 'freeradius-postgresql', 'freeradius-utils'];

async function withFreeRadius() {
  const isThere = () =>
    ['/usr/sbin/freeradius', '/usr/bin/radclient', '/usr/lib/freeradius/rlm_sql_postgresql.so'].every(
      existsSync,
    );
  if (!isThere()) install(freeRadiusPackages);
  if (isThere()) return tests('radius');
  process.stdout.write(
    `SKIPPED: the network tests need FreeRADIUS. Install it (Debian: apt-get install ${freeRadiusPackages.join(' ')}).\n`,
  );
  return { skipped: 1 };
}

/** Installs Debian's packages where that is possible and allowed; says whether it tried. */
function install(packages) {
  const mayInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  if (!mayInstall) return false;
  process.stdout.write(`Installing ${packages.join(', ')} ...\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env });
  }
  return true;
}

const wanted = process.argv.slice(2);
const wants = (name) => wanted.length === 0 || wanted.includes(name);
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  process.stderr.write(`No such part: ${unknown.join(', ')}. There are ${Object.keys(parts).join(', ')}.\n`);
  process.exit(2);
}

/** Begun while the linter and the unit tests run, which leave it room: a build keeps one processor busy. */
let building;

function beginBuild() {
  const log = join(results, 'build.log');
  const output = openSync(log, 'w');
  const done = run(process.execPath, ['scripts/build.mjs', '--if-needed'], { output });
  return done.then((code) => {
    closeSync(output);
    return { code, said: readFileSync(log, 'utf8') };
  });
}

/** @throws Error when the build failed */
async function build() {
  building ??= beginBuild();
  const { code, said } = await building;
  if (code !== 0) throw new Error(`The build failed:\n${said}`);
}

const total = { passed: 0, failed: 0, skipped: 0 };
const lines = [];
for (const [name, part] of Object.entries(parts)) {
  if (process.exitCode === 130) break;
  if (!wants(name)) continue;
  process.stdout.write(`\n── ${name}\n`);
  // Not beside the types: a build writes some of those anew.
  if (name !== 'types' && wants('e2e')) building ??= beginBuild();
  const {
    passed = 0,
    failed = 0,
    skipped = 0,
  } = await part().catch((error) => {
    process.stderr.write(`${error.stack}\n`);
    return { failed: 1 };
  });
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  lines.push(
    `${name.padEnd(10)} ${failed > 0 ? 'FAILED' : 'ok    '} ${summary({ passed, failed, skipped })}`,
  );
}
await building;
rmSync(results, { recursive: true });
process.stdout.write(`\n${lines.join('\n')}\n${summary(total)}\n`);
process.exitCode ??= total.failed > 0 ? 1 : 0;

function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
