import { createHmac, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Partner, useApi } from './api.ts';
import { advance, bodies, dataOf, eventsCausedBy, expectRefused } from './helpers.ts';

const api = useApi();
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
});

type Integration = { id: string; secret: string };
type Sent = { headers?: Record<string, string>; signature?: string | null; key?: string };

const made = async (over: object = {}, by = partner): Promise<Integration> =>
  dataOf(await by.post('/v1/integrations', bodies.integration(over)));
const sign = (raw: string | Buffer, secret: string) => createHmac('sha256', secret).update(raw).digest('hex');

/** Sends a body as an external system does. It is signed if the integration has a secret. */
function send(
  integration: Integration,
  body: object | string | Buffer,
  { headers, signature, key }: Sent = {},
) {
  const raw = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const own = integration.secret ? sign(raw, integration.secret) : null;
  const signed = signature === undefined ? own : signature;
  return api.anonymous().post(`/v1/integrations/${integration.id}/webhooks`, undefined, {
    raw,
    key,
    headers: { ...(signed !== null && { 'x-webhook-signature': signed }), ...headers },
  });
}

const event = (over: object = {}) => ({
  event: 'service.updated',
  data: { serviceId: 'svc-1', tariffId: '12', ...over },
});
const eventsOf = async ({ id }: Integration, by = partner) =>
  dataOf(await by.get(`/v1/integrations/${id}/inbound-events?sort=createdAt&limit=100`));
const idOf = (answer: Awaited<ReturnType<typeof send>>) => dataOf(answer).inboundEventId;

