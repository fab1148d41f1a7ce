import { beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Partner, useApi } from './api.ts';
import { bodies, dataOf, expectRefused, pendingSubscription } from './helpers.ts';

const api = useApi();
let partner: Partner;
let made: Awaited<ReturnType<typeof pendingSubscription>>;
beforeAll(async () => {
  partner = await api.partner();
  made = await pendingSubscription(partner);
});

/** Expects exactly these fields to be rejected, each with its code. */
function expectFaults(answer: Answer, faults: Record<string, string>) {
  expectRefused(answer, 400, { error: 'VALIDATION_FAILED' });
  const found = answer.body.rejectionReasons.map(({ field, code }: Record<string, string>) => [field, code]);
  expect(Object.fromEntries(found)).toEqual(faults);
  expect(found).toHaveLength(Object.keys(faults).length);
}

describe('400 lists all invalid fields', () => {
  test('400 lists all invalid fields of a subscriber', async () => {
    const body = {
      firstName: '   ',
      lastName: 'x'.repeat(101),
      email: 'ada at example.com',
      city: 12,
      country: 'ZZ',
      postalCode: null,
      colour: 'green',
    };
    expectFaults(await partner.post('/v1/subscribers', body), {
      firstName: 'REQUIRED',
      lastName: 'OUT_OF_RANGE',
      email: 'INVALID_FORMAT',
      phone: 'REQUIRED',
      city: 'INVALID_FORMAT',
      country: 'INVALID_FORMAT',
      postalCode: 'INVALID_FORMAT',
      colour: 'NOT_ALLOWED',
    });
  });

  test('400 lists all invalid fields of a plan', async () => {
    const body = bodies.plan({
      downloadSpeedMbps: '20',
      uploadSpeedMbps: 0,
      price: 99,
      billingCycleDays: 367,
      graceDays: 1.5,
      dataCapMb: 0,
    });
    expectFaults(await partner.post('/v1/plans', body), {
      downloadSpeedMbps: 'INVALID_FORMAT',
      uploadSpeedMbps: 'OUT_OF_RANGE',
      price: 'INVALID_VALUE',
      billingCycleDays: 'OUT_OF_RANGE',
      graceDays: 'INVALID_FORMAT',
      dataCapMb: 'OUT_OF_RANGE',
    });
  });

  test('400 lists invalid fields of query and body together', async () => {
    const answer = await partner.post('/v1/demarcation-points?dry=1', { accessType: 'AIR', latitude: 91 });
    expectFaults(answer, {
      dry: 'NOT_ALLOWED',
      name: 'REQUIRED',
      accessType: 'UNSUPPORTED',
      latitude: 'OUT_OF_RANGE',
    });
  });

  test('400 names fields in objects and arrays by dot path', async () => {
    const inObject = { speedOverride: { downloadSpeedMbps: '9', colour: 1 }, durationOverride: 0 };
    expectFaults(await partner.post('/v1/subscriptions', inObject), {
      subscriberId: 'REQUIRED',
      planId: 'REQUIRED',
      demarcationPointId: 'REQUIRED',
      'speedOverride.downloadSpeedMbps': 'INVALID_FORMAT',
      'speedOverride.uploadSpeedMbps': 'REQUIRED',
      'speedOverride.colour': 'NOT_ALLOWED',
      durationOverride: 'OUT_OF_RANGE',
    });
    const path = `/v1/subscribers/${made.subscriber.id}/deactivate`;
    expectFaults(await partner.post(path, { subscriptionIds: ['sbn_1', 5, '', null] }), {
      'subscriptionIds.1': 'INVALID_FORMAT',
      'subscriptionIds.2': 'REQUIRED',
      'subscriptionIds.3': 'INVALID_FORMAT',
    });
    expectFaults(await partner.post(path, { subscriptionIds: [] }), { subscriptionIds: 'OUT_OF_RANGE' });
  });

  test('400 creates no subscriber and no plan', async () => {
    expect((await partner.get('/v1/subscribers')).body.meta.total).toBe(1);
    expect((await partner.get('/v1/plans')).body.meta.total).toBe(1);
  });
});

