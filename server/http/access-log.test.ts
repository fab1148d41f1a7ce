import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '../../test/fixtures/eventually.ts';
import { log } from '../log.ts';
import { createTransport } from './transport.ts';

type Line = Record<string, unknown>;
let lines: { level: string; line: Line }[] = [];
let port: number;
const { server, close } = createTransport({
  isHttps: false,
  answer: (req, res) => {
    if (req.url === '/never') req.socket.destroy();
    else res.writeHead(418).end();
  },
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => close(0));
beforeEach(() => {
  lines = [];
  for (const level of ['info', 'debug'] as const) {
    vi.spyOn(log, level).mockImplementation(
      (line: unknown) => void lines.push({ level, line: line as Line }),
    );
  }
});

/** Sends a request; gives its lines once the connection has ended. */
async function linesOf(target: string, headers = ''): Promise<typeof lines> {
  const socket = connect(port, '127.0.0.1').resume();
  socket.write(`POST ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`);
  await once(socket, 'close');
  await eventually(() => expect(lines).not.toEqual([]));
  return lines;
}

test.each([
  ['/v1/plans?search=Ada', '/v1/plans'],
  ['/api/trpc/plan.list,provider.get?batch=1&input=Ada', '/api/trpc/plan.list,provider.get'],
  ['/api/export/subscribers?search=Ada', '/api/export/subscribers'],
  ['/api/invoices/inv_1/pdf', '/api/invoices/inv_1/pdf'],
  ['/api/auth/sign-in/email', '/api/auth/sign-in/email'],
  ['/subscribers?search=Ada', '/subscribers'],
  ['http://demarc.example/subscribers?search=Ada', '/subscribers'],
  ['/pay/0k2j4h6g8f', '/pay/{token}'],
  ['/pay/0k2j4h6g8f/thanks?from=Ada', '/pay/{token}/thanks'],
  ['/c/0k2j4h6g8f', '/c/{token}'],
  ['/c/0k2j4h6g8f/invoices/inv_1.pdf?lang=sw', '/c/{token}/invoices/inv_1.pdf'],
  ['http://demarc.example/pay/0k2j4h6g8f', '/pay/{token}'],
  ['/hooks/pay/0k2j4h6g8f/refunds/rfd_1/1', '/hooks/pay/{token}/refunds/rfd_1/1'],
  ['/hooks/stripe/0k2j4h6g8f?a=b', '/hooks/stripe/{token}'],
  ['/hooks/paystack/0k2j4h6g8f', '/hooks/paystack/{token}'],
  ['/hooks/splynx/int_1', '/hooks/splynx/int_1'],
])('one access line without query and token: %s', async (target, path) => {
  const correlationId = '6f1f3f0e-3a0c-4c55-9d0c-9c1f6e0b7a11';
  const made = await linesOf(target, `X-Correlation-Id: ${correlationId}\r\n`);
  expect(made).toEqual([
    {
      level: 'info',
      line: {
        correlationId,
        method: 'POST',
        path,
        status: 418,
        ms: expect.any(Number),
        address: '127.0.0.1',
      },
    },
  ]);
});

test('a line has the first 1,000 characters of a path', async () => {
  const [made] = await linesOf(`/${'a'.repeat(5_000)}`);
  expect(made?.line.path).toBe(`/${'a'.repeat(999)}`);
});

test('a request without a correlation id gets one', async () => {
  const [made] = await linesOf('/subscribers');
  expect(made?.line.correlationId).toMatch(/^[0-9a-f-]{36}$/);
});

test.each(['/_next/static/chunks/main.js', '/healthz', '/readyz', '/metrics', '/favicon.svg'])(
  'frequent requests are logged at debug level only: %s',
  async (path) => {
    expect(await linesOf(path)).toMatchObject([{ level: 'debug', line: { path } }]);
  },
);

test('a request without an answer has an access line', async () => {
  expect(await linesOf('/never')).toMatchObject([{ level: 'info', line: { path: '/never', aborted: true } }]);
});
