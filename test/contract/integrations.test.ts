import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Partner, useApi } from './api.ts';
import { bodies, dataOf, expectRefused } from './helpers.ts';

const api = useApi();
let partner: Partner;
beforeEach(async () => {
  partner = await api.partner();
});

const create = (over: object = {}, by = partner) => by.post('/v1/integrations', bodies.integration(over));
const made = async (over: object = {}) => dataOf(await create(over));
const put = ({ id }: { id: string }, over: object = {}) =>
  partner.put(`/v1/integrations/${id}`, bodies.integration(over));

async function planAndPoint(by = partner) {
  const plan = dataOf(await by.post('/v1/plans', bodies.plan()));
  const point = dataOf(await by.post('/v1/demarcation-points', bodies.demarcationPoint()));
  return { plan, point };
}

describe('POST /v1/integrations', () => {
  test('201 with the secret, which no other answer contains', async () => {
    const { plan, point } = await planAndPoint();
    const over = {
      adapter: 'splynx',
      externalPartnerId: '4',
      freeImmediateUpgrade: true,
      tariffMap: { '12': plan.id },
      poolMap: { '3': 'static' },
      defaultDemarcationPointId: point.id,
    };
    const integration = await made(over);
    expect(integration).toEqual({
      ...bodies.integration(over),
      id: expect.stringMatching(/^int_[0-9a-hjkmnp-tv-z]{26}$/),
      signing: 'hmac',
      status: 'ACTIVE',
      secretLast4: integration.secret.slice(-4),
      secret: expect.stringMatching(/^isec_[\w-]{43}$/),
      createdAt: expect.any(String),
      updatedAt: integration.createdAt,
    });
    const { secret, ...rest } = integration;
    expect(dataOf(await partner.get(`/v1/integrations/${integration.id}`))).toEqual(rest);
    expect(dataOf(await partner.get('/v1/integrations'))).toEqual([rest]);
    const [row] = await api.sql`select i::text as kept from integration i where id = ${integration.id}`;
    expect(row?.kept).not.toContain(secret);
    const entries = await api.sql`select changes from audit_entry where resource_id = ${integration.id}`;
    expect(entries).toHaveLength(1);
    expect(entries[0]?.changes).not.toContain(secret);
  });

  test('201 without a secret when signing is none', async () => {
    expect(await made({ signing: 'none' })).toMatchObject({ secret: null, secretLast4: null });
  });

  test('201 with the default of each omitted field', async () => {
    expect(await made()).toMatchObject({
      signing: 'hmac',
      freeImmediateUpgrade: false,
      tariffMap: {},
      poolMap: {},
      externalPartnerId: null,
      defaultDemarcationPointId: null,
    });
  });

  test('201 twice with one idempotency key has the same secret, which is stored encrypted', async () => {
    const key = randomUUID();
    const first = await partner.post('/v1/integrations', bodies.integration(), { key });
    const again = await partner.post('/v1/integrations', bodies.integration(), { key });
    expect(again.text).toBe(first.text);
    const [row] = await api.sql`select body from idempotency_key where key = ${key}`;
    expect(row?.body).not.toContain(dataOf(first).secret);
  });

  test.each([
    [{ name: undefined }, 'name', 'REQUIRED'],
    [{ name: ' ' }, 'name', 'REQUIRED'],
    [{ adapter: undefined }, 'adapter', 'REQUIRED'],
    [{ adapter: 'uisp' }, 'adapter', 'UNSUPPORTED'],
    [{ signing: 'rsa' }, 'signing', 'UNSUPPORTED'],
    [{ freeImmediateUpgrade: 'yes' }, 'freeImmediateUpgrade', 'INVALID_FORMAT'],
    [{ tariffMap: [] }, 'tariffMap', 'INVALID_FORMAT'],
    [{ tariffMap: { '12': 5 } }, 'tariffMap.12', 'INVALID_FORMAT'],
    [{ poolMap: { '3': '' } }, 'poolMap.3', 'REQUIRED'],
    [{ externalPartnerId: null }, 'externalPartnerId', 'INVALID_FORMAT'],
    [{ tariffMap: { '12': 'pln_never' } }, 'tariffMap.12', 'INVALID_VALUE'],
    [{ defaultDemarcationPointId: 'dmp_never' }, 'defaultDemarcationPointId', 'INVALID_VALUE'],
    [{ secret: 'mine' }, 'secret', 'NOT_ALLOWED'],
  ])('400 for %j: %s %s', async (over, field, code) => {
    expectRefused(await create(over), 400, { error: 'VALIDATION_FAILED', field, code });
  });

  test('400 at each unknown plan of tariffMap and each of another provider, and for a retired demarcation point', async () => {
    const own = await planAndPoint();
    const otherRows = await planAndPoint(await api.partner());
    const answer = await create({
      tariffMap: { '1': own.plan.id, '2': otherRows.plan.id, '3': 'pln_never' },
    });
    expectRefused(answer, 400);
    expect(answer.body.rejectionReasons.map(({ field }: { field: string }) => field)).toEqual([
      'tariffMap.2',
      'tariffMap.3',
    ]);
    dataOf(await partner.patch(`/v1/demarcation-points/${own.point.id}`, { status: 'RETIRED' }));
    const retired = await create({ defaultDemarcationPointId: own.point.id });
    expectRefused(retired, 400, { field: 'defaultDemarcationPointId', code: 'INVALID_VALUE' });
  });
});

