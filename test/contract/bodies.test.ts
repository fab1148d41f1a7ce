import { beforeAll, describe, expect, test } from 'vitest';
import { type Partner, useApi } from './api.ts';
import { hangUpAfter, onTheWire } from './wire.ts';
import { bodies, dataOf, expectRefused } from './world.ts';

const api = useApi();
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
});

const path = '/v1/demarcation-points';
const point = JSON.stringify(bodies.demarcationPoint());
const unreadable = { error: 'VALIDATION_FAILED', field: '_', code: 'INVALID_FORMAT' };

/** A body as it is, under a content type or none. */
function sent(body: (string | Buffer)[], contentType?: string, more: Record<string, string> = {}) {
  const headers = { ...partner.headers, ...(contentType ? { 'content-type': contentType } : {}), ...more };
  return onTheWire(api.base, { method: 'POST', path, headers, body });
}

describe('a body is taken', () => {
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'Application/JSON ; x=1',
  ])('as %s', async (contentType) => {
    expect((await sent([point], contentType)).status).toBe(201);
  });

  test('in pieces, with a letter torn between two', async () => {
    const bytes = Buffer.from(JSON.stringify(bodies.demarcationPoint({ name: 'Škoda 💡' })));
    const at = bytes.indexOf('💡') + 2;
    const answer = await sent([bytes.subarray(0, at), bytes.subarray(at)], 'application/json');
    expect(answer.status).toBe(201);
    expect(answer.body.data.name).toBe('Škoda 💡');
  });

  test('with a pair of surrogates written as escapes', async () => {
    const answer = await partner.post(path, undefined, {
      raw: '{"name":"\\ud83d\\udca1","accessType":"FIBER"}',
    });
    expect(dataOf(answer).name).toBe('💡');
  });

  test('with text trimmed', async () => {
    expect(dataOf(await partner.post(path, bodies.demarcationPoint({ name: '  Pole 4\n' }))).name).toBe(
      'Pole 4',
    );
  });
});

describe('400 INVALID_FORMAT at _', () => {
  test.each([
    ['without a content type', undefined],
    ['as text', 'text/plain'],
    ['as a form', 'application/x-www-form-urlencoded'],
    ['as a relative of JSON', 'application/merge-patch+json'],
    ['as something that begins like JSON', 'application/jsonp'],
  ])('for a body %s', async (_, contentType) => {
    const answer = await sent([point], contentType);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toBe('VALIDATION_FAILED');
    expect(answer.body.rejectionReasons).toMatchObject([{ field: '_', code: 'INVALID_FORMAT' }]);
  });

  test.each([
    ['text that is no JSON', '{"name":'],
    ['single quotes', "{'name':'A'}"],
    ['a trailing comma', '{"name":"A",}'],
    ['two values', '{}{}'],
    ['a raw NUL', '{"name":"A\u0000"}'],
    ['an array', '[]'],
    ['an array of bodies', `[${point}]`],
    ['null', 'null'],
    ['a string', '"name"'],
    ['a number', '12'],
    ['only white space', '  '],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['a million brackets', `${'['.repeat(500_000)}${']'.repeat(500_000)}`],
    ['an object deeper than anything we take', `{"name":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_001)}`],
  ])('for %s', async (_, raw) => {
    const answer = await partner.post(path, undefined, { raw });
    expectRefused(answer, 400, unreadable);
    expect(answer.body.rejectionReasons).toHaveLength(1);
  });

  test.each([
    ['a NUL', '{"a\\u0000":1}'],
    ['half a surrogate pair', '{"\\ud800":1}'],
    ['half a surrogate pair, deep inside', '{"by":{"\\udc00":1}}'],
  ])('for a key with %s', async (_, raw) => {
    const answer = await partner.post('/v1/test-clock/advance', undefined, { raw });
    expect(answer.body.rejectionReasons).toContainEqual(
      expect.objectContaining({ field: '_', code: 'INVALID_FORMAT' }),
    );
    expectRefused(answer, 400, { error: 'VALIDATION_FAILED' });
  });
});

