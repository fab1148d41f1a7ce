import { describe, expect, test } from 'vitest';
import { useApi } from './api.ts';
import { externalSystem, native, splynx } from './inbound-world.ts';
import { advance, bodies, dataOf } from './world.ts';

const api = useApi();

/** A system with a service on tariff 2, paid for and in service. */
async function serving(over: object = {}) {
  const system = await externalSystem(api, over);
  await system.tell(native('service.created', { tariffId: '2' }));
  const { id } = await system.only();
  await system.pay(id);
  return { ...system, id, edit: (data: object) => system.tell(native('service.updated', data)) };
}

const framed = async (username: string) => {
  const rows = await api.sql<{ attribute: string; value: string }[]>`
    select attribute, value from radius.radreply where username = ${username} and attribute like 'Framed-%'`;
  return rows.map(({ attribute, value }) => `${attribute}=${value}`);
};

describe('odd payloads', () => {
  test('a byte order mark in front of the body is no part of it', async () => {
    const system = await externalSystem(api);
    const { id } = await system.send(`\ufeff${JSON.stringify(native('service.created', { tariffId: '2' }))}`);
    await system.drain();
    expect(await system.stateOf(id)).toEqual(['PROCESSED', null]);
  });

  test.each(['constructor', '__proto__', 'toString'])('tariff %s is mapped to nothing', async (tariffId) => {
    const { edit, id, read, told, tell } = await serving();
    expect(await edit({ tariffId })).toEqual(['FAILED', 'TARIFF_NOT_MAPPED']);
    expect((await told(id)).at(-1)).toBe('plan_change_rejected TARIFF_NOT_MAPPED');
    expect((await read(id)).status).toBe('ACTIVE');
    const another = native('service.created', { serviceId: 'svc-2', tariffId });
    expect(await tell(another)).toEqual(['FAILED', 'TARIFF_NOT_MAPPED']);
  });

  test.each([
    '198.51.100.8',
    { mode: 'dhcp' },
    { mode: 'static', address: 7 },
    { mode: 'pool', poolName: { id: 5 } },
  ])('an address that makes no sense takes none away: %j', async (ipv4) => {
    const { edit, id, read } = await serving();
    const { radiusUsername: user } = await read(id);
    await edit({ tariffId: '2', ipv4: { mode: 'static', address: '198.51.100.7' } });
    expect(await edit({ tariffId: '2', ipv4 })).toEqual(['FAILED', 'IPV4_INVALID']);
    expect(await framed(user)).toEqual(['Framed-IP-Address=198.51.100.7']);
  });

  test.each([{ mode: 'static', address: '' }, { mode: 'static', address: null }, { mode: 'pool' }, {}, null])(
    'cleared fields take the address away: %j',
    async (ipv4) => {
      const { edit, id, read } = await serving();
      const { radiusUsername: user } = await read(id);
      await edit({ tariffId: '2', ipv4: { mode: 'static', address: '198.51.100.7' } });
      expect(await edit({ tariffId: '2', ipv4 })).toEqual(['PROCESSED', null]);
      expect(await framed(user)).toEqual([]);
    },
  );

  test('Splynx: an emptied mode takes the address away, one nobody knows does not', async () => {
    const system = await externalSystem(api, { adapter: 'splynx' });
    await system.tell(splynx('internet_service/create', { taking_ipv4: '1', ipv4: '198.51.100.7' }));
    const { id } = await system.only();
    await system.pay(id);
    const { radiusUsername: user } = await system.read(id);
    const edit = (attributes: object) => system.tell(splynx('internet_service/edit', attributes));
    expect(await edit({ taking_ipv4: '7', ipv4: '198.51.100.7' })).toEqual(['FAILED', 'IPV4_INVALID']);
    expect(await edit({ taking_ipv4: undefined, comment: 'partial' })).toEqual(['IGNORED', 'UNCHANGED']);
    expect(await framed(user)).toEqual(['Framed-IP-Address=198.51.100.7']);
    expect(await edit({ taking_ipv4: '', ipv4: '' })).toEqual(['PROCESSED', null]);
    expect(await framed(user)).toEqual([]);
  });

  test('a service without most of its attributes stays as it is', async () => {
    const system = await externalSystem(api, { adapter: 'splynx' });
    await system.tell(splynx('internet_service/create'));
    const { id } = await system.only();
    await system.pay(id);
    const before = await system.read(id);
    const bare = {
      event: 'internet_service/edit',
      data: { attributes: { id: '1001', end_date: '0000-00-00' } },
    };
    expect(await system.tell(bare)).toEqual(['IGNORED', 'UNCHANGED']);
    expect(await system.read(id)).toEqual(before);
  });
});

