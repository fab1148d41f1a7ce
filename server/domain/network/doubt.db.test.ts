import { randomUUID } from 'node:crypto';
import postgres, { type Sql } from 'postgres';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { days, lowFloors, newCustomer } from '../../../test/fixtures/customer.ts';
import { newProvider } from '../../../test/fixtures/provider.ts';
import { useDatabase } from '../../../test/fixtures/use-database.ts';
import { onCommit } from '../../db/transaction.ts';
import { activateSubscriber } from '../subscriber/activate.ts';
import { suspendSubscriber } from '../subscriber/suspend.ts';
import { terminateSubscriber } from '../subscriber/terminate.ts';
import { adjustSessionsInDoubt } from './enqueue-session-change.ts';

// What FreeRADIUS lets online reads what is committed when it asks, and its accounting comes seconds later.

const database = useDatabase();
const NOW = new Date('2026-03-01T08:00:00.000Z');

let woken: string[] = [];
beforeAll(async () => {
  await lowFloors(database.current);
  onCommit((providerId, wakes) => {
    if (wakes.has('network/due')) woken.push(providerId);
  });
});
afterEach(() => {
  woken = [];
});

async function customer() {
  const provider = await newProvider(database.current);
  const made = await newCustomer(provider, database.current, NOW);
  const { sql } = database.current;
  const [row] = await sql<{ name: string }[]>`
    select radius_username as name from subscription where id = ${made.subscriptionId}`;
  const { subscriberId: id } = made;
  return {
    ...provider,
    hold: () => provider.at(days(NOW, 1), (scope) => suspendSubscriber(scope, { id })),
    lift: () => provider.at(days(NOW, 1), (scope) => activateSubscriber(scope, { id })),
    terminate: () => provider.at(days(NOW, 1), (scope) => terminateSubscriber(scope, { id })),
    /** As if the last change were so long ago. */
    age: (by: string) => sql`
      update subscription set network_changed_at = network_changed_at - ${by}::interval
      where id = ${made.subscriptionId}`,
    /** The Accounting-Start of a session, as FreeRADIUS's stock query writes it. */
    start: (on: Sql = sql) => on`
      insert into radius.radacct (acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime, acctupdatetime)
      values ('81a0', ${randomUUID()}, ${row?.name ?? ''}, '192.0.2.1', now(), now())`,
    /** How many of the sessions online are to be told what holds now. */
    async toldSoon(): Promise<number> {
      const [counted] = await sql<{ n: number }[]>`
        select count(*)::int as n from network_command where provider_id = ${provider.providerId}`;
      return counted?.n ?? 0;
    },
  };
}

test.each(['hold', 'terminate'] as const)('%s between the Access-Accept and the start', async (change) => {
  const line = await customer();
  await line[change]();
  await line.start();
  await adjustSessionsInDoubt();
  expect(await line.toldSoon()).toBe(1);
  expect(woken.filter((id) => id === line.providerId)).toHaveLength(1);
});

test('changed forth and back in between: it may have been let online by what held meanwhile', async () => {
  const line = await customer();
  await line.hold();
  await line.lift();
  await line.start();
  await adjustSessionsInDoubt();
  expect(await line.toldSoon()).toBe(1);
});

test('a start and a change that do not see each other', async () => {
  const line = await customer();
  await line.hold();
  await line.lift();
  await line.age('1 day');
  const freeRadius = postgres(database.current.url, { max: 1 });
  await freeRadius.begin(async (sql) => {
    await line.start(sql as unknown as Sql);
    await line.hold();
  });
  await freeRadius.end();
  expect(await line.toldSoon()).toBe(0);
  await adjustSessionsInDoubt();
  expect(await line.toldSoon()).toBe(1);
});

test('somebody held for long whom a NAS lets online all the same', async () => {
  const line = await customer();
  await line.hold();
  await line.age('1 day');
  await line.start();
  await adjustSessionsInDoubt();
  expect(await line.toldSoon()).toBe(1);
});

test('nothing is told where there is nothing to doubt: a new customer, and one changed long ago', async () => {
  const fresh = await customer();
  await fresh.start();
  const old = await customer();
  await old.hold();
  await old.lift();
  await old.age('1 day');
  await old.start();
  await adjustSessionsInDoubt();
  expect([await fresh.toldSoon(), await old.toldSoon()]).toEqual([0, 0]);
  expect(woken).not.toContain(fresh.providerId);
});

test('a sweep while it waits to be told asks for nothing more', async () => {
  const line = await customer();
  await line.hold();
  await line.start();
  await Promise.all([adjustSessionsInDoubt(), adjustSessionsInDoubt()]);
  const [before] = await database.current
    .sql`select * from network_command where provider_id = ${line.providerId}`;
  await adjustSessionsInDoubt();
  const [after] = await database.current
    .sql`select * from network_command where provider_id = ${line.providerId}`;
  expect(after).toEqual(before);
});