describe("400 INVALID_FORMAT at the string's path", () => {
  const dirty = { 'a NUL': '\\u0000', 'a lone high surrogate': '\\uD83D', 'a lone low surrogate': '\\udca1' };

  test.each(Object.entries(dirty))('for %s', async (_, escaped) => {
    const answer = await partner.post('/v1/subscribers', undefined, {
      raw: JSON.stringify(bodies.subscriber({ firstName: 'X', city: 'X' })).replaceAll(
        '"X"',
        `"a${escaped}b"`,
      ),
    });
    expectRefused(answer, 400, { error: 'VALIDATION_FAILED' });
    expect(answer.body.rejectionReasons).toMatchObject([
      { field: 'firstName', code: 'INVALID_FORMAT' },
      { field: 'city', code: 'INVALID_FORMAT' },
    ]);
  });

  test('in an enum, an id and an array', async () => {
    const made = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
    const inArray = await partner.post(`/v1/subscribers/${made.id}/deactivate`, undefined, {
      raw: '{"subscriptionIds":["sbn_1","sbn\\u0000"]}',
    });
    expectRefused(inArray, 400, { field: 'subscriptionIds.1', code: 'INVALID_FORMAT' });
    const elsewhere = await partner.post('/v1/payments', undefined, {
      raw: '{"subscriptionId":"sbn\\u0000","rail":"man\\ud800ual"}',
    });
    expectRefused(elsewhere, 400, { field: 'subscriptionId', code: 'INVALID_FORMAT' });
    expectRefused(elsewhere, 400, { field: 'rail', code: 'INVALID_FORMAT' });
  });
});

describe('an empty body counts as none', () => {
  test.each(['application/json', 'text/plain', undefined])('under content type %s', async (contentType) => {
    const { id } = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
    const answer = await onTheWire(api.base, {
      method: 'POST',
      path: `/v1/subscribers/${id}/suspend`,
      headers: {
        ...partner.headers,
        'content-length': '0',
        ...(contentType ? { 'content-type': contentType } : {}),
      },
    });
    expect(answer.status).toBe(200);
  });

  test('so that what a create needs is REQUIRED', async () => {
    const answer = await sent([], 'application/json');
    expect(answer.body.rejectionReasons).toMatchObject([
      { field: 'name', code: 'REQUIRED' },
      { field: 'accessType', code: 'REQUIRED' },
    ]);
  });

  test('chunked as well', async () => {
    const answer = await sent([], undefined, { 'transfer-encoding': 'chunked' });
    expect(answer.body.rejectionReasons[0]).toMatchObject({ field: 'name', code: 'REQUIRED' });
  });
});

test('an action takes an empty object', async () => {
  const { id } = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
  expect((await partner.post(`/v1/subscribers/${id}/suspend`, {})).status).toBe(200);
  expect((await partner.post(`/v1/subscribers/${id}/activate`, {})).status).toBe(200);
});

test('400 NOT_ALLOWED for a body where none is taken', async () => {
  const { id } = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
  const answer = await partner.post(`/v1/subscribers/${id}/terminate`, { reason: 'moved' });
  expectRefused(answer, 400, { field: 'reason', code: 'NOT_ALLOWED' });
  const read = await onTheWire(api.base, {
    path: '/v1/plans',
    headers: { ...partner.headers, 'content-type': 'application/json', 'content-length': '14' },
    body: ['{"limit":"20"}'],
  });
  expect(read.status).toBe(400);
  expect(read.body.rejectionReasons).toMatchObject([{ field: 'limit', code: 'NOT_ALLOWED' }]);
});

describe('413 OUT_OF_RANGE beyond 1 MiB', () => {
  const mebibyte = 1024 * 1024;
  const padded = (bytes: number) => point + ' '.repeat(bytes - point.length);
  const tooLarge = {
    status: 413,
    body: {
      success: false,
      error: 'VALIDATION_FAILED',
      rejectionReasons: [{ field: '_', code: 'OUT_OF_RANGE' }],
    },
  };

  test('one of exactly 1 MiB is taken', async () => {
    expect((await sent([padded(mebibyte)], 'application/json')).status).toBe(201);
  });

  test('a byte more by its content length', async () => {
    const body = padded(mebibyte + 1);
    const answer = await sent([body], 'application/json', { 'content-length': String(body.length) });
    expect(answer).toMatchObject(tooLarge);
  });

  test('a byte more in chunks', async () => {
    expect(await sent([padded(mebibyte), ' '], 'application/json')).toMatchObject(tooLarge);
  });

  test('many times more, so that the answer comes while the body is under way', async () => {
    const piece = Buffer.alloc(mebibyte, ' ');
    expect(await sent(Array(12).fill(piece), 'application/json')).toMatchObject(tooLarge);
  });

  test('announced but never sent', async () => {
    const answer = await sent(['{'], 'application/json', { 'content-length': String(1e12) });
    expect(answer).toMatchObject(tooLarge);
  });

  test('and nothing was made', async () => {
    const before = (await partner.get(path)).body.meta.total;
    await sent([padded(mebibyte), ' '], 'application/json');
    expect((await partner.get(path)).body.meta.total).toBe(before);
  });
});

test('a client that hangs up in the middle of a body harms nobody', async () => {
  const half =
    'POST /v1/plans HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n';
  const headers = Object.entries(partner.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  await hangUpAfter(api.base, `${half}${headers.join('')}\r\n{"planName":`);
  expect((await partner.get('/v1/plans')).body.meta.total).toBe(0);
});