describe('values of a body are not converted', () => {
  test.each([
    ['a number as string', { priceAmount: '100' }, 'priceAmount'],
    ['an empty string for a number', { priceAmount: '' }, 'priceAmount'],
    ['null for a number', { price: null, priceAmount: undefined }, 'price'],
    ['true for a number', { graceDays: true }, 'graceDays'],
    ['an array for a number', { billingCycleDays: [30] }, 'billingCycleDays'],
    ['a number for a string', { planName: 12 }, 'planName'],
    ['null for a string', { planName: null }, 'planName'],
    ['an object for a string', { planName: { toString: 'x' } }, 'planName'],
    ['a fraction for a whole number', { billingCycleDays: 30.5 }, 'billingCycleDays'],
    ['more digits than the currency has', { priceAmount: 100.001 }, 'priceAmount'],
    [
      'a fraction of a currency without decimals',
      { priceCurrency: 'UGX', priceAmount: 100_000.5 },
      'priceAmount',
    ],
  ])('400 INVALID_FORMAT for %s', async (_, wrong, field) => {
    const answer = await partner.post('/v1/plans', bodies.plan(wrong));
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body.rejectionReasons).toContainEqual(
      expect.objectContaining({ field, code: 'INVALID_FORMAT' }),
    );
  });

  test('400 INVALID_FORMAT for a number that is too large for a double', async () => {
    const raw = JSON.stringify(bodies.plan({ priceAmount: 12345 })).replace('12345', '1e999');
    expectFaults(await partner.post('/v1/plans', undefined, { raw }), { priceAmount: 'INVALID_FORMAT' });
  });

  test('400 INVALID_FORMAT for an enum value that is null, a number or an array', async () => {
    for (const accessType of [null, 5, ['FIBER']]) {
      const answer = await partner.post('/v1/demarcation-points', bodies.demarcationPoint({ accessType }));
      expectFaults(answer, { accessType: 'INVALID_FORMAT' });
    }
  });

  test('400 UNSUPPORTED for an enum value in lower case', async () => {
    const answer = await partner.post(
      '/v1/demarcation-points',
      bodies.demarcationPoint({ accessType: 'fiber' }),
    );
    expectFaults(answer, { accessType: 'UNSUPPORTED' });
  });
});

test.each([0.00001, 29.999])('400 INVALID_FORMAT for the amount %d', async (priceAmount) => {
  expectFaults(await partner.post('/v1/plans', bodies.plan({ priceAmount })), {
    priceAmount: 'INVALID_FORMAT',
  });
});

test.each([-1, 1_000_000_000.01, 1e21, -1e300])('400 OUT_OF_RANGE for the amount %d', async (priceAmount) => {
  expectFaults(await partner.post('/v1/plans', bodies.plan({ priceAmount })), {
    priceAmount: 'OUT_OF_RANGE',
  });
});

