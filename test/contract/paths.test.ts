import { beforeAll, describe, expect, test } from 'vitest';
import { type Partner, useApi } from './api.ts';
import { bodies, dataOf, expectRefused } from './helpers.ts';
import { answerTo, onTheWire } from './raw-http.ts';

const api = useApi();
let partner: Partner;
let planId: string;
beforeAll(async () => {
  partner = await api.partner();
  planId = dataOf(await partner.post('/v1/plans', bodies.plan())).id;
});

const wire = (method: string, path: string) =>
  onTheWire(api.base, { method, path, headers: partner.headers });

const notFound = {
  status: 404,
  body: { success: false, error: 'NOT_FOUND', rejectionReasons: [{ code: 'NOT_FOUND' }] },
};

describe('404 NOT_FOUND for a path', () => {
  test.each([
    ['an unknown path', '/v1/invoicing'],
    ['the root', '/v1'],
    ['the root with a slash', '/v1/'],
    ['another version', '/v1/v2/plans'],
    ['a trailing slash', '/v1/plans/'],
    ['a trailing slash after an id', '/v1/plans/PLAN/'],
    ['a trailing slash after an action', '/v1/plans/PLAN/disable/'],
    ['an empty id', '/v1/plans//disable'],
    ['two slashes', '/v1//plans'],
    ['a capital letter', '/v1/Plans'],
    ['a capital version', '/V1/plans'],
    ['a capital action', '/v1/plans/PLAN/Disable'],
    ['a broken escape', '/v1/plans/%zz'],
    ['half an escape', '/v1/plans/%4'],
    ['an escape that is not UTF-8', '/v1/plans/%ff'],
    ['a broken escape in an action', '/v1/plans/PLAN/%disable'],
    ['a segment after an action', '/v1/plans/PLAN/disable/now'],
    ['a fragment', '/v1/plans#top'],
    ['a parent segment', '/v1/plans/../plans'],
    ['the portal', '/v1/audit'],
    ['a property name of every object', '/v1/constructor'],
  ])('404 NOT_FOUND for %s with any method', async (_, template) => {
    const path = template.replace('PLAN', planId);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      expect(await wire(method, path), `${method} ${path}`).toMatchObject(notFound);
    }
  });

  test('404 for an id in capital letters', async () => {
    expectRefused(await partner.get(`/v1/plans/${planId.toUpperCase()}`), 404);
  });
});

describe('a malformed id is an unknown id', () => {
  const correlation = { 'x-correlation-id': '5f0c4a52-6a3e-4d0b-9a57-0d8f6f1f2b3c' };

  test.each([
    'x',
    'pln_',
    'pln_01kvsy9gf7fc69v7jfc1r55wx4x',
    'PLN_01KVSY9GF7FC69V7JFC1R55WX4',
    'sub_01kvsy9gf7fc69v7jfc1r55wx4',
    '%00',
    'pln_%00',
    '%20',
    '%2F',
    '..%2Fplans',
    "'%20or%201=1--",
    '%F0%9F%92%A1',
    '__proto__',
    'constructor',
    'null',
    '1',
    'x'.repeat(300),
    'x'.repeat(8_000),
  ])('404 NOT_FOUND for the id %s', async (id) => {
    const headers = { ...partner.headers, ...correlation };
    const unknown = await onTheWire(api.base, { path: '/v1/plans/pln_01kvsy9gf7fc69v7jfc1r55wx4', headers });
    expect(unknown).toMatchObject(notFound);
    const malformed = await onTheWire(api.base, { path: `/v1/plans/${id}`, headers });
    expect(malformed.status).toBe(404);
    expect(malformed.text).toBe(unknown.text);
  });
});

