import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Partner, useApi } from './api.ts';
import { bodies, dataOf, pendingSubscription } from './helpers.ts';
import { onTheWire } from './raw-http.ts';

const api = useApi();
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
});

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

test.each([
  ['200', 200, 'GET', '/v1/provider'],
  ['404 for an unknown path', 404, 'GET', '/v1/nowhere'],
  ['405 for a wrong method', 405, 'PUT', '/v1/plans'],
  ['400 for an invalid query', 400, 'GET', '/v1/plans?page=0'],
  ['404 for an unknown id', 404, 'GET', '/v1/plans/x'],
])('%s has the same correlation id in header and body', async (_, status, method, path) => {
  const answer = await partner.request(method, path);
  expect(answer.status).toBe(status);
  expect(answer.body.correlationId).toMatch(UUID);
  expect(answer.headers.get('x-correlation-id')).toBe(answer.body.correlationId);
});

test('401 and the OpenAPI document have a correlation id', async () => {
  expect((await api.anonymous().get('/v1/provider')).body.correlationId).toMatch(UUID);
  const document = await api.anonymous().get('/v1/openapi.json');
  expect(document.headers.get('x-correlation-id')).toMatch(UUID);
  expect(document.body.correlationId).toBeUndefined();
});

test('two requests have different correlation ids', async () => {
  const [one, two] = await Promise.all([partner.get('/v1/provider'), partner.get('/v1/provider')]);
  expect(one.body.correlationId).not.toBe(two.body.correlationId);
});

describe('X-Correlation-Id of the request', () => {
  test.each([randomUUID(), randomUUID().toUpperCase(), '00000000-0000-0000-0000-000000000000'])(
    'X-Correlation-Id %s is used',
    async (given) => {
      const answer = await partner.get('/v1/provider', { headers: { 'x-correlation-id': given } });
      expect(answer.body.correlationId).toBe(given);
    },
  );

  test('X-Correlation-Id is used in 400 and 404 answers', async () => {
    const headers = { 'x-correlation-id': randomUUID() };
    for (const path of ['/v1/nowhere', '/v1/plans/x', '/v1/plans?page=0']) {
      expect((await partner.get(path, { headers })).body.correlationId).toBe(headers['x-correlation-id']);
    }
  });

  test.each([
    '42',
    'not-a-uuid',
    `${randomUUID()}x`,
    `{${randomUUID()}}`,
    randomUUID().replaceAll('-', ''),
    '',
  ])('X-Correlation-Id %j is ignored because it is not a UUID', async (given) => {
    const answer = await partner.get('/v1/provider', { headers: { 'x-correlation-id': given } });
    expect(answer.status).toBe(200);
    expect(answer.body.correlationId).not.toBe(given);
    expect(answer.body.correlationId).toMatch(UUID);
  });

  test('X-Correlation-Id is ignored when it is sent twice', async () => {
    const ids = [randomUUID(), randomUUID()];
    const answer = await onTheWire(api.base, {
      path: '/v1/provider',
      headers: { ...partner.headers, 'x-correlation-id': ids },
    });
    expect(ids).not.toContain(answer.body.correlationId);
    expect(answer.body.correlationId).toMatch(UUID);
  });
});

test('events and audit entries have the correlation id of their request', async () => {
  const { subscription } = await pendingSubscription(partner);
  const given = randomUUID();
  const payment = dataOf(
    await partner.post(
      '/v1/payments',
      { subscriptionId: subscription.id, rail: 'manual' },
      { headers: { 'x-correlation-id': given } },
    ),
  );
  const events = dataOf(await partner.get('/v1/events?limit=100'));
  const caused = events.filter((event: { correlationId: string }) => event.correlationId === given);
  expect(caused.map((event: { type: string }) => event.type)).toContain('payment.received');
  expect(caused.map((event: { type: string }) => event.type)).toContain('billing.cycle_started');
  const audited = await api.sql`
    select resource_id, action from audit_entry
    where provider_id = ${partner.providerId} and correlation_id = ${given}`;
  expect(audited.map((entry) => entry.resource_id)).toContain(payment.id);
});

test('events of two requests have different correlation ids', async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  const made = await partner.post('/v1/subscribers', bodies.subscriber(), {
    headers: { 'x-correlation-id': first },
  });
  const { id } = dataOf(made);
  await partner.post(`/v1/subscribers/${id}/suspend`, undefined, { headers: { 'x-correlation-id': second } });
  const events = dataOf(await partner.get(`/v1/events?resourceId=${id}&sort=createdAt`));
  expect(events.map((event: { correlationId: string }) => event.correlationId)).toEqual([first, second]);
});
