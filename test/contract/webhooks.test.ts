import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Partner, useApi } from './api.ts';
import { bodies, dataOf, expectRefused } from './helpers.ts';

const api = useApi();
let partner: Partner;
beforeEach(async () => {
  partner = await api.partner();
});

const create = (over: object = {}, by = partner) => by.post('/v1/webhooks', bodies.webhook(over));

describe('POST /v1/webhooks', () => {
  test('201 with the secret, which no other answer contains', async () => {
    const made = dataOf(
      await create({
        events: ['payment.received', 'plan.*'],
        headers: [{ name: 'X-Tag', value: 'one' }],
        description: 'Ledger',
      }),
    );
    expect(made).toEqual({
      id: expect.stringMatching(/^whk_[0-9a-hjkmnp-tv-z]{26}$/),
      url: 'https://example.com/hook',
      events: ['payment.received', 'plan.*'],
      headers: [{ name: 'X-Tag', value: 'one' }],
      apiVersion: '2026-01-15',
      description: 'Ledger',
      status: 'ACTIVE',
      secretLast4: made.secret.slice(-4),
      secret: expect.stringMatching(/^whsec_[\w-]{43}$/),
      createdAt: expect.any(String),
      updatedAt: made.createdAt,
    });
    const { secret, ...rest } = made;
    expect(dataOf(await partner.get(`/v1/webhooks/${made.id}`))).toEqual(rest);
    expect(dataOf(await partner.get('/v1/webhooks'))).toEqual([rest]);
    const [row] = await api.sql`select w::text as kept from webhook w where id = ${made.id}`;
    expect(row?.kept).not.toContain(secret);
    expect(row?.kept).not.toContain('X-Tag');
  });

  test('201 twice with one idempotency key has the same secret, which is stored encrypted', async () => {
    const [body, key] = [bodies.webhook(), randomUUID()];
    const first = await partner.post('/v1/webhooks', body, { key });
    const again = await partner.post('/v1/webhooks', body, { key });
    expect(again.text).toBe(first.text);
    const [row] = await api.sql`select body from idempotency_key where key = ${key}`;
    expect(row?.body).not.toContain(dataOf(first).secret);
    expect(dataOf(await partner.get('/v1/webhooks'))).toHaveLength(1);
  });

  test('events under user. are stored under subscriber., each once', async () => {
    const made = dataOf(
      await create({ events: ['user.created', 'subscriber.created', 'user.*', 'user.activated'] }),
    );
    expect(made.events).toEqual(['subscriber.created', 'subscriber.*', 'subscriber.activated']);
  });

  test.each([
    [{ events: [] }, 'events', 'OUT_OF_RANGE'],
    [{ events: undefined }, 'events', 'REQUIRED'],
    [{ events: '*' }, 'events', 'INVALID_FORMAT'],
    [{ events: ['plan.created', 'plan.exploded'] }, 'events.1', 'UNSUPPORTED'],
    [{ events: ['charge.*'] }, 'events.0', 'UNSUPPORTED'],
    [{ events: ['user.terminated'] }, 'events.0', 'UNSUPPORTED'],
    [{ events: [null] }, 'events.0', 'INVALID_FORMAT'],
    [{ apiVersion: '2024-01-01' }, 'apiVersion', 'UNSUPPORTED'],
    [{ url: undefined }, 'url', 'REQUIRED'],
    [{ url: ' ' }, 'url', 'REQUIRED'],
    [{ url: 'nowhere' }, 'url', 'INVALID_FORMAT'],
    [{ url: 'ftp://example.com/' }, 'url', 'INVALID_VALUE'],
    [{ url: 'https://user:pass@example.com/' }, 'url', 'INVALID_VALUE'],
    [{ url: `https://example.com/${'x'.repeat(2048)}` }, 'url', 'OUT_OF_RANGE'],
    [{ headers: [{ name: 'Host', value: 'x' }] }, 'headers.0.name', 'INVALID_VALUE'],
    [{ headers: [{ name: 'content-type', value: 'x' }] }, 'headers.0.name', 'INVALID_VALUE'],
    [{ headers: [{ name: 'Transfer-Encoding', value: 'x' }] }, 'headers.0.name', 'INVALID_VALUE'],
    [{ headers: [{ name: 'X Y', value: 'x' }] }, 'headers.0.name', 'INVALID_FORMAT'],
    [{ headers: [{ name: 'X-Y', value: 'a\r\nX-Z: b' }] }, 'headers.0.value', 'INVALID_FORMAT'],
    [{ headers: [{ name: 'X-Y' }] }, 'headers.0.value', 'REQUIRED'],
    [{ headers: [{ name: 'X-Y', value: 'x', secret: 'x' }] }, 'headers.0.secret', 'NOT_ALLOWED'],
    [{ headers: Array(21).fill({ name: 'X-Y', value: 'x' }) }, 'headers', 'OUT_OF_RANGE'],
    [{ headers: { 'X-Y': 'x' } }, 'headers', 'INVALID_FORMAT'],
    [{ description: null }, 'description', 'INVALID_FORMAT'],
    [{ secret: 'whsec_mine' }, 'secret', 'NOT_ALLOWED'],
    [{ status: 'DISABLED' }, 'status', 'NOT_ALLOWED'],
  ])('400 for %j', async (over, field, code) => {
    expectRefused(await create(over), 400, { error: 'VALIDATION_FAILED', field, code });
    expect(dataOf(await partner.get('/v1/webhooks'))).toEqual([]);
  });

  test('201 with an X-Service- header', async () => {
    const headers = [{ name: 'X-Service-Signature', value: 'mine' }];
    expect(dataOf(await create({ headers })).headers).toEqual(headers);
  });

  test.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://0/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[fe80::1]/',
    'https://[fc00::1]/',
    'https://[fec0::1]/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.1.1:8443/x',
    'https://169.254.169.254/latest/meta-data/',
    'https://100.64.0.1/',
    'https://168.63.129.16/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://127。0。0。1/',
    'https://sub.localhost/',
  ])('400 INVALID_VALUE for the private address %s', async (url) => {
    expectRefused(await create({ url }), 400, { field: 'url', code: 'INVALID_VALUE' });
  });

  test('http and allowed hosts are 201 for a sandbox account and 400 for a live account', async () => {
    const live = await api.partner({ livemode: true });
    for (const url of ['http://example.com/hook', 'http://localhost:9/hook']) {
      expect((await create({ url })).status).toBe(201);
      expectRefused(await create({ url }, live), 400, { field: 'url', code: 'INVALID_VALUE' });
    }
    expectRefused(await create({ url: 'https://localhost:9/hook' }, live), 400, { field: 'url' });
    expect((await create({ url: 'https://8.8.8.8/hook' }, live)).status).toBe(201);
  });

  test('409 CONFLICT for the eleventh webhook, also with concurrent requests; deleting one makes room', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => create()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    for (const refused of answers.filter(({ status }) => status !== 201)) {
      expectRefused(refused, 409, { error: 'CONFLICT', code: 'CONFLICT' });
    }
    const [first] = dataOf(await partner.get('/v1/webhooks'));
    dataOf(await partner.delete(`/v1/webhooks/${first.id}`));
    expect((await create()).status).toBe(201);
  });
});

