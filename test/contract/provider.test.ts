import { expect, test } from 'vitest';
import { useApi } from './api.ts';
import { dataOf, expectRefused } from './helpers.ts';

const api = useApi();

test("200 with the caller's own account", async () => {
  const sandbox = await api.partner();
  const live = await api.partner({ livemode: true });
  const mine = dataOf(await sandbox.get('/v1/provider'));
  expect(mine).toEqual({
    id: sandbox.providerId,
    name: 'Partner',
    livemode: false,
    timeZone: expect.any(String),
    taxRate: 0,
    rails: [
      { name: 'manual', currencies: expect.arrayContaining(['KES', 'USD']) },
      { name: 'simulated', currencies: expect.arrayContaining(['KES', 'USD']) },
    ],
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  expect(mine.id).toMatch(/^prv_[0-9a-hjkmnp-tv-z]{26}$/);
  expect(dataOf(await live.get('/v1/provider'))).toMatchObject({ id: live.providerId, livemode: true });
});

test('200 with taxRate as a number', async () => {
  const partner = await api.partner();
  await api.sql`update provider set tax_rate = 0.16 where id = ${partner.providerId}`;
  expect(dataOf(await partner.get('/v1/provider')).taxRate).toBe(0.16);
});

test('400 NOT_ALLOWED for a query parameter, 405 for PUT', async () => {
  const partner = await api.partner();
  expectRefused(await partner.get('/v1/provider?page=1'), 400, { field: 'page', code: 'NOT_ALLOWED' });
  const answer = await partner.request('PUT', '/v1/provider');
  expectRefused(answer, 405, { code: 'NOT_ALLOWED' });
  expect(answer.headers.get('allow')).toBe('GET');
});
