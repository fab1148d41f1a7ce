import { expect, test } from 'vitest';
import { useDatabase } from '../../test/fixtures/use-database.ts';
import { isDatabaseUnavailable } from './errors.ts';

const database = useDatabase();

test('a server that has become a standby, which refuses every write, is unavailable; a refused statement is not', async () => {
  const { sql } = database.current;
  const write = sql.begin('read only', (tx) => tx`create table of_a_standby ()`);
  const [standby, refused] = await Promise.all([failure(write), failure(sql`select 1 / 0`)]);
  expect(standby).toMatchObject({ code: '25006' });
  expect(isDatabaseUnavailable(standby)).toBe(true);
  expect(refused).toMatchObject({ code: '22012' });
  expect(isDatabaseUnavailable(refused)).toBe(false);
});

const failure = (work: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(work).then(
    () => undefined,
    (error: unknown) => error,
  );
