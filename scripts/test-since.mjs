// `npm test -- --since REF`: the tests that a change can reach, by imports.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';

/** The modules that register every verb. Behind them all tests over HTTP would reach all of the server. */
const HUBS = ['server/api/root.ts', 'server/service.ts', 'server/background/registry.ts'];
const FOLDERS = ['app', 'bench', 'components', 'drizzle', 'e2e', 'sdk', 'server', 'test'];
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'((?:\.{1,2}|@)\/[^']+)'/g;
/** Verbs that a method of HTTP names. The others are in the path of their operation, or in the name of their procedure. */
const METHODS = { create: 'post', update: '(?:put|patch)', delete: 'delete', read: 'get' };

/**
 * Takes `--since REF` out of the arguments. Without a REF it is HEAD: what is not committed.
 * @param args changed in place
 * @returns null without the option
 */
export function takeSince(args) {
  const at = args.indexOf('--since');
  if (at < 0) return null;
  const [, ref] = args.splice(at, args[at + 1]?.startsWith('-') === false ? 2 : 1);
  return ref ?? 'HEAD';
}

/** The files that differ from a commit, those that git does not know yet included. @throws Error for an unknown commit */
function changedSince(ref, root) {
  const lines = (...args) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new Error(`git ${args[0]}: ${stderr.trim()}`);
    return stdout.split('\n').filter(Boolean);
  };
  return [...lines('diff', '--name-only', ref, '--'), ...lines('ls-files', '--others', '--exclude-standard')];
}

/** Seconds of each test file in its last run, by path. `test/runner/parts-reporter.ts` writes it. */
export const DURATIONS = 'node_modules/.cache/demarc-tests/seconds.json';
/** What runs, in seconds of files. Three run at a time. */
const MAX_SECONDS = 200;

/** Files that take minutes for their size, the longest first. */
export const LONGEST = [
  'test/contract/guides.test.ts',
  'test/contract/guide-year.test.ts',
  'test/contract/openapi.test.ts',
  'test/contract/inbound-random.test.ts',
  'test/scenarios/model.test.ts',
  'test/radius/router-clocks.test.ts',
  'test/radius/year.test.ts',
  'server/postgres/embedded.db.test.ts',
  'server/domain/messaging/delivery/dispatcher.db.test.ts',
  'server/cli/commands.db.test.ts',
  'server/auth/staff.db.test.ts',
];

