import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startLossyPooler } from '../../test/fixtures/lossy-pooler.ts';
import { newProvider } from '../../test/fixtures/provider.ts';
import { useDatabase } from '../../test/fixtures/use-database.ts';
import { type Database, openDatabase, send, type Tx } from '../db/client.ts';
import { isDatabaseUnavailable } from '../db/errors.ts';
import { transaction } from './transaction.ts';

const direct = useDatabase({ checked: 'never' });
let pooler: Awaited<ReturnType<typeof startLossyPooler>>;
let behind: Database;

beforeAll(async () => {
  await direct.current.sql`create table line (text text)`;
  pooler = await startLossyPooler(direct.current.url);
});
afterAll(() => pooler.close());
beforeEach(async () => {
  await direct.current.sql`truncate line`;
  behind = openDatabase(pooler.url, 2);
});
afterEach(async () => {
  expect(pooler.pending()).toBe(0);
  await behind.close();
});

const INSERT = 'insert into line values ($1)';
const write = (on: Tx | Database['db'], text: string) => send(on, INSERT, [text]);
const lines = async () =>
  (await direct.current.sql`select text from line order by text`).map((row) => row.text);

/** Prepares the statements of a transaction on every connection of the pool. */
async function prepared(): Promise<void> {
  const both = Array.from({ length: 2 }, () =>
    behind.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_sleep(0.05)`);
      await write(tx, 'prepared');
    }),
  );
  await Promise.all(both);
  await direct.current.sql`truncate line`;
}

/** A transaction whose last statement is sent together with COMMIT. */
async function twoLines(): Promise<void> {
  const { last } = await behind.db.transaction(async (tx) => {
    await write(tx, 'one');
    const last = write(tx, 'two').execute();
    last.catch(() => {});
    return { last };
  });
  await last;
}

describe('a transaction stores everything or fails when', () => {
  test.each([
    ['its first statement is lost', 'one', 'deallocate $name'],
    ['the statement that is sent with COMMIT is lost', 'two', 'deallocate $name'],
    ['COMMIT is lost', 'commit', 'deallocate $name'],
    ['its first statement would run outside of it', 'one', 'rollback'],
    ['COMMIT ends as a rollback', 'commit', 'select 1 / 0'],
  ])('%s', async (_, before, fault) => {
    await prepared();
    pooler.disturb(before, fault);
    await expect(twoLines()).rejects.toSatisfy(isDatabaseUnavailable);
    // What ran outside of the transaction is stored. Nothing of it is acknowledged.
    expect(await lines()).toEqual(fault === 'rollback' ? ['one'] : []);
    // The connections of the pool are usable.
    await Promise.all([twoLines(), twoLines(), twoLines()]);
    expect(await lines()).toHaveLength(fault === 'rollback' ? 7 : 6);
  });
});

test('a transaction that was lost is not continued in another one on its connection', async () => {
  await behind.close();
  behind = openDatabase(pooler.url, 1);
  await write(behind.db, 'prepared');
  pooler.disturb('one', 'rollback');
  let resume = () => {};
  const resumed = new Promise<void>((done) => {
    resume = done;
  });
  const lost = behind.db.transaction(async (tx) => {
    await write(tx, 'one');
    await resumed;
    await write(tx, 'two');
  });
  lost.catch(() => {});
  const other = behind.db.transaction(async (tx) => {
    await write(tx, 'three');
    resume();
    await expect(lost).rejects.toSatisfy(isDatabaseUnavailable);
    await write(tx, 'four');
  });
  await expect(other).rejects.toSatisfy(isDatabaseUnavailable);
  expect(await lines()).toEqual(['one', 'prepared']);
});

test('a statement without a transaction that is lost runs again, outside of the transaction that follows on its connection', async () => {
  await behind.close();
  behind = openDatabase(pooler.url, 1);
  await write(behind.db, 'prepared');
  pooler.disturb('alone', 'deallocate $name');
  const alone = write(behind.db, 'alone').execute();
  const failed = behind.db.transaction(async (tx) => {
    await write(tx, 'in a transaction');
    throw new Error('of the work');
  });
  await expect(failed).rejects.toThrow('of the work');
  await alone;
  expect(await lines()).toEqual(['alone', 'prepared']);
});

test('a statement whose plan no longer fits a changed table is prepared anew', async () => {
  await direct.current.sql`create table changing (n int)`;
  await direct.current.sql`insert into changing values (1)`;
  const read = (on: Tx | Database['db']) =>
    send<{ n: unknown }>(on, 'select * from changing where $1', [true]);
  const inTransaction = () =>
    transaction({ ...origin, providerId }, async (scope) => (await read(scope.db)).map(({ n }) => n));
  const { providerId } = await newProvider(direct.current);
  await behind.close();
  behind = openDatabase(pooler.url, 1);
  await read(behind.db);
  await direct.current.sql`alter table changing alter n type text`;
  expect((await read(behind.db)).map(({ n }) => n)).toEqual(['1']);
  expect(await inTransaction()).toEqual(['1']);
  await direct.current.sql`alter table changing alter n type int using n::int`;
  expect(await inTransaction()).toEqual([1]);
});

const origin = { caller: { type: 'system', name: 'test' }, correlationId: crypto.randomUUID() } as const;

test.each([
  ['its events are lost', 'event.of.test'],
  ['COMMIT is lost', 'commit'],
])('a unit of work happens once when %s', async (_, before) => {
  const { providerId } = await newProvider(direct.current);
  await behind.close();
  behind = openDatabase(pooler.url, 1);
  const unit = (name: string) =>
    transaction({ ...origin, providerId }, async (scope) => {
      await write(scope.db, name);
      const event = { resourceId: name, body: '{}', occurredAt: scope.now } as const;
      scope.outbox.events.push({ ...event, id: `event_${name}`, type: 'event.of.test' as never });
    });
  await unit('prepared');
  pooler.disturb(before, 'deallocate $name');
  await unit('disturbed');
  expect(await lines()).toEqual(['disturbed', 'prepared']);
  const events = await direct.current.sql`select resource_id from event where provider_id = ${providerId}`;
  expect(events.map((event) => event.resource_id).sort()).toEqual(['disturbed', 'prepared']);
});
