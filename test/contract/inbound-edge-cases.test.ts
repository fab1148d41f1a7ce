import { describe, expect, test } from 'vitest';
import { useApi } from './api.ts';
import { activeService, externalSystem, native, splynx } from './external-system.ts';
import { advance, bodies, dataOf } from './helpers.ts';

const api = useApi();

describe('unusual payloads', () => {
  test('PROCESSED: a body that starts with a byte order mark', async () => {
    const system = await externalSystem(api);
    const { id } = await system.send(`\ufeff${JSON.stringify(native('service.created', { tariffId: '2' }))}`);
    await system.drain();
    expect(await system.stateOf(id)).toEqual(['PROCESSED', null]);
  });

  test.each(['constructor', '__proto__', 'toString'])(
    'FAILED TARIFF_NOT_MAPPED: tariff %s',
    async (tariffId) => {
      const { edit, id, read, eventsOf, sendAndProcess } = await activeService(api);
      expect(await edit({ tariffId })).toEqual(['FAILED', 'TARIFF_NOT_MAPPED']);
      expect((await eventsOf(id)).at(-1)).toBe('plan_change_rejected TARIFF_NOT_MAPPED');
      expect((await read(id)).status).toBe('ACTIVE');
      const another = native('service.created', { serviceId: 'svc-2', tariffId });
      expect(await sendAndProcess(another)).toEqual(['FAILED', 'TARIFF_NOT_MAPPED']);
    },
  );

  test.each([
    '198.51.100.8',
    { mode: 'dhcp' },
    { mode: 'static', address: 7 },
    { mode: 'pool', poolName: { id: 5 } },
  ])('FAILED IPV4_INVALID: %j does not remove the address', async (ipv4) => {
    const { edit, id, read, framed } = await activeService(api);
    const { radiusUsername: user } = await read(id);
    await edit({ tariffId: '2', ipv4: { mode: 'static', address: '198.51.100.7' } });
    expect(await edit({ tariffId: '2', ipv4 })).toEqual(['FAILED', 'IPV4_INVALID']);
    expect(await framed(user)).toEqual(['Framed-IP-Address=198.51.100.7']);
  });

  test.each([{ mode: 'static', address: '' }, { mode: 'static', address: null }, { mode: 'pool' }, {}, null])(
    'PROCESSED: the empty address %j removes the address',
    async (ipv4) => {
      const { edit, id, read, framed } = await activeService(api);
      const { radiusUsername: user } = await read(id);
      await edit({ tariffId: '2', ipv4: { mode: 'static', address: '198.51.100.7' } });
      expect(await edit({ tariffId: '2', ipv4 })).toEqual(['PROCESSED', null]);
      expect(await framed(user)).toEqual([]);
    },
  );

  test('an empty Splynx mode removes the address, an unknown mode is FAILED IPV4_INVALID', async () => {
    const system = await externalSystem(api, { adapter: 'splynx' });
    await system.sendAndProcess(
      splynx('internet_service/create', { taking_ipv4: '1', ipv4: '198.51.100.7' }),
    );
    const { id } = await system.onlySubscription();
    await system.pay(id);
    const { radiusUsername: user } = await system.read(id);
    const edit = (attributes: object) => system.sendAndProcess(splynx('internet_service/edit', attributes));
    expect(await edit({ taking_ipv4: '7', ipv4: '198.51.100.7' })).toEqual(['FAILED', 'IPV4_INVALID']);
    expect(await edit({ taking_ipv4: undefined, comment: 'partial' })).toEqual(['IGNORED', 'UNCHANGED']);
    expect(await system.framed(user)).toEqual(['Framed-IP-Address=198.51.100.7']);
    expect(await edit({ taking_ipv4: '', ipv4: '' })).toEqual(['PROCESSED', null]);
    expect(await system.framed(user)).toEqual([]);
  });

  test('IGNORED UNCHANGED: a service with most attributes missing', async () => {
    const system = await externalSystem(api, { adapter: 'splynx' });
    await system.sendAndProcess(splynx('internet_service/create'));
    const { id } = await system.onlySubscription();
    await system.pay(id);
    const before = await system.read(id);
    const bare = {
      event: 'internet_service/edit',
      data: { attributes: { id: '1001', end_date: '0000-00-00' } },
    };
    expect(await system.sendAndProcess(bare)).toEqual(['IGNORED', 'UNCHANGED']);
    expect(await system.read(id)).toEqual(before);
  });
});

