import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { API_SECRET, type FakeSplynx, startFakeSplynx } from '../fakes/splynx.ts';
import { useApi } from './api.ts';
import { splynx } from './external-system.ts';
import { advance, bodies, dataOf } from './helpers.ts';
import { syncedPartner } from './outbound-sync-helpers.ts';

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

describe('subscriptions in Splynx', () => {
  test('a subscription is created in Splynx after its first payment, at price 0 and with its origin', async () => {
    const { pending, pay, push, plans, partner, loginOf, state } = await syncedPartner(api, fake);
    const id = await pending(plans.middle.id);
    await push();
    expect(fake.requests).toEqual([]);
    await pay(id);
    await push();
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
    expect(await state()).toMatchObject({ synced: 1, pending: 0, failed: 0 });
    await push();
    expect(fake.requests).toEqual(['GET', 'POST']);
  });

  test('a subscription gets another tariff in Splynx when a plan change is applied', async () => {
    const { subscribe, pay, push, plans, partner } = await syncedPartner(api, fake);
    const id = await subscribe(plans.middle.id);
    await push();
    dataOf(await partner.patch(`/v1/subscriptions/${id}`, { planId: plans.cheap.id }));
    await push();
    expect(fake.all()).toMatchObject([{ tariff_id: '2' }]);
    dataOf(await advance(partner, { days: 30 }));
    await pay(id);
    await push();
    expect(fake.all()).toMatchObject([{ tariff_id: '1', status: 'active', unit_price: '0' }]);
    expect(fake.requests).toEqual(['GET', 'POST', 'PUT']);
  });

  test('a subscription is disabled in Splynx while out of service and deleted when it ends', async () => {
    const { subscribe, push, plans, partner } = await syncedPartner(api, fake);
    const id = await subscribe(plans.middle.id);
    await push();
    dataOf(await partner.delete(`/v1/subscriptions/${id}/plan?when=immediately`));
    await push();
    expect(fake.all()).toMatchObject([{ status: 'disabled', tariff_id: '2' }]);
    dataOf(await partner.post(`/v1/subscriptions/${id}/migrate-out`));
    await push();
    expect(fake.all()).toEqual([]);
    expect(fake.requests.slice(2)).toEqual(['PUT', 'DELETE']);
  });
});