describe('PUT /v1/webhooks/{id}', () => {
  test('200 replaces all fields except apiVersion and status', async () => {
    const made = dataOf(
      await create({
        apiVersion: '2025-06-01',
        description: 'Old',
        headers: [{ name: 'X-Tag', value: 'one' }],
      }),
    );
    const body = { url: 'https://example.com/other', events: ['user.updated'] };
    const after = dataOf(await partner.put(`/v1/webhooks/${made.id}`, body));
    const { secret: _, ...kept } = made;
    expect(after).toEqual({
      ...kept,
      url: 'https://example.com/other',
      events: ['subscriber.updated'],
      headers: [],
      description: null,
      updatedAt: expect.any(String),
    });
    const moved = await partner.put(`/v1/webhooks/${made.id}`, { ...body, apiVersion: '2026-01-15' });
    expect(dataOf(moved).apiVersion).toBe('2026-01-15');
  });

  test('200 sets DISABLED and ACTIVE, and a request without status keeps it', async () => {
    const made = dataOf(await create());
    const put = (over: object) => partner.put(`/v1/webhooks/${made.id}`, bodies.webhook(over));
    expect(dataOf(await put({ status: 'DISABLED' })).status).toBe('DISABLED');
    expect(dataOf(await put({})).status).toBe('DISABLED');
    expect(dataOf(await put({ status: 'ACTIVE' })).status).toBe('ACTIVE');
    expectRefused(await put({ status: 'deleted' }), 400, { field: 'status', code: 'UNSUPPORTED' });
  });

  test('404 for an unknown webhook takes precedence over 400 for a private address', async () => {
    const { id } = dataOf(await create());
    const body = bodies.webhook({ url: 'https://10.0.0.1/' });
    expectRefused(await partner.put(`/v1/webhooks/${id.slice(0, -1)}_`, body), 404, { error: 'NOT_FOUND' });
    expectRefused(await partner.put(`/v1/webhooks/${id}`, body), 400, {
      field: 'url',
      code: 'INVALID_VALUE',
    });
  });
});

test('DELETE removes the webhook and its secret, 404 afterwards', async () => {
  const { id } = dataOf(await create());
  expect(dataOf(await partner.delete(`/v1/webhooks/${id}`))).toEqual({ id, deleted: true });
  expectRefused(await partner.get(`/v1/webhooks/${id}`), 404, { error: 'NOT_FOUND', field: 'id' });
  expectRefused(await partner.put(`/v1/webhooks/${id}`, bodies.webhook()), 404);
  expectRefused(await partner.delete(`/v1/webhooks/${id}`), 404);
  expectRefused(await partner.get(`/v1/webhooks/${id}/deliveries`), 404, { field: 'id' });
  expect(dataOf(await partner.get('/v1/webhooks'))).toEqual([]);
  const [row] = await api.sql`select sealed_secret from webhook where id = ${id}`;
  expect(row?.sealed_secret).toBe('');
});

