import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { API_SECRET, type FakeSplynx, startFakeSplynx } from '../fakes/splynx.ts';
import { useApi } from './api.ts';
import { splynx } from './inbound-world.ts';
import { mirrored } from './mirror-world.ts';
import { advance, bodies, dataOf } from './world.ts';

const api = useApi();
let fake: FakeSplynx;

beforeAll(async () => {
  fake = await startFakeSplynx();
});
afterAll(() => fake.close());
beforeEach(() => {
  fake.services.clear();
  fake.faults.length = 0;
  fake.requests.length = 0;
  Object.assign(fake, { apiSecret: API_SECRET, keepsOrigin: true, beforeAnswer: async () => {} });
});

describe('a subscription of ours', () => {
  test('is there from its first payment on, free of charge, with its origin', async () => {
    const { pending, pay, pass, plans, partner, loginOf, state } = await mirrored(api, fake);
    const id = await pending(plans.middle.id);
    await pass();
    expect(fake.requests).toEqual([]);
    await pay(id);
    await pass();
    expect(fake.all()).toEqual([
      expect.objectContaining({
        customer_id: '77',
        tariff_id: '2',
        status: 'active',
        login: await loginOf(id),
        unit_price: '0',
        additional_attributes: { origin_id: partner.providerId, origin_subscription_id: id },
      }),
    ]);
    expect(await state()).toMatchObject({ there: 1, waiting: 0, failed: 0 });
    await pass();
    expect(fake.requests).toEqual(['GET', 'POST']);
  });

  test('changes its tariff there when it is on another plan', async () => {
    const { sold, pay, pass, plans, partner } = await mirrored(api, fake);
    const id = await sold(plans.middle.id);
    await pass();
    dataOf(await partner.patch(`/v1/subscriptions/${id}`, { planId: plans.cheap.id }));
    await pass();
    expect(fake.all()).toMatchObject([{ tariff_id: '2' }]);
    dataOf(await advance(partner, { days: 30 }));
    await pay(id);
    await pass();
    expect(fake.all()).toMatchObject([{ tariff_id: '1', status: 'active', unit_price: '0' }]);
    expect(fake.requests).toEqual(['GET', 'POST', 'PUT']);
  });

  test('is disabled while it is out of service, and gone when it ends', async () => {
    const { sold, pass, plans, partner } = await mirrored(api, fake);
    const id = await sold(plans.middle.id);
    await pass();
    dataOf(await partner.delete(`/v1/subscriptions/${id}/plan?when=immediately`));
    await pass();
    expect(fake.all()).toMatchObject([{ status: 'disabled', tariff_id: '2' }]);
    dataOf(await partner.post(`/v1/subscriptions/${id}/migrate-out`));
    await pass();
    expect(fake.all()).toEqual([]);
    expect(fake.requests.slice(2)).toEqual(['PUT', 'DELETE']);
  });
});