describe('400 NOT_ALLOWED for an unknown field', () => {
  const keys = [
    '__proto__',
    'constructor',
    'toString',
    'id',
    'status',
    'providerId',
    'createdAt',
    'firstname',
    '',
  ];

  test.each(keys)('400 NOT_ALLOWED for the field %j of a body', async (key) => {
    const raw = JSON.stringify(bodies.subscriber({ KEY: 1 })).replace('KEY', key);
    expectFaults(await partner.post('/v1/subscribers', undefined, { raw }), { [key || '_']: 'NOT_ALLOWED' });
  });

  test('400 NOT_ALLOWED for __proto__, also in a nested object', async () => {
    const raw = '{"name":"A","accessType":"FIBER","__proto__":{"status":"RETIRED"}}';
    const answer = await partner.post('/v1/demarcation-points', undefined, { raw });
    expectFaults(answer, { ['__proto__']: 'NOT_ALLOWED' });
    const deep = await partner.post('/v1/test-clock/advance', undefined, {
      raw: '{"by":{"__proto__":{"days":1},"days":1}}',
    });
    expectFaults(deep, { 'by.__proto__': 'NOT_ALLOWED' });
  });

  test.each([
    '?constructor=1',
    '?__proto__=1',
    '?__proto__[page]=1',
    '?hasOwnProperty',
    '?Page=1',
    '?identity=x',
    '?=1',
  ])('400 NOT_ALLOWED for the query %s', async (search) => {
    const field = decodeURIComponent(search.slice(1).split('=')[0] ?? '') || '_';
    expectFaults(await partner.get(`/v1/plans${search}`), { [field]: 'NOT_ALLOWED' });
  });

  test('400 NOT_ALLOWED for a field or parameter with the name of a path parameter', async () => {
    const path = `/v1/subscribers/${made.subscriber.id}`;
    const body = bodies.subscriber();
    expectFaults(await partner.put(path, { ...body, id: made.subscriber.id }), { id: 'NOT_ALLOWED' });
    expectFaults(await partner.put(`${path}?id=x`, body), { id: 'NOT_ALLOWED' });
    const raw = JSON.stringify({ ...body, id: 'ID' }).replace('"ID"', '"\\u0000"');
    expectRefused(await partner.put(path, undefined, { raw }), 400, { field: 'id' });
  });

  test('400 NOT_ALLOWED for a query of an operation without one', async () => {
    expectFaults(await partner.get(`/v1/plans/${made.plan.id}?expand=price`), { expand: 'NOT_ALLOWED' });
    expectFaults(await partner.post('/v1/plans?planName=x', bodies.plan()), { planName: 'NOT_ALLOWED' });
  });
});

describe('queries', () => {
  const cases: [string, Record<string, string>][] = [
    ['page=0', { page: 'MUST_BE_POSITIVE_INTEGER' }],
    ['page=-1', { page: 'MUST_BE_POSITIVE_INTEGER' }],
    ['page=abc', { page: 'MUST_BE_POSITIVE_INTEGER' }],
    ['page=', { page: 'MUST_BE_POSITIVE_INTEGER' }],
    ['page', { page: 'MUST_BE_POSITIVE_INTEGER' }],
    ['page=1.5', { page: 'MUST_BE_POSITIVE_INTEGER' }],
    ['page=0x10', { page: 'MUST_BE_POSITIVE_INTEGER' }],
    ['page=NaN', { page: 'MUST_BE_POSITIVE_INTEGER' }],
    ['page=%201', { page: 'MUST_BE_POSITIVE_INTEGER' }],
    ['limit=0', { limit: 'MUST_BE_POSITIVE_INTEGER' }],
    ['limit=1e1', { limit: 'MUST_BE_POSITIVE_INTEGER' }],
    ['limit=Infinity', { limit: 'MUST_BE_POSITIVE_INTEGER' }],
    ['limit=101', { limit: 'OUT_OF_RANGE' }],
    [
      'page=0&limit=0&sort=price&isActive=yes',
      {
        page: 'MUST_BE_POSITIVE_INTEGER',
        limit: 'MUST_BE_POSITIVE_INTEGER',
        sort: 'UNSUPPORTED',
        isActive: 'INVALID_FORMAT',
      },
    ],
    ['page=1&page=1', { page: 'INVALID_FORMAT' }],
    ['page=1&page=2&limit=0', { page: 'INVALID_FORMAT', limit: 'MUST_BE_POSITIVE_INTEGER' }],
    ['q=a&%71=b', { q: 'INVALID_FORMAT' }],
    ['page[]=1', { 'page[]': 'NOT_ALLOWED' }],
    ['q=%00', { q: 'INVALID_FORMAT' }],
    ['q=a%zz', { q: 'INVALID_FORMAT' }],
    ['q=%E0%A4%A', { q: 'INVALID_FORMAT' }],
    ['q=%ED%A0%80', { q: 'INVALID_FORMAT' }],
    ['%zz=1', { _: 'INVALID_FORMAT' }],
    ['a%00=1', { _: 'INVALID_FORMAT' }],
    ['isActive=1', { isActive: 'INVALID_FORMAT' }],
    ['isActive=TRUE', { isActive: 'INVALID_FORMAT' }],
    ['currency=XXL', { currency: 'INVALID_FORMAT' }],
    ['createdAfter=yesterday', { createdAfter: 'INVALID_FORMAT' }],
    ['createdAfter=2026-01-01', { createdAfter: 'INVALID_FORMAT' }],
    ['createdAfter=2026-02-30T00:00:00Z', { createdAfter: 'INVALID_FORMAT' }],
    ['createdBefore=2026-01-01T00:00:00', { createdBefore: 'INVALID_FORMAT' }],
  ];
  test.each(cases)('400 for a list with the query ?%s', async (search, faults) => {
    expectFaults(await partner.get(`/v1/plans?${search}`), faults);
  });

  test.each(['', '&', '&&', 'page=1&&limit=5', 'q=home+fibre', 'createdAfter=2026-01-01T00:00:00%2B03:00'])(
    '200 for the query ?%s',
    async (search) => {
      expect((await partner.get(`/v1/plans?${search}`)).status).toBe(200);
    },
  );
});

