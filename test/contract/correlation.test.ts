import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Partner, useApi } from './api.ts';
import { onTheWire } from './wire.ts';
import { bodies, dataOf, pendingSubscription } from './world.ts';

const api = useApi();
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
});

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

test.each([
  ['a success', 200, 'GET', '/v1/provider'],
  ['an unknown path', 404, 'GET', '/v1/nowhere'],
  ['a wrong method', 405, 'PUT', '/v1/plans'],
  ['a bad query', 400, 'GET', '/v1/plans?page=0'],
  ['an unknown id', 404, 'GET', '/v1/plans/x'],
])('%s carries one, the same in header and body', async (_, status, method, path) => {
  const answer = await partner.request(method, path);
  expect(answer.status).toBe(status);
  expect(answer.body.correlationId).toMatch(UUID);
  expect(answer.headers.get('x-correlation-id')).toBe(answer.body.correlationId);
});

test('401 carries one, and so does the document, in its header', async () => {
  expect((await api.anonymous().get('/v1/provider')).body.correlationId).toMatch(UUID);
  const document = await api.anonymous().get('/v1/openapi.json');
  expect(document.headers.get('x-correlation-id')).toMatch(UUID);
  expect(document.body.correlationId).toBeUndefined();
});

test('two requests have two', async () => {
  const [one, two] = await Promise.all([partner.get('/v1/provider'), partner.get('/v1/provider')]);
  expect(one.body.correlationId).not.toBe(two.body.correlationId);
});

describe("a caller's own", () => {
  test.each([randomUUID(), randomUUID().toUpperCase(), '00000000-0000-0000-0000-000000000000'])(
    '%s is used',
    async (given) => {
      const answer = await partner.get('/v1/provider', { headers: { 'x-correlation-id': given } });
      expect(answer.body.correlationId).toBe(given);
    },
  );

  test('is used in refusals', async () => {
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
  ])('%j is not, as it is no UUID', async (given) => {
    const answer = await partner.get('/v1/provider', { headers: { 'x-correlation-id': given } });
    expect(answer.status).toBe(200);
    expect(answer.body.correlationId).not.toBe(given);
    expect(answer.body.correlationId).toMatch(UUID);
  });

  test('given twice is none', async () => {
    const ids = [randomUUID(), randomUUID()];
    const answer = await onTheWire(api.base, {
      path: '/v1/provider',
      headers: { ...partner.headers, 'x-correlation-id': ids },
    });
    expect(ids).not.toContain(answer.body.correlationId);
    expect(answer.body.correlationId).toMatch(UUID);
  });
});

test('what a request caused carries its correlation id: events and audit entries', async () => {
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

test('each request its own', async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  const made = await partner.post('/v1/subscribers', bodies.subscriber(), {
    headers: { 'x-correlation-id': first },
  });
  const { id } = dataOf(made);
  await partner.post(`/v1/subscribers/${id}/suspend`, undefined, { headers: { 'x-correlation-id': second } });
  const events = dataOf(await partner.get(`/v1/events?resourceId=${id}&sort=createdAt`));
  expect(events.map((event: { correlationId: string }) => event.correlationId)).toEqual([first, second]);
});
