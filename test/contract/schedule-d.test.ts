import { beforeAll, expect, test } from 'vitest';
import { loadScheduleD } from '../../server/domain/schedule-d/load.ts';
import { type Partner, useApi } from './api.ts';
import { activeSubscription, advance, bodies, dataOf, expectRefused } from './helpers.ts';

const api = useApi();
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
});

type Row = {
  planType: string;
  currency: string;
  minSpeedMbps: number;
  maxSpeedMbps: number;
  floorAmount: number;
};
const HEAD = 'planType,currency,minSpeedMbps,maxSpeedMbps,floorAmount,effectiveFrom';
const list = async (query: string): Promise<Row[]> => dataOf(await partner.get(`/v1/schedule-d?${query}`));
const plan = (over: object) => partner.post('/v1/plans', bodies.plan(over));
const tiers = [10, 25, 50, 100, 250, 500, 1000];

test('the default table has eight currencies with seven tiers each, without a gap', async () => {
  const answer = await partner.get('/v1/schedule-d?limit=1');
  expect(answer.body.meta).toMatchObject({ page: 1, limit: 1, total: 56, totalPages: 56 });
  for (const currency of ['USD', 'EUR', 'GBP', 'KES', 'NGN', 'ZAR', 'GHS', 'UGX']) {
    const rows = await list(`currency=${currency}&sort=minSpeedMbps`);
    expect(rows.map((row) => row.maxSpeedMbps)).toEqual(tiers);
    expect(rows.map((row) => row.minSpeedMbps)).toEqual([0, ...tiers.slice(0, -1)]);
    expect(new Set(rows.map((row) => row.planType))).toEqual(new Set(['RESIDENTIAL']));
  }
});

test('the list filters by planType and currency and sorts by floorAmount', async () => {
  expect(await list('planType=BUSINESS')).toEqual([]);
  expect(await list('planType=RESIDENTIAL&currency=JPY')).toEqual([]);
  const dearest = await list('currency=USD&sort=-floorAmount&limit=1');
  expect(dearest).toMatchObject([{ currency: 'USD', maxSpeedMbps: 1000 }]);
  expect(dearest[0]).toEqual({
    ...dearest[0],
    id: expect.stringMatching(/^sdf_[0-9a-hjkmnp-tv-z]{26}$/),
    effectiveFrom: expect.stringMatching(/Z$/),
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  expectRefused(await partner.get('/v1/schedule-d?sort=price'), 400, { field: 'sort', code: 'UNSUPPORTED' });
});

test('201 for a price at the floor, 400 PLAN_PRICE_BELOW_FLOOR for one minor unit less, at each limit of each tier', async () => {
  for (const { minSpeedMbps, maxSpeedMbps, floorAmount } of await list('currency=USD')) {
    for (const downloadSpeedMbps of [minSpeedMbps + 0.1, maxSpeedMbps]) {
      const at = { downloadSpeedMbps, priceCurrency: 'USD' };
      dataOf(await plan({ ...at, priceAmount: floorAmount }));
      const below = await plan({ ...at, priceAmount: Math.round(floorAmount * 100 - 1) / 100 });
      expectRefused(below, 400, { errorCode: 'PLAN_PRICE_BELOW_FLOOR', field: 'priceAmount' });
    }
  }
});

test('the floor does not depend on the length of the cycle', async () => {
  for (const billingCycleDays of [1, 366]) {
    dataOf(await plan({ downloadSpeedMbps: 10, priceAmount: 5, billingCycleDays }));
    expectRefused(await plan({ downloadSpeedMbps: 10, priceAmount: 4.99, billingCycleDays }), 400, {
      errorCode: 'PLAN_PRICE_BELOW_FLOOR',
    });
  }
});

test('the newest effective row applies by the clock of the provider, and existing plans stay', async () => {
  const { plan: running, subscription } = await activeSubscription(partner, {
    plan: { priceCurrency: 'GHS', priceAmount: 1000 },
  });
  const soon = new Date(Date.now() + 86_400_000).toISOString();
  const csv = `${HEAD}\nRESIDENTIAL,GHS,0,1000,2000,${soon}\n`;
  await loadScheduleD(csv);
  await loadScheduleD(csv);
  expect(await list('currency=GHS')).toHaveLength(8);
  dataOf(await plan({ priceCurrency: 'GHS', priceAmount: 1999.99 }));
  await advance(partner, { days: 2 });
  const below = await plan({ priceCurrency: 'GHS', priceAmount: 1999.99 });
  expectRefused(below, 400, { errorCode: 'PLAN_PRICE_BELOW_FLOOR' });
  dataOf(await plan({ priceCurrency: 'GHS', priceAmount: 2000 }));
  expect(dataOf(await partner.get(`/v1/plans/${running.id}`))).toEqual(running);
  expect(dataOf(await partner.get(`/v1/subscriptions/${subscription.id}`))).toEqual(subscription);
  const other = await api.partner();
  dataOf(await other.post('/v1/plans', bodies.plan({ priceCurrency: 'GHS', priceAmount: 1999.99 })));
});