describe('order of inbound events', () => {
  test('PROCESSED: customers and their services in one burst', async () => {
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

  test('a failed event that is retried late applies to the current state', async () => {
    const system = await externalSystem(api);
    const { id } = await system.send(native('service.created', { tariffId: '9' }));
    await system.sendAndProcess(native('service.updated', { tariffId: '1' }));
    const made = await system.onlySubscription();
    const tariffMap = { ...system.settings.tariffMap, 9: system.plans.cheap.id };
    dataOf(await system.partner.put(system.path, { ...system.settings, tariffMap }));
    expect((await system.retry(id))[0]).not.toBe('FAILED');
    expect((await system.onlySubscription()).id).toBe(made.id);
    expect(await system.eventsOf(made.id)).toEqual(['created']);
  });

  test('a stored event is processed after its integration is disabled, and IGNORED after it is deleted', async () => {
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

  test('two integrations of one partner may use the same service ids', async () => {
    const one = await externalSystem(api);
    const settings = { ...one.settings, name: 'Another' };
    const other = dataOf(await one.partner.post('/v1/integrations', settings));
    const two = { ...one, ...one.through(other) };
    expect(await one.sendAndProcess(native('service.created', { tariffId: '1' }))).toEqual([
      'PROCESSED',
      null,
    ]);
    expect(await two.sendAndProcess(native('service.created', { tariffId: '2' }))).toEqual([
      'PROCESSED',
      null,
    ]);
    expect(await two.sendAndProcess(native('service.deleted', {}))).toEqual(['PROCESSED', null]);
    const all = await one.subscriptions();
    expect(all.map((each: { status: string }) => each.status)).toEqual(['PENDING', 'CANCELLED']);
  });
});

describe('a service whose subscription has ended', () => {
  const kept = async (end: (system: Awaited<ReturnType<typeof activeService>>) => Promise<unknown>) => {
    const system = await activeService(api);
    await end(system);
    const before = await system.read(system.id);
    expect(await system.edit({ tariffId: '2', comment: 'saved again' })).toEqual(['IGNORED', 'UNCHANGED']);
    const [status, reason] = await system.edit({ tariffId: '3' });
    expect(status).toBe('FAILED');
    expect(await system.onlySubscription()).toEqual(before);
    return reason;
  };

  test('FAILED SUBSCRIPTION_TERMINAL: an edit after migrate-out', async () => {
    const reason = await kept(({ partner, id }) => partner.post(`/v1/subscriptions/${id}/migrate-out`));
    expect(reason).toBe('SUBSCRIPTION_TERMINAL');
  });

  test('FAILED SUBSCRIPTION_TERMINAL: an edit after a cancellation took effect', async () => {
    const reason = await kept(async ({ partner, id }) => {
      dataOf(await partner.delete(`/v1/subscriptions/${id}`));
      await advance(partner, { days: 31 });
    });
    expect(reason).toBe('SUBSCRIPTION_TERMINAL');
  });

  test('a deletion after migrate-out emits no event, and a new service creates a new subscription', async () => {
    const { partner, id, sendAndProcess, subscriptions, eventsOf } = await activeService(api);
    dataOf(await partner.post(`/v1/subscriptions/${id}/migrate-out`));
    const before = await eventsOf(id);
    await sendAndProcess(native('service.deleted', {}));
    expect(await eventsOf(id)).toEqual(before);
    expect(await sendAndProcess(native('service.created', { tariffId: '1' }))).toEqual(['PROCESSED', null]);
    const all = await subscriptions();
    expect(all.map((each: { status: string }) => each.status)).toEqual(['MIGRATED_OUT', 'PENDING']);
  });
});

describe('a service that is created again', () => {
  test('creates another subscription if its own has ended, also without a deletion between', async () => {
    const { partner, id, sendAndProcess, subscriptions } = await activeService(api);
    dataOf(await partner.post(`/v1/subscriptions/${id}/migrate-out`));
    expect(await sendAndProcess(native('service.created', { tariffId: '1' }))).toEqual(['PROCESSED', null]);
    const all = await subscriptions();
    expect(all.map((each: { status: string }) => each.status)).toEqual(['MIGRATED_OUT', 'PENDING']);
  });
});

describe('plan changes of an external service', () => {
  test('a plan of the same price is pending until the cycle ends, with and without free upgrades', async () => {
    for (const freeImmediateUpgrade of [true, false]) {
      const { edit, id, read, partner, plans, settings, path } = await activeService(api, {
        freeImmediateUpgrade,
      });
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

  test('a plan change before the first payment applies at once and sets the amount due', async () => {
    const system = await externalSystem(api);
    await system.sendAndProcess(native('service.created', { tariffId: '2' }));
    const { id } = await system.onlySubscription();
    expect(await system.sendAndProcess(native('service.updated', { tariffId: '3' }))).toEqual([
      'PROCESSED',
      null,
    ]);
    expect(await system.read(id)).toMatchObject({ planId: system.plans.dear.id, status: 'PENDING' });
    expect(await system.eventsOf(id)).toEqual(['created', 'updated']);
    const body = { subscriptionId: id, rail: 'manual' };
    expect(dataOf(await system.partner.post('/v1/payments', body))).toMatchObject({ amount: 30 });
  });

  test('an upgrade within a cycle is prorated by the day', async () => {
    const { edit, id, read, partner, plans } = await activeService(api);
    await advance(partner, { days: 9, hours: 5 });
    await edit({ tariffId: '3' });
    // 20 days and 19 hours are left: 10.00 × 21 ÷ 30.
    expect(await read(id)).toMatchObject({
      pendingUpgrade: { planId: plans.dear.id, amount: 7, currency: 'USD' },
    });
  });

  test('a second plan change replaces the upgrade hold: plan_change_rejected UPGRADE_SUPERSEDED', async () => {
    const { edit, id, read, eventsOf, partner, plans, settings, path } = await activeService(api);
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
    expect(await eventsOf(id)).toContain('plan_change_rejected UPGRADE_SUPERSEDED');
    await edit({ tariffId: '1' });
    expect(await read(id)).toMatchObject({
      status: 'ACTIVE',
      pendingUpgrade: null,
      nextPlanId: plans.cheap.id,
    });
    await edit({ tariffId: '2' });
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', planId: plans.middle.id, nextPlanId: null });
  });

  test('an upgrade that a deletion dropped is requested again when the service is active again', async () => {
    const { edit, sendAndProcess, id, read, plans } = await activeService(api);
    await edit({ tariffId: '3' });
    await sendAndProcess(native('service.deleted', {}));
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', pendingUpgrade: null });
    expect(await edit({ tariffId: '3', since: 'today' })).toEqual(['PROCESSED', null]);
    expect(await read(id)).toMatchObject({
      status: 'AWAITING_PAYMENT_FOR_UPGRADE',
      cancelAt: null,
      pendingUpgrade: { planId: plans.dear.id },
    });
  });

  test('a pending plan change is kept when a service is deleted and created again', async () => {
    const { edit, sendAndProcess, id, read, eventsOf, plans } = await activeService(api);
    await edit({ tariffId: '1' });
    await sendAndProcess(native('service.deleted', {}));
    await sendAndProcess(native('service.created', { tariffId: '1' }));
    expect(await read(id)).toMatchObject({ cancelAt: null, nextPlanId: plans.cheap.id, status: 'ACTIVE' });
    expect((await eventsOf(id)).filter((type: string) => type === 'plan_change_queued')).toHaveLength(1);
  });

  test('a paid upgrade replaces a pending downgrade', async () => {
    const { edit, id, read, pay, plans } = await activeService(api);
    await edit({ tariffId: '1' });
    expect(await read(id)).toMatchObject({ nextPlanId: plans.cheap.id });
    await edit({ tariffId: '3' });
    expect(await read(id)).toMatchObject({ status: 'AWAITING_PAYMENT_FOR_UPGRADE', planId: plans.middle.id });
    await pay(id);
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', planId: plans.dear.id, nextPlanId: null });
  });
});
