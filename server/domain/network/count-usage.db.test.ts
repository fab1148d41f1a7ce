import { beforeAll, expect, test } from 'vitest';
import { lowFloors, newCustomer } from '../../../test/fixtures/customer.ts';
import { newProvider } from '../../../test/fixtures/provider.ts';
import { useDatabase } from '../../../test/fixtures/use-database.ts';
import { realNow } from '../../clock.ts';
import { readHome } from '../metrics/home.ts';
import { countUsage } from './count-usage.ts';
import { processAccounting } from './process-accounting.ts';

const database = useDatabase();
beforeAll(() => lowFloors(database.current));

test('the traffic of a provider counts each octet of its sessions once, by its direction', async () => {
  const { sql } = database.current;
  const provider = await newProvider(database.current);
  const customers = [
    await newCustomer(provider, database.current, new Date('2026-03-01T08:00:00.000Z')),
    await newCustomer(provider, database.current, new Date('2026-03-01T08:00:00.000Z')),
  ];
  for (const { subscriptionId } of customers) {
    await sql`
      insert into radius.radacct (
        acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime, acctupdatetime, acctinputoctets, acctoutputoctets)
      select '81a0', ${subscriptionId}, radius_username, '192.0.2.1', now() - interval '1 hour', now(), 100, 2000
      from subscription where id = ${subscriptionId}`;
  }
  await processAccounting({ budgetMs: 5_000 });
  const network = async () => (await provider.at(realNow(), readHome)).network;
  await countUsage();
  expect(await network()).toEqual({ online: 2, download: 4_000, upload: 200 });
  await sql`
    update radius.radacct set acctinputoctets = 150, acctoutputoctets = 3000, acctstoptime = now()
    where acctuniqueid = ${customers[0]?.subscriptionId ?? ''}`;
  await processAccounting({ budgetMs: 5_000 });
  await countUsage();
  await countUsage();
  expect(await network()).toEqual({ online: 1, download: 5_000, upload: 250 });
});