describe('POST /v1/integrations/{id}/webhooks with signing hmac', () => {
  test('201 stores the body byte for byte', async () => {
    const integration = await made();
    const raw = `{ "event":"service.updated",  "data":{"serviceId":"svc-9","naïve":"✓"},\n"extra":[1.0] }`;
    const answer = await send(integration, raw);
    expect(answer.status).toBe(201);
    const inboundEventId = idOf(answer);
    expect(answer.body.data).toEqual({
      inboundEventId: expect.stringMatching(/^inb_[0-9a-hjkmnp-tv-z]{26}$/),
      status: 'QUEUED',
    });
    const [kept] = await api.sql`select body from inbound_body where inbound_event_id = ${inboundEventId}`;
    expect(kept?.body.toString()).toBe(raw);
    expect(await eventsOf(integration)).toEqual([
      {
        id: inboundEventId,
        event: 'service.updated',
        externalServiceId: 'svc-9',
        status: 'QUEUED',
        reason: null,
        receivedAt: expect.any(String),
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
    expect(await eventsCausedBy(partner, answer)).toEqual([]);
  });

  test('401 without a valid signature, and nothing is stored', async () => {
    const integration = await made();
    const other = await made();
    const raw = JSON.stringify(event());
    const right = sign(raw, integration.secret);
    const wrong = [
      null,
      '',
      'x',
      right.slice(2),
      `sha256=${right}`,
      sign(`${raw} `, integration.secret),
      sign(raw, other.secret),
      '0'.repeat(64),
    ];
    for (const signature of wrong) {
      expectRefused(await send(integration, raw, { signature }), 401, { error: 'UNAUTHORIZED' });
    }
    // The account's credentials do not replace a signature.
    const byKey = await send(integration, raw, { signature: null, headers: partner.headers });
    expectRefused(byKey, 401, { error: 'UNAUTHORIZED' });
    expect(await eventsOf(integration)).toEqual([]);
    expect((await send(integration, raw, { signature: right.toUpperCase() })).status).toBe(201);
  });

  test('201 with the old or the new secret for 24 hours of real time after a rotation', async () => {
    const integration = await made();
    const rotated = dataOf(await partner.post(`/v1/integrations/${integration.id}/rotate-secret`));
    const as = (secret: string, n: number) => send({ ...integration, secret }, event({ n }));
    expect((await as(integration.secret, 1)).status).toBe(201);
    expect((await as(rotated.secret, 2)).status).toBe(201);
    await advance(partner, { days: 2 });
    expect((await as(integration.secret, 3)).status).toBe(201);
    await api.sql`update integration set previous_secret_until = now() where id = ${integration.id}`;
    expectRefused(await as(integration.secret, 4), 401);
    expect((await as(rotated.secret, 5)).status).toBe(201);
  });

  test('503 with Retry-After while the secret is revoked; after a rotation 201 with the new secret, 401 with the old one', async () => {
    const integration = await made();
    dataOf(await partner.delete(`/v1/integrations/${integration.id}/secret`));
    for (const signature of [undefined, null]) {
      const answer = await send(integration, event(), { signature });
      expectRefused(answer, 503, { error: 'SERVICE_UNAVAILABLE' });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const rotated = dataOf(await partner.post(`/v1/integrations/${integration.id}/rotate-secret`));
    expectRefused(await send(integration, event()), 401);
    expect((await send(rotated, event())).status).toBe(201);
  });

  test('503 while the integration is disabled, 404 for a deleted or unknown integration', async () => {
    const integration = await made();
    const path = `/v1/integrations/${integration.id}`;
    dataOf(await partner.put(path, bodies.integration({ status: 'DISABLED' })));
    const disabled = await send(integration, event());
    expectRefused(disabled, 503, { error: 'SERVICE_UNAVAILABLE' });
    expect(disabled.headers.get('retry-after')).not.toBeNull();
    dataOf(await partner.delete(path));
    expectRefused(await send(integration, event()), 404, { error: 'NOT_FOUND' });
    expectRefused(await send({ ...integration, id: 'int_never' }, event()), 404, { error: 'NOT_FOUND' });
  });

  test('a change of the integration applies to the next request, also during a burst', async () => {
    const integration = await made();
    const path = `/v1/integrations/${integration.id}`;
    let n = 0;
    let isOver = false;
    const burst = Array.from({ length: 8 }, async () => {
      while (!isOver) await send(integration, event({ n: n++ }));
    });
    const next = async (secret = integration.secret) => {
      const three = Array.from({ length: 3 }, () => send({ ...integration, secret }, event({ n: n++ })));
      const statuses = (await Promise.all(three)).map(({ status }) => status);
      return [...new Set(statuses)];
    };
    const turn = async (status: string) => dataOf(await partner.put(path, bodies.integration({ status })));
    const rotate = async () => dataOf(await partner.post(`${path}/rotate-secret`)).secret;
    try {
      expect(await next()).toEqual([201]);
      expect(await next(await rotate())).toEqual([201]);
      await turn('DISABLED');
      expect(await next()).toEqual([503]);
      await turn('ACTIVE');
      expect(await next()).toEqual([201]);
      dataOf(await partner.delete(`${path}/secret`));
      expect(await next()).toEqual([503]);
      const secret = await rotate();
      expect(await next()).toEqual([401]);
      expect(await next(secret)).toEqual([201]);
      dataOf(await partner.delete(path));
      expect(await next(secret)).toEqual([404]);
    } finally {
      isOver = true;
      await Promise.all(burst);
    }
  });
});

describe('POST /v1/integrations/{id}/webhooks with signing none', () => {
  test('503 with Retry-After for a signature that cannot be verified', async () => {
    const integration = await made({ signing: 'none' });
    const answer = await send(integration, event(), { signature: sign('x', 'y') });
    expectRefused(answer, 503, { error: 'SERVICE_UNAVAILABLE' });
    expect(answer.headers.get('retry-after')).not.toBeNull();
  });

  test("201 with the account's credentials, 401 with any other credentials", async () => {
    const integration = await made({ signing: 'none' });
    expect((await send(integration, event(), { headers: partner.headers })).status).toBe(201);
    expect(await eventsOf(integration)).toHaveLength(1);
    const other = await api.partner();
    const { 'x-access-id': accessId, 'x-access-secret': accessSecret } = partner.headers;
    const refused: Record<string, string>[] = [
      other.headers,
      { 'x-access-id': accessId },
      { 'x-access-secret': accessSecret },
      { 'x-access-id': accessId, 'x-access-secret': 'wrong' },
    ];
    for (const headers of refused) {
      const answer = await send(integration, { ...event(), partner_id: partner.providerId }, { headers });
      expectRefused(answer, 401, { error: 'UNAUTHORIZED' });
    }
    expect(await eventsOf(integration)).toHaveLength(1);
  });

  test('201 without credentials when partner_id matches, at any of its places', async () => {
    const integration = await made({ signing: 'none', externalPartnerId: '4' });
    const { providerId } = partner;
    const routed = [
      { ...event({ n: 1 }), partner_id: providerId },
      { ...event({ n: 2 }), partner_id: 4 },
      event({ n: 3, partner_id: '4' }),
      event({ n: 4, attributes: { partner_id: '4' } }),
    ];
    for (const body of routed) expect((await send(integration, body)).status).toBe(201);
    expect(await eventsOf(integration)).toHaveLength(4);
    const [row] =
      await api.sql`select distinct trust from inbound_event where integration_id = ${integration.id}`;
    expect(row?.trust).toBe('UNSIGNED');
  });

  test('201 without storing the event when partner_id is missing or that of another partner', async () => {
    const integration = await made({ signing: 'none', externalPartnerId: '4' });
    const other = await api.partner();
    const unrouted = [
      event(),
      { ...event(), partner_id: other.providerId },
      { ...event(), partner_id: '5' },
      { ...event(), partner_id: null },
      // partner_id of the body takes precedence over nested ones.
      { ...event({ partner_id: '4' }), partner_id: '5' },
    ];
    for (const body of unrouted) {
      const answer = await send(integration, body);
      expect(answer.status).toBe(201);
      expect(answer.body.data).toEqual({
        inboundEventId: expect.stringMatching(/^inb_/),
        status: 'QUEUED',
      });
    }
    expect(await eventsOf(integration)).toEqual([]);
    expect(await api.sql`select 1 from inbound_event where integration_id = ${integration.id}`).toHaveLength(
      0,
    );
  });

  test('an unsigned event does not make the same authenticated event a redelivery', async () => {
    const integration = await made({ signing: 'none' });
    const body = { ...event({ externalEventId: 'e-1' }), partner_id: partner.providerId };
    const first = idOf(await send(integration, body));
    const second = idOf(await send(integration, body, { headers: partner.headers }));
    expect(second).not.toBe(first);
    expect(await eventsOf(integration)).toHaveLength(2);
  });
});

describe('body of an inbound event', () => {
  let integration: Integration;
  beforeAll(async () => {
    integration = await made();
  });

  test.each([
    [{ data: {} }, 'event', 'REQUIRED'],
    [{ event: ' ', data: {} }, 'event', 'REQUIRED'],
    [{ event: 5, data: {} }, 'event', 'INVALID_FORMAT'],
    [{ event: null, data: {} }, 'event', 'INVALID_FORMAT'],
    [{ event: 'x'.repeat(256), data: {} }, 'event', 'OUT_OF_RANGE'],
    [{ event: 'service.updated' }, 'data', 'REQUIRED'],
    [{ event: 'service.updated', data: [] }, 'data', 'INVALID_FORMAT'],
    [{ event: 'service.updated', data: 'x' }, 'data', 'INVALID_FORMAT'],
    ['', 'event', 'REQUIRED'],
    ['{', '_', 'INVALID_FORMAT'],
    ['[]', '_', 'INVALID_FORMAT'],
    [{ event: 'a\u0000b', data: {} }, 'event', 'INVALID_FORMAT'],
    ['{"event":"a","data":{"name":"\\ud800"}}', 'data.name', 'INVALID_FORMAT'],
    [Buffer.from('{"event":"a","data":{"name":"Zo\xeb"}}', 'latin1'), '_', 'INVALID_FORMAT'],
    [Buffer.from('{"event":"a","data":{}}', 'utf16le'), '_', 'INVALID_FORMAT'],
    [`{"event":"a","data":${'['.repeat(40)}${']'.repeat(40)}}`, '_', 'INVALID_FORMAT'],
  ])('400 for %j: %s %s', async (body, field, code) => {
    expectRefused(await send(integration, body), 400, { error: 'VALIDATION_FAILED', field, code });
  });

  test('400 lists both fields, 401 takes precedence', async () => {
    const answer = await send(integration, '{}');
    expect(answer.body.rejectionReasons.map(({ field }: { field: string }) => field)).toEqual([
      'event',
      'data',
    ]);
    expectRefused(await send(integration, '{', { signature: null }), 401);
  });

  test('400 for another content type, 413 for a large body, 405 for another method', async () => {
    const headers = { 'content-type': 'text/plain' };
    expectRefused(await send(integration, event(), { headers }), 400, { field: '_', code: 'INVALID_FORMAT' });
    const large = JSON.stringify(event({ text: 'x'.repeat(1024 * 1024) }));
    expectRefused(await send(integration, large), 413, { code: 'OUT_OF_RANGE' });
    const path = `/v1/integrations/${integration.id}/webhooks`;
    const wrong = await api.anonymous().get(path);
    expectRefused(wrong, 405, { error: 'NOT_ALLOWED' });
    expect(wrong.headers.get('allow')).toBe('POST');
  });

  test('201 for unknown fields', async () => {
    const body = { ...event({ whatever: { deep: [1] } }), source: 'hook', __proto__x: 1 };
    expect((await send(integration, body)).status).toBe(201);
  });
});

describe('redelivery of an inbound event', () => {
  test('201 with the first id for the same externalEventId, even if the rest differs', async () => {
    const integration = await made();
    const first = idOf(await send(integration, event({ externalEventId: 'e-1' })));
    const again = await send(
      integration,
      event({ externalEventId: 'e-1', serviceId: 'svc-2', tariffId: '13' }),
    );
    expect(again.status).toBe(201);
    expect(idOf(again)).toBe(first);
    const other = await made();
    expect(idOf(await send(other, event({ externalEventId: 'e-1' })))).not.toBe(first);
    expect(await eventsOf(integration)).toHaveLength(1);
  });

  test('201 with the first id for the same bytes as the previous event of the service', async () => {
    const integration = await made();
    const [a, b] = [event({ tariffId: '12' }), event({ tariffId: '13' })];
    const elsewhere = event({ serviceId: 'svc-2' });
    const ids = [];
    for (const body of [a, a, elsewhere, a, b, a, a]) ids.push(idOf(await send(integration, body)));
    const [first, again, two, between, third, fourth, fifth] = ids;
    expect([again, between]).toEqual([first, first]);
    expect(new Set([first, two, third, fourth])).toHaveProperty('size', 4);
    expect(fifth).toBe(fourth);
    expect(await eventsOf(integration)).toHaveLength(4);
  });

  test('8 concurrent deliveries of one event are stored once', async () => {
    const integration = await made();
    const same = await Promise.all(Array.from({ length: 8 }, () => send(integration, event())));
    expect(new Set(same.map(idOf)).size).toBe(1);
    const bodyWith = (n: number) => event({ externalEventId: 'e-1', serviceId: `svc-${n}` });
    const byId = await Promise.all(Array.from({ length: 8 }, (_, n) => send(integration, bodyWith(n))));
    expect(new Set(byId.map(idOf)).size).toBe(1);
    expect(await eventsOf(integration)).toHaveLength(2);
  });

  test('201 replayed for a used Idempotency-Key, 409 CONFLICT with another event', async () => {
    const integration = await made();
    const key = randomUUID();
    const first = await send(integration, event(), { key });
    const again = await send(integration, event(), { key });
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expectRefused(await send(integration, event({ tariffId: '13' }), { key }), 409, {
      error: 'CONFLICT',
      field: 'Idempotency-Key',
    });
    expect(await eventsOf(integration)).toHaveLength(1);
  });

  test('an idempotency key of another integration or of the API is a different key', async () => {
    const [one, two] = [await made(), await made()];
    const key = randomUUID();
    const plan = await partner.post('/v1/plans', bodies.plan(), { key });
    expect(plan.status).toBe(201);
    const answers = [await send(one, event(), { key }), await send(two, event(), { key })];
    for (const answer of answers) {
      expect(answer.status, answer.text).toBe(201);
      expect(answer.headers.get('idempotent-replayed')).toBeNull();
    }
    expect([await eventsOf(one), await eventsOf(two)].map(({ length }) => length)).toEqual([1, 1]);
    expect((await send(two, event(), { key })).text).toBe(answers[1]?.text);
    const point = await partner.post('/v1/demarcation-points', bodies.demarcationPoint(), { key });
    expectRefused(point, 409, { field: 'Idempotency-Key' });
  });
});

describe('a Splynx hook', () => {
  test('the service id is in data.attributes', async () => {
    const integration = await made({ adapter: 'splynx' });
    const hook = { event: 'internet_service/edit', data: { attributes: { id: '77', customer_id: '5' } } };
    dataOf(await send(integration, hook));
    const customer = { event: 'customer/edit', data: { attributes: { id: '5', name: 'Ada L' } } };
    dataOf(await send(integration, customer));
    expect(
      (await eventsOf(integration)).map((each: { externalServiceId: string }) => each.externalServiceId),
    ).toEqual(['77', null]);
  });
});

describe('GET /v1/integrations/{id}/inbound-events and retry', () => {
  test('the list filters by status; a failed event can be retried, 409 CONFLICT for any other status', async () => {
    const integration = await made();
    const id = idOf(await send(integration, event()));
    const path = `/v1/integrations/${integration.id}/inbound-events`;
    expectRefused(await partner.post(`${path}/${id}/retry`), 409, { error: 'CONFLICT' });
    await api.sql`
      update inbound_event set status = 'FAILED', reason = 'CUSTOMER_UNKNOWN', next_attempt_at = null where id = ${id}`;
    const failed = dataOf(await partner.get(`${path}?status=FAILED`));
    expect(failed).toMatchObject([{ id, status: 'FAILED', reason: 'CUSTOMER_UNKNOWN' }]);
    const retried = dataOf(await partner.post(`${path}/${id}/retry`));
    expect(retried).toMatchObject({ id, status: 'QUEUED', reason: null });
    expect(dataOf(await partner.get(`${path}?status=FAILED`))).toEqual([]);
    const other = await made();
    const astray = await partner.post(`/v1/integrations/${other.id}/inbound-events/${id}/retry`);
    expectRefused(astray, 404, { error: 'NOT_FOUND', field: 'inboundId' });
    expectRefused(await partner.get(`${path}?status=LOST`), 400, { field: 'status', code: 'UNSUPPORTED' });
  });
});

describe('rate limits of the receiver', () => {
  const limited = useApi({ RATE_LIMIT_INBOUND: 2, RATE_LIMIT_AUTH: 5 });

  test('a sender with credentials or a signature gets what is left of the limit, anyone else does not', async () => {
    const own = await limited.partner();
    const integrationOf = async (over: object) =>
      dataOf(await own.post('/v1/integrations', bodies.integration(over)));
    const [signed, open] = [await integrationOf({}), await integrationOf({ signing: 'none' })];
    const splynx = await integrationOf({ adapter: 'splynx' });
    const raw = JSON.stringify(event());
    const post = (path: string, headers: Record<string, string>, body = raw) =>
      limited.client(headers).post(path, undefined, { raw: body });
    const hook = JSON.stringify({
      type: 'event',
      data: { model: 'customer', action: 'edit', attributes: { id: 1 } },
    });
    const splynxSignature = createHmac('sha1', splynx.secret).update(hook).digest('hex');
    const receiver = ({ id }: Integration) => `/v1/integrations/${id}/webhooks`;
    const answers = [
      await post(receiver(signed), { 'x-webhook-signature': sign(raw, signed.secret) }),
      await post(receiver(open), own.headers),
      await fetch(`${limited.base}/hooks/splynx/${splynx.id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-splynx-signature': splynxSignature },
        body: hook,
      }),
    ];
    for (const { status, headers } of answers) {
      expect(status).toBeLessThan(300);
      const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
        Number(headers.get(`ratelimit-${name}`)),
      );
      expect([limit, remaining]).toEqual([2, 3]);
      expect(reset).toBe(1);
    }
    const refused = await post(receiver(open), own.headers, '{}');
    expectRefused(refused, 400);
    expect(refused.headers.get('ratelimit-limit')).toBe('2');
    const proven = { 'x-webhook-signature': sign(raw, signed.secret) };
    const burst = await Promise.all(Array.from({ length: 20 }, () => post(receiver(signed), proven)));
    const limitedAnswer = burst.find(({ status }) => status === 429);
    expect(limitedAnswer?.headers.get('ratelimit-remaining')).toBe('0');
    const other = await post(receiver(open), {}, JSON.stringify({ ...event(), partner_id: own.providerId }));
    expect(other.status).toBe(201);
    expect(other.headers.get('ratelimit-limit')).toBeNull();
  });

  test('429 per integration, and after too many failed authentications', async () => {
    const own = await limited.partner();
    const post = (path: string, headers: Record<string, string>) =>
      limited.client(headers).post(path, { ...event(), partner_id: own.providerId });
    const [one, two] = await Promise.all(
      [1, 2].map(async () =>
        dataOf(await own.post('/v1/integrations', bodies.integration({ signing: 'none' }))),
      ),
    );
    const first = await Promise.all(
      Array.from({ length: 8 }, () => post(`/v1/integrations/${one.id}/webhooks`, {})),
    );
    const statuses = first.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(4);
    const refused = first.find(({ status }) => status === 429);
    expect(refused?.body.error).toBe('RATE_LIMITED');
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await post(`/v1/integrations/${two.id}/webhooks`, {})).status).toBe(201);
    const wrong = { 'x-access-id': 'ak_never', 'x-access-secret': 'sk_never' };
    const failures = [];
    for (let n = 0; n < 7; n++) failures.push(await post(`/v1/integrations/${two.id}/webhooks`, wrong));
    expect(failures.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429, 429]);
    for (const { headers } of failures) expect(headers.get('ratelimit-limit')).toBeNull();
  });
});