describe('at most a hundred faults', () => {
  const many = <T>(value: T) => Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`key${i}`, value]));

  test('400 lists the first hundred unknown fields', async () => {
    const answer = await partner.post('/v1/demarcation-points', { ...many(1), accessType: 'AIR' });
    const first = Object.keys(many(1)).slice(0, 100);
    expectFaults(answer, Object.fromEntries(first.map((key) => [key, 'NOT_ALLOWED'])));
  });

  test('400 lists the first hundred unknown references', async () => {
    const tariffMap = many('pln_x');
    const answer = await partner.post('/v1/integrations', bodies.integration({ tariffMap }));
    const first = Object.keys(tariffMap).slice(0, 100);
    expectFaults(answer, Object.fromEntries(first.map((key) => [`tariffMap.${key}`, 'INVALID_VALUE'])));
  });
});

describe('the query of a POST', () => {
  const disable = (search: string, body?: object) =>
    partner.post(`/v1/plans/${made.plan.id}/disable${search}`, body);

  test('200 for confirm in the query of a POST', async () => {
    const { id, planName } = dataOf(
      await partner.post('/v1/plans', bodies.plan({ planName: 'Fibre & Co + 50%' })),
    );
    const confirm = encodeURIComponent(planName.toUpperCase());
    expect(
      dataOf(await partner.post(`/v1/plans/${id}/disable?confirm=${confirm}`)).disabledAt,
    ).not.toBeNull();
    expect(dataOf(await partner.delete(`/v1/plans/${id}?confirm=${confirm}`))).toEqual({ id, deleted: true });
  });

  test('400 for an invalid confirm in the query of a POST', async () => {
    expectFaults(await disable(''), { confirm: 'REQUIRED' });
    expectFaults(await disable('?confirm='), { confirm: 'REQUIRED' });
    expectFaults(await disable('?confirm=%20'), { confirm: 'REQUIRED' });
    expectFaults(await disable('?confirm=a&confirm=a'), { confirm: 'INVALID_FORMAT' });
    expectFaults(await disable('?confirm=%00'), { confirm: 'INVALID_FORMAT' });
  });

  test('400 NOT_ALLOWED for confirm in the body', async () => {
    const answer = await disable('', { confirm: made.plan.planName });
    expectFaults(answer, { confirm: 'NOT_ALLOWED' });
    expectFaults(await disable(`?confirm=${encodeURIComponent(made.plan.planName)}`, { force: true }), {
      force: 'NOT_ALLOWED',
    });
  });

  test('400 does not disable the plan', async () => {
    expect((await partner.get(`/v1/plans/${made.plan.id}`)).body.data.disabledAt).toBeNull();
  });
});
