import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { lowFloors, newCustomer } from '../../../test/fixtures/customer.ts';
import { newProvider } from '../../../test/fixtures/provider.ts';
import { useDatabase } from '../../../test/fixtures/use-database.ts';
import { endSilentSessions } from './sweep.ts';

// Sessions are ended for their silence, and only for their own.

const database = useDatabase();
beforeAll(() => lowFloors(database.current));
beforeEach(async () => {
  await database.current.sql`delete from network_listening`;
});

/** Somebody online, who was heard of just now. */
async function online() {
  const { sql } = database.current;
  const provider = await newProvider(database.current);
  const made = await newCustomer(provider, database.current, new Date('2026-03-01T08:00:00.000Z'));
  const unique = randomUUID();
  await sql`
    insert into radius.radacct (acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime, acctupdatetime)
    select '81a0', ${unique}, radius_username, '192.0.2.1', now() - interval '1 hour', now()
    from subscription where id = ${made.subscriptionId}`;
  return {
    /** An interim update. */
    speak: () =>
      sql`update radius.radacct set acctupdatetime = now() where acctuniqueid = ${unique} and acctstoptime is null`,
    async read() {
      const [row] = await sql<{ is_online: boolean; ended_when_heard: boolean }[]>`
        select n.ended_at is null as is_online, a.acctstoptime = a.acctupdatetime as ended_when_heard
        from network_session n join radius.radacct a on a.acctuniqueid = n.acct_unique_id
        where n.acct_unique_id = ${unique}`;
      return row;
    },
  };
}

const ONLINE = { is_online: true, ended_when_heard: null };
const ENDED = { is_online: false, ended_when_heard: true };

/** Lets time pass without anybody of us there, by making all that is written down older. */
async function away(minutes: number): Promise<void> {
  const by = `${minutes} minutes`;
  await database.current.sql.begin(async (sql) => {
    await sql`
      update radius.radacct
      set acctupdatetime = acctupdatetime - ${by}::interval, acctstarttime = acctstarttime - ${by}::interval
      where acctstoptime is null`;
    await sql`update network_listening set since = since - ${by}::interval, swept_at = swept_at - ${by}::interval`;
  });
}

/** Lets time pass with a sweep every minute. */
async function pass(minutes: number): Promise<void> {
  await endSilentSessions();
  for (let minute = 0; minute < minutes; minute++) {
    await away(1);
    await endSilentSessions();
  }
}

test('who says nothing for a quarter of an hour is gone, who speaks is not', async () => {
  await pass(60);
  const [silent, talking] = [await online(), await online()];
  await pass(10);
  await talking.speak();
  await pass(4);
  expect([await silent.read(), await talking.read()]).toEqual([ONLINE, ONLINE]);
  await pass(2);
  expect([await silent.read(), await talking.read()]).toEqual([ENDED, ONLINE]);
});

test('after hours in which nobody could be heard, everybody has a quarter of an hour to speak', async () => {
  await pass(60);
  const [silent, talking] = [await online(), await online()];
  await away(5 * 60);
  await pass(4);
  await talking.speak();
  await pass(10);
  expect([await silent.read(), await talking.read()]).toEqual([ONLINE, ONLINE]);
  await pass(2);
  expect([await silent.read(), await talking.read()]).toEqual([ENDED, ONLINE]);
});

test('a server that comes to a database with old sessions ends them after that time too', async () => {
  const silent = await online();
  await away(24 * 60);
  await pass(14);
  expect(await silent.read()).toEqual(ONLINE);
  await pass(2);
  expect(await silent.read()).toEqual(ENDED);
});

test('a restart of some minutes begins nothing anew', async () => {
  await pass(60);
  const silent = await online();
  await pass(8);
  await away(4);
  await pass(2);
  expect(await silent.read()).toEqual(ONLINE);
  await pass(2);
  expect(await silent.read()).toEqual(ENDED);
});
