import { beforeEach, expect, test } from 'vitest';
import { healthz, type ReadyChecks, readyz } from './health.ts';

let warnings: object[];
const log = { warn: (details: object) => void warnings.push(details) };
const well: ReadyChecks = { database: async () => [{ one: 1 }], migrations: () => true, jobs: () => {} };

beforeEach(() => {
  warnings = [];
});

test('the process is up', () => {
  expect(healthz()).toEqual({ status: 200, contentType: 'application/json', body: '{"status":"ok"}' });
});

test('ready when every check passes', async () => {
  const { status, body } = await readyz(well, { log });
  expect(status).toBe(200);
  expect(JSON.parse(body)).toEqual({
    status: 'ok',
    checks: { database: 'ok', migrations: 'ok', jobs: 'ok' },
  });
  expect(warnings).toEqual([]);
});

const refusal = new Error('connect ECONNREFUSED postgres://demarc:hunter2@db');

test.each<[string, ReadyChecks['jobs']]>([
  ['says no', () => false],
  ['promises no', async () => false],
  ['rejects', () => Promise.reject(refusal)],
  ['never answers', () => new Promise(() => {})],
  [
    'throws',
    () => {
      throw refusal;
    },
  ],
])('unavailable when one %s; the reason is in the log and not in the answer', async (_, database) => {
  const { status, body } = await readyz({ ...well, database }, { log, withinMs: 20 });
  expect(status).toBe(503);
  expect(JSON.parse(body)).toEqual({
    status: 'unavailable',
    checks: { database: 'failed', migrations: 'ok', jobs: 'ok' },
  });
  expect(warnings).toEqual([expect.objectContaining({ check: 'database' })]);
});

test('a check more counts too', async () => {
  const { status, body } = await readyz({ ...well, accepting: () => false }, { log });
  expect(status).toBe(503);
  expect(JSON.parse(body).checks).toMatchObject({ database: 'ok', accepting: 'failed' });
});