describe('PUT /v1/integrations/{id}', () => {
  test('200 replaces the fields and keeps the secret', async () => {
    const integration = await made({ externalPartnerId: '4', poolMap: { '3': 'static' } });
    const after = dataOf(await put(integration, { name: 'Other', freeImmediateUpgrade: true }));
    expect(after).toMatchObject({
      name: 'Other',
      freeImmediateUpgrade: true,
      externalPartnerId: null,
      poolMap: {},
      secretLast4: integration.secretLast4,
      status: 'ACTIVE',
    });
    expect(after).not.toHaveProperty('secret');
    expect(dataOf(await put(integration, { status: 'DISABLED' })).status).toBe('DISABLED');
    expect(dataOf(await put(integration)).status).toBe('DISABLED');
    expect(dataOf(await put(integration, { status: 'ACTIVE' })).status).toBe('ACTIVE');
  });

  test('200 with signing none deletes the secret for good', async () => {
    const integration = await made();
    expect(dataOf(await put(integration, { signing: 'none' })).secretLast4).toBeNull();
    expect(dataOf(await put(integration, { signing: 'hmac' })).secretLast4).toBeNull();
  });

  test('409 IMMUTABLE for another adapter', async () => {
    const answer = await put(await made(), { adapter: 'splynx' });
    expectRefused(answer, 409, { error: 'IMMUTABLE', field: 'adapter', code: 'IMMUTABLE' });
  });
});

describe('secrets of an integration', () => {
  test('200 rotate-secret returns a new secret', async () => {
    const integration = await made();
    const rotated = dataOf(await partner.post(`/v1/integrations/${integration.id}/rotate-secret`));
    expect(rotated.secret).not.toBe(integration.secret);
    expect(rotated.secretLast4).toBe(rotated.secret.slice(-4));
  });

  test('200 DELETE secret removes it and can be repeated', async () => {
    const { id } = await made();
    for (const _ of [1, 2]) {
      expect(dataOf(await partner.delete(`/v1/integrations/${id}/secret`))).toEqual({ id, deleted: true });
    }
    expect(dataOf(await partner.get(`/v1/integrations/${id}`)).secretLast4).toBeNull();
  });

  test('409 CONFLICT when signing is none', async () => {
    const { id } = await made({ signing: 'none' });
    const rotated = await partner.post(`/v1/integrations/${id}/rotate-secret`);
    expectRefused(rotated, 409, { error: 'CONFLICT', field: 'id' });
    expectRefused(await partner.delete(`/v1/integrations/${id}/secret`), 409, { error: 'CONFLICT' });
  });
});

test('DELETE removes the integration and its secrets, 404 afterwards', async () => {
  const { id, secretLast4 } = await made();
  expect(secretLast4).not.toBeNull();
  expect(dataOf(await partner.delete(`/v1/integrations/${id}`))).toEqual({ id, deleted: true });
  expectRefused(await partner.get(`/v1/integrations/${id}`), 404);
  expectRefused(await partner.delete(`/v1/integrations/${id}`), 404);
  expectRefused(await partner.get(`/v1/integrations/${id}/inbound-events`), 404);
  expect(dataOf(await partner.get('/v1/integrations'))).toEqual([]);
  const [row] = await api.sql`select sealed_secret from integration where id = ${id}`;
  expect(row?.sealed_secret).toBeNull();
});

test('400 for maps that exceed 1 MiB with those of the other integrations; smaller ones have room', async () => {
  const { plan } = await planAndPoint();
  const mapped = (value: string) =>
    Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [String(i).padEnd(128, 'k'), value]));
  const full = { tariffMap: mapped(plan.id), poolMap: mapped('p'.repeat(64)) };
  const integration = await made(full);
  await made(full);
  expectRefused(await create(full), 400, { field: 'tariffMap', code: 'OUT_OF_RANGE' });
  expect((await put(integration, full)).status).toBe(200);
  const small = await made({ tariffMap: { '12': plan.id } });
  expectRefused(await put(small, full), 400, { field: 'tariffMap', code: 'OUT_OF_RANGE' });
  await partner.delete(`/v1/integrations/${integration.id}`);
  expect((await put(small, full)).status).toBe(200);
});
