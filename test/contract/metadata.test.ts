import { beforeAll, describe, expect, test } from 'vitest';
import { type Partner, useApi } from './api.ts';
import { activeSubscription, bodies, dataOf, expectRefused, pendingSubscription } from './helpers.ts';

const api = useApi();
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
});

type Made = { id: string; metadata: Record<string, string> };
type Kind = {
  list: string;
  at: (made: Made) => string;
  create: (metadata?: unknown) => Promise<Answer>;
  patches: boolean;
};
type Answer = Awaited<ReturnType<Partner['post']>>;

let subscriberId: string;
const inBody = (body: object, metadata: unknown) => (metadata === undefined ? body : { ...body, metadata });

const kinds: Record<string, Kind> = {
  subscriber: {
    list: '/v1/subscribers',
    at: ({ id }) => `/v1/subscribers/${id}`,
    create: (metadata) => partner.post('/v1/subscribers', inBody(bodies.subscriber(), metadata)),
    patches: true,
  },
  plan: {
    list: '/v1/plans',
    at: ({ id }) => `/v1/plans/${id}`,
    create: (metadata) => partner.post('/v1/plans', inBody(bodies.plan(), metadata)),
    patches: true,
  },
  demarcationPoint: {
    list: '/v1/demarcation-points',
    at: ({ id }) => `/v1/demarcation-points/${id}`,
    create: (metadata) => partner.post('/v1/demarcation-points', inBody(bodies.demarcationPoint(), metadata)),
    patches: true,
  },
  subscription: {
    list: '/v1/subscriptions',
    at: ({ id }) => `/v1/subscriptions/${id}`,
    create: async (metadata) => {
      const { subscriber, plan, point } = await pendingSubscription(partner);
      const body = { subscriberId: subscriber.id, planId: plan.id, demarcationPointId: point.id };
      return partner.post('/v1/subscriptions', inBody(body, metadata));
    },
    patches: true,
  },
  payment: {
    list: '/v1/payments',
    at: ({ id }) => `/v1/payments/${id}`,
    create: async (metadata) => {
      const { subscription } = await pendingSubscription(partner);
      return partner.post(
        '/v1/payments',
        inBody({ subscriptionId: subscription.id, rail: 'manual' }, metadata),
      );
    },
    patches: false,
  },
  charge: {
    list: '/v1/charges',
    at: ({ id }) => `/v1/subscribers/${subscriberId}/charges/${id}`,
    create: async (metadata) => {
      subscriberId ??= dataOf(await partner.post('/v1/subscribers', bodies.subscriber())).id;
      return partner.post(`/v1/subscribers/${subscriberId}/charges`, inBody(bodies.charge(), metadata));
    },
    patches: false,
  },
  installation: {
    list: '/v1/installations',
    at: ({ id }) => `/v1/installations/${id}`,
    create: async (metadata) => {
      const { subscription } = await activeSubscription(partner);
      return partner.post(
        '/v1/installations',
        inBody({ subscriptionId: subscription.id, feeAmount: 5 }, metadata),
      );
    },
    patches: true,
  },
};

const given = { crm: '1042', 'a.b-c_D': '  as given ', empty: '' };

