import { beforeAll, describe, expect, test } from 'vitest';
import { type Partner, useApi } from './api.ts';
import { activeSubscription, bodies, dataOf } from './helpers.ts';

const api = useApi();
let partner: Partner;
/** Ids of five subscribers in order of creation. */
let ids: string[];
beforeAll(async () => {
  partner = await api.partner();
  ids = [];
  for (const [firstName, lastName] of [
    ['Cleo', 'Okoro'],
    ['Ada', 'Okoro'],
    ['Bo', 'Okoro'],
    ['Eve', 'Adams'],
    ['Dan', 'Zulu'],
  ]) {
    ids.push(dataOf(await partner.post('/v1/subscribers', bodies.subscriber({ firstName, lastName }))).id);
  }
});

const list = async (search = '', path = '/v1/subscribers') => {
  const answer = await partner.get(`${path}${search}`);
  return { data: dataOf(answer) as Record<string, string>[], meta: answer.body.meta };
};
const idsOf = async (search: string) => (await list(search)).data.map((row) => row.id);
const newestFirst = () => ids.toReversed();

describe('paging', () => {
  test('a list starts with page 1 of 20 rows, newest first', async () => {
    const { data, meta } = await list();
    expect(meta).toEqual({ page: 1, limit: 20, total: 5, totalPages: 1, next: null });
    expect(data.map((row) => row.id)).toEqual(newestFirst());
  });

  test('pages have no gap and no repeat', async () => {
    const pages = [await list('?limit=2'), await list('?limit=2&page=2'), await list('?limit=2&page=3')];
    expect(pages.flatMap(({ data }) => data.map((row) => row.id))).toEqual(newestFirst());
    expect(pages.map(({ meta }) => meta)).toEqual([
      { page: 1, limit: 2, total: 5, totalPages: 3, next: ids[3] },
      { page: 2, limit: 2, total: 5, totalPages: 3, next: ids[1] },
      { page: 3, limit: 2, total: 5, totalPages: 3, next: null },
    ]);
  });

  test('limit may be 100', async () => {
    expect((await list('?limit=100')).meta).toMatchObject({ limit: 100, totalPages: 1 });
  });

  test.each([2, 1000, 10_000_000_001, Number.MAX_SAFE_INTEGER])(
    'page %i past the end is empty',
    async (page) => {
      expect(await list(`?page=${page}&limit=100`)).toEqual({
        data: [],
        meta: { page, limit: 100, total: 5, totalPages: 1, next: null },
      });
    },
  );

  test('an empty list has 0 pages, an empty page of another list has the total', async () => {
    expect(await list('', '/v1/payments')).toEqual({
      data: [],
      meta: { page: 1, limit: 20, total: 0, totalPages: 0, next: null },
    });
    expect((await list('?status=active&page=3')).meta).toMatchObject({ total: 5, totalPages: 1 });
    expect((await list('?status=terminated&page=3')).meta).toEqual({
      page: 3,
      limit: 20,
      total: 0,
      totalPages: 0,
      next: null,
    });
  });
});

describe('sorting', () => {
  test('sort by createdAt in both directions', async () => {
    expect(await idsOf('?sort=createdAt')).toEqual(ids);
    expect(await idsOf('?sort=-createdAt')).toEqual(newestFirst());
  });

  test('sort by updatedAt in both directions', async () => {
    const [first = ''] = ids;
    dataOf(await partner.post(`/v1/subscribers/${first}/suspend`));
    expect((await idsOf('?sort=-updatedAt'))[0]).toBe(first);
    expect((await idsOf('?sort=updatedAt')).at(-1)).toBe(first);
    dataOf(await partner.post(`/v1/subscribers/${first}/activate`));
  });

  test('sort by a field in both directions', async () => {
    const names = async (sort: string) => (await list(`?sort=${sort}`)).data.map((row) => row.firstName);
    expect(await names('firstName')).toEqual(['Ada', 'Bo', 'Cleo', 'Dan', 'Eve']);
    expect(await names('-firstName')).toEqual(['Eve', 'Dan', 'Cleo', 'Bo', 'Ada']);
  });

  test('ties are in order of creation, in the direction of the sort', async () => {
    const [cleo, ada, bo, eve, dan] = ids;
    expect(await idsOf('?sort=lastName')).toEqual([eve, cleo, ada, bo, dan]);
    expect(await idsOf('?sort=-lastName')).toEqual([dan, bo, ada, cleo, eve]);
  });

  test.each([
    '/v1/subscribers',
    '/v1/demarcation-points',
    '/v1/plans',
    '/v1/subscriptions',
    '/v1/payments',
    '/v1/invoices',
    '/v1/events',
    '/v1/schedule-d',
  ])('%s sorts by createdAt and updatedAt', async (path) => {
    for (const sort of ['createdAt', '-createdAt', 'updatedAt', '-updatedAt']) {
      expect((await partner.get(`${path}?sort=${sort}`)).status).toBe(200);
    }
  });

  test('events of the same instant are in order of creation', async () => {
    const { id } = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
    await partner.post(`/v1/subscribers/${id}/terminate`);
    const { subscription } = await activeSubscription(partner);
    const { data } = await list('?sort=createdAt&limit=100', '/v1/events');
    const types = data.map((event) => event.type);
    expect(types.indexOf('payment.received')).toBeGreaterThan(types.indexOf('subscription.created'));
    const reversed = await list('?sort=-createdAt&limit=100', '/v1/events');
    expect(reversed.data.map((event) => event.id)).toEqual(data.map((event) => event.id).toReversed());
    expect(subscription.status).toBe('ACTIVE');
  });
});

