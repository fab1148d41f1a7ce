import { once } from 'node:events';
import { createServer } from 'node:net';
import { DrizzleQueryError } from 'drizzle-orm';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { isDatabaseUnavailable } from './errors.ts';

/** A closed port of this machine. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

const thrown = (work: () => PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(work()).then(
    () => undefined,
    (error: unknown) => error,
  );

test('a refused connection to the database means that it is unavailable; one to another service does not', async () => {
  const port = await closedPort();
  const sql = postgres(`postgres://demarc:x@127.0.0.1:${port}/demarc`, { max: 1 });
  const refused = await thrown(() => sql`select 1`);
  expect(refused).toMatchObject({ code: 'ECONNREFUSED' });
  expect(isDatabaseUnavailable(refused)).toBe(true);
  expect(isDatabaseUnavailable(new DrizzleQueryError('select 1', [], refused as Error))).toBe(true);
  expect(isDatabaseUnavailable(await thrown(() => sql.begin((tx) => tx`select 1`)))).toBe(true);
  await sql.end();
  expect(isDatabaseUnavailable(await thrown(() => sql`select 1`))).toBe(true);

  const elsewhere = (await thrown(() => fetch(`http://127.0.0.1:${port}/`))) as Error;
  expect(elsewhere.cause).toMatchObject({ code: 'ECONNREFUSED' });
  expect(isDatabaseUnavailable(elsewhere)).toBe(false);
  expect(isDatabaseUnavailable(elsewhere.cause)).toBe(false);
});