describe('what goes wrong', () => {
  test('a wrong key is tried again, and shown', async () => {
    const { sold, pass, later, state, plans } = await mirrored(api, fake);
    fake.apiSecret = 'another';
    const id = await sold(plans.middle.id);
    await pass();
    expect(await state()).toMatchObject({
      there: 0,
      waiting: 1,
      failures: [{ subscriptionId: id, failure: 'GET was answered with 401: Unauthorized' }],
    });
    fake.apiSecret = API_SECRET;
    await later();
    expect(await state()).toMatchObject({ there: 1, waiting: 0, failures: [] });
  });

  test('a nonce is above those of a process whose clock is ahead', async () => {
    const { sold, pass, plans, state } = await mirrored(api, fake);
    await sold(plans.middle.id);
    const ahead = Math.floor(Date.now() / 10) + 360_000;
    await api.sql`update outward_key set last_nonce = ${ahead}`;
    fake.lastNonce = ahead;
    await pass();
    expect(fake.lastNonce).toBe(ahead + 2);
    expect(await state()).toMatchObject({ there: 1, waiting: 0, failed: 0 });
  });

  test('a system out of order is left alone until the next run, and told then', async () => {
    const { sold, pass, later, state, plans } = await mirrored(api, fake);
    await sold(plans.middle.id);
    await sold(plans.dear.id);
    fake.faults.push({ status: 503 });
    await pass();
    expect(fake.requests).toEqual(['GET']);
    await later();
    expect(
      fake
        .all()
        .map(({ tariff_id }) => tariff_id)
        .toSorted(),
    ).toEqual(['2', '3']);
    expect(await state()).toMatchObject({ there: 2, waiting: 0, failed: 0 });
  });

  test.each([true, false])('a lost answer makes no second service (origin kept: %s)', async (keepsOrigin) => {
    fake.keepsOrigin = keepsOrigin;
    const { sold, pass, later, plans, state } = await mirrored(api, fake);
    await sold(plans.middle.id);
    fake.faults.push({ status: 500 }, 'after');
    await pass();
    fake.faults.length = 0;
    fake.faults.push('after', 'after');
    await later();
    fake.faults.length = 0;
    await later();
    fake.faults.push('hang up');
    await later();
    fake.faults.length = 0;
    await later();
    expect(fake.all()).toHaveLength(1);
    expect(await state()).toMatchObject({ there: 1, waiting: 0, failures: [] });
  });

  test('one that ended while its answer was lost is taken away', async () => {
    const { sold, pass, later, plans, partner } = await mirrored(api, fake);
    const id = await sold(plans.middle.id);
    // The listing is answered, the creation is not.
    fake.beforeAnswer = async (method) => {
      if (method === 'GET') fake.faults.push('after');
    };
    await pass();
    expect(fake.all()).toHaveLength(1);
    Object.assign(fake, { beforeAnswer: async () => {} });
    dataOf(await partner.delete(`/v1/subscriptions/${id}/plan?when=immediately`));
    dataOf(await partner.post(`/v1/subscriptions/${id}/migrate-out`));
    await later();
    expect(fake.all()).toEqual([]);
  });

  test('what changes while it is being told is told after', async () => {
    const { sold, pass, plans, partner } = await mirrored(api, fake);
    const id = await sold(plans.middle.id);
    fake.beforeAnswer = async (method) => {
      if (method === 'POST') dataOf(await partner.delete(`/v1/subscriptions/${id}/plan?when=immediately`));
    };
    await pass();
    expect(fake.all()).toMatchObject([{ status: 'disabled' }]);
  });

  test('a service that was removed there is made anew', async () => {
    const { sold, pass, set, plans } = await mirrored(api, fake);
    const id = await sold(plans.middle.id);
    await pass();
    fake.services.clear();
    await api.sql`update mirrored_service set sent = jsonb_set(sent, '{tariffId}', '"9"') where subscription_id = ${id}`;
    await set();
    await pass();
    expect(fake.all()).toMatchObject([{ tariff_id: '2', status: 'active' }]);
  });

  test('a refusal is not repeated until something changes', async () => {
    const { sold, pass, later, set, state, plans } = await mirrored(api, fake);
    await sold(plans.middle.id);
    fake.beforeAnswer = async (method) => {
      if (method === 'GET') fake.faults.push({ status: 422, message: 'Login is taken' });
    };
    await pass();
    Object.assign(fake, { beforeAnswer: async () => {} });
    expect(await state()).toMatchObject({
      failed: 1,
      failures: [{ failure: 'POST was answered with 422: Login is taken' }],
    });
    await later();
    expect(fake.all()).toEqual([]);
    await set();
    await pass();
    expect(fake.all()).toHaveLength(1);
  });

  test('a tariff that is not mapped and a customer who is not known wait for that', async () => {
    const { sold, pass, plans, partner, state, path, settings, subscriber } = await mirrored(api, fake);
    const other = dataOf(await partner.post('/v1/plans', bodies.plan()));
    await sold(other.id);
    const stranger = bodies.subscriber();
    const { id } = dataOf(await partner.post('/v1/subscribers', stranger));
    await sold(plans.middle.id, id);
    await pass();
    const failures = (await state()).failures.map(({ failure }) => failure).toSorted();
    expect(failures).toEqual(['CUSTOMER_UNKNOWN', 'TARIFF_NOT_MAPPED']);
    fake.customers.add('78');
    dataOf(await partner.put(`/v1/subscribers/${id}`, { ...stranger, externalUserId: '78' }));
    dataOf(await partner.put(path, { ...settings, tariffMap: { ...settings.tariffMap, 9: other.id } }));
    await pass();
    expect(
      fake
        .all()
        .map(({ customer_id, tariff_id }) => [customer_id, tariff_id])
        .toSorted(),
    ).toEqual([
      ['77', '9'],
      ['78', '2'],
    ]);
    expect(subscriber.externalUserId).toBe('77');
  });

  test('private networks are out of reach', async () => {
    const { set } = await mirrored(api, fake);
    await expect(set({ baseUrl: 'http://127.0.0.1:1' })).rejects.toMatchObject({ key: 'VALIDATION_FAILED' });
  });
});

describe('echoes', () => {
  const create = 'internet_service/create';

  test('hooks of what we made there are ignored, with an origin and without', async () => {
    const { sold, pass, plans, tell, subscriptions, loginOf } = await mirrored(api, fake);
    const id = await sold(plans.middle.id);
    const login = await loginOf(id);
    const early: unknown[] = [];
    // Splynx's hook is here before its answer.
    fake.beforeAnswer = async (method) => {
      if (method === 'POST') early.push(await tell(splynx(create, { id: '5999', login })));
    };
    await pass();
    expect(early).toEqual([['IGNORED', 'ECHO']]);
    const [{ id: serviceId } = { id: '' }] = fake.all();
    for (const event of ['create', 'edit', 'delete']) {
      const hook = splynx(`internet_service/${event}`, { id: serviceId, tariff_id: '3', login: 'other' });
      expect(await tell(hook)).toEqual(['IGNORED', 'ECHO']);
    }
    expect(await subscriptions()).toMatchObject([{ id, status: 'ACTIVE', planId: plans.middle.id }]);
  });

  test('subscriptions that came from there are not told back', async () => {
    const { tell, only, pay, pass } = await mirrored(api, fake);
    await tell(splynx(create));
    await pay((await only()).id);
    await pass();
    expect(fake.requests).toEqual([]);
  });
});

test('one that was sold before is told when it is set up; removed, nothing more is told', async () => {
  const { sold, pass, set, remove, plans, state } = await mirrored(api, fake);
  await remove();
  await sold(plans.middle.id);
  await pass();
  expect(fake.requests).toEqual([]);
  await set();
  await pass();
  expect(fake.all()).toHaveLength(1);
  await remove();
  await sold(plans.dear.id);
  await pass();
  expect(fake.all()).toHaveLength(1);
  expect(await state()).toMatchObject({ settings: null, there: 1 });
});
