import { connect, type Socket } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Partner, useApi } from './api.ts';
import { bodies } from './helpers.ts';
import { answerTo } from './raw-http.ts';

const api = useApi({}, async (req, res) => {
  res.end(`beside ${req.url}`);
});
let partner: Partner;
let credentials: string;
beforeAll(async () => {
  partner = await api.partner();
  credentials = Object.entries(partner.headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
});

const H2C =
  'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n';

/** The bytes of a request. The connection closes after it unless `keep` is set. */
function bytesOf(line: string, { headers = '', body = '', host = 'Host: x\r\n', keep = false } = {}): string {
  const length = body
    ? `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
    : '';
  const close = keep || headers.includes('Connection') ? '' : 'Connection: close\r\n';
  return `${line} HTTP/1.1\r\n${host}${credentials}${headers}${length}${close}\r\n${body}`;
}

/** A last request, which closes the connection. */
const last = () => bytesOf('GET /v1/schedule-d?limit=1');

/** The responses on one connection, in order. */
async function answers(bytes: string): Promise<{ status: number; head: string; body: string }[]> {
  const text = await answerTo(api.base, bytes);
  return text.split(/(?=HTTP\/1\.1 \d{3} )/).map((one) => {
    const [head = '', ...rest] = one.split('\r\n\r\n');
    return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body: rest.join('\r\n\r\n') };
  });
}

function envelope(body: string) {
  return JSON.parse(body.slice(0, body.lastIndexOf('}') + 1));
}

describe('a request with an Upgrade header', () => {
  test.each(['h2c', 'websocket', 'TLS/1.0'])(
    '200 for a read with Upgrade: %s and for the request after it',
    async (protocol) => {
      const upgrade = `Connection: Upgrade\r\nUpgrade: ${protocol}\r\n`;
      const [first, second] = await answers(bytesOf('GET /v1/plans', { headers: upgrade }) + last());
      expect(first?.status).toBe(200);
      expect(envelope(first?.body ?? '').data).toEqual([]);
      expect(second?.status).toBe(200);
    },
  );

  test('201 for a write with Upgrade and a body', async () => {
    const body = JSON.stringify(bodies.plan());
    const [first] = await answers(bytesOf('POST /v1/plans', { headers: H2C, body }) + last());
    expect(first?.status).toBe(201);
    expect(envelope(first?.body ?? '').data.id).toMatch(/^pln_/);
  });

  test('201 for a write with Upgrade and a body in chunks, and 200 for the request after it', async () => {
    const body = JSON.stringify(bodies.plan());
    const half = body.length >> 1;
    const chunks = [body.slice(0, half), body.slice(half), ''];
    const framed = chunks.map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`).join('');
    const head = bytesOf('POST /v1/plans', {
      headers: `${H2C}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n`,
      keep: true,
    });
    const [first, second] = await answers(head + framed + last());
    expect([first?.status, second?.status]).toEqual([201, 200]);
  });

  test('404 with Upgrade has the error envelope', async () => {
    const [first] = await answers(bytesOf('GET /v1/nothing', { headers: H2C }) + last());
    expect(first?.status).toBe(404);
    expect(envelope(first?.body ?? '')).toMatchObject({ success: false, error: 'NOT_FOUND' });
  });

  test('a path outside the API is answered with Upgrade', async () => {
    const [first] = await answers(bytesOf('GET /healthz', { headers: H2C }) + last());
    expect(first?.body).toContain('beside /healthz');
  });

  test('200 for 12 pipelined pairs of requests, with and without Upgrade', async () => {
    const plain = bytesOf('GET /v1/plans?limit=1', { keep: true });
    const upgrade = bytesOf('GET /v1/plans?limit=2', { headers: H2C });
    const all = await answers((plain + upgrade).repeat(12) + last());
    expect(all.map(({ status }) => status)).toEqual(Array(25).fill(200));
    const limits = all.slice(0, -1).map(({ body }) => envelope(body).meta.limit);
    expect(limits).toEqual(Array(12).fill([1, 2]).flat());
  });
});

