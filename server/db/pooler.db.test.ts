import { afterEach, describe, expect, inject, test } from 'vitest';
import { freshDatabase } from '../../test/fixtures/fresh-database.ts';
import { keepsStatements, pgBouncerVersion, startPgBouncer } from '../../test/fixtures/pgbouncer.ts';
import { openDatabase } from './client.ts';
import { migrate } from './migrate.ts';
import { checkPooler } from './pooler.ts';
import { timeLimits } from './time-limits.ts';

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

test('PostgreSQL itself takes the time limits of a role', async () => {
  expect(await checkPooler(inject('applicationUrl'))).toEqual({ takesLimits: true });
  const { sql, close } = openDatabase(inject('applicationUrl'), 1, timeLimits('web'));
  const shown = await sql`select name, setting::int from pg_settings where name like '%_timeout'`;
  const settings = Object.fromEntries(shown.map(({ name, setting }) => [name, setting]));
  expect(settings).toMatchObject(timeLimits('web'));
  await close();
});

describe.skipIf(pgBouncerVersion === undefined)('behind PgBouncer', () => {
  test('session mode works; it refuses time limits', async () => {
    expect(await checkPooler(await behind({ pool_mode: 'session' }))).toEqual({ takesLimits: false });
  });

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