test('rotate-secret returns a new secret once', async () => {
  const made = dataOf(await create());
  const rotated = dataOf(await partner.post(`/v1/webhooks/${made.id}/rotate-secret`));
  expect(rotated.secret).toMatch(/^whsec_/);
  expect(rotated.secret).not.toBe(made.secret);
  expect(rotated.secretLast4).toBe(rotated.secret.slice(-4));
  const seen = await partner.get(`/v1/webhooks/${made.id}`);
  expect(dataOf(seen).secretLast4).toBe(rotated.secretLast4);
  expect(seen.text).not.toContain(rotated.secret);
});

test('audit entries have the names of headers and no values or secrets', async () => {
  const made = dataOf(await create({ headers: [{ name: 'Authorization', value: 'Bearer canary' }] }));
  const headers = [{ name: 'X-Other', value: 'canary' }];
  await partner.put(`/v1/webhooks/${made.id}`, bodies.webhook({ headers, status: 'DISABLED' }));
  const { secret } = dataOf(await partner.post(`/v1/webhooks/${made.id}/rotate-secret`));
  await partner.delete(`/v1/webhooks/${made.id}`);
  const entries =
    await api.sql`select action, changes from audit_entry where resource_id = ${made.id} order by id`;
  expect(entries.map(({ action }) => action)).toEqual([
    'webhook.create',
    'webhook.update',
    'webhook.disable',
    'webhook.rotate_secret',
    'webhook.delete',
  ]);
  expect(JSON.parse(entries[1]?.changes)).toEqual({
    headers: { before: ['Authorization'], after: ['X-Other'] },
  });
  for (const word of ['canary', made.secret, secret]) expect(JSON.stringify(entries)).not.toContain(word);
});

describe('deliveries of an event', () => {
  const deliveries = async (id: string, query = '') =>
    dataOf(await partner.get(`/v1/webhooks/${id}/deliveries?sort=createdAt${query}`));
  const typesOf = (rows: { eventType: string }[]) => rows.map(({ eventType }) => eventType);

  test('an event is queued for each active webhook that subscribes to it by name, pattern or *', async () => {
    const all = dataOf(await create());
    const some = dataOf(await create({ events: ['subscriber.*'] }));
    const one = dataOf(await create({ events: ['plan.created'] }));
    const none = dataOf(await create({ events: ['plan.deleted', 'payment.*'] }));
    const off = dataOf(await create());
    await partner.put(`/v1/webhooks/${off.id}`, bodies.webhook({ status: 'DISABLED' }));
    dataOf(await partner.post('/v1/plans', bodies.plan()));
    const subscriber = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
    dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/charges`, bodies.charge()));
    expect(typesOf(await deliveries(all.id))).toEqual([
      'plan.created',
      'subscriber.created',
      'subscriber.charge.created',
    ]);
    expect(typesOf(await deliveries(some.id))).toEqual(['subscriber.created', 'subscriber.charge.created']);
    expect(typesOf(await deliveries(one.id))).toEqual(['plan.created']);
    expect(await deliveries(none.id)).toEqual([]);
    expect(await deliveries(off.id)).toEqual([]);
    expect(typesOf(await deliveries(all.id, '&eventType=plan.created&status=PENDING'))).toEqual([
      'plan.created',
    ]);
    expect(await deliveries(all.id, '&status=DELIVERED')).toEqual([]);
    expectRefused(await partner.get(`/v1/webhooks/${all.id}/deliveries?status=LOST`), 400, {
      field: 'status',
    });
  });

  test('a queued delivery has all fields, 404 for a delivery of another webhook', async () => {
    const { id } = dataOf(await create());
    const answer = await partner.post('/v1/subscribers', bodies.subscriber());
    const [event] = dataOf(await partner.get('/v1/events'));
    const [queued] = await deliveries(id);
    expect(queued).toEqual({
      id: expect.stringMatching(/^dlv_[0-9a-hjkmnp-tv-z]{26}$/),
      webhookId: id,
      eventId: event.id,
      eventType: 'subscriber.created',
      test: false,
      status: 'PENDING',
      nextAttemptAt: expect.any(String),
      attempts: [],
      createdAt: dataOf(answer).createdAt,
      updatedAt: dataOf(answer).createdAt,
    });
    expect(dataOf(await partner.get(`/v1/webhooks/${id}/deliveries/${queued.id}`))).toEqual(queued);
    const other = dataOf(await create());
    expectRefused(await partner.get(`/v1/webhooks/${other.id}/deliveries/${queued.id}`), 404, {
      error: 'NOT_FOUND',
      field: 'deliveryId',
    });
  });

  test('a request that is refused queues no delivery', async () => {
    const { id } = dataOf(await create());
    expect((await partner.post('/v1/plans', bodies.plan({ priceAmount: 0.01 }))).status).toBe(400);
    expect(await deliveries(id)).toEqual([]);
  });
});
