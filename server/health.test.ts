import { readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { healthz, type ReadyChecks, readyz, sharedReadyz } from './health.ts';

let warnings: object[];
const log = { warn: (details: object) => void warnings.push(details) };
const healthy: ReadyChecks = { database: async () => [{ one: 1 }], migrations: () => true, jobs: () => {} };

beforeEach(() => {
  warnings = [];
});

test('200 on /healthz while the process runs, with version and build', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const { body, ...rest } = healthz();
  expect(rest).toEqual({ status: 200, contentType: 'application/json' });
  expect(JSON.parse(body)).toEqual({ status: 'ok', version, build: 'sources' });
});

test('200 on /readyz when every check passes', async () => {
  const { status, body } = await readyz(healthy, { log });
  expect(status).toBe(200);
  expect(JSON.parse(body)).toEqual({
    status: 'ok',
    checks: { database: 'ok', migrations: 'ok', jobs: 'ok' },
  });
  expect(warnings).toEqual([]);
});

const refusal = new Error('connect ECONNREFUSED postgres://demarc:hunter2@db');

test.each<[string, ReadyChecks['jobs']]>([
  ['returns false', () => false],
  ['resolves to false', async () => false],
  ['rejects', () => Promise.reject(refusal)],
  ['never answers', () => new Promise(() => {})],
  [
    'throws',
    () => {
      throw refusal;
    },
  ],
])('503 on /readyz when a check %s, with the cause in the log only', async (_, database) => {
  const { status, body } = await readyz({ ...healthy, database }, { log, withinMs: 20 });
  expect(status).toBe(503);
  expect(JSON.parse(body)).toEqual({
    status: 'unavailable',
    checks: { database: 'failed', migrations: 'ok', jobs: 'ok' },
  });
  expect(warnings).toEqual([expect.objectContaining({ check: 'database' })]);
});

test('503 on /readyz when an additional check fails', async () => {
  const { status, body } = await readyz({ ...healthy, accepting: () => false }, { log });
  expect(status).toBe(503);
  expect(JSON.parse(body).checks).toMatchObject({ database: 'ok', accepting: 'failed' });
});

test('calls of /readyz at once share one run of the checks, and the next call has its own', async () => {
  let runs = 0;
  let database = () => {};
  const shared = sharedReadyz(() => {
    runs++;
    return { ...healthy, database: () => new Promise<void>((resolve) => (database = resolve)) };
  });
  const answers = [shared(), shared(), shared()];
  database();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(runs).toBe(1);
  const next = shared();
  database();
  await next;
  expect(runs).toBe(2);
});
