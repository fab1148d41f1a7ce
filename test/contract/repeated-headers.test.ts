import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../server/rest/routes.ts';
import { type Partner, useApi } from './api.ts';
import { bodies, dataOf } from './helpers.ts';
import { answerTo, onTheWire } from './raw-http.ts';
import { closeServers, preparedFor, titled, writeRoutes } from './write-operations.ts';

const api = useApi();
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
});
afterAll(closeServers);

/** Each header that identifies a request, with two values that are valid alone. */
const identifying: [string, [string, string]][] = [
  ['Idempotency-Key', ['same', 'same']],
  ['Dry-Run', ['false', 'false']],
  ['If-Match', ['"1"', '"1"']],
];

type Sent = { method?: string; path: string; headers: Record<string, string | string[]>; body?: object };

const send = ({ body, headers, ...request }: Sent) =>
  onTheWire(api.base, {
    ...request,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    body: body ? [JSON.stringify(body)] : [],
  });

const events = async () => (await partner.get('/v1/events?limit=1')).body.meta.total;

describe.each(writeRoutes.map(titled))('%s', (_, route) => {
  test('400 INVALID_FORMAT at the name of a header that is sent twice, without an effect', async () => {
    const { path, body } = await preparedFor(route, partner, api);
    const before = await events();
    for (const [name, values] of identifying) {
      const answer = await send({
        method: route.method,
        path,
        headers: { ...partner.headers, [name.toLowerCase()]: values },
        body,
      });
      expect(answer.status, name).toBe(400);
      expect(answer.body.rejectionReasons).toContainEqual({
        field: name,
        code: 'INVALID_FORMAT',
        message: 'Send this header once.',
      });
    }
    expect(await events()).toBe(before);
  });
});

const collections = routes.filter((route) => !route.isWrite && route.pathParams.length === 0);

test.each(collections.map(titled))('400 for a header that is sent twice to %s', async (_, { path }) => {
  for (const [name, values] of identifying) {
    const answer = await send({ path, headers: { ...partner.headers, [name]: values } });
    expect(answer.status, name).toBe(400);
    expect(answer.body.rejectionReasons[0]).toMatchObject({ field: name, code: 'INVALID_FORMAT' });
  }
});

test('a key with a comma is one key', async () => {
  const [headers, body] = [{ ...partner.headers, 'idempotency-key': `a, ${randomUUID()}` }, bodies.plan()];
  const [first, again] = [
    await send({ method: 'POST', path: '/v1/plans', headers, body }),
    await send({ method: 'POST', path: '/v1/plans', headers, body }),
  ];
  expect([first.status, again.text]).toEqual([201, first.text]);
});

describe('access headers', () => {
  test.each(['x-access-id', 'x-access-secret'])('401 for %s sent twice', async (name) => {
    const once = partner.headers[name as keyof typeof partner.headers];
    const headers = { ...partner.headers, [name]: [once, once] };
    const answer = await send({ path: '/v1/plans', headers });
    expect([answer.status, answer.body.error]).toEqual([401, 'UNAUTHORIZED']);
    const integration = dataOf(
      await partner.post('/v1/integrations', bodies.integration({ signing: 'none' })),
    );
    const path = `/v1/integrations/${integration.id}/webhooks`;
    const inbound = await send({
      method: 'POST',
      path,
      headers,
      body: { event: 'service.updated', data: {} },
    });
    expect([inbound.status, inbound.body.error]).toEqual([401, 'UNAUTHORIZED']);
  });
});

describe('the inbound receiver', () => {
  test.each(['Idempotency-Key', 'If-Match', 'x-webhook-signature'])('400 for %s sent twice', async (name) => {
    const { id, secret } = dataOf(await partner.post('/v1/integrations', bodies.integration()));
    const body = { event: 'service.updated', data: { serviceId: 'svc-1' } };
    const signature = createHmac('sha256', secret).update(JSON.stringify(body)).digest('hex');
    const headers = { 'x-webhook-signature': signature };
    const twice = name === 'x-webhook-signature' ? [signature, signature] : ['same', 'same'];
    const path = `/v1/integrations/${id}/webhooks`;
    const answer = await send({ method: 'POST', path, headers: { ...headers, [name]: twice }, body });
    expect(answer.status).toBe(400);
    expect(answer.body.rejectionReasons).toEqual([
      { field: name, code: 'INVALID_FORMAT', message: 'Send this header once.' },
    ]);
    expect(dataOf(await partner.get(`/v1/integrations/${id}/inbound-events`))).toEqual([]);
    expect((await send({ method: 'POST', path, headers, body })).status).toBe(201);
  });
});

test.each(['Host: a.example\r\nhost: a.example', 'Host: a.example\r\nHost: b.example'])(
  '400 for %j',
  async (hosts) => {
    for (const path of ['/v1/plans', '/v1/nowhere', '/']) {
      const answer = await answerTo(
        api.base,
        `GET ${path} HTTP/1.1\r\n${hosts}\r\nConnection: close\r\n\r\n`,
      );
      expect(answer.split('\r\n')[0], path).toBe('HTTP/1.1 400 Bad Request');
      if (path !== '/') expect(answer).toContain('"message":"Send the Host header once."');
    }
  },
);