/** Seconds of a file for each thousand characters, by its part. A copy that has run nothing has no other measure. */
const SECONDS_PER_KB = [
  [/\.db\.test\.ts$|^test\/invariants\//, 2.6],
  [/^test\/contract\//, 2.8],
  [/^test\/scenarios\//, 2],
  [/^test\/radius\//, 2.1],
  [/^test\/background\//, 5.6],
  [/^test\/crash\//, 8],
];
const SECONDS_PER_KB_OF_UNIT = 0.2;

const isCode = (path) => /\.(ts|tsx|mts|mjs)$/.test(path);
const isTest = (path) => /\.test\.tsx?$/.test(path);
const isFlow = (path) => /^e2e\/.*\.spec\.ts$/.test(path);

function readSources(root) {
  const paths = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && isCode(entry.name) && !entry.parentPath.includes('node_modules'))
      .map((entry) => join(entry.parentPath.replaceAll('\\', '/'), entry.name).slice(root.length)),
  );
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** Which files import each file. */
function importersOf(sources) {
  const importers = new Map();
  const resolve = (from, name) => {
    const path = name.startsWith('@/') ? name.slice(2) : join(dirname(from), name);
    return [path, `${path}.ts`, `${path}.tsx`].find((candidate) => sources.has(candidate));
  };
  for (const [path, text] of sources)
    for (const [, name] of text.matchAll(IMPORT)) {
      const imported = resolve(path, name);
      if (!imported) continue;
      if (!importers.has(imported)) importers.set(imported, new Set());
      importers.get(imported).add(path);
    }
  return importers;
}

/**
 * The files that reach one of `starts` by imports, themselves included, each with the length of its way. A hub is reached, and what
 * imports it is not.
 */
function reaching(starts, importers) {
  const reached = new Map(starts.map((path) => [path, 0]));
  for (const [path, steps] of reached) {
    if (HUBS.includes(path)) continue;
    for (const importer of importers.get(path) ?? [])
      if (!reached.has(importer)) reached.set(importer, steps + 1);
  }
  return reached;
}

/** Patterns for the calls of the verbs among some files: `server/domain/plan/disable.ts` is `/v1/plans/…/disable` or `plan.disable`. */
function callsOf(reached) {
  return [...reached.keys()].flatMap((path) => {
    const [, resource, verb] = /^server\/domain\/([a-z-]+)\/([a-z-]+)\.ts$/.exec(path) ?? [];
    if (!verb) return [];
    const procedure = `\\b${camel(resource)}\\.${camel(verb)}\\b`;
    const method = METHODS[verb];
    const rest = method
      ? `\\.${method}\\(\\s*['"\`]/v1/${resource}s\\b(?!/[^'"\`]*/[a-z])`
      : `/v1/${resource}s/[^'"\`\\s]*${verb}\\b`;
    return [new RegExp(`${procedure}|${rest}`)];
  });
}

const camel = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

/**
 * The tests that a change since a commit can reach: by imports, and for a verb of the API also those that call it. A file that is
 * not code is reached by the tests whose text names it. The nearest run, those that changed whatever they take.
 * @returns paths of test files: to run, those that are reached and left out, and the flows in a browser, which need a build
 */
export function testsSince(ref, root) {
  const changed = changedSince(ref, root);
  const sources = readSources(root);
  const reached = reaching(changed, importersOf(sources));
  const calls = callsOf(reached);
  const names = changed.filter((path) => !isCode(path)).map((path) => path.split('/').at(-1));
  const pages = [...reached.keys()].flatMap(
    (path) => /^app\/(?:\([a-z]+\)\/)?([a-z-]+)\//.exec(path)?.[1] ?? [],
  );
  const stepsTo = (path) => {
    const text = sources.get(path);
    const steps = [reached.get(path) ?? Number.POSITIVE_INFINITY];
    if (names.some((name) => text.includes(name))) steps.push(1);
    if (calls.some((call) => call.test(text))) steps.push(2);
    return Math.min(...steps);
  };
  const tests = [...sources.keys()]
    .filter(isTest)
    .map((path) => ({ path, steps: stepsTo(path), seconds: secondsOf(path, sources.get(path), root) }))
    .filter(({ steps }) => Number.isFinite(steps))
    .sort((a, b) => a.steps - b.steps || a.seconds - b.seconds);
  let seconds = 0;
  const isWithin = (test) => {
    if (test.steps > 0 && seconds + test.seconds > MAX_SECONDS) return false;
    seconds += test.seconds;
    return true;
  };
  const [run, leftOut] = [[], []];
  for (const test of tests) (isWithin(test) ? run : leftOut).push(test.path);
  const flows = [...sources.keys()].filter(
    (path) =>
      isFlow(path) && (stepsTo(path) < 3 || pages.some((page) => sources.get(path).includes(`/${page}`))),
  );
  return { run, leftOut, flows };
}

/** Seconds that a file took in its last run on this machine; by its part and size where it has not run. */
function secondsOf(path, text, root) {
  const file = join(root, DURATIONS);
  durations ??= existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  if (durations[path] !== undefined) return durations[path];
  if (LONGEST.includes(path)) return MAX_SECONDS;
  const [, rate] = SECONDS_PER_KB.find(([pattern]) => pattern.test(path)) ?? [null, SECONDS_PER_KB_OF_UNIT];
  return (text.length / 1_000) * rate;
}

let durations;