describe('createdAfter and createdBefore', () => {
  const createdAt = async (id: string | undefined) =>
    encodeURIComponent(dataOf(await partner.get(`/v1/subscribers/${id}`)).createdAt);

  test('createdAfter is inclusive, createdBefore exclusive', async () => {
    const [from, to] = [await createdAt(ids[1]), await createdAt(ids[3])];
    const found = await list(`?createdAfter=${from}&createdBefore=${to}&sort=createdAt`);
    expect(found.data.map((row) => row.id)).toEqual(ids.slice(1, 3));
    expect(found.meta.total).toBe(2);
  });

  test('createdAfter accepts any offset', async () => {
    const at = new Date(decodeURIComponent(await createdAt(ids[4])));
    const nairobi = new Date(at.getTime() + 3 * 3_600_000).toISOString().replace('Z', '+03:00');
    const found = await idsOf(`?createdAfter=${encodeURIComponent(nairobi)}&sort=createdAt`);
    expect(found[0]).toBe(ids[4]);
  });

  test('a range without rows is an empty list', async () => {
    expect((await list('?createdBefore=2020-01-01T00:00:00Z')).meta.total).toBe(0);
    expect((await list('?createdAfter=2999-01-01T00:00:00Z')).data).toEqual([]);
  });

  test.each([
    ['/v1/plans', ''],
    ['/v1/demarcation-points', ''],
    ['/v1/subscriptions', '&expiresBefore=2999-01-01T00:00:00Z'],
    ['/v1/payments', ''],
    ['/v1/invoices', '&dueBefore=2999-01-01T00:00:00Z'],
    ['/v1/events', ''],
    ['/v1/schedule-d', ''],
  ])('%s%s filters by createdAfter and createdBefore', async (path, more) => {
    expect((await list(`?createdBefore=2000-01-01T00:00:00Z${more}`, path)).meta.total).toBe(0);
    expect((await list(`?createdAfter=2000-01-01T00:00:00Z${more}`, path)).meta.total).toBeGreaterThan(0);
  });
});

describe('filters', () => {
  test('filters are combined, and the total follows', async () => {
    const { data, meta } = await list('?q=okoro&limit=2&status=active');
    expect(data).toHaveLength(2);
    expect(meta).toEqual({ page: 1, limit: 2, total: 3, totalPages: 2, next: data[1]?.id });
  });

  test('q ignores case, and % and _ are literal', async () => {
    expect(await idsOf('?q=OKO')).toHaveLength(3);
    for (const q of ['%25', '_', '%5C', "'"]) expect((await list(`?q=${q}`)).meta.total, q).toBe(0);
  });

  test.each([
    '/v1/subscriptions?subscriberId=ID',
    '/v1/subscriptions?planId=ID',
    '/v1/subscriptions?demarcationPointId=ID',
    '/v1/payments?subscriberId=ID',
    '/v1/payments?subscriptionId=ID',
    '/v1/invoices?subscriberId=ID',
    '/v1/invoices?subscriptionId=ID',
    '/v1/events?resourceId=ID',
  ])('%s is empty for an id of another provider and for an unknown id', async (template) => {
    const made = await activeSubscription(await api.partner());
    const field = template.split('?')[1]?.split('=')[0];
    const otherId = {
      subscriberId: made.subscriber.id,
      planId: made.plan.id,
      demarcationPointId: made.subscription.demarcationPointId,
      subscriptionId: made.subscription.id,
      resourceId: made.payment.id,
    }[field as 'planId'];
    for (const id of [otherId, 'never', 'x'.repeat(60)]) {
      expect((await list('', template.replace('ID', id as string))).meta.total).toBe(0);
    }
  });

  test('subscriptions filter by demarcationPointId', async () => {
    const partner = await api.partner();
    const here = await activeSubscription(partner);
    await activeSubscription(partner);
    const { body } = await partner.get(
      `/v1/subscriptions?demarcationPointId=${here.subscription.demarcationPointId}`,
    );
    expect(body.data).toMatchObject([{ id: here.subscription.id }]);
    expect(body.meta.total).toBe(1);
  });
});

test('totals are exact right after 24 concurrent writes', async () => {
  const other = await api.partner();
  const total = async (path: string) => (await other.get(path)).body.meta.total;
  const made = await Promise.all(
    Array.from({ length: 24 }, () => other.post('/v1/subscribers', bodies.subscriber())),
  );
  expect(made.every((answer) => answer.status === 201)).toBe(true);
  expect(await total('/v1/subscribers')).toBe(24);
  expect(await total('/v1/subscribers?status=active')).toBe(24);
  expect(await total('/v1/events')).toBe(24);
});