describe('the order of things', () => {
  test('customers and their services in one burst: nobody is unknown', async () => {
    const system = await externalSystem(api, { adapter: 'splynx' });
    for (let n = 1; n <= 12; n++) {
      const { email, phone } = bodies.subscriber();
      const [customerId, login] = [`9${n}`, `user-${n}`];
      await system.send(splynx('customer/create', { id: customerId, name: 'Grace Hopper', email, phone }));
      await system.send(splynx('internet_service/create', { id: `20${n}`, customer_id: customerId, login }));
    }
    await system.drain();
    const states = (await system.inbound()).map((event: { status: string; reason: string }) => [
      event.status,
      event.reason,
    ]);
    expect(states).toEqual(Array(24).fill(['PROCESSED', null]));
  });

  test('a failed event that is tried again late is held against what is so by then', async () => {
    const system = await externalSystem(api);
    const { id } = await system.send(native('service.created', { tariffId: '9' }));
    await system.tell(native('service.updated', { tariffId: '1' }));
    const made = await system.only();
    const tariffMap = { ...system.settings.tariffMap, 9: system.plans.cheap.id };
    dataOf(await system.partner.put(system.path, { ...system.settings, tariffMap }));
    expect((await system.retry(id))[0]).not.toBe('FAILED');
    expect((await system.only()).id).toBe(made.id);
    expect(await system.told(made.id)).toEqual(['created']);
  });

  test('what was taken before its integration was disabled is processed, before it was deleted is not', async () => {
    const system = await externalSystem(api);
    await system.send(native('service.created', { tariffId: '1' }));
    dataOf(await system.partner.put(system.path, { ...system.settings, status: 'DISABLED' }));
    await system.drain();
    expect(await system.subscriptions()).toHaveLength(1);
    dataOf(await system.partner.put(system.path, { ...system.settings, status: 'ACTIVE' }));
    const { id } = await system.send(native('service.created', { serviceId: 'svc-2', tariffId: '1' }));
    dataOf(await system.partner.delete(system.path));
    await system.drain();
    expect(await system.subscriptions()).toHaveLength(1);
    const [event] = await api.sql`select status, reason from inbound_event where id = ${id}`;
    expect(event).toEqual({ status: 'IGNORED', reason: 'INTEGRATION_DELETED' });
  });

  test('two integrations of one partner may use the same ids for their services', async () => {
    const one = await externalSystem(api);
    const settings = { ...one.settings, name: 'Another' };
    const other = dataOf(await one.partner.post('/v1/integrations', settings));
    const two = { ...one, ...one.through(other) };
    expect(await one.tell(native('service.created', { tariffId: '1' }))).toEqual(['PROCESSED', null]);
    expect(await two.tell(native('service.created', { tariffId: '2' }))).toEqual(['PROCESSED', null]);
    expect(await two.tell(native('service.deleted', {}))).toEqual(['PROCESSED', null]);
    const all = await one.subscriptions();
    expect(all.map((each: { status: string }) => each.status)).toEqual(['PENDING', 'CANCELLED']);
  });
});

describe('a subscription that has ended here', () => {
  const kept = async (end: (system: Awaited<ReturnType<typeof serving>>) => Promise<unknown>) => {
    const system = await serving();
    await end(system);
    const before = await system.read(system.id);
    expect(await system.edit({ tariffId: '2', comment: 'saved again' })).toEqual(['IGNORED', 'UNCHANGED']);
    const [status, reason] = await system.edit({ tariffId: '3' });
    expect(status).toBe('FAILED');
    expect(await system.only()).toEqual(before);
    return reason;
  };

  test('by moving out is not taken in again by an edit', async () => {
    const reason = await kept(({ partner, id }) => partner.post(`/v1/subscriptions/${id}/migrate-out`));
    expect(reason).toBe('SUBSCRIPTION_TERMINAL');
  });

  test('by a cancellation that took effect is not taken in again by an edit', async () => {
    const reason = await kept(async ({ partner, id }) => {
      dataOf(await partner.delete(`/v1/subscriptions/${id}`));
      await advance(partner, { days: 31 });
    });
    expect(reason).toBe('SUBSCRIPTION_TERMINAL');
  });

  test('is ended there too without a sound, and is a new one when it is made anew', async () => {
    const { partner, id, tell, subscriptions, told } = await serving();
    dataOf(await partner.post(`/v1/subscriptions/${id}/migrate-out`));
    const before = await told(id);
    await tell(native('service.deleted', {}));
    expect(await told(id)).toEqual(before);
    expect(await tell(native('service.created', { tariffId: '1' }))).toEqual(['PROCESSED', null]);
    const all = await subscriptions();
    expect(all.map((each: { status: string }) => each.status)).toEqual(['MIGRATED_OUT', 'PENDING']);
  });
});

