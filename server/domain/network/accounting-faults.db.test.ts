import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { lowFloors, newCustomer } from '../../../test/fixtures/customer.ts';
import { newProvider } from '../../../test/fixtures/provider.ts';
import { stockAccounting } from '../../../test/fixtures/stock-accounting.ts';
import { useDatabase } from '../../../test/fixtures/use-database.ts';
import { createNetworkServer } from '../network-server/create.ts';
import { type FaultLine, reportFaults } from './accounting-faults.ts';
import { countUsage } from './count-usage.ts';
import { accountMissedSessions } from './missed-accounting.ts';
import { processAccounting } from './process-accounting.ts';
import { purgeAccounting } from './purge-accounting.ts';
import { reportForgedAccounting } from './report-forged-accounting.ts';

const database = useDatabase();
beforeAll(() => lowFloors(database.current));

const SINCE = new Date('2026-03-01T08:00:00.000Z');
let servers = 0;

/** A partner with a line, a server of its own, and sessions of that server. */
async function partner() {
  const { sql } = database.current;
  const provider = await newProvider(database.current);
  const { subscriptionId } = await newCustomer(provider, database.current, SINCE);
  servers++;
  const address = `198.51.100.${servers}`;
  await provider.at(SINCE, (scope) =>
    createNetworkServer(scope, { name: `POP ${servers}`, secret: 's3cret-pop', coaPort: 3_799, address }),
  );
  const [row] = await sql<{ name: string }[]>`
    select radius_username as name from subscription where id = ${subscriptionId}`;
  return {
    ...provider,
    address,
    username: row?.name ?? '',
    server: `POP ${servers}`,
    session: (username = row?.name ?? '', nas = address) =>
      stockAccounting(sql, { username, nas, sessionId: '81', uniqueId: randomUUID() }),
  };
}

/** The lines of a server since the last report. */
async function reported(address: string): Promise<FaultLine[]> {
  await processAccounting({ budgetMs: 5_000 });
  const lines: FaultLine[] = [];
  await reportFaults((line) => lines.push(line));
  return lines.filter((line) => line.address === address);
}

test('wrong clocks and unknown users are logged once with the server’s name and their number, and counted further', async () => {
  const { sql } = database.current;
  const p = await partner();
  for (const at of ['1970-01-01T00:00:10Z', '2008-01-01T00:00:00Z', '2036-01-01T00:00:00Z']) {
    await p.session().start({ at });
  }
  await p.session('stranger').start();
  await p.session('stranger').interim({ time: 60, input: 1, output: 1 });
  const line = { address: p.address, server: p.server, firstAt: expect.any(String) };
  expect(await reported(p.address)).toEqual([
    { ...line, kind: 'CLOCK', attempts: 3 },
    { ...line, kind: 'UNKNOWN_USER', attempts: 2 },
  ]);
  await p.session('stranger').start();
  expect(await reported(p.address)).toEqual([]);
  await sql`
    update accounting_fault set logged_at = now() - interval '25 hours',
      last_at = case when kind = 'CLOCK' then now() - interval '25 hours 1 minute' else last_at end
    where address = ${p.address}`;
  expect(await reported(p.address)).toMatchObject([{ kind: 'UNKNOWN_USER', attempts: 3 }]);
});

test('a forged stop with the cause Lost-Service, which any router can send, counts as forged', async () => {
  const [own, other] = [await partner(), await partner()];
  const forged = own.session(own.username, other.address);
  await forged.start();
  await forged.stop({ cause: 'Lost-Service' });
  await processAccounting({ budgetMs: 5_000 });
  const lines: object[] = [];
  await reportForgedAccounting((line) => lines.push(line));
  expect(lines).toMatchObject([{ event: 'accounting.forged', account: own.username, attempts: 2 }]);
});

test('the retention of a session counts from its packets’ arrival, not from their times', async () => {
  const { sql } = database.current;
  const p = await partner();
  const session = p.session();
  await session.start({ at: '2008-01-01T00:00:00Z' });
  await session.stop({ at: '2008-01-01T00:10:00Z', time: 600, input: 5, output: 5 });
  await processAccounting({ budgetMs: 5_000 });
  await countUsage();
  const count = async () =>
    (await sql`select from network_session where provider_id = ${p.providerId}`).length;
  await purgeAccounting({ budgetMs: 5_000, days: 95 });
  expect(await count()).toBe(1);
  await sql`
    update network_session set opened_at = opened_at - interval '96 days', heard_at = heard_at - interval '96 days'
    where provider_id = ${p.providerId}`;
  await purgeAccounting({ budgetMs: 5_000, days: 95 });
  expect(await count()).toBe(0);
});

test('a session that shares its row with later ones is purged in its own time', async () => {
  const { sql } = database.current;
  const p = await partner();
  const session = p.session();
  await session.start();
  await session.reboot();
  await session.start();
  await processAccounting({ budgetMs: 5_000 });
  await countUsage();
  await sql`
    update network_session set opened_at = opened_at - interval '96 days', heard_at = heard_at - interval '96 days'
    where provider_id = ${p.providerId} and is_superseded`;
  await purgeAccounting({ budgetMs: 5_000, days: 95 });
  const left = await sql`select ended_at from network_session where provider_id = ${p.providerId}`;
  expect([...left]).toEqual([{ ended_at: null }]);
  const [row] = await sql`select count(*)::int as n from radius.radacct where username = ${p.username}`;
  expect(row).toEqual({ n: 1 });
});

test('a packet whose processing fails is tried three times, counted, and left', async () => {
  const { sql } = database.current;
  const p = await partner();
  await sql.unsafe(
    `alter table network_session add constraint broken check (username <> '${p.username}') not valid`,
  );
  await p.session().start();
  for (let sweep = 0; sweep < 5; sweep++) await accountMissedSessions();
  await sql`alter table network_session drop constraint broken`;
  const [fault] =
    await sql`select attempts from accounting_fault where kind = 'FAILED' and address = ${p.address}`;
  expect(fault).toEqual({ attempts: 3 });
  expect((await sql`select from pending_accounting where username = ${p.username}`).length).toBe(0);
});
