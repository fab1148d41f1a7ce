import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '../../test/fixtures/fresh-database.ts';
import { type Database, openDatabase, openFurtherDatabase } from '../db/client.ts';
import { purgeAttempts, takeAttempt } from '../domain/model/attempts.ts';
import { signInThrottle } from './sign-in-throttle.ts';

const MINUTE = 60_000;

/** The connections of two processes to one database. */
let database: Database;
let further: Database;
let one: ReturnType<typeof signInThrottle>;
let other: ReturnType<typeof signInThrottle>;

beforeAll(async () => {
  const url = await freshDatabase();
  [database, further] = [openDatabase(url), openFurtherDatabase(url, 5)];
  [one, other] = [signInThrottle(database.db, 'sign-in'), signInThrottle(further.db, 'sign-in')];
});
afterAll(() => Promise.all([database.close(), further.close()]));
beforeEach(() => database.sql`delete from attempt_window`);

/** How many attempts pass in a row. */
async function passes(account: string, address: string, tries = 1_000): Promise<number> {
  let passed = 0;
  while (passed < tries && (await one.begin(account, address)) === 0) passed++;
  return passed;
}

/** Lets time pass for all that was counted. */
async function wait(ms: number): Promise<void> {
  await database.sql`
    update attempt_window set until = until - ${ms} * interval '1 ms', next_turn = next_turn - ${ms} * interval '1 ms'`;
}

test('ten failures lock an account for one address only, in all processes', async () => {
  expect(await passes('ada@x', '1.1.1.1')).toBe(10);
  expect(await other.begin('ada@x', '1.1.1.1')).toBeGreaterThan(0);
  expect(await passes('ada@x', '2.2.2.2')).toBe(10);
  expect(await passes('bob@x', '1.1.1.1')).toBe(10);
});

test('of attempts at once in two processes, ten pass', async () => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) => (i % 2 ? one : other).begin('ada@x', '1.1.1.1')),
  );
  expect(answers.filter((seconds) => seconds === 0)).toHaveLength(10);
  // Those that were refused do not bring the account nearer to its limit for all addresses.
  const [{ most } = {}] = await database.sql`select max(count) as most from attempt_window`;
  expect(Number(most)).toBe(10);
});

test('after fifty failures of an address, its attempts are not refused, as the people behind it do not know each other', async () => {
  for (let i = 0; i < 5; i++) expect(await passes(`user${i}@x`, '1.1.1.1')).toBe(10);
  expect(await other.begin('person@x', '1.1.1.1')).toBe(0);
});

test('attempts that take turns begin one after the other, and one without a turn does not count', async () => {
  const turns = { everyMs: MINUTE, longestMs: 3 * MINUTE };
  const next = () => takeAttempt(database.db, ['turns'], { max: 2, turns });
  await next();
  await next();
  const attempts = [];
  for (let i = 0; i < 5; i++) attempts.push(await next());
  expect(attempts.map(({ isTaken }) => isTaken)).toEqual([true, true, true, false, false]);
  expect(attempts.map(({ waitMs }) => Math.ceil(waitMs / MINUTE))).toEqual([1, 2, 3, 4, 4]);
  await wait(15 * MINUTE);
  expect(await next()).toEqual({ isTaken: true, waitMs: 0 });
});

test('the addresses of one /64 are one, and two of IPv4 are two', async () => {
  expect(await passes('ada@x', '2001:db8:1:2::1')).toBe(10);
  expect(await passes('ada@x', '2001:db8:1:2:ffff::9')).toBe(0);
  expect(await passes('ada@x', '2001:db8:1:3::1')).toBe(10);
  expect(await passes('ada@x', '192.0.2.1')).toBe(10);
  expect(await passes('ada@x', '192.0.2.2')).toBe(10);
});

test('two hundred failures lock an account for all addresses', async () => {
  let passed = 0;
  for (let i = 0; i < 22; i++) passed += await passes('ada@x', `10.0.0.${i}`);
  expect(passed).toBe(200);
});

test('a locked attempt returns the seconds to wait, and passes after them', async () => {
  await passes('ada@x', '1.1.1.1');
  await wait(5 * MINUTE);
  const seconds = await one.begin('ada@x', '1.1.1.1');
  expect(seconds).toBeGreaterThan(540);
  expect(seconds).toBeLessThanOrEqual(600);
  await wait(10 * MINUTE);
  expect(await one.begin('ada@x', '1.1.1.1')).toBe(0);
});

test('successful sign-ins do not count', async () => {
  for (let i = 0; i < 60; i++) {
    expect(await one.begin('ada@x', '1.1.1.1')).toBe(0);
    await other.succeed('ada@x', '1.1.1.1');
  }
  expect(await passes('ada@x', '1.1.1.1')).toBe(10);
});

test('the table names no person and no address, and what is over is deleted', async () => {
  await one.begin('ada@x', '1.1.1.1');
  const rows = await database.sql`select w::text as row from attempt_window w`;
  expect(rows).toHaveLength(3);
  expect(JSON.stringify(rows)).not.toMatch(/ada|1\.1\.1\.1/);
  await purgeAttempts();
  expect(await database.sql`select from attempt_window`).toHaveLength(3);
  await wait(15 * MINUTE);
  await purgeAttempts();
  expect(await database.sql`select from attempt_window`).toHaveLength(0);
});
