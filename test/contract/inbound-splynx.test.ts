import { describe, expect, test } from 'vitest';
import { useApi } from './api.ts';
import { externalSystem, splynx } from './inbound-world.ts';
import { advance, bodies, dataOf } from './world.ts';

const api = useApi();

const create = 'internet_service/create';
const edit = 'internet_service/edit';
const remove = 'internet_service/delete';

/** Splynx with service 1001 of customer 77 on tariff 2, paid for and in service. */
async function serving(over: object = {}) {
  const system = await externalSystem(api, { adapter: 'splynx', ...over });
  expect(await system.tell(splynx(create))).toEqual(['PROCESSED', null]);
  const { id } = await system.only();
  await system.pay(id);
  return { ...system, id };
}

const framed = async (username: string) => {
  const rows = await api.sql<{ attribute: string; value: string }[]>`
    select attribute, value from radius.radreply where username = ${username} and attribute like 'Framed-%'`;
  return rows.map(({ attribute, value }) => `${attribute}=${value}`);
};

describe('services', () => {
  test('a create onboards; its redelivery changes nothing', async () => {
    const { id, tell, read, subscriber, plans } = await serving();
    expect(await read(id)).toMatchObject({
      subscriberId: subscriber.id,
      planId: plans.middle.id,
      isExternal: true,
    });
    expect(await tell(splynx(create, { comment: 'sent again' }))).toEqual(['IGNORED', 'UNCHANGED']);
  });

  test('edit and update are the same; the price of the hook and its planned date count for nothing', async () => {
    const { id, tell, read, plans } = await serving();
    await tell(splynx(edit, { tariff_id: '1', unit_price: '0.0100', planned_date: '2026-01-16' }));
    expect(await read(id)).toMatchObject({
      planId: plans.middle.id,
      nextPlanId: plans.cheap.id,
      price: { amount: 20 },
    });
    await tell(splynx('internet_service/update', { tariff_id: '3' }));
    expect(await read(id)).toMatchObject({ pendingUpgrade: { planId: plans.dear.id } });
  });

  test('what changed is told by what is stored, not by changed_attributes', async () => {
    const { id, tell, read } = await serving();
    const before = await read(id);
    const lie = splynx(edit, { comment: 'x' }, { changed_attributes: { tariff_id: { old: '1', new: '2' } } });
    expect(await tell(lie)).toEqual(['IGNORED', 'UNCHANGED']);
    expect(await read(id)).toEqual(before);
    const silent = splynx(edit, { tariff_id: '1' }, { changed_attributes: {} });
    expect(await tell(silent)).toEqual(['PROCESSED', null]);
  });

  test.each([
    ['stopped', splynx(edit, { status: 'stopped' })],
    ['disabled', splynx(edit, { status: 'disabled' })],
    ['deleted 1', splynx(edit, { deleted: '1' })],
    ['delete', splynx(remove)],
  ])('%s lets it run to the end of its cycle', async (_, event) => {
    const { id, tell, read, partner } = await serving();
    const { expiresAt } = await read(id);
    expect(await tell(event)).toEqual(['PROCESSED', null]);
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', cancelAt: expiresAt });
    await advance(partner, { days: 31 });
    expect(await read(id)).toMatchObject({ status: 'INACTIVE', inactiveReason: 'CANCELLED' });
  });

  test('of a customer we do not have waits until we do', async () => {
    const { send, drain, stateOf, retry, partner, subscriptions } = await externalSystem(api, {
      adapter: 'splynx',
    });
    const { id } = await send(splynx(create, { customer_id: '78' }));
    await drain();
    expect(await stateOf(id)).toEqual(['FAILED', 'CUSTOMER_UNKNOWN']);
    expect(await subscriptions()).toEqual([]);
    dataOf(await partner.post('/v1/subscribers', bodies.subscriber({ externalUserId: '78' })));
    expect(await retry(id)).toEqual(['PROCESSED', null]);
    expect(await subscriptions()).toHaveLength(1);
  });

  test('a later event of a service goes on past one that failed', async () => {
    const { send, drain, stateOf, subscriptions } = await externalSystem(api, { adapter: 'splynx' });
    const first = await send(splynx(create, { tariff_id: '404' }));
    const second = await send(splynx(edit, { tariff_id: '1' }));
    await drain();
    expect(await stateOf(first.id)).toEqual(['FAILED', 'TARIFF_NOT_MAPPED']);
    expect(await stateOf(second.id)).toEqual(['PROCESSED', null]);
    expect(await subscriptions()).toHaveLength(1);
  });
});

