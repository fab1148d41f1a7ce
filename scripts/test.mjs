// `npm test`: everything that CI checks. `npm test -- contract e2e` runs these parts only, `--since main` what a change since that
// commit can reach, `--node 24` with another Node.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { chooseNode } from './test-node.mjs';
import { takeSince, testsSince } from './test-since.mjs';
import { findChromium, provideTools } from './test-tools.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const results = mkdtempSync(join(tmpdir(), 'demarc-results-'));
const { resolve } = createRequire(import.meta.url);
const vitest = join(resolve('vitest/package.json'), '..', 'vitest.mjs');
const playwright = join(resolve('@playwright/test/package.json'), '..', 'cli.js');

const checks = ['types', 'lint'];
/** Parts of `test/runner/parts.ts`. */
const projects = ['unit', 'db', 'contract', 'scenarios', 'background', 'radius', 'crash'];
const parts = [...checks, ...projects, 'e2e'];

const selected = process.argv.slice(2);
const { node, env: nodeEnv } = orExit(() => chooseNode(selected));
const since = takeSince(selected);
const reach = since === null ? null : orExit(() => testsSince(since, root));

/** A wrong argument ends the command with its reason. */
function orExit(work) {
  try {
    return work();
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}

/** Time limit in minutes. A part that exceeds it hangs, and its process group is killed. */
const limitMinutes = 90;

function run(command, args, { env = {}, output = 'inherit' } = {}) {
  const group = process.platform !== 'win32';
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', output, output],
    shell: !group,
    detached: group,
    env: { ...process.env, ...nodeEnv, NEXT_TELEMETRY_DISABLED: '1', ...env },
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

/** As `run`, with its output captured, because the output of two concurrent commands is not readable. */
async function runQuietly(command, args) {
  const log = join(results, `${args.join('-').replaceAll('/', '-')}.log`);
  const output = openSync(log, 'w');
  const code = await run(command, args, { output });
  closeSync(output);
  return { code, text: readFileSync(log, 'utf8') };
}

/** A tool that passes or fails as a whole. */
async function check(name) {
  const script = { types: 'typecheck', lint: 'lint' }[name];
  const { code, text } = await runQuietly('npm', ['run', '--silent', script]);
  heading(name);
  process.stdout.write(text);
  return code === 0 ? { passed: 1 } : { failed: 1 };
}

/** One run of vitest for all wanted parts; returns the count of each. */
async function tests(names) {
  heading(names.join(', '));
  const file = join(results, 'parts.json');
  const code = await run(
    node,
    [...[vitest, 'run'], ...['--reporter=default', '--reporter=./test/runner/parts-reporter.ts']],
    {
      env: {
        PARTS_REPORT: file,
        TEST_PARTS: names.join(','),
        ...(reach && { TEST_FILES: reach.run.join(',') }),
      },
    },
  );
  const counts = read(file) ?? {};
  // A part without test files is a failure, unless a change reaches none.
  const found = reach
    ? counts
    : Object.fromEntries(names.map((name) => [name, counts[name] ?? { failed: 1 }]));
  const isFailed = Object.values(found).some(({ failed }) => failed > 0);
  // An error outside of any test is a failure too.
  return code === 0 || isFailed ? found : { ...found, vitest: { failed: 1 } };
}

/** Runs beside the tests with a database, which wait at times, because a build keeps one processor busy. */
let building;

const build = () => {
  building ??= runQuietly(node, ['scripts/build.mjs', '--if-needed']);
  return building;
};

async function browserFlows() {
  heading('e2e');
  const { code: buildCode, text } = await build();
  if (buildCode !== 0) {
    process.stderr.write(`The build failed:\n${text}`);
    return { failed: 1 };
  }
  const file = join(results, 'e2e.json');
  const code = await run(node, [playwright, 'test', '--reporter=list,json'], {
    env: { CHROMIUM_PATH: findChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  });
  const flows = (read(file)?.suites ?? []).flatMap(flowsOf);
  const namesOf = (status) =>
    flows.filter((flow) => flow.status === status).map(({ name, error }) => name + error);
  const [flaky, failed, notRun] = [namesOf('flaky'), namesOf('unexpected'), namesOf('skipped')];
  const passed = namesOf('expected').length + flaky.length;
  return {
    ...{ passed, flaky, notRun, broken: failed, skipped: notRun.length },
    // A runner that ended without a failed flow (a crash, no flow at all) is a failure too.
    failed: failed.length === 0 && (code !== 0 || passed === 0) ? 1 : failed.length,
  };
}

function flowsOf({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status, results }) => {
      const message = results.findLast(({ error }) => error?.message)?.error.message ?? '';
      const [first] = stripVTControlCharacters(message).split('\n', 1);
      return { status, name: `${file}: ${title}`, error: first && `\n    ${first}` };
    }),
  );
  return [...own, ...suites.flatMap(flowsOf)];
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function heading(text) {
  process.stdout.write(`\n── ${text}\n`);
}

function counts({ passed = 0, failed = 0, skipped = 0 }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

const unknown = selected.filter((name) => !parts.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`No such part: ${unknown.join(', ')}. There are ${parts.join(', ')}.\n`);
  process.exit(2);
}
const wanted = selected.length === 0 ? parts : parts.filter((name) => selected.includes(name));
const without = provideTools(wanted);
/** Without their tool, tests of these parts are skipped one by one, other parts as a whole. */
const isLeftOut = (name) => !['unit', 'db'].includes(name) && without[name] !== undefined;
const toRun = (names) => wanted.filter((name) => names.includes(name) && !isLeftOut(name));
const isInterrupted = () => process.exitCode === 130;

const outcome = {};
await Promise.all(
  toRun(checks).map(async (name) => {
    outcome[name] = await check(name);
  }),
);
// Not beside the type check, because a build rewrites some type files.
const hasFlows = toRun(['e2e']).length > 0 && !reach;
if (hasFlows && !isInterrupted()) build();
if (toRun(projects).length > 0 && reach?.run.length !== 0 && !isInterrupted())
  Object.assign(outcome, await tests(toRun(projects)));
if (hasFlows && !isInterrupted()) outcome.e2e = await browserFlows();
await building;
rmSync(results, { recursive: true });
for (const name of wanted.filter(isLeftOut)) outcome[name] = { skipped: 1 };

const total = { passed: 0, failed: 0, skipped: 0 };
process.stdout.write('\n');
for (const name of [...parts, 'vitest'].filter((part) => outcome[part])) {
  const part = outcome[name];
  for (const kind of Object.keys(total)) total[kind] += part[kind] ?? 0;
  const state = part.failed > 0 ? 'FAILED' : 'ok    ';
  const flaky = part.flaky?.length > 0 ? `, ${part.flaky.length} of them at a second try` : '';
  process.stdout.write(`${name.padEnd(10)} ${state} ${counts(part)}${flaky}\n`);
}
if (reach) {
  list('The change also reaches tests that did not run (npm test runs them)', reach.leftOut);
  list('The change also reaches flows that did not run (npm test -- e2e runs them)', reach.flows);
}
list(
  'Passed only at a second try',
  Object.values(outcome).flatMap(({ flaky = [] }) => flaky),
);
list(
  'Failed',
  Object.values(outcome).flatMap(({ broken = [] }) => broken),
);
list('Did not run', [
  ...Object.values(without).flat(),
  ...Object.values(outcome).flatMap(({ notRun = [] }) => notRun),
]);
process.stdout.write(`${counts(total)}\n`);
process.exitCode ??= total.failed > 0 ? 1 : 0;

function list(title, names) {
  if (names.length > 0) process.stdout.write(`${title}:\n${names.map((name) => `  ${name}\n`).join('')}`);
}
