import { randomUUID } from 'node:crypto';
import postgres, { type Sql, type TransactionSql } from 'postgres';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { days, lowFloors, newCustomer } from '../../../test/fixtures/customer.ts';
import { newProvider } from '../../../test/fixtures/provider.ts';
import { useDatabase } from '../../../test/fixtures/use-database.ts';
import { onCommit } from '../../work/wake.ts';
import { activateSubscriber } from '../subscriber/activate.ts';
import { suspendSubscriber } from '../subscriber/suspend.ts';
import { terminateSubscriber } from '../subscriber/terminate.ts';
import { enqueueMissedSessionChanges } from './enqueue-session-changes.ts';
import { processAccounting } from './process-accounting.ts';

// FreeRADIUS reads the committed state at the Access-Accept, and its accounting arrives seconds later.

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
  const { subscriptionId, subscriberId: id } = await newCustomer(provider, database.current, NOW);
  const { sql } = database.current;
  const [row] = await sql<{ name: string }[]>`
    select radius_username as name from subscription where id = ${subscriptionId}`;
  return {
    ...provider,
    hold: (beforeCommit = async () => {}) =>
      provider.at(days(NOW, 1), async (scope) => {
        await suspendSubscriber(scope, { id });
        await beforeCommit();
      }),
    lift: () => provider.at(days(NOW, 1), (scope) => activateSubscriber(scope, { id })),
    terminate: () => provider.at(days(NOW, 1), (scope) => terminateSubscriber(scope, { id })),
    /** Moves the last change into the past. */
    age: (by: string) => sql`
      update subscription set network_changed_at = network_changed_at - ${by}::interval
      where id = ${subscriptionId}`,
    /** Writes an Accounting-Start as FreeRADIUS's stock query does. A job processes it. */
    account: (on: Sql | TransactionSql = sql) => on`
      insert into radius.radacct (acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime, acctupdatetime)
      values ('81a0', ${randomUUID()}, ${row?.name ?? ''}, '192.0.2.1', now(), now())`,
    async start() {
      await this.account();
      await processAccounting({ budgetMs: 5_000 });
    },
    /** The number of pending session changes. */
    async pendingChanges(): Promise<number> {
      const [counted] = await sql<{ n: number }[]>`
        select count(*)::int as n from network_command where provider_id = ${provider.providerId}`;
      return counted?.n ?? 0;
    },
  };
}

test.each(['hold', 'terminate'] as const)(
  'a %s between the Access-Accept and the start enqueues a session change',
  async (change) => {
    const line = await customer();
    await line[change]();
    await line.start();
    await enqueueMissedSessionChanges();
    expect(await line.pendingChanges()).toBe(1);
    expect(woken.filter((id) => id === line.providerId)).toHaveLength(1);
  },
);

test('a hold that was set and lifted before the start enqueues a session change', async () => {
  const line = await customer();
  await line.hold();
  await line.lift();
  await line.start();
  await enqueueMissedSessionChanges();
  expect(await line.pendingChanges()).toBe(1);
});

test('a start and a hold in concurrent transactions enqueue a session change with the session', async () => {
  const line = await customer();
  await line.hold();
  await line.lift();
  await line.age('1 day');
  const freeRadius = postgres(database.current.url, { max: 1 });
  await freeRadius.begin(async (sql) => {
    await line.account(sql);
    await line.hold();
  });
  await freeRadius.end();
  woken = [];
  await processAccounting({ budgetMs: 5_000 });
  expect(await line.pendingChanges()).toBe(1);
  expect(woken).toEqual([line.providerId]);
});

test('a hold whose transaction is open while the start is processed enqueues a session change', async () => {
  const line = await customer();
  await line.age('1 day');
  await line.account();
  await line.hold(async () => void (await processAccounting({ budgetMs: 5_000 })));
  expect(await line.pendingChanges()).toBe(0);
  await enqueueMissedSessionChanges();
  expect(await line.pendingChanges()).toBe(1);
});

test('a session of a subscriber who was on hold long before the start enqueues a session change', async () => {
  const line = await customer();
  await line.hold();
  await line.age('1 day');
  await line.start();
  await enqueueMissedSessionChanges();
  expect(await line.pendingChanges()).toBe(1);
});

test('no session change for a new customer, nor for one whose last change is a day old', async () => {
  const fresh = await customer();
  await fresh.start();
  const old = await customer();
  await old.hold();
  await old.lift();
  await old.age('1 day');
  await old.start();
  await enqueueMissedSessionChanges();
  expect([await fresh.pendingChanges(), await old.pendingChanges()]).toEqual([0, 0]);
  expect(woken).not.toContain(fresh.providerId);
});

test('further sweeps leave a pending session change as it is', async () => {
  const line = await customer();
  await line.hold();
  await line.start();
  await Promise.all([enqueueMissedSessionChanges(), enqueueMissedSessionChanges()]);
  const [before] = await database.current
    .sql`select * from network_command where provider_id = ${line.providerId}`;
  await enqueueMissedSessionChanges();
  const [after] = await database.current
    .sql`select * from network_command where provider_id = ${line.providerId}`;
  expect(after).toEqual(before);
});
