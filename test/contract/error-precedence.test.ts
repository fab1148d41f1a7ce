import { beforeAll, describe, expect, test } from 'vitest';
import { type Partner, useApi } from './api.ts';
import { activeSubscription, bodies, dataOf, expectRefused } from './helpers.ts';

const api = useApi({ RATE_LIMIT_LIVE: 1 });
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
});

const unknownId = 'sub_01kvsy9gf7fc69v7jfc1r55wx4';

describe('401 takes precedence', () => {
  test('401 before 404 and 400', async () => {
    const stranger = api.client({ 'x-access-id': 'nobody', 'x-access-secret': 'nothing' });
    expectRefused(await stranger.put(`/v1/subscribers/${unknownId}?x=1`, { firstName: 1 }), 401);
    expectRefused(await stranger.post('/v1/plans', undefined, { raw: '{' }), 401);
    expectRefused(await stranger.get('/v1/plans?page=0'), 401);
  });

  test('429 after 401 and before 404', async () => {
    const live = await api.partner({ livemode: true });
    const put = () => live.put(`/v1/subscribers/${unknownId}?x=1`, { firstName: 1 });
    const answers = await Promise.all(Array.from({ length: 30 }, put));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([404, 429]));
    const wrong = api.client({ ...live.headers, 'x-access-secret': 'wrong' });
    expectRefused(await wrong.get('/v1/provider'), 401);
  });
});

describe('404 for an id in the path takes precedence over 400', () => {
  test.each([
    ['an invalid query', '?x=1', {}],
    ['an invalid body', '', { firstName: 7 }],
    ['an unknown field', '', { status: 'active' }],
    ['a body that is not JSON', '', '{'],
    ['a NUL in the body', '', '{"firstName":"\\u0000"}'],
    ['an array', '', '[]'],
  ])('404 before 400 for %s', async (_, search, body) => {
    const raw = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await partner.put(`/v1/subscribers/${unknownId}${search}`, undefined, { raw });
    expectRefused(answer, 404, { error: 'NOT_FOUND', field: 'id', code: 'NOT_FOUND' });
    const { id } = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
    expectRefused(await partner.put(`/v1/subscribers/${id}${search}`, undefined, { raw }), 400);
  });

  test('404 before 400 for an invalid Idempotency-Key', async () => {
    const key = 'x'.repeat(256);
    expectRefused(await partner.put(`/v1/subscribers/${unknownId}`, bodies.subscriber(), { key }), 404);
  });

  test.each([
    ['GET', '/v1/events/evt_0199f3a4c1e27b0c9d4e5f60718293a4?x=1'],
    ['GET', '/v1/invoices/inv_01kvsy9gf7fc69v7jfc1r55wx4?x=1'],
    ['GET', '/v1/subscriptions/sbn_01kvsy9gf7fc69v7jfc1r55wx4/cycles?page=0'],
    ['POST', '/v1/plans/duplicate/pln_01kvsy9gf7fc69v7jfc1r55wx4?x=1'],
    ['POST', '/v1/plans/pln_01kvsy9gf7fc69v7jfc1r55wx4/disable'],
    ['PATCH', '/v1/demarcation-points/dmp_01kvsy9gf7fc69v7jfc1r55wx4?x=1'],
    ['POST', '/v1/payments/pay_01kvsy9gf7fc69v7jfc1r55wx4/simulate'],
    ['DELETE', '/v1/subscriptions/sbn_01kvsy9gf7fc69v7jfc1r55wx4?x=1'],
  ])('404 before 400 for %s %s', async (method, path) => {
    expectRefused(await partner.request(method, path), 404, { error: 'NOT_FOUND', field: 'id' });
  });

  test('404 before 400 for a deleted plan', async () => {
    const { id, planName } = dataOf(await partner.post('/v1/plans', bodies.plan()));
    const confirm = encodeURIComponent(planName);
    await partner.post(`/v1/plans/${id}/disable?confirm=${confirm}`);
    dataOf(await partner.delete(`/v1/plans/${id}?confirm=${confirm}`));
    expectRefused(await partner.put(`/v1/plans/${id}?x=1`, {}), 404);
    expectRefused(await partner.delete(`/v1/plans/${id}`), 404);
  });
});

describe('400 takes precedence over 409', () => {
  test('400 REQUIRED confirm before 409 PLAN_ALREADY_DISABLED', async () => {
    const { id, planName } = dataOf(await partner.post('/v1/plans', bodies.plan()));
    const path = `/v1/plans/${id}/disable`;
    dataOf(await partner.post(`${path}?confirm=${encodeURIComponent(planName)}`));
    expectRefused(await partner.post(path), 400, { field: 'confirm', code: 'REQUIRED' });
  });

  test('400 for the body before 409 CONFLICT', async () => {
    const { payment, subscriber } = await activeSubscription(partner);
    expectRefused(await partner.post(`/v1/payments/${payment.id}/simulate`, { outcome: 'win' }), 400);
    expectRefused(await partner.post(`/v1/payments/${payment.id}/simulate`, { outcome: 'succeed' }), 409);
    const suspend = `/v1/subscribers/${subscriber.id}/suspend`;
    dataOf(await partner.post(suspend));
    expectRefused(await partner.post(suspend, { reason: 5 }), 400);
    expectRefused(await partner.post(suspend), 409);
  });

  test('400 for the body before ALREADY_EXISTS', async () => {
    const { email } = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
    const answer = await partner.post('/v1/subscribers', bodies.subscriber({ email, country: 'ZZ' }));
    expectRefused(answer, 400, { error: 'VALIDATION_FAILED', field: 'country' });
  });
});
