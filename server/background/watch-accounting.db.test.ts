import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { lowFloors, newCustomer } from '../../test/fixtures/customer.ts';
import { newProvider } from '../../test/fixtures/provider.ts';
import { useDatabase } from '../../test/fixtures/use-database.ts';
import { announceSessions } from '../domain/network/announce-sessions.ts';
import { PAUSE_MS, watchAccounting } from './watch-accounting.ts';

const database = useDatabase();
beforeAll(() => lowFloors(database.current));

test('a session that FreeRADIUS committed is found without a wake-up, and reported until its event is emitted', async () => {
  const provider = await newProvider(database.current);
  const { providerId } = provider;
  await newCustomer(provider, database.current, new Date('2026-03-01T08:00:00.000Z'));
  const found: string[] = [];
  const stop = watchAccounting({ log: { warn: () => {} }, found: (id) => found.push(id), pauseMs: 5 });
  await database.current.sql`
    insert into radius.radacct (acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime)
    select '81a0', ${randomUUID()}, radius_username, '192.0.2.1', now() from subscription where provider_id = ${providerId}`;
  await expect.poll(() => found.length).toBeGreaterThan(1);
  expect(new Set(found)).toEqual(new Set([providerId]));
  await announceSessions({ providerId, budgetMs: 5_000 });
  stop();
});

test('the pause between polls leaves time to send the event within two seconds', () => {
  expect(PAUSE_MS).toBeLessThanOrEqual(1_000);
});
