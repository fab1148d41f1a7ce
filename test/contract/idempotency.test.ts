import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Partner, useApi } from './api.ts';
import {
  activeSubscription,
  advance,
  bodies,
  dataOf,
  eventTypes,
  expectRefused,
  pendingSubscription,
} from './helpers.ts';

const api = useApi();
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
});

const replayed = (answer: Answer) => answer.headers.get('idempotent-replayed');
const keyUsed = { error: 'CONFLICT', field: 'Idempotency-Key', code: 'CONFLICT' } as const;
const plans = async () => (await partner.get('/v1/plans')).body.meta.total;

describe('a repeated request with the same idempotency key', () => {
  test('a repeated request returns the same status and bytes, with the correlation id, and has no effect', async () => {
    const [key, body] = [randomUUID(), bodies.plan()];
    const first = await partner.post('/v1/plans', body, { key });
    const before = await plans();
    const again = await partner.post('/v1/plans', body, {
      key,
      headers: { 'x-correlation-id': randomUUID() },
    });
    expect(first.status).toBe(201);
    expect(again.status).toBe(201);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('x-correlation-id')).toBe(first.headers.get('x-correlation-id'));
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect([replayed(first), replayed(again)]).toEqual([null, 'true']);
    expect(await plans()).toBe(before);
    expect(await eventTypes(partner, first.body.data.id)).toEqual(['plan.created']);
  });

  test('a repeated request returns the first answer although the resource has changed', async () => {
    const [key, body] = [randomUUID(), bodies.subscriber()];
    const first = await partner.post('/v1/subscribers', body, { key });
    dataOf(await partner.put(`/v1/subscribers/${first.body.data.id}`, bodies.subscriber()));
    dataOf(await partner.post(`/v1/subscribers/${first.body.data.id}/terminate`));
    expect((await partner.post('/v1/subscribers', body, { key })).text).toBe(first.text);
  });

  test('a repeated PUT, PATCH, DELETE or action returns the first answer', async () => {
    const { plan, point, subscription, subscriber } = await pendingSubscription(partner);
    const confirm = encodeURIComponent(plan.planName);
    const calls: [string, string, object?][] = [
      ['PUT', `/v1/subscribers/${subscriber.id}`, bodies.subscriber()],
      ['PATCH', `/v1/demarcation-points/${point.id}`, { name: 'Moved' }],
      ['POST', `/v1/subscribers/${subscriber.id}/suspend`, { reason: 'unpaid' }],
      ['POST', `/v1/plans/${plan.id}/disable?confirm=${confirm}`],
      ['DELETE', `/v1/subscriptions/${subscription.id}`],
    ];
    for (const [method, path, body] of calls) {
      const options = { key: randomUUID(), ...(body ? { raw: JSON.stringify(body) } : {}) };
      const first = await partner.request(method, path, options);
      const again = await partner.request(method, path, options);
      expect(first.status, first.text).toBe(200);
      expect(again.text, path).toBe(first.text);
      expect(replayed(again), path).toBe('true');
    }
    expect(await eventTypes(partner, plan.id)).toEqual(['plan.created', 'plan.updated']);
  });

  test('a repeated payment creates one payment', async () => {
    const { subscription } = await pendingSubscription(partner);
    const [key, body] = [randomUUID(), { subscriptionId: subscription.id, rail: 'manual' }];
    const first = await partner.post('/v1/payments', body, { key });
    const again = await partner.post('/v1/payments', body, { key });
    expect(again.text).toBe(first.text);
    const { meta } = (await partner.get(`/v1/payments?subscriptionId=${subscription.id}`)).body;
    expect(meta.total).toBe(1);
  });

  test('a repeated request may have other key order, white space and number notation', async () => {
    const key = randomUUID();
    const first = await partner.post('/v1/demarcation-points', undefined, {
      key,
      raw: '{"name":"A","accessType":"FIBER","latitude":1.5}',
    });
    const again = await partner.post('/v1/demarcation-points', undefined, {
      key,
      raw: '{ "latitude": 15e-1,\n "accessType": "FIBER", "n\\u0061me": "A" }',
      headers: { 'content-type': 'application/json; charset=utf-8' },
    });
    expect(first.status).toBe(201);
    expect(again.text).toBe(first.text);
  });
});

