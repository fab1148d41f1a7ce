import { beforeAll, describe, expect, test } from 'vitest';
import { type Partner, useApi } from './api.ts';
import { bodies, dataOf, expectRefused } from './helpers.ts';
import { hangUpAfter, onTheWire } from './raw-http.ts';

const api = useApi();
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
});

const path = '/v1/demarcation-points';
const point = JSON.stringify(bodies.demarcationPoint());
const unreadable = { error: 'VALIDATION_FAILED', field: '_', code: 'INVALID_FORMAT' };

/** Sends the bytes of a body unchanged, with or without a content type. */
function sent(body: (string | Buffer)[], contentType?: string, more: Record<string, string> = {}) {
  const headers = { ...partner.headers, ...(contentType ? { 'content-type': contentType } : {}), ...more };
  return onTheWire(api.base, { method: 'POST', path, headers, body });
}

describe('accepted bodies', () => {
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'Application/JSON ; x=1',
  ])('201 for content type %s', async (contentType) => {
    expect((await sent([point], contentType)).status).toBe(201);
  });

  test('201 for a body in chunks that split a multi-byte character', async () => {
    const bytes = Buffer.from(JSON.stringify(bodies.demarcationPoint({ name: 'Škoda 💡' })));
    const at = bytes.indexOf('💡') + 2;
    const answer = await sent([bytes.subarray(0, at), bytes.subarray(at)], 'application/json');
    expect(answer.status).toBe(201);
    expect(answer.body.data.name).toBe('Škoda 💡');
  });

  test('201 for a surrogate pair written as escapes', async () => {
    const answer = await partner.post(path, undefined, {
      raw: '{"name":"\\ud83d\\udca1","accessType":"FIBER"}',
    });
    expect(dataOf(answer).name).toBe('💡');
  });

  test('201 with surrounding white space of a string trimmed', async () => {
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
    ['as merge-patch JSON', 'application/merge-patch+json'],
    ['as a content type that starts like JSON', 'application/jsonp'],
  ])('400 INVALID_FORMAT at _ for a body %s', async (_, contentType) => {
    const answer = await sent([point], contentType);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toBe('VALIDATION_FAILED');
    expect(answer.body.rejectionReasons).toMatchObject([{ field: '_', code: 'INVALID_FORMAT' }]);
  });

  test.each([
    ['incomplete JSON', '{"name":'],
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
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['a million nested brackets', `${'['.repeat(500_000)}${']'.repeat(500_000)}`],
    ['an object that is too deep', `{"name":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_001)}`],
  ])('400 INVALID_FORMAT at _ for %s', async (_, raw) => {
    const answer = await partner.post(path, undefined, { raw });
    expectRefused(answer, 400, unreadable);
    expect(answer.body.rejectionReasons).toHaveLength(1);
  });

  test.each([
    ['a NUL', '{"a\\u0000":1}'],
    ['half a surrogate pair', '{"\\ud800":1}'],
    ['half a surrogate pair in a nested object', '{"by":{"\\udc00":1}}'],
  ])('400 INVALID_FORMAT at _ for a key with %s', async (_, raw) => {
    const answer = await partner.post('/v1/test-clock/advance', undefined, { raw });
    expect(answer.body.rejectionReasons).toContainEqual(
      expect.objectContaining({ field: '_', code: 'INVALID_FORMAT' }),
    );
    expectRefused(answer, 400, { error: 'VALIDATION_FAILED' });
  });
});

describe('400 INVALID_FORMAT at the path of the string', () => {
  const dirty = { 'a NUL': '\\u0000', 'a lone high surrogate': '\\uD83D', 'a lone low surrogate': '\\udca1' };

  test.each(Object.entries(dirty))('400 INVALID_FORMAT at the field for %s in it', async (_, escaped) => {
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

  test('400 INVALID_FORMAT at the field in an enum, an id and an array', async () => {
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

describe('an empty body counts as no body', () => {
  test.each(['application/json', 'text/plain', undefined])(
    '200 for an empty body of an action with content type %s',
    async (contentType) => {
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
    },
  );

  test('400 REQUIRED for each required field when the body is empty', async () => {
    const answer = await sent([], 'application/json');
    expect(answer.body.rejectionReasons).toMatchObject([
      { field: 'name', code: 'REQUIRED' },
      { field: 'accessType', code: 'REQUIRED' },
    ]);
  });

  test('400 REQUIRED for each required field when the body is empty and chunked', async () => {
    const answer = await sent([], undefined, { 'transfer-encoding': 'chunked' });
    expect(answer.body.rejectionReasons[0]).toMatchObject({ field: 'name', code: 'REQUIRED' });
  });
});

test('200 for an action with an empty object', async () => {
  const { id } = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
  expect((await partner.post(`/v1/subscribers/${id}/suspend`, {})).status).toBe(200);
  expect((await partner.post(`/v1/subscribers/${id}/activate`, {})).status).toBe(200);
});

test('400 NOT_ALLOWED for a body of an operation without one', async () => {
  const { id } = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
  const answer = await partner.post(`/v1/subscribers/${id}/activate`, { reason: 'moved' });
  expectRefused(answer, 400, { field: 'reason', code: 'NOT_ALLOWED' });
  const read = await onTheWire(api.base, {
    path: '/v1/plans',
    headers: { ...partner.headers, 'content-type': 'application/json', 'content-length': '14' },
    body: ['{"limit":"20"}'],
  });
  expect(read.status).toBe(400);
  expect(read.body.rejectionReasons).toMatchObject([{ field: 'limit', code: 'NOT_ALLOWED' }]);
});

describe('bodies larger than 1 MiB', () => {
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

  test('201 for a body of exactly 1 MiB', async () => {
    expect((await sent([padded(mebibyte)], 'application/json')).status).toBe(201);
  });

  test('413 OUT_OF_RANGE for a Content-Length of one byte more than 1 MiB', async () => {
    const body = padded(mebibyte + 1);
    const answer = await sent([body], 'application/json', { 'content-length': String(body.length) });
    expect(answer).toMatchObject(tooLarge);
  });

  test('413 OUT_OF_RANGE for chunks of one byte more than 1 MiB', async () => {
    expect(await sent([padded(mebibyte), ' '], 'application/json')).toMatchObject(tooLarge);
  });

  test('413 OUT_OF_RANGE before a 12 MiB body is complete', async () => {
    const chunk = Buffer.alloc(mebibyte, ' ');
    expect(await sent(Array(12).fill(chunk), 'application/json')).toMatchObject(tooLarge);
  });

  test('413 OUT_OF_RANGE for a large Content-Length whose body is not sent', async () => {
    const answer = await sent(['{'], 'application/json', { 'content-length': String(1e12) });
    expect(answer).toMatchObject(tooLarge);
  });

  test('413 for a body above 1 MiB, which creates nothing', async () => {
    const before = (await partner.get(path)).body.meta.total;
    await sent([padded(mebibyte), ' '], 'application/json');
    expect((await partner.get(path)).body.meta.total).toBe(before);
  });
});

test('a request whose client disconnects within the body has no effect', async () => {
  const half =
    'POST /v1/plans HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n';
  const headers = Object.entries(partner.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  await hangUpAfter(api.base, `${half}${headers.join('')}\r\n{"planName":`);
  expect((await partner.get('/v1/plans')).body.meta.total).toBe(0);
});