describe('405 NOT_ALLOWED with Allow', () => {
  test.each([
    ['PATCH', '/v1/plans', 'GET, POST'],
    ['DELETE', '/v1/subscribers', 'GET, POST'],
    ['POST', '/v1/plans/PLAN', 'GET, PUT, PATCH, DELETE'],
    ['GET', '/v1/plans/PLAN/disable', 'POST'],
    ['PUT', '/v1/subscriptions/x', 'GET, PATCH, DELETE'],
    ['POST', '/v1/events', 'GET'],
    ['DELETE', '/v1/provider', 'GET'],
    ['POST', '/v1/openapi.json', 'GET'],
    ['PROPFIND', '/v1/plans', 'GET, POST'],
    ['OPTIONS', '/v1/plans', 'GET, POST'],
    ['TRACE', '/v1/plans', 'GET, POST'],
  ])('405 NOT_ALLOWED for %s %s', async (method, path, allow) => {
    const answer = await wire(method, path.replace('PLAN', planId));
    expect(answer).toMatchObject({
      status: 405,
      headers: { allow },
      body: {
        success: false,
        error: 'NOT_ALLOWED',
        rejectionReasons: [{ field: '_', code: 'NOT_ALLOWED' }],
      },
    });
    expect(answer.headers['x-correlation-id']).toBe(answer.body.correlationId);
  });

  test('405 NOT_ALLOWED for HEAD, without a body', async () => {
    const answer = await wire('HEAD', '/v1/plans');
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, POST' }, text: '' });
  });
});

test('200 for an id with percent-encoded characters', async () => {
  const escaped = [...planId].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
  expect((await wire('GET', `/v1/plans/${escaped}`)).body.data.id).toBe(planId);
  expect((await wire('GET', `/v1/plans/${planId.replace('_', '%5F')}`)).body.data.id).toBe(planId);
});

test('200 for a subscriber id with the prefix subr_', async () => {
  const { id } = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
  const legacy = id.replace('sub_', 'subr_');
  expect(dataOf(await partner.get(`/v1/subscribers/${legacy}`)).id).toBe(id);
  expect(dataOf(await partner.post(`/v1/subscribers/${legacy}/suspend`)).id).toBe(id);
  expectRefused(await partner.put(`/v1/subscribers/${legacy}`, {}), 400, {
    field: 'email',
    code: 'REQUIRED',
  });
});

describe('requests that are not valid HTTP', () => {
  test.each([
    ['400 for an invalid request line', 'HELLO\r\n\r\n', 400, 'INVALID_FORMAT'],
    ['400 for a header without a colon', 'GET /v1/plans HTTP/1.1\r\nhost x\r\n\r\n', 400, 'INVALID_FORMAT'],
    [
      '400 for an invalid Content-Length',
      'POST /v1/plans HTTP/1.1\r\nhost: x\r\ncontent-length: x\r\n\r\n',
      400,
      'INVALID_FORMAT',
    ],
    [
      '431 for a path of 20,000 characters',
      `GET /v1/plans?q=${'x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
      431,
      'OUT_OF_RANGE',
    ],
  ])('%s has an error envelope', async (_, bytes, status, code) => {
    const [head = '', body = ''] = (await answerTo(api.base, bytes)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(body)).toMatchObject({
      success: false,
      error: 'VALIDATION_FAILED',
      rejectionReasons: [{ field: '_', code }],
    });
    expect(head).toContain(`x-correlation-id: ${JSON.parse(body).correlationId}`);
  });
});

test.each([
  ['x-forwarded-for', 4_096],
  ['content-type', 4_096],
  ['cookie', 8_192],
])('a header %s of %i characters is taken, and one more is 431 at its name', async (name, most) => {
  const partner = await api.partner();
  const withValue = (length: number) =>
    onTheWire(api.base, {
      path: '/v1/plans',
      headers: { ...partner.headers, [name]: 'x'.repeat(length) },
    });
  expect((await withValue(most)).status).toBe(200);
  expect(await withValue(most + 1)).toMatchObject({
    status: 431,
    body: { success: false, rejectionReasons: [{ field: name, code: 'OUT_OF_RANGE' }] },
  });
});

test('200 cookies are taken, and one more is 431', async () => {
  const partner = await api.partner();
  const withCookies = (count: number) =>
    onTheWire(api.base, {
      path: '/v1/plans',
      headers: { ...partner.headers, cookie: Array.from({ length: count }, (_, i) => `c${i}=1`).join('; ') },
    });
  expect((await withCookies(200)).status).toBe(200);
  expect(await withCookies(201)).toMatchObject({
    status: 431,
    body: { success: false, rejectionReasons: [{ field: 'cookie', code: 'OUT_OF_RANGE' }] },
  });
});