describe('409 CONFLICT for a used idempotency key', () => {
  test('409 CONFLICT when the key was used for another body', async () => {
    const key = randomUUID();
    dataOf(await partner.post('/v1/plans', bodies.plan(), { key }));
    const before = await plans();
    expectRefused(await partner.post('/v1/plans', bodies.plan(), { key }), 409, keyUsed);
    expect(await plans()).toBe(before);
  });

  test('409 CONFLICT when the body has one more field', async () => {
    const key = randomUUID();
    const body = bodies.demarcationPoint();
    dataOf(await partner.post('/v1/demarcation-points', body, { key }));
    expectRefused(
      await partner.post('/v1/demarcation-points', { ...body, city: 'Mbale' }, { key }),
      409,
      keyUsed,
    );
  });

  test('409 CONFLICT when the key was used for another path, method or query', async () => {
    const [one, two] = [await pendingSubscription(partner), await pendingSubscription(partner)];
    const key = randomUUID();
    dataOf(await partner.post(`/v1/subscribers/${one.subscriber.id}/suspend`, undefined, { key }));
    const conflicts = [
      await partner.post(`/v1/subscribers/${two.subscriber.id}/suspend`, undefined, { key }),
      await partner.post(`/v1/subscribers/${one.subscriber.id}/activate`, undefined, { key }),
      await partner.delete(`/v1/subscriptions/${one.subscription.id}`, { key }),
    ];
    for (const answer of conflicts) expectRefused(answer, 409, keyUsed);

    const disable = `/v1/plans/${one.plan.id}/disable?confirm=`;
    const name = encodeURIComponent(one.plan.planName);
    const other = randomUUID();
    dataOf(await partner.post(disable + name, undefined, { key: other }));
    expectRefused(await partner.post(`${disable}${name}%20`, undefined, { key: other }), 409, keyUsed);
    expect(replayed(await partner.post(disable + name, undefined, { key: other }))).toBe('true');
  });
});

