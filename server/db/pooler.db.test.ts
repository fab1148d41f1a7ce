import { afterEach, describe, expect, inject, test } from 'vitest';
import { type Mode, startDatabaseProxy } from '../../test/fixtures/database-proxy.ts';
import { freshDatabase } from '../../test/fixtures/fresh-database.ts';
import { keepsStatements, pgBouncerVersion, startPgBouncer } from '../../test/fixtures/pgbouncer.ts';
import { migrate } from '../postgres/migrate.ts';
import { asJob, database, openDatabase, openDatabaseOfJobs } from './client.ts';
import { isDatabaseUnavailable } from './errors.ts';
import { checkPooler } from './pooler.ts';
import { jobLimits, requestLimits } from './time-limits.ts';

const started: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of started.splice(0)) await each.stop();
});

async function behind(settings: Record<string, string | number>): Promise<string> {
  const pgBouncer = await startPgBouncer(await freshDatabase(), settings);
  started.push(pgBouncer);
  return pgBouncer.url;
}

const transactionMode = { pool_mode: 'transaction' };
const LOST = /loses prepared statements.*1\.21/;

test('PostgreSQL itself takes the time limits: 30 s for a statement of a request, an hour for one of a job', async () => {
  expect(await checkPooler(inject('applicationUrl'))).toEqual({ takesLimits: true });
  const opened = openDatabase(inject('applicationUrl'), 1, requestLimits);
  openDatabaseOfJobs(1, jobLimits);
  const common = { lock_timeout: 5_000, idle_in_transaction_session_timeout: 600_000 };
  expect(await settings()).toMatchObject({ ...common, statement_timeout: 30_000 });
  expect(await asJob(settings)).toMatchObject({ ...common, statement_timeout: 3_600_000 });
  await opened.close();
});

async function settings() {
  const shown = await database().sql`select name, setting::int from pg_settings where name like '%_timeout'`;
  return Object.fromEntries(shown.map(({ name, setting }) => [name, setting]));
}

describe.skipIf(pgBouncerVersion === undefined)('behind PgBouncer', () => {
  test('session mode works; it refuses time limits', async () => {
    expect(await checkPooler(await behind({ pool_mode: 'session' }))).toEqual({ takesLimits: false });
  });

  test.each<Mode>(['refuse', 'hang'])(
    'statements fail while PostgreSQL does: %s; they work again afterwards',
    async (mode) => {
      const proxy = await startDatabaseProxy(await freshDatabase());
      // Those of docs/operations/running-several-processes.md.
      const limits = { query_wait_timeout: 1, server_connect_timeout: 1, server_login_retry: 1 };
      const pooler = await startPgBouncer(proxy.url, { pool_mode: 'session', ...limits });
      started.push(pooler, { stop: proxy.close });
      const { sql, close } = openDatabase(pooler.url, 2);
      await sql`select 1`;
      await proxy.become(mode);
      // Ends the session that PgBouncer has, as TCP's time limit does.
      proxy.cut();
      const began = performance.now();
      for (let n = 0; n < 3; n++) await expect(sql`select 1`).rejects.toSatisfy(isDatabaseUnavailable);
      // Without the limits each waits for two minutes.
      expect(performance.now() - began).toBeLessThan(20_000);
      await proxy.become('pass');
      await expect.poll(() => sql`select 1`.then(() => 'ok', String)).toBe('ok');
      await close();
    },
    60_000,
  );

  test.skipIf(keepsStatements)('transaction mode before 1.21 is refused', async () => {
    await expect(checkPooler(await behind(transactionMode))).rejects.toThrow(LOST);
  });

  test.skipIf(!keepsStatements)('transaction mode without prepared statements is refused', async () => {
    const url = await behind({ ...transactionMode, max_prepared_statements: 0 });
    await expect(checkPooler(url)).rejects.toThrow(LOST);
  });

  test.skipIf(!keepsStatements)(
    'transaction mode works, with migrations of several starts at once',
    async () => {
      const url = await behind({ ...transactionMode, max_prepared_statements: 100 });
      expect(await checkPooler(url)).toEqual({ takesLimits: false });
      await Promise.all([migrate(url), migrate(url), migrate(url)]);
      const { sql, close } = openDatabase(url, 4);
      const counts = await Promise.all(
        Array.from({ length: 40 }, (_, n) => sql.begin((tx) => tx.unsafe('select $1::int as n', [n]))),
      );
      expect(counts.map(([row]) => row?.n)).toEqual(counts.map((_, n) => n));
      await close();
    },
  );
});