describe.each(Object.entries(kinds))('%s', (_, { list, at, create, patches }) => {
  test('has {} without any, and what is given at creation, without keys that are null', async () => {
    expect(dataOf(await create()).metadata).toEqual({});
    const made = dataOf(await create({ ...given, gone: null }));
    expect(made.metadata).toEqual(given);
    expect(dataOf(await partner.get(at(made))).metadata).toEqual(given);
  });

  test('the list takes metadata[KEY]=VALUE, any number of them', async () => {
    const key = `k${Math.random().toString(36).slice(2)}`;
    const [one, both] = [
      dataOf(await create({ [key]: 'x y' })),
      dataOf(await create({ [key]: 'x y', two: '2' })),
    ];
    const found = async (query: string) =>
      dataOf(await partner.get(`${list}?sort=createdAt&${query}`)).map(({ id }: Made) => id);
    expect(await found(`metadata[${key}]=x%20y`)).toEqual([one.id, both.id]);
    expect(await found(`metadata%5B${key}%5D=x+y&metadata[two]=2`)).toEqual([both.id]);
    expect(await found(`metadata[${key}]=x`)).toEqual([]);
    for (const query of ['metadata=1', 'metadata=1&metadata[x]=2'])
      expectRefused(await partner.get(`${list}?${query}`), 400, {
        field: 'metadata',
        code: 'INVALID_FORMAT',
      });
    expectRefused(await partner.get(`${list}?metadata[a%20b]=1`), 400, {
      field: 'metadata.a b',
      code: 'INVALID_FORMAT',
    });
    expectRefused(await partner.get(`${list}?metadata=1`), 400, {
      field: 'metadata',
      code: 'INVALID_FORMAT',
    });
    expectRefused(await partner.get(`${list}?metadata[a]=1&metadata[a]=2`), 400, { code: 'INVALID_FORMAT' });
  });

  test('400 for keys and values that are none', async () => {
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, 'v']));
    expectRefused(await create(many), 400, { field: 'metadata', code: 'OUT_OF_RANGE' });
    expectRefused(await create([]), 400, { field: 'metadata', code: 'INVALID_FORMAT' });
    const faults = await create({
      'a b': 'x',
      ['k'.repeat(41)]: 'x',
      n: 1,
      o: {},
      long: 'x'.repeat(501),
      ok: 'x'.repeat(500),
    });
    const field = (name: string) => ({ field: `metadata.${name}` });
    for (const name of ['a b', 'k'.repeat(41), 'n', 'o'])
      expectRefused(faults, 400, { ...field(name), code: 'INVALID_FORMAT' });
    expectRefused(faults, 400, { ...field('long'), code: 'OUT_OF_RANGE' });
    expect(faults.body.rejectionReasons).toHaveLength(5);
  });

  if (!patches) return;

  test('PATCH merges, and null removes a key; an equal one changes nothing', async () => {
    const made = dataOf(await create(given));
    const patched = dataOf(
      await partner.patch(at(made), { metadata: { crm: '7', empty: null, added: 'x' } }),
    );
    expect(patched.metadata).toEqual({ crm: '7', 'a.b-c_D': '  as given ', added: 'x' });
    const same = dataOf(await partner.patch(at(made), { metadata: { added: 'x', none: null, crm: '7' } }));
    expect(same).toEqual(patched);
    const cleared = dataOf(
      await partner.patch(at(made), { metadata: { crm: null, added: null, 'a.b-c_D': null } }),
    );
    expect(cleared.metadata).toEqual({});
    const half = (from: number) =>
      Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`k${from + i}`, 'v']));
    dataOf(await partner.patch(at(made), { metadata: half(0) }));
    expectRefused(await partner.patch(at(made), { metadata: half(30) }), 400, {
      field: 'metadata',
      code: 'OUT_OF_RANGE',
    });
  });
});

test.each(['/v1/subscribers', '/v1/plans'])('PUT %s replaces; the event lists metadata', async (path) => {
  const body = path === '/v1/plans' ? bodies.plan() : bodies.subscriber();
  const made = dataOf(await partner.post(path, { ...body, metadata: given }));
  const put = async (more: object) =>
    dataOf(await partner.put(`${path}/${made.id}`, { ...body, ...more })).metadata;
  expect(await put({ metadata: { a: '1' } })).toEqual({ a: '1' });
  const [event] = dataOf(await partner.get(`/v1/events?resourceId=${made.id}&limit=1`));
  expect(event.data).toMatchObject({
    changedFields: ['metadata'],
    previous: { metadata: given },
    current: { metadata: { a: '1' } },
  });
  expect(await put({})).toEqual({});
});

test('a duplicate of a plan has its metadata, and the snapshots of events have it', async () => {
  const plan = dataOf(await partner.post('/v1/plans', bodies.plan({ metadata: { a: '1' } })));
  expect(dataOf(await partner.post(`/v1/plans/duplicate/${plan.id}`, {})).metadata).toEqual({ a: '1' });
  const [event] = dataOf(await partner.get(`/v1/events?resourceId=${plan.id}&limit=1`));
  expect(event.data.current.metadata).toEqual({ a: '1' });
});