describe('answers that are not stored', () => {
  test('a request that was refused runs again with the same key', async () => {
    const key = randomUUID();
    const { email, phone } = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
    const body = bodies.subscriber({ email });
    expectRefused(await partner.post('/v1/subscribers', body, { key }), 400, {
      error: 'Email already in use for this provider',
    });
    expectRefused(await partner.post('/v1/subscribers', bodies.subscriber({ phone }), { key }), 400);
    const made = await partner.post('/v1/subscribers', bodies.subscriber(), { key });
    expect(made.status).toBe(201);
    expect(replayed(made)).toBeNull();
  });

  test('a request that was refused with 409 succeeds with the same key once the conflict is resolved', async () => {
    const { subscriber } = await activeSubscription(partner);
    const [path, key] = [`/v1/subscribers/${subscriber.id}/activate`, randomUUID()];
    expectRefused(await partner.post(path, undefined, { key }), 409);
    dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/suspend`));
    expect(dataOf(await partner.post(path, undefined, { key })).status).toBe('active');
  });

  test('400 for an invalid body takes precedence over 409 for a used key', async () => {
    const key = randomUUID();
    dataOf(await partner.post('/v1/plans', bodies.plan(), { key }));
    const answer = await partner.post('/v1/plans', { planName: 5 }, { key });
    expectRefused(answer, 400, { error: 'VALIDATION_FAILED', field: 'planName' });
  });
});

test('of 8 concurrent requests with one key one has an effect, the others get its answer or 409 CONFLICT with Retry-After', async () => {
  for (let round = 0; round < 5; round++) {
    const [key, body] = [randomUUID(), bodies.subscriber()];
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => partner.post('/v1/subscribers', body, { key })),
    );
    const made = answers.filter((answer) => answer.status === 201);
    expect(made.filter((answer) => replayed(answer) === null)).toHaveLength(1);
    expect(new Set(made.map((answer) => answer.text)).size).toBe(1);
    for (const answer of answers.filter((other) => other.status !== 201)) {
      expectRefused(answer, 409, keyUsed);
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    const found = await partner.get(`/v1/subscribers?email=${encodeURIComponent(body.email)}`);
    expect(found.body.meta.total).toBe(1);
    expect((await partner.post('/v1/subscribers', body, { key })).text).toBe(made[0]?.text);
  }
});

test('the same key of another provider is a different key', async () => {
  const [key, body, other] = [randomUUID(), bodies.plan(), await api.partner()];
  const mine = await partner.post('/v1/plans', body, { key });
  const otherAnswer = await other.post('/v1/plans', body, { key });
  expect(otherAnswer.status).toBe(201);
  expect(replayed(otherAnswer)).toBeNull();
  expect(otherAnswer.body.data.id).not.toBe(mine.body.data.id);
});

test.each([
  ['a plan', '/v1/plans', bodies.plan({ planName: 'Home' })],
  ['a webhook', '/v1/webhooks', bodies.webhook()],
  ['an integration', '/v1/integrations', bodies.integration()],
])('the key of %s is kept until 30 days after the resource is deleted', async (_, path, body) => {
  const own = await api.partner();
  const key = randomUUID();
  const first = await own.post(path, body, { key });
  const { id } = dataOf(first);
  if (path === '/v1/plans') dataOf(await own.post(`${path}/${id}/disable?confirm=Home`));
  const deleteKey = randomUUID();
  const remove = () =>
    own.delete(`${path}/${id}${path === '/v1/plans' ? '?confirm=Home' : ''}`, { key: deleteKey });
  const removed = await remove();
  expect(dataOf(removed)).toEqual({ id, deleted: true });
  await advance(own, { days: 29, hours: 23 });
  expect((await own.post(path, body, { key })).text).toBe(first.text);
  const again = await remove();
  expect([again.text, replayed(again)]).toEqual([removed.text, 'true']);
  await advance(own, { hours: 1 });
  expectRefused(await remove(), 404, { error: 'NOT_FOUND' });
  const second = await own.post(path, body, { key });
  expect(second.status).toBe(201);
  expect(replayed(second)).toBeNull();
  expect(dataOf(second).id).not.toBe(id);
  expect((await own.post(path, body, { key })).text).toBe(second.text);
});

describe('values of Idempotency-Key', () => {
  test.each(['1', '!', 'a b', '~'.repeat(255), '{"a":1}', "'; drop table plan; --"])(
    '201 for Idempotency-Key %j',
    async (key) => {
      const body = bodies.demarcationPoint();
      const first = await partner.post('/v1/demarcation-points', body, { key });
      expect(first.status).toBe(201);
      expect((await partner.post('/v1/demarcation-points', body, { key })).text).toBe(first.text);
    },
  );

  test.each(['', 'x'.repeat(256), 'a\tb', 'é'])('400 INVALID_FORMAT for Idempotency-Key %j', async (key) => {
    const answer = await partner.post('/v1/demarcation-points', { accessType: 'AIR' }, { key });
    expectRefused(answer, 400, { field: 'Idempotency-Key', code: 'INVALID_FORMAT' });
    expectRefused(answer, 400, { field: 'accessType', code: 'UNSUPPORTED' });
  });

  test('Idempotency-Key has no effect on GET', async () => {
    const key = randomUUID();
    dataOf(await partner.post('/v1/plans', bodies.plan(), { key }));
    const answer = await partner.get('/v1/plans', { key });
    expect(answer.status).toBe(200);
    expect(replayed(answer)).toBeNull();
  });
});

test('a key is stored only if its request succeeds', async () => {
  const key = randomUUID();
  const kept = () =>
    api.sql`select 1 from idempotency_key where provider_id = ${partner.providerId} and key = ${key}`;
  const { email } = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
  await partner.post('/v1/subscribers', bodies.subscriber({ email }), { key });
  expect(await kept()).toHaveLength(0);
  await partner.post('/v1/subscribers', bodies.subscriber(), { key });
  expect(await kept()).toHaveLength(1);
});