describe('plan edits', () => {
  test('to a plan of the same price comes at the end of the cycle, free upgrades or not', async () => {
    for (const freeImmediateUpgrade of [true, false]) {
      const { edit, id, read, partner, plans, settings, path } = await serving({ freeImmediateUpgrade });
      const same = dataOf(
        await partner.post('/v1/plans', bodies.plan({ priceAmount: 20, downloadSpeedMbps: 10 })),
      );
      dataOf(await partner.put(path, { ...settings, tariffMap: { ...settings.tariffMap, 4: same.id } }));
      expect(await edit({ tariffId: '4' })).toEqual(['PROCESSED', null]);
      expect(await read(id)).toMatchObject({
        planId: plans.middle.id,
        nextPlanId: same.id,
        status: 'ACTIVE',
      });
    }
  });

  test('before the first payment holds at once, and is what is paid', async () => {
    const system = await externalSystem(api);
    await system.tell(native('service.created', { tariffId: '2' }));
    const { id } = await system.only();
    expect(await system.tell(native('service.updated', { tariffId: '3' }))).toEqual(['PROCESSED', null]);
    expect(await system.read(id)).toMatchObject({ planId: system.plans.dear.id, status: 'PENDING' });
    expect(await system.told(id)).toEqual(['created', 'updated']);
    const body = { subscriptionId: id, rail: 'manual' };
    expect(dataOf(await system.partner.post('/v1/payments', body))).toMatchObject({ amount: 30 });
  });

  test('in the middle of a cycle is asked for by the day, to the cent', async () => {
    const { edit, id, read, partner, plans } = await serving();
    await advance(partner, { days: 9, hours: 5 });
    await edit({ tariffId: '3' });
    // 20 days and 19 hours are left: 10.00 × 21 ÷ 30.
    expect(await read(id)).toMatchObject({
      pendingUpgrade: { planId: plans.dear.id, amount: 7, currency: 'USD' },
    });
  });

  test('another one while an upgrade is held takes its place, and says so', async () => {
    const { edit, id, read, told, partner, plans, settings, path } = await serving();
    const dearest = dataOf(
      await partner.post('/v1/plans', bodies.plan({ priceAmount: 50, downloadSpeedMbps: 25 })),
    );
    dataOf(await partner.put(path, { ...settings, tariffMap: { ...settings.tariffMap, 5: dearest.id } }));
    await edit({ tariffId: '3' });
    await edit({ tariffId: '5' });
    expect(await read(id)).toMatchObject({
      status: 'AWAITING_PAYMENT_FOR_UPGRADE',
      pendingUpgrade: { planId: dearest.id, amount: 30 },
    });
    expect(await told(id)).toContain('plan_change_rejected UPGRADE_SUPERSEDED');
    await edit({ tariffId: '1' });
    expect(await read(id)).toMatchObject({
      status: 'ACTIVE',
      pendingUpgrade: null,
      nextPlanId: plans.cheap.id,
    });
    await edit({ tariffId: '2' });
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', planId: plans.middle.id, nextPlanId: null });
  });

  test('that was dropped with a deletion is asked for again when the service lives again', async () => {
    const { edit, tell, id, read, plans } = await serving();
    await edit({ tariffId: '3' });
    await tell(native('service.deleted', {}));
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', pendingUpgrade: null });
    expect(await edit({ tariffId: '3', since: 'today' })).toEqual(['PROCESSED', null]);
    expect(await read(id)).toMatchObject({
      status: 'AWAITING_PAYMENT_FOR_UPGRADE',
      cancelAt: null,
      pendingUpgrade: { planId: plans.dear.id },
    });
  });

  test('that is queued is still queued when the service was deleted and lives again', async () => {
    const { edit, tell, id, read, told, plans } = await serving();
    await edit({ tariffId: '1' });
    await tell(native('service.deleted', {}));
    await tell(native('service.created', { tariffId: '1' }));
    expect(await read(id)).toMatchObject({ cancelAt: null, nextPlanId: plans.cheap.id, status: 'ACTIVE' });
    expect((await told(id)).filter((type: string) => type === 'plan_change_queued')).toHaveLength(1);
  });

  test('an upgrade replaces a cheaper plan that is queued, once it is paid', async () => {
    const { edit, id, read, pay, plans } = await serving();
    await edit({ tariffId: '1' });
    expect(await read(id)).toMatchObject({ nextPlanId: plans.cheap.id });
    await edit({ tariffId: '3' });
    expect(await read(id)).toMatchObject({ status: 'AWAITING_PAYMENT_FOR_UPGRADE', planId: plans.middle.id });
    await pay(id);
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', planId: plans.dear.id, nextPlanId: null });
  });
});