test('connections that the client ends after an Upgrade request are closed', async () => {
  const open = () =>
    new Promise<Socket>((resolve, reject) => {
      const { hostname, port } = new URL(api.base);
      const socket = connect(Number(port), hostname, () => resolve(socket));
      socket.on('error', reject);
    });
  const before = await api.connections();
  for (let i = 0; i < 20; i++) {
    const socket = await open();
    socket.resume();
    socket.end(bytesOf('GET /v1/plans', { headers: H2C }));
  }
  await expect.poll(() => api.connections()).toBeLessThanOrEqual(before);
});

describe('absolute request targets', () => {
  test.each([
    ['http://demarc.example/v1/plans?limit=1', 200, '"limit":1'],
    ['HTTP://demarc.example:8080/v1/plans', 200, '"limit":20'],
    ['https://demarc.example/v1/nothing', 404, 'NOT_FOUND'],
    ['http://demarc.example', 200, 'beside /'],
  ])('GET %s answers %d', async (target, status, text) => {
    const [answer] = await answers(bytesOf(`GET ${target}`));
    expect(answer?.status).toBe(status);
    expect(answer?.body).toContain(text);
  });
});

describe('Host and Expect', () => {
  test('400 INVALID_FORMAT without a Host header', async () => {
    const [answer] = await answers(bytesOf('GET /v1/plans', { host: '' }));
    expect(answer?.status).toBe(400);
    expect(envelope(answer?.body ?? '')).toMatchObject({
      success: false,
      error: 'VALIDATION_FAILED',
      rejectionReasons: [{ field: '_', code: 'INVALID_FORMAT' }],
    });
  });

  test('200 for HTTP/1.0 without a Host header', async () => {
    const [answer] = await answers(`GET /v1/plans HTTP/1.0\r\n${credentials}\r\n`);
    expect(answer?.status).toBe(200);
  });

  test('417 INVALID_FORMAT for an unknown expectation', async () => {
    const [answer] = await answers(bytesOf('GET /v1/plans', { headers: 'Expect: a-miracle\r\n' }));
    expect(answer?.status).toBe(417);
    const body = envelope(answer?.body ?? '');
    expect(body).toMatchObject({
      success: false,
      error: 'VALIDATION_FAILED',
      rejectionReasons: [{ field: '_', code: 'INVALID_FORMAT' }],
    });
    expect(answer?.head).toContain(`x-correlation-id: ${body.correlationId}`);
  });

  test('405 for TRACE on every path, without an echo', async () => {
    for (const path of ['/v1/plans', '/', '/login', '/healthz', '/docs']) {
      const bytes = bytesOf(`TRACE ${path}`, { headers: 'X-Echo: echo-of-the-request\r\n' });
      const [answer] = await answers(bytes);
      expect(answer?.status, path).toBe(405);
      expect(answer?.head.toLowerCase(), path).toContain('\nallow: get');
      expect(answer?.body ?? '').not.toContain('echo-of-the-request');
    }
  });

  test('400 without Host and 417 for an unknown expectation outside /v1', async () => {
    const [noHost] = await answers(bytesOf('GET /healthz', { host: '' }));
    expect(noHost).toMatchObject({ status: 400 });
    const [expects] = await answers(bytesOf('GET /healthz', { headers: 'Expect: a-miracle\r\n' }));
    expect(expects).toMatchObject({ status: 417 });
  });

  test('100 and then 201 for Expect: 100-continue', async () => {
    const body = JSON.stringify(bodies.plan());
    const [first, second] = await answers(
      bytesOf('POST /v1/plans', { headers: 'Expect: 100-continue\r\n', body }),
    );
    expect(first?.status).toBe(100);
    expect(second?.status).toBe(201);
  });
});

test.each([
  ['a 200', () => bytesOf('GET /v1/plans')],
  ['a 404', () => bytesOf('GET /v1/nothing')],
  ['a path outside the API', () => bytesOf('GET /healthz')],
  ['a request without Host', () => bytesOf('GET /healthz', { host: '' })],
  ['a request that is not HTTP', () => 'HELLO\r\n\r\n'],
])('security headers are set for %s', async (_, bytes) => {
  const [answer] = await answers(bytes());
  expect(answer?.head).toContain('\r\nx-content-type-options: nosniff');
  expect(answer?.head).toMatch(/\r\ncontent-security-policy: default-src 'none';.*frame-ancestors 'none'/);
  expect(answer?.head).not.toContain('strict-transport-security');
});
