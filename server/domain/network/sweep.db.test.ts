import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { lowFloors, newCustomer } from '../../../test/fixtures/customer.ts';
import { newProvider } from '../../../test/fixtures/provider.ts';
import { elapse } from '../../../test/fixtures/stock-accounting.ts';
import { useDatabase } from '../../../test/fixtures/use-database.ts';
import { processAccounting } from './process-accounting.ts';
import { endSilentSessions } from './sweep.ts';

// Sessions end by their own silence, not by downtime of the database or of Demarc.

const database = useDatabase();
beforeAll(() => lowFloors(database.current));
beforeEach(async () => {
  await database.current.sql`delete from network_listening`;
});

/** An open session with an accounting update just now. */
async function online() {
  const { sql } = database.current;
  const provider = await newProvider(database.current);
  const { subscriptionId } = await newCustomer(
    provider,
    database.current,
    new Date('2026-03-01T08:00:00.000Z'),
  );
  const unique = randomUUID();
  await sql`
    insert into radius.radacct (acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime, acctupdatetime)
    select '81a0', ${unique}, radius_username, '192.0.2.1', now() - interval '1 hour', now()
    from subscription where id = ${subscriptionId}`;
  await processAccounting({ budgetMs: 5_000 });
  return {
    interimUpdate: () =>
      sql`update radius.radacct set acctupdatetime = now() where acctuniqueid = ${unique} and acctstoptime is null`,
    async read() {
      const [row] = await sql<{ is_online: boolean; has_ended_row: boolean }[]>`
        select n.ended_at is null as is_online, a.acctstoptime is not null as has_ended_row
        from network_session n join radius.radacct a on a.acctuniqueid = n.acct_unique_id
        where n.acct_unique_id = ${unique}`;
      return row;
    },
  };
}

const ONLINE = { is_online: true, has_ended_row: false };
const ENDED = { is_online: false, has_ended_row: true };

/** Simulates downtime: no packet arrives. */
const downtime = (minutes: number) => elapse(database.current.sql, minutes * 60);

/** Simulates time with a sweep every minute. */
async function uptime(minutes: number): Promise<void> {
  await endSilentSessions();
  for (let minute = 0; minute < minutes; minute++) {
    await downtime(1);
    await endSilentSessions();
  }
}

test('a session without accounting for 15 minutes ends, and one with an interim update stays open', async () => {
  await uptime(60);
  const [silent, active] = [await online(), await online()];
  await uptime(10);
  await active.interimUpdate();
  await uptime(4);
  expect([await silent.read(), await active.read()]).toEqual([ONLINE, ONLINE]);
  await uptime(2);
  expect([await silent.read(), await active.read()]).toEqual([ENDED, ONLINE]);
});

test('after hours of downtime each session has 15 minutes for an interim update', async () => {
  await uptime(60);
  const [silent, active] = [await online(), await online()];
  await downtime(5 * 60);
  await uptime(4);
  await active.interimUpdate();
  await uptime(10);
  expect([await silent.read(), await active.read()]).toEqual([ONLINE, ONLINE]);
  await uptime(2);
  expect([await silent.read(), await active.read()]).toEqual([ENDED, ONLINE]);
});

test('a first start on a database with old sessions ends them after 15 minutes', async () => {
  const silent = await online();
  await downtime(24 * 60);
  await uptime(14);
  expect(await silent.read()).toEqual(ONLINE);
  await uptime(2);
  expect(await silent.read()).toEqual(ENDED);
});

test('a restart of four minutes does not extend the 15 minutes', async () => {
  await uptime(60);
  const silent = await online();
  await uptime(8);
  await downtime(4);
  await uptime(2);
  expect(await silent.read()).toEqual(ONLINE);
  await uptime(2);
  expect(await silent.read()).toEqual(ENDED);
});

test('the arrival of packets about an unknown user is kept until its row has ended', async () => {
  const { sql } = database.current;
  const unique = randomUUID();
  const kept = async () => {
    await endSilentSessions();
    return (await sql`select from unclaimed_accounting where acct_unique_id = ${unique}`).length;
  };
  await sql`
    insert into radius.radacct (acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime)
    values ('81a0', ${unique}, 'unknown', '192.0.2.1', now())`;
  expect(await kept()).toBe(1);
  await sql`update radius.radacct set acctstoptime = now() where acctuniqueid = ${unique}`;
  expect(await kept()).toBe(0);
});
