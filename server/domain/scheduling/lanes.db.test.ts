import { beforeAll, expect, test } from 'vitest';
import { lowFloors, newCustomer } from '../../../test/fixtures/customer.ts';
import { newProvider } from '../../../test/fixtures/provider.ts';
import { useDatabase } from '../../../test/fixtures/use-database.ts';
import { checkInvariants } from '../../../test/invariants/check-invariants.ts';
import { DAY_MS } from '../../contract/days.ts';
import { lanesOf } from '../queue/lane.ts';
import { drainDue, providersWithDueWork } from './run.ts';

const database = useDatabase();
const CUSTOMERS = 24;
beforeAll(() => lowFloors(database.current));

/** A provider whose customers are all past the opening of their renewal window. */
async function dueProvider(): Promise<string> {
  const { sql } = database.current;
  const provider = await newProvider(database.current);
  for (let n = 0; n < CUSTOMERS; n++) await newCustomer(provider, database.current, new Date());
  await sql`update provider set clock_offset_ms = ${28 * DAY_MS} where id = ${provider.providerId}`;
  return provider.providerId;
}

const renewed = (providerId: string) =>
  database.current.sql<{ subscriberId: string; number: string }[]>`
    select subscriber_id as "subscriberId", number from invoice
    where provider_id = ${providerId} and kind = 'RENEWAL' order by number`;

test('a lane renews its own subscribers, and all lanes together renew each subscriber once', async () => {
  const providerId = await dueProvider();
  const shares: string[][] = [];
  for (const lane of lanesOf(3)) {
    const before = new Set((await renewed(providerId)).map(({ subscriberId }) => subscriberId));
    await drainDue({ providerId, budgetMs: 60_000, lane });
    const after = await renewed(providerId);
    shares.push(after.map(({ subscriberId }) => subscriberId).filter((id) => !before.has(id)));
  }
  expect(shares.filter((share) => share.length > 0).length).toBeGreaterThan(1);
  const all = shares.flat();
  expect(all).toHaveLength(CUSTOMERS);
  expect(new Set(all).size).toBe(CUSTOMERS);
  expect(await providersWithDueWork()).not.toContain(providerId);
});

test('lanes at the same time give the invoices numbers without a gap', async () => {
  const providerId = await dueProvider();
  await Promise.all(lanesOf(2).map((lane) => drainDue({ providerId, budgetMs: 60_000, lane })));
  // The first invoices have the numbers before.
  const numbers = (await renewed(providerId)).map(({ number }) => Number(number.slice('INV-'.length)));
  expect(numbers).toEqual(Array.from({ length: CUSTOMERS }, (_, n) => CUSTOMERS + n + 1));
  expect(await providersWithDueWork()).not.toContain(providerId);
  expect(await checkInvariants(database.current.db)).toEqual([]);
});

test('runs that split the subscribers differently do each renewal once', async () => {
  const providerId = await dueProvider();
  const lanes = [...lanesOf(2), ...lanesOf(3), ...lanesOf(1)];
  await Promise.all(lanes.map((lane) => drainDue({ providerId, budgetMs: 60_000, lane })));
  expect(await renewed(providerId)).toHaveLength(CUSTOMERS);
  expect(await checkInvariants(database.current.db)).toEqual([]);
});
