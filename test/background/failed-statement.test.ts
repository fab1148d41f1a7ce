import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Database, db, openDatabase } from '../../server/db/client.ts';
import { createLog } from '../../server/log.ts';
import { freshDatabase } from '../fixtures/fresh-database.ts';
import { startLocal, type TestRunner } from './test-runners.ts';

const canary = 'canary\n    at 7f3a';

let database: Database;
let runner: TestRunner | undefined;
beforeAll(async () => {
  database = openDatabase(await freshDatabase());
});
afterEach(() => runner?.stop());
afterAll(() => database.close());

/** All that is written to the log and the console while a job runs into `work`. */
async function writtenBy(work: () => Promise<unknown>): Promise<string> {
  let text = '';
  const keep = (chunk: unknown) => {
    text += String(chunk);
  };
  const log = createLog('trace', { write: keep });
  const output = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      text += String(chunk);
      return true;
    }),
  );
  try {
    const started = await startLocal(
      (client) => [
        client.createFunction({ id: 'fails', retries: 0, triggers: { cron: '* * 29 2 *' } }, ({ step }) =>
          step.run('write', async () => {
            await work();
          }),
        ),
      ],
      { log },
    );
    runner = started;
    started.runner.tick(new Date('2028-02-29T03:29:00Z'));
    await started.runner.idle();
    const thrown = await work().catch((error: unknown) => error);
    log.error({ err: thrown }, 'thrown');
    log.error(new Error('wrapped', { cause: thrown }));
    console.error(thrown);
  } finally {
    for (const spy of output) spy.mockRestore();
  }
  return text;
}

test.each([
  [
    'a broken constraint',
    () => sql`insert into organisation (id, name) values (${canary}, null)`,
    'null value',
  ],
  ['a value that PostgreSQL cannot read', () => sql`select ${canary}::text::int`, 'invalid input syntax'],
  ['a missing table', () => sql`select * from nothing where name = ${canary}`, 'does not exist'],
])('the log has no parameters of a failed statement: %s', async (_, statement, said) => {
  const written = await writtenBy(() => db().execute(statement()));
  expect(written).toContain(said);
  expect(written).toContain('Failed query');
  expect(written).not.toContain('7f3a');
});

test('the log has no parameters of a statement while the database is unreachable', async () => {
  const url = new URL(database.url);
  url.port = '1';
  const away = openDatabase(url.href);
  try {
    const written = await writtenBy(() => db().execute(sql`select ${canary}::text`));
    expect(written).toContain('ECONNREFUSED');
    expect(written).not.toContain('7f3a');
  } finally {
    await away.close();
    openDatabase(database.url);
  }
});