describe('a tariff changed by ending a service and making another', () => {
  const next = { id: '1002', tariff_id: '3' };

  test('is a plan change of the one subscription, tracked by the new id from then on', async () => {
    const { tell, id, read, only, plans } = await serving({ freeImmediateUpgrade: true });
    expect(await tell(splynx(create, next))).toEqual(['PROCESSED', null]);
    expect((await only()).id).toBe(id);
    expect(await read(id)).toMatchObject({ planId: plans.dear.id, cancelAt: null });
    expect(await tell(splynx(edit, { status: 'stopped' }))).toEqual(['IGNORED', 'SERVICE_REPLACED']);
    expect(await tell(splynx(remove))).toEqual(['IGNORED', 'SERVICE_REPLACED']);
    expect(await read(id)).toMatchObject({ cancelAt: null });
    expect(await tell(splynx(edit, { ...next, tariff_id: '1' }))).toEqual(['PROCESSED', null]);
    expect(await read(id)).toMatchObject({ nextPlanId: plans.cheap.id });
    expect(await tell(splynx(remove, { id: '1002' }))).toEqual(['PROCESSED', null]);
    expect((await read(id)).cancelAt).not.toBeNull();
  });

  test('is one too where the end comes first, and takes it back', async () => {
    const { tell, id, read, only, plans } = await serving();
    await tell(splynx(edit, { status: 'stopped' }));
    expect((await read(id)).cancelAt).not.toBeNull();
    await tell(splynx(create, next));
    expect((await only()).id).toBe(id);
    expect(await read(id)).toMatchObject({ cancelAt: null, pendingUpgrade: { planId: plans.dear.id } });
  });

  test('is one whichever of the two is processed first, or both at once', async () => {
    const { tell, send, drain, partner, pay, inbound, subscriptions } = await externalSystem(api, {
      adapter: 'splynx',
      freeImmediateUpgrade: true,
    });
    const customers = Array.from({ length: 6 }, (_, n) => String(100 + n));
    for (const customer_id of customers) {
      dataOf(await partner.post('/v1/subscribers', bodies.subscriber({ externalUserId: customer_id })));
      await tell(splynx(create, { id: `1${customer_id}`, customer_id }));
    }
    for (const { id } of await subscriptions()) await pay(id);
    for (const [n, customer_id] of customers.entries()) {
      const old = splynx(n % 3 ? remove : edit, { id: `1${customer_id}`, customer_id, status: 'stopped' });
      const fresh = splynx(create, { id: `2${customer_id}`, customer_id, tariff_id: '3' });
      for (const event of n % 2 ? [old, fresh] : [fresh, old]) await send(event);
    }
    await Promise.all([drain(), drain()]);
    await drain();
    expect((await inbound()).filter(({ status }: { status: string }) => status === 'FAILED')).toEqual([]);
    const all = await subscriptions();
    expect(all).toHaveLength(customers.length);
    for (const each of all)
      expect(each).toMatchObject({ status: 'ACTIVE', cancelAt: null, price: { amount: 30 } });
    for (const customer_id of customers) {
      expect(await tell(splynx(edit, { id: `1${customer_id}`, customer_id }))).toEqual([
        'IGNORED',
        'SERVICE_REPLACED',
      ]);
    }
  });

  test('the same sign-in name of another customer is another service', async () => {
    const { tell, subscriptions, partner, id, read } = await serving();
    dataOf(await partner.post('/v1/subscribers', bodies.subscriber({ externalUserId: '78' })));
    expect(await tell(splynx(create, { ...next, customer_id: '78' }))).toEqual(['PROCESSED', null]);
    expect(await subscriptions()).toHaveLength(2);
    expect(await read(id)).toMatchObject({ pendingUpgrade: null });
  });

  test('another sign-in name is another service', async () => {
    const { tell, subscriptions } = await serving();
    await tell(splynx(create, { id: '1002', login: 'ada-office' }));
    expect(await subscriptions()).toHaveLength(2);
  });
});

