import { beforeAll, beforeEach, expect, test } from 'vitest';
import { lowFloors, newCustomer } from '../../../test/fixtures/customer.ts';
import { newProvider } from '../../../test/fixtures/provider.ts';
import { useDatabase } from '../../../test/fixtures/use-database.ts';
import type { Ipv4 } from '../../radius/desired.ts';
import { find } from '../../state/resource.ts';
import { subscriptionResource } from '../model/subscription/resource.ts';
import { createPayment } from '../payment/create.ts';
import { terminateSubscriber } from '../subscriber/terminate.ts';
import { createSubscription } from './create.ts';
import { setIpv4 } from './set-ipv4.ts';

const database = useDatabase();
beforeAll(() => lowFloors(database.current));
const start = new Date('2026-01-15T09:30:00.000Z');

async function setUp() {
  const provider = await newProvider(database.current);
  const ada = await newCustomer(provider, database.current, start);
  const assign = (ipv4: Ipv4, id = ada.subscriptionId) =>
    provider.at(start, async (scope) => setIpv4(scope, await find(scope, subscriptionResource, id), ipv4));
  const replies = async () => {
    const rows = await database.current.sql<{ text: string }[]>`
      select concat_ws(' ', r.attribute, r.op, r.value) as text from radius.radreply r
      join subscription s on s.radius_username = r.username
      where s.id = ${ada.subscriptionId} and r.attribute like 'Framed%'`;
    return rows.map(({ text }) => text);
  };
  /** Whatever a write would leave a trace in. */
  const traces = () => database.current.sql`
    select s.xmin::text, s.updated_at, (select array_agg(xmin::text order by id) from radius.radreply) as replies,
      (select count(*) from audit_entry) as audited, (select count(*) from event) as events
    from subscription s where s.id = ${ada.subscriptionId}`;
  return { provider, ada, assign, replies, traces };
}
let made: Awaited<ReturnType<typeof setUp>>;
beforeEach(async () => {
  made = await setUp();
});

const fixed: Ipv4 = { mode: 'static', address: '203.0.113.9' };
const pool: Ipv4 = { mode: 'pool', poolName: 'cgnat 2' };

test('a fixed address, a pool or none replaces the one before', async () => {
  const { assign, replies } = made;
  await assign(fixed);
  expect(await replies()).toEqual(['Framed-IP-Address := 203.0.113.9']);
  await assign(pool);
  expect(await replies()).toEqual(['Framed-Pool := cgnat 2']);
  await assign({ mode: 'none' });
  expect(await replies()).toEqual([]);
});

test.each<[string, Ipv4[]]>([
  ['a fixed address', [fixed, { ...fixed }]],
  ['a pool', [pool, { ...pool }]],
  ['neither', [{ mode: 'none' }, { mode: 'none' }]],
])('a repeated assignment of %s writes nothing', async (_, [first, again]) => {
  await made.assign(first as Ipv4);
  const before = await made.traces();
  await made.assign(again as Ipv4);
  expect(await made.traces()).toEqual(before);
});

test('an address before the first payment is stored for the activation', async () => {
  const { provider, ada, assign } = made;
  const { planId, demarcationPointId } = await ada.read(start);
  const { id } = await provider.at(start, (scope) =>
    createSubscription(scope, {
      subscriberId: ada.subscriberId,
      planId,
      demarcationPointId: demarcationPointId as string,
    }),
  );
  const written = () => database.current.sql`select 1 from radius.radreply where value = '198.51.100.7'`;
  await assign({ mode: 'static', address: '198.51.100.7' }, id);
  expect(await written()).toHaveLength(0);
  await provider.at(start, (scope) => createPayment(scope, { subscriptionId: id, rail: 'manual' }));
  expect(await written()).toHaveLength(1);
});

test('an address of an ended subscription is not written to the network', async () => {
  const { provider, ada, assign, replies } = made;
  await provider.at(start, (scope) => terminateSubscriber(scope, { id: ada.subscriberId }));
  await assign(fixed);
  expect(await replies()).toEqual([]);
});

test.each<[Ipv4, string]>([
  [{ mode: 'static', address: '203.0.113' }, 'ipv4.address'],
  [{ mode: 'static', address: '2001:db8::1' }, 'ipv4.address'],
  [{ mode: 'pool', poolName: '`id`' }, 'ipv4.poolName'],
])('VALIDATION_FAILED for the IPv4 assignment %o', async (ipv4, field) => {
  const before = await made.traces();
  await expect(made.assign(ipv4)).rejects.toMatchObject({ body: { rejectionReasons: [{ field }] } });
  expect(await made.traces()).toEqual(before);
});
