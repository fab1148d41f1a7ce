import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { takeSince, testsSince } from './test-since.mjs';

const root = `${mkdtempSync(join(tmpdir(), 'demarc-since-'))}/`;
afterAll(() => rmSync(root, { recursive: true }));

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const git = (...args: string[]) => {
  const { status, stderr } = spawnSync(
    'git',
    ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args],
    { cwd: root, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
};

const hub = "import './domain/plan/disable.ts';";
const files: Record<string, string> = {
  'server/money.ts': 'export const one = 1;',
  'server/money.test.ts': "import { one } from './money.ts';",
  'server/domain/plan/disable.ts': "import { one } from '../../money.ts';",
  'server/domain/plan/rules.test.ts': "import '@/server/domain/plan/disable';",
  'server/service.ts': hub,
  'server/other.test.ts': "import './unrelated.ts';",
  'test/contract/plans.test.ts': "import '../../server/service.ts'; api.post('/v1/plans/plan_1/disable');",
  'test/contract/payments.test.ts': "import '../../server/service.ts'; api.post('/v1/payments');",
  'test/contract/guides.test.ts': "import '../../server/money.ts';",
  'e2e/plans.spec.ts': "api.post('/v1/plans/plan_1/disable'); page.goto('/plans');",
  'e2e/home.spec.ts': "page.goto('/');",
  'app/(portal)/plans/page.tsx': "import '@/server/money';",
  'docs/guide.md': 'text',
  'server/docs.test.ts': "readFileSync('docs/guide.md')",
  ...Object.fromEntries(['bench', 'components', 'drizzle', 'sdk'].map((top) => [`${top}/a.ts`, ''])),
};

beforeEach(() => {
  rmSync(root, { recursive: true });
  for (const [path, text] of Object.entries(files)) write(path, text);
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'first');
});

test('a change reaches the tests that import it, the nearest first, and those that call its verb over HTTP', () => {
  write('server/money.ts', 'export const one = 2;');
  const { run, leftOut, flows } = testsSince('HEAD', root);
  expect(run).toEqual([
    'server/money.test.ts',
    'server/domain/plan/rules.test.ts',
    'test/contract/plans.test.ts',
  ]);
  // It takes minutes.
  expect(leftOut).toEqual(['test/contract/guides.test.ts']);
  expect(flows).toEqual(['e2e/plans.spec.ts']);
});

test('a changed test runs however long it takes, and a new file counts', () => {
  write('test/contract/guides.test.ts', '// changed');
  write('test/contract/openapi.test.ts', '// as long');
  write('server/domain/plan/enable.test.ts', '');
  const { run, leftOut } = testsSince('HEAD', root);
  expect(run.toSorted()).toEqual([
    'server/domain/plan/enable.test.ts',
    'test/contract/guides.test.ts',
    'test/contract/openapi.test.ts',
  ]);
  expect(leftOut).toEqual([]);
});

test('a file that is not code is reached by the tests that name it', () => {
  write('docs/guide.md', 'other');
  expect(testsSince('HEAD', root).run).toEqual(['server/docs.test.ts']);
});

test('committed changes count since a commit, and an unknown commit is an error', () => {
  write('server/unrelated.ts', '');
  git('add', '-A');
  git('commit', '-qm', 'second');
  expect(testsSince('HEAD', root).run).toEqual([]);
  expect(testsSince('HEAD~1', root).run).toEqual(['server/other.test.ts']);
  expect(() => testsSince('no-such-commit', root)).toThrow('no-such-commit');
});

test('the option takes a commit, or none', () => {
  const taken = (...args: string[]) => ({ since: takeSince(args), rest: args });
  expect(taken('unit')).toEqual({ since: null, rest: ['unit'] });
  expect(taken('--since', 'main', 'unit')).toEqual({ since: 'main', rest: ['unit'] });
  expect(taken('--since')).toEqual({ since: 'HEAD', rest: [] });
  expect(taken('--since', '--node')).toEqual({ since: 'HEAD', rest: ['--node'] });
});
