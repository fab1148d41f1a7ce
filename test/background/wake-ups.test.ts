import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { NEWEST_API_VERSION } from '../../server/contract/event-catalogue.ts';
import { createIntegration } from '../../server/domain/integration/create.ts';
import { setOutboundSync } from '../../server/domain/integration/outbound-sync.ts';
import { processAccounting } from '../../server/domain/network/process-accounting.ts';
import { activateSubscriber } from '../../server/domain/subscriber/activate.ts';
import { suspendSubscriber } from '../../server/domain/subscriber/suspend.ts';
import { terminateSubscriber } from '../../server/domain/subscriber/terminate.ts';
import { createWebhook } from '../../server/domain/webhook/create.ts';
import { onCommit } from '../../server/work/wake.ts';
import { days, lowFloors, newCustomer } from '../fixtures/customer.ts';
import { newProvider } from '../fixtures/provider.ts';
import { useDatabase } from '../fixtures/use-database.ts';

// A lost wake-up delays work by up to a minute. One that is never sent delays it every time.

const database = useDatabase();
const NOW = new Date('2026-03-01T08:00:00.000Z');

const woken = new Map<string, Set<string>>();
beforeAll(async () => {
  await lowFloors(database.current);
  onCommit((providerId, wakes) => {
    woken.set(providerId, new Set([...(woken.get(providerId) ?? []), ...wakes]));
  });
});

async function world() {
  const provider = await newProvider(database.current);
  const customer = await newCustomer(provider, database.current, NOW);
  const { subscriberId: id } = customer;
  const { sql } = database.current;
  return {
    ...provider,
    ...customer,
    /** The wake-ups of a unit of work. */
    async wakes(work: () => Promise<unknown>): Promise<string[]> {
      woken.delete(provider.providerId);
      await work();
      return [...(woken.get(provider.providerId) ?? [])].sort();
    },
    hold: () => provider.at(days(NOW, 1), (scope) => suspendSubscriber(scope, { id })),
    lift: () => provider.at(days(NOW, 1), (scope) => activateSubscriber(scope, { id })),
    terminate: () => provider.at(days(NOW, 1), (scope) => terminateSubscriber(scope, { id })),
    async setUpOutboundSync() {
      const integration = await provider.at(NOW, (scope) =>
        createIntegration(scope, {
          name: 'Splynx',
          adapter: 'splynx',
          signing: 'hmac',
          freeImmediateUpgrade: false,
          tariffMap: {},
          poolMap: {},
        }),
      );
      const settings = { baseUrl: 'https://splynx.example', apiKey: 'key', apiSecret: 'secret' };
      await provider.at(NOW, (scope) =>
        setOutboundSync(scope, { id: integration.id, ...settings, addresses: ['93.184.216.34'] }),
      );
    },
    async online() {
      await sql`
        insert into radius.radacct (acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime, acctupdatetime)
        select '81a0', ${randomUUID()}, radius_username, '192.0.2.1', now(), now()
        from subscription where id = ${customer.subscriptionId}`;
      await processAccounting({ budgetMs: 5_000 });
    },
  };
}

test('a change without webhooks, sessions and outbound sync sends no wake-up', async () => {
  const { wakes, hold, terminate } = await world();
  expect(await wakes(hold)).toEqual([]);
  expect(await wakes(terminate)).toEqual([]);
});

test('a change of a subscription that is online wakes the network job', async () => {
  const { wakes, online, hold, lift } = await world();
  await online();
  expect(await wakes(hold)).toEqual(['network/due']);
  expect(await wakes(lift)).toEqual(['network/due']);
});

test('with outbound sync, a termination wakes the push job and a hold does not', async () => {
  const { wakes, setUpOutboundSync, hold, terminate } = await world();
  await setUpOutboundSync();
  expect(await wakes(hold)).toEqual([]);
  expect(await wakes(terminate)).toEqual(['outbound-sync/due']);
});

test('an event that a webhook subscribes to wakes the deliveries job', async () => {
  const { at, wakes, hold, terminate } = await world();
  await at(NOW, (scope) =>
    createWebhook(scope, {
      url: 'https://hooks.example/in',
      events: ['subscriber.terminated'],
      headers: [],
      apiVersion: NEWEST_API_VERSION,
      addresses: ['93.184.216.34'],
    }),
  );
  expect(await wakes(hold)).toEqual([]);
  expect(await wakes(terminate)).toEqual(['deliveries/due']);
});
