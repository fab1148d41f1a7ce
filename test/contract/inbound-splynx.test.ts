import { describe, expect, test } from 'vitest';
import { useApi } from './api.ts';
import { externalSystem, splynx } from './external-system.ts';
import { advance, bodies, dataOf } from './helpers.ts';

const api = useApi();

const create = 'internet_service/create';
const edit = 'internet_service/edit';
const remove = 'internet_service/delete';

/** Splynx with service 1001 of customer 77 on tariff 2, paid for and in service. */
async function activeSplynxService(over: object = {}) {
  const system = await externalSystem(api, { adapter: 'splynx', ...over });
  expect(await system.sendAndProcess(splynx(create))).toEqual(['PROCESSED', null]);
  const { id } = await system.onlySubscription();
  await system.pay(id);
  return { ...system, id };
}

describe('Splynx services', () => {
  test('create creates a subscription, and the same create again is IGNORED UNCHANGED', async () => {
    const { id, sendAndProcess, read, subscriber, plans } = await activeSplynxService();
    expect(await read(id)).toMatchObject({
      subscriberId: subscriber.id,
      planId: plans.middle.id,
      isExternal: true,
    });
    expect(await sendAndProcess(splynx(create, { comment: 'sent again' }))).toEqual(['IGNORED', 'UNCHANGED']);
  });

  test('edit and update are equivalent, and unit_price and planned_date are ignored', async () => {
    const { id, sendAndProcess, read, plans } = await activeSplynxService();
    await sendAndProcess(splynx(edit, { tariff_id: '1', unit_price: '0.0100', planned_date: '2026-01-16' }));
    expect(await read(id)).toMatchObject({
      planId: plans.middle.id,
      nextPlanId: plans.cheap.id,
      price: { amount: 20 },
    });
    await sendAndProcess(splynx('internet_service/update', { tariff_id: '3' }));
    expect(await read(id)).toMatchObject({ pendingUpgrade: { planId: plans.dear.id } });
  });

  test('changes are detected from the stored state, changed_attributes is ignored', async () => {
    const { id, sendAndProcess, read } = await activeSplynxService();
    const before = await read(id);
    const lie = splynx(edit, { comment: 'x' }, { changed_attributes: { tariff_id: { old: '1', new: '2' } } });
    expect(await sendAndProcess(lie)).toEqual(['IGNORED', 'UNCHANGED']);
    expect(await read(id)).toEqual(before);
    const silent = splynx(edit, { tariff_id: '1' }, { changed_attributes: {} });
    expect(await sendAndProcess(silent)).toEqual(['PROCESSED', null]);
  });

  test.each([
    ['stopped', splynx(edit, { status: 'stopped' })],
    ['disabled', splynx(edit, { status: 'disabled' })],
    ['deleted 1', splynx(edit, { deleted: '1' })],
    ['delete', splynx(remove)],
  ])('%s cancels at the end of the cycle', async (_, event) => {
    const { id, sendAndProcess, read, partner } = await activeSplynxService();
    const { expiresAt } = await read(id);
    expect(await sendAndProcess(event)).toEqual(['PROCESSED', null]);
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', cancelAt: expiresAt });
    await advance(partner, { days: 31 });
    expect(await read(id)).toMatchObject({ status: 'INACTIVE', inactiveReason: 'CANCELLED' });
  });

  test('FAILED CUSTOMER_UNKNOWN: a retry succeeds once the customer exists', async () => {
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

  test('a failed event does not block later events of its service', async () => {
    const { send, drain, stateOf, subscriptions } = await externalSystem(api, { adapter: 'splynx' });
    const first = await send(splynx(create, { tariff_id: '404' }));
    const second = await send(splynx(edit, { tariff_id: '1' }));
    await drain();
    expect(await stateOf(first.id)).toEqual(['FAILED', 'TARIFF_NOT_MAPPED']);
    expect(await stateOf(second.id)).toEqual(['PROCESSED', null]);
    expect(await subscriptions()).toHaveLength(1);
  });
});

describe('a tariff change as one ended service and one new service', () => {
  const next = { id: '1002', tariff_id: '3' };

  test('a new service with the same login changes the plan of the subscription and takes over its id', async () => {
    const { sendAndProcess, id, read, onlySubscription, plans } = await activeSplynxService({
      freeImmediateUpgrade: true,
    });
    expect(await sendAndProcess(splynx(create, next))).toEqual(['PROCESSED', null]);
    expect((await onlySubscription()).id).toBe(id);
    expect(await read(id)).toMatchObject({ planId: plans.dear.id, cancelAt: null });
    expect(await sendAndProcess(splynx(edit, { status: 'stopped' }))).toEqual([
      'IGNORED',
      'SERVICE_REPLACED',
    ]);
    expect(await sendAndProcess(splynx(remove))).toEqual(['IGNORED', 'SERVICE_REPLACED']);
    expect(await read(id)).toMatchObject({ cancelAt: null });
    expect(await sendAndProcess(splynx(edit, { ...next, tariff_id: '1' }))).toEqual(['PROCESSED', null]);
    expect(await read(id)).toMatchObject({ nextPlanId: plans.cheap.id });
    expect(await sendAndProcess(splynx(remove, { id: '1002' }))).toEqual(['PROCESSED', null]);
    expect((await read(id)).cancelAt).not.toBeNull();
  });

  test('a new service after the end of the old one withdraws the cancellation', async () => {
    const { sendAndProcess, id, read, onlySubscription, plans } = await activeSplynxService();
    await sendAndProcess(splynx(edit, { status: 'stopped' }));
    expect((await read(id)).cancelAt).not.toBeNull();
    await sendAndProcess(splynx(create, next));
    expect((await onlySubscription()).id).toBe(id);
    expect(await read(id)).toMatchObject({ cancelAt: null, pendingUpgrade: { planId: plans.dear.id } });
  });

  test('the two events change the plan in either order and concurrently', async () => {
    const { sendAndProcess, send, drain, partner, pay, inbound, subscriptions } = await externalSystem(api, {
      adapter: 'splynx',
      freeImmediateUpgrade: true,
    });
    const customers = Array.from({ length: 6 }, (_, n) => String(100 + n));
    for (const customer_id of customers) {
      dataOf(await partner.post('/v1/subscribers', bodies.subscriber({ externalUserId: customer_id })));
      await sendAndProcess(splynx(create, { id: `1${customer_id}`, customer_id }));
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
      expect(await sendAndProcess(splynx(edit, { id: `1${customer_id}`, customer_id }))).toEqual([
        'IGNORED',
        'SERVICE_REPLACED',
      ]);
    }
  });

  test('the same login of another customer is another service', async () => {
    const { sendAndProcess, subscriptions, partner, id, read } = await activeSplynxService();
    dataOf(await partner.post('/v1/subscribers', bodies.subscriber({ externalUserId: '78' })));
    expect(await sendAndProcess(splynx(create, { ...next, customer_id: '78' }))).toEqual(['PROCESSED', null]);
    expect(await subscriptions()).toHaveLength(2);
    expect(await read(id)).toMatchObject({ pendingUpgrade: null });
  });

  test('another login of the same customer is another service', async () => {
    const { sendAndProcess, subscriptions } = await activeSplynxService();
    await sendAndProcess(splynx(create, { id: '1002', login: 'ada-office' }));
    expect(await subscriptions()).toHaveLength(2);
  });
});

describe('own writes', () => {
  test('IGNORED ECHO: create and edit with our origin id create no subscription', async () => {
    const { sendAndProcess, partner, subscriptions } = await externalSystem(api, { adapter: 'splynx' });
    const ours = { attributes_additional: { origin_id: partner.providerId } };
    expect(await sendAndProcess(splynx(create, {}, ours))).toEqual(['IGNORED', 'ECHO']);
    expect(await sendAndProcess(splynx(edit, { tariff_id: '3' }, ours))).toEqual(['IGNORED', 'ECHO']);
    expect(await subscriptions()).toEqual([]);
    expect(dataOf(await partner.get('/v1/events?type=subscription.created'))).toEqual([]);
    const otherOrigin = { attributes_additional: { origin_id: 'prv_somebody' } };
    expect(await sendAndProcess(splynx(create, { id: '1002' }, otherOrigin))).toEqual(['PROCESSED', null]);
  });
});

describe('Splynx addresses', () => {
  test('the RADIUS address follows the event: static, pool, default pool, none; an unchanged address writes no row', async () => {
    const { sendAndProcess, id, read, framed } = await activeSplynxService();
    const { radiusUsername: user } = await read(id);
    const becomes = async (attributes: object) => [
      (await sendAndProcess(splynx(edit, attributes)))[0],
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
    expect(await sendAndProcess(splynx(edit, { taking_ipv4: '2', ipv4_pool_id: '6' }))).toEqual([
      'FAILED',
      'POOL_NOT_MAPPED',
    ]);
  });
});

describe('Splynx customers', () => {
  const attributes = {
    id: '88',
    name: 'Grace Brewster Hopper',
    email: 'grace.h@example.com',
    phone: '+254712000188',
  };

  test('create and edit write the customer, with the name split at its first space', async () => {
    const { sendAndProcess, partner } = await externalSystem(api, { adapter: 'splynx' });
    const one = async () => dataOf(await partner.get('/v1/subscribers?externalUserId=88'))[0];
    expect(await sendAndProcess(splynx('customer/create', attributes))).toEqual(['PROCESSED', null]);
    expect(await one()).toMatchObject({
      firstName: 'Grace',
      lastName: 'Brewster Hopper',
      phone: '+254712000188',
    });
    expect(await sendAndProcess(splynx('customer/edit', { ...attributes, name: 'Grace Murray' }))).toEqual([
      'PROCESSED',
      null,
    ]);
    expect(await one()).toMatchObject({ firstName: 'Grace', lastName: 'Murray' });
    expect(
      await sendAndProcess(splynx('customer/edit', { ...attributes, name: 'Grace Murray', note: 1 })),
    ).toEqual(['IGNORED', 'UNCHANGED']);
  });

  test('FAILED CUSTOMER_UNKNOWN: a new customer with missing fields', async () => {
    const { sendAndProcess } = await externalSystem(api, { adapter: 'splynx' });
    const part = splynx('customer/create', { ...attributes, phone: '' });
    expect(await sendAndProcess(part)).toEqual(['FAILED', 'CUSTOMER_UNKNOWN']);
  });
});