describe('failed requests to Splynx', () => {
  test('a 401 is shown as a failure and retried', async () => {
    const { subscribe, push, pushLater, state, plans } = await syncedPartner(api, fake);
    fake.apiSecret = 'another';
    const id = await subscribe(plans.middle.id);
    await push();
    expect(await state()).toMatchObject({
      synced: 0,
      pending: 1,
      failures: [{ subscriptionId: id, failure: 'GET was answered with 401: Unauthorized' }],
    });
    fake.apiSecret = API_SECRET;
    await pushLater();
    expect(await state()).toMatchObject({ synced: 1, pending: 0, failures: [] });
  });

  test('an answer that would take long to parse is not parsed, whatever its status', async () => {
    const { subscribe, push, pushLater, state, plans } = await syncedPartner(api, fake);
    const id = await subscribe(plans.middle.id);
    const text = `[${'[],'.repeat(1_000_000)}0]`;
    const failure = (why: string) => ({ pending: 1, failures: [{ subscriptionId: id, failure: why }] });
    fake.faults.push({ status: 200, text });
    await push();
    expect(await state()).toMatchObject(failure('The answer has too many values.'));
    fake.faults.push({ status: 500, text });
    await pushLater();
    expect(await state()).toMatchObject(failure(`GET was answered with 500: ${text.slice(0, 300)}`));
    await pushLater();
    expect(await state()).toMatchObject({ synced: 1, pending: 0, failures: [] });
  });

  test('the next nonce is above one from a process whose clock is ahead', async () => {
    const { subscribe, push, plans, state } = await syncedPartner(api, fake);
    await subscribe(plans.middle.id);
    const ahead = Math.floor(Date.now() / 10) + 360_000;
    await api.sql`update outward_key set last_nonce = ${ahead}`;
    fake.lastNonce = ahead;
    await push();
    expect(fake.lastNonce).toBe(ahead + 2);
    expect(await state()).toMatchObject({ synced: 1, pending: 0, failed: 0 });
  });

  test('after a 503 nothing more is sent in that run; the next run pushes everything', async () => {
    const { subscribe, push, pushLater, state, plans } = await syncedPartner(api, fake);
    await subscribe(plans.middle.id);
    await subscribe(plans.dear.id);
    fake.faults.push({ status: 503 });
    await push();
    expect(fake.requests).toEqual(['GET']);
    await pushLater();
    expect(
      fake
        .all()
        .map(({ tariff_id }) => tariff_id)
        .toSorted(),
    ).toEqual(['2', '3']);
    expect(await state()).toMatchObject({ synced: 2, pending: 0, failed: 0 });
  });

  test.each([true, false])(
    'a lost answer leads to no second service (Splynx keeps the origin: %s)',
    async (keepsOrigin) => {
      fake.keepsOrigin = keepsOrigin;
      const { subscribe, push, pushLater, plans, state } = await syncedPartner(api, fake);
      await subscribe(plans.middle.id);
      fake.faults.push({ status: 500 }, 'after');
      await push();
      fake.faults.length = 0;
      fake.faults.push('after', 'after');
      await pushLater();
      fake.faults.length = 0;
      await pushLater();
      fake.faults.push('hang up');
      await pushLater();
      fake.faults.length = 0;
      await pushLater();
      expect(fake.all()).toHaveLength(1);
      expect(await state()).toMatchObject({ synced: 1, pending: 0, failures: [] });
    },
  );

  test('a subscription that ends after a lost answer is deleted in Splynx', async () => {
    const { subscribe, push, pushLater, plans, partner } = await syncedPartner(api, fake);
    const id = await subscribe(plans.middle.id);
    // The answer to the creation is lost, not the answer to the listing.
    fake.beforeAnswer = async (method) => {
      if (method === 'GET') fake.faults.push('after');
    };
    await push();
    expect(fake.all()).toHaveLength(1);
    Object.assign(fake, { beforeAnswer: async () => {} });
    dataOf(await partner.delete(`/v1/subscriptions/${id}/plan?when=immediately`));
    dataOf(await partner.post(`/v1/subscriptions/${id}/migrate-out`));
    await pushLater();
    expect(fake.all()).toEqual([]);
  });

  test('a change during a push is pushed after it', async () => {
    const { subscribe, push, plans, partner } = await syncedPartner(api, fake);
    const id = await subscribe(plans.middle.id);
    fake.beforeAnswer = async (method) => {
      if (method === 'POST') dataOf(await partner.delete(`/v1/subscriptions/${id}/plan?when=immediately`));
    };
    await push();
    expect(fake.all()).toMatchObject([{ status: 'disabled' }]);
  });

  test('a service that was deleted in Splynx is created again by the next push', async () => {
    const { subscribe, push, set, plans } = await syncedPartner(api, fake);
    const id = await subscribe(plans.middle.id);
    await push();
    fake.services.clear();
    await api.sql`update mirrored_service set sent = jsonb_set(sent, '{tariffId}', '"9"') where subscription_id = ${id}`;
    await set();
    await push();
    expect(fake.all()).toMatchObject([{ tariff_id: '2', status: 'active' }]);
  });

  test('a 422 is not retried until the settings are saved again', async () => {
    const { subscribe, push, pushLater, set, state, plans } = await syncedPartner(api, fake);
    await subscribe(plans.middle.id);
    fake.beforeAnswer = async (method) => {
      if (method === 'GET') fake.faults.push({ status: 422, message: 'Login is taken' });
    };
    await push();
    Object.assign(fake, { beforeAnswer: async () => {} });
    expect(await state()).toMatchObject({
      failed: 1,
      failures: [{ failure: 'POST was answered with 422: Login is taken' }],
    });
    await pushLater();
    expect(fake.all()).toEqual([]);
    await set();
    await push();
    expect(fake.all()).toHaveLength(1);
  });

  test('TARIFF_NOT_MAPPED and CUSTOMER_UNKNOWN are retried once the tariff is mapped and the customer id is set', async () => {
    const { subscribe, push, plans, partner, state, path, settings, subscriber } = await syncedPartner(
      api,
      fake,
    );
    const other = dataOf(await partner.post('/v1/plans', bodies.plan()));
    await subscribe(other.id);
    const stranger = bodies.subscriber();
    const { id } = dataOf(await partner.post('/v1/subscribers', stranger));
    await subscribe(plans.middle.id, id);
    await push();
    const failures = (await state()).failures.map(({ failure }) => failure).toSorted();
    expect(failures).toEqual(['CUSTOMER_UNKNOWN', 'TARIFF_NOT_MAPPED']);
    fake.customers.add('78');
    dataOf(await partner.put(`/v1/subscribers/${id}`, { ...stranger, externalUserId: '78' }));
    dataOf(await partner.put(path, { ...settings, tariffMap: { ...settings.tariffMap, 9: other.id } }));
    await push();
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

  test('VALIDATION_FAILED for a base URL in a private network', async () => {
    const { set } = await syncedPartner(api, fake);
    await expect(set({ baseUrl: 'http://127.0.0.1:1' })).rejects.toMatchObject({ key: 'VALIDATION_FAILED' });
  });
});

describe('own writes', () => {
  const create = 'internet_service/create';

  test('hooks about a service that Demarc created are IGNORED ECHO, also without an origin', async () => {
    const { subscribe, push, plans, sendAndProcess, subscriptions, loginOf } = await syncedPartner(api, fake);
    const id = await subscribe(plans.middle.id);
    const login = await loginOf(id);
    const early: unknown[] = [];
    // The hook arrives before the answer to the creation.
    fake.beforeAnswer = async (method) => {
      if (method === 'POST') early.push(await sendAndProcess(splynx(create, { id: '5999', login })));
    };
    await push();
    expect(early).toEqual([['IGNORED', 'ECHO']]);
    const [{ id: serviceId } = { id: '' }] = fake.all();
    for (const event of ['create', 'edit', 'delete']) {
      const hook = splynx(`internet_service/${event}`, { id: serviceId, tariff_id: '3', login: 'other' });
      expect(await sendAndProcess(hook)).toEqual(['IGNORED', 'ECHO']);
    }
    expect(await subscriptions()).toMatchObject([{ id, status: 'ACTIVE', planId: plans.middle.id }]);
  });

  test('a subscription that was onboarded from Splynx is not pushed', async () => {
    const { sendAndProcess, onlySubscription, pay, push } = await syncedPartner(api, fake);
    await sendAndProcess(splynx(create));
    await pay((await onlySubscription()).id);
    await push();
    expect(fake.requests).toEqual([]);
  });
});

test('setting up outbound sync pushes existing subscriptions; removing it stops all pushes', async () => {
  const { subscribe, push, set, remove, plans, state } = await syncedPartner(api, fake);
  await remove();
  await subscribe(plans.middle.id);
  await push();
  expect(fake.requests).toEqual([]);
  await set();
  await push();
  expect(fake.all()).toHaveLength(1);
  await remove();
  await subscribe(plans.dear.id);
  await push();
  expect(fake.all()).toHaveLength(1);
  expect(await state()).toMatchObject({ settings: null, synced: 1 });
});
