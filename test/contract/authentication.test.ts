import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Partner, useApi } from './api.ts';
import { expectRefused } from './helpers.ts';

const api = useApi();
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
});

const refused = { error: 'UNAUTHORIZED', field: '_', code: 'UNAUTHORIZED' };

test('200 with access id and secret', async () => {
  const answer = await partner.get('/v1/provider');
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ success: true, data: { id: partner.providerId, livemode: false } });
});

describe('401 UNAUTHORIZED', () => {
  const cases: Record<string, () => Record<string, string>> = {
    'without credentials': () => ({}),
    'with the id alone': () => ({ 'x-access-id': partner.headers['x-access-id'] }),
    'with the secret alone': () => ({ 'x-access-secret': partner.headers['x-access-secret'] }),
    'with a wrong secret': () => ({ ...partner.headers, 'x-access-secret': randomUUID() }),
    'with an unknown id': () => ({ ...partner.headers, 'x-access-id': `aki_${randomUUID()}` }),
    'with empty headers': () => ({ 'x-access-id': '', 'x-access-secret': '' }),
    'with a secret that only begins right': () => ({
      ...partner.headers,
      'x-access-secret': partner.headers['x-access-secret'].slice(0, -1),
    }),
    'with a bearer token': () => ({ authorization: `Bearer ${partner.headers['x-access-secret']}` }),
    'with the pair as basic authentication': () => ({
      authorization: `Basic ${btoa(Object.values(partner.headers).join(':'))}`,
    }),
  };

  test.each(Object.keys(cases))('401 %s', async (name) => {
    expectRefused(await api.client(cases[name]?.() ?? {}).get('/v1/provider'), 401, refused);
  });

  test('401 with the credentials in the query string', async () => {
    const query = new URLSearchParams(partner.headers);
    expectRefused(await api.anonymous().get(`/v1/provider?${query}`), 401, refused);
  });

  test('401 with the id of one partner and the secret of another', async () => {
    const other = await api.partner();
    const mixed = { ...partner.headers, 'x-access-secret': other.headers['x-access-secret'] };
    expectRefused(await api.client(mixed).get('/v1/provider'), 401, refused);
  });

  test('401 is the same for a known and an unknown id', async () => {
    const wrong = { 'x-access-secret': 'wrong', 'x-correlation-id': '5f0c4a52-6a3e-4d0b-9a57-0d8f6f1f2b3c' };
    const known = await api.client({ ...partner.headers, ...wrong }).get('/v1/provider');
    const unknown = await api.client({ 'x-access-id': 'nobody', ...wrong }).get('/v1/provider');
    expect(unknown.text).toBe(known.text);
  });

  test('401 for a write, which has no effect', async () => {
    const stranger = api.client({ ...partner.headers, 'x-access-secret': 'wrong' });
    expectRefused(
      await stranger.post('/v1/demarcation-points', { name: 'A', accessType: 'FIBER' }),
      401,
      refused,
    );
    expect((await partner.get('/v1/demarcation-points')).body.meta.total).toBe(0);
  });
});

test('a live account has livemode true', async () => {
  const live = await api.partner({ livemode: true });
  expect((await live.get('/v1/provider')).body.data.livemode).toBe(true);
});

test('the OpenAPI document needs no credentials', async () => {
  expect((await api.anonymous().get('/v1/openapi.json')).status).toBe(200);
});
