import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, expect, test } from 'vitest';
import { dueEvents } from '../../server/background/client.ts';
import { defineDrain } from '../../server/background/define-drain.ts';
import { database, db, openDatabase, openDatabaseOfJobs } from '../../server/db/client.ts';
import { startLocal } from '../background/test-runners.ts';
import { useApi } from './api.ts';
import { bodies, dataOf, expectRefused } from './helpers.ts';

const api = useApi();

afterAll(() => database().close());

/** Holds the lock of a subscriber, so that requests which change it wait, until `during` is over. */
async function whileLocked(id: string, during: () => Promise<unknown>): Promise<void> {
  const other = postgres(api.databaseUrl, { max: 1 });
  await other.begin(async (tx) => {
    await tx`select from subscriber where id = ${id} for update`;
    await during();
  });
  await other.end();
}

const waitingForLocks = async () => {
  const rows = await api.sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return rows.length;
};

test('200 and 201 for a partner while many requests of another one wait for a lock; those are answered later', async () => {
  const [busy, calm] = [await api.partner(), await api.partner()];
  const { id } = dataOf(await busy.post('/v1/subscribers', bodies.subscriber()));
  let changes: Promise<{ status: number }[]> = Promise.resolve([]);
  await whileLocked(id, async () => {
    changes = Promise.all(
      Array.from({ length: 30 }, () => busy.put(`/v1/subscribers/${id}`, bodies.subscriber())),
    );
    await expect.poll(waitingForLocks).toBe(8);
    const plan = dataOf(await calm.post('/v1/plans', bodies.plan()));
    expect((await calm.get(`/v1/plans/${plan.id}`)).status).toBe(200);
  });
  expect(new Set((await changes).map(({ status }) => status))).toEqual(new Set([200]));
});

test('503 with Retry-After when a request waits too long for a lock; the next one succeeds', async () => {
  const partner = await api.partner();
  const { id } = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
  const before = database();
  openDatabase(api.databaseUrl, 2, { lock_timeout: 50 });
  const change = () => partner.put(`/v1/subscribers/${id}`, bodies.subscriber());
  await whileLocked(id, async () => {
    const answer = await change();
    expectRefused(answer, 503, { error: 'SERVICE_UNAVAILABLE', field: '_', code: 'UPSTREAM_FAILURE' });
    expect(answer.headers.get('retry-after')).toBe('2');
  });
  expect((await change()).status).toBe(200);
  await database().close();
  openDatabase(before.url);
});

test('503 for a request whose statement takes too long in a process with jobs; a job that waits for the same row is not cut', async () => {
  const partner = await api.partner();
  const { id } = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
  const before = database();
  openDatabase(api.databaseUrl, 2, { statement_timeout: 1_000 });
  openDatabaseOfJobs(2, { statement_timeout: 60_000 });
  const attempts: string[] = [];
  const jobs = await startLocal((client) =>
    defineDrain({
      ...{ client, id: 'waits', event: dueEvents['billing/due'], cron: '0 0 1 1 *', budgetMs: 1_000 },
      listDue: async () => [partner.providerId],
      async drain() {
        attempts.push('begun');
        await db().execute(sql`select from subscriber where id = ${id} for update`);
        attempts.push('done');
        return { more: false };
      },
    }),
  );
  const change = () => partner.put(`/v1/subscribers/${id}`, bodies.subscriber());
  await whileLocked(id, async () => {
    jobs.runner.tick(new Date('2026-01-01T00:00:00.000Z'));
    await expect.poll(waitingForLocks).toBe(1);
    const answer = await change();
    expectRefused(answer, 503, { error: 'SERVICE_UNAVAILABLE', field: '_', code: 'UPSTREAM_FAILURE' });
    expect(answer.headers.get('retry-after')).toBe('2');
  });
  await jobs.settled(() => true);
  expect(attempts).toEqual(['begun', 'done']);
  expect((await change()).status).toBe(200);
  await jobs.stop();
  await database().close();
  openDatabase(before.url);
});