describe('echoes', () => {
  test('a create that bears our id is dropped, and an edit of such a service makes no second one of it', async () => {
    const { tell, partner, subscriptions } = await externalSystem(api, { adapter: 'splynx' });
    const ours = { attributes_additional: { origin_id: partner.providerId } };
    expect(await tell(splynx(create, {}, ours))).toEqual(['IGNORED', 'ECHO']);
    expect(await tell(splynx(edit, { tariff_id: '3' }, ours))).toEqual(['IGNORED', 'ECHO']);
    expect(await subscriptions()).toEqual([]);
    expect(dataOf(await partner.get('/v1/events?type=subscription.created'))).toEqual([]);
    const theirs = { attributes_additional: { origin_id: 'prv_somebody' } };
    expect(await tell(splynx(create, { id: '1002' }, theirs))).toEqual(['PROCESSED', null]);
  });
});

describe('addresses', () => {
  test('static, pool, default pool, none; what is as it was touches nothing', async () => {
    const { tell, id, read } = await serving();
    const { radiusUsername: user } = await read(id);
    const becomes = async (attributes: object) => [
      (await tell(splynx(edit, attributes)))[0],
      ...(await framed(user)),
    ];
    const still = { taking_ipv4: '1', ipv4: '203.0.113.5' };
    expect(await becomes(still)).toEqual(['PROCESSED', 'Framed-IP-Address=203.0.113.5']);
    const ids = () => api.sql`select id from radius.radreply where username = ${user} order by id`;
    const before = await ids();
    expect(await becomes({ ...still, comment: 'saved again' })).toEqual([
      'IGNORED',
      'Framed-IP-Address=203.0.113.5',
    ]);
    expect(await ids()).toEqual(before);
    expect(await becomes({ taking_ipv4: '2', ipv4_pool_id: '5' })).toEqual([
      'PROCESSED',
      'Framed-Pool=cgn-east',
    ]);
    expect(await becomes({ taking_ipv4: '2', ipv4_pool_id: '0' })).toEqual(['PROCESSED']);
    await becomes(still);
    expect(await becomes({ taking_ipv4: '0', ipv4: '' })).toEqual(['PROCESSED']);
    expect(await tell(splynx(edit, { taking_ipv4: '2', ipv4_pool_id: '6' }))).toEqual([
      'FAILED',
      'POOL_NOT_MAPPED',
    ]);
  });
});

describe('customers', () => {
  const attributes = {
    id: '88',
    name: 'Grace Brewster Hopper',
    email: 'grace.h@example.com',
    phone: '+254712000188',
  };

  test('are taken in, and updated, their name split at its first space', async () => {
    const { tell, partner } = await externalSystem(api, { adapter: 'splynx' });
    const one = async () => dataOf(await partner.get('/v1/subscribers?externalUserId=88'))[0];
    expect(await tell(splynx('customer/create', attributes))).toEqual(['PROCESSED', null]);
    expect(await one()).toMatchObject({
      firstName: 'Grace',
      lastName: 'Brewster Hopper',
      phone: '+254712000188',
    });
    expect(await tell(splynx('customer/edit', { ...attributes, name: 'Grace Murray' }))).toEqual([
      'PROCESSED',
      null,
    ]);
    expect(await one()).toMatchObject({ firstName: 'Grace', lastName: 'Murray' });
    expect(await tell(splynx('customer/edit', { ...attributes, name: 'Grace Murray', note: 1 }))).toEqual([
      'IGNORED',
      'UNCHANGED',
    ]);
  });

  test('told in part are unknown until they are told whole', async () => {
    const { tell } = await externalSystem(api, { adapter: 'splynx' });
    const part = splynx('customer/create', { ...attributes, phone: '' });
    expect(await tell(part)).toEqual(['FAILED', 'CUSTOMER_UNKNOWN']);
  });
});
