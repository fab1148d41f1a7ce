import { request } from 'node:http';
import { afterAll, expect, test, vi } from 'vitest';
import { answerGateway } from '../../server/payer/gateway-hook.ts';
import { answerPayer } from '../../server/payer/pay.ts';
import { createLimiter } from '../../server/rest/rate-limit.ts';
import { useApi } from './api.ts';
import { stripeHelpers } from './stripe-helpers.ts';

// What anyone can send without an account: links and addresses that nothing has, and reports without a signature.

const stripe = await vi.hoisted(async () => {
  vi.resetModules();
  const { SECRET_KEY, startFakeStripe, WEBHOOK_SECRET } = await import('../fakes/stripe.ts');
  const fake = await startFakeStripe();
  process.env.STRIPE_SECRET_KEY = SECRET_KEY;
  process.env.STRIPE_WEBHOOK_SECRET = WEBHOOK_SECRET;
  process.env.STRIPE_API_BASE = fake.base;
  return fake;
});
afterAll(() => stripe.close());

const MOST = 3;
const failed = createLimiter({ name: 'test', perMinute: MOST });
/** Requests of one link. */
const PAGES = 50;
const page = createLimiter({ name: 'page', perMinute: PAGES });
const api = useApi({ RATE_LIMIT_AUTH: MOST }, (req, res) =>
  req.url?.startsWith('/pay/') ? answerPayer(req, res, { page, failed }) : answerGateway(req, res, failed),
);
const { openCheckout, pathOf, sendEvent, visit } = stripeHelpers(api, stripe);

/** Sends a request from an address of this machine. */
function send(method: string, path: string, localAddress: string) {
  return new Promise<{ status: number; retryAfter: string | undefined }>((resolve, reject) => {
    const { hostname, port } = new URL(api.base);
    const req = request({ hostname, port, method, path, localAddress }, (res) => {
      res.resume();
      resolve({ status: res.statusCode ?? 0, retryAfter: res.headers['retry-after'] });
    });
    req.on('error', reject);
    req.end(method === 'POST' ? '{}' : undefined);
  });
}

let addresses = 0;
const nextAddress = () => `127.0.9.${++addresses}`;

const unknown = '0'.repeat(32);

test.each([
  ['unknown links', 'GET', `/pay/${unknown}`, 404],
  ['malformed links', 'GET', '/pay/A', 404],
  ['forms of unknown links', 'POST', `/pay/${unknown}`, 404],
  ['unknown addresses of M-Pesa', 'POST', `/hooks/pay/${unknown}`, 404],
  ['unknown addresses of Stripe', 'POST', `/hooks/stripe/${unknown}`, 404],
  ['malformed addresses', 'POST', '/hooks/paystack/A', 404],
  ['reports without a signature', 'POST', '/api/stripe/webhook', 400],
])('429 after too many %s from one address', async (_, method, path, status) => {
  const address = nextAddress();
  const statuses: number[] = [];
  for (let n = 0; n < MOST; n++) statuses.push((await send(method, path, address)).status);
  expect(statuses).toEqual(Array(MOST).fill(status));
  expect(await send(method, path, address)).toEqual({
    status: 429,
    retryAfter: expect.stringMatching(/^[1-9]/),
  });
  expect((await send(method, path, nextAddress())).status).not.toBe(429);
});

test('a link that exists and a signed report pass after them', async () => {
  const { payment, session } = await openCheckout(await api.partner());
  for (let n = 0; n <= MOST; n++) await visit(`/pay/${unknown}`);
  expect((await visit(`/pay/${unknown}`)).status).toBe(429);
  expect((await visit(pathOf(payment))).status).toBe(303);
  // The cookie of the page of a customer, as anyone can write it.
  const back = await visit(`${pathOf(payment)}/back`, { headers: { cookie: 'customer-page=%' } });
  expect(back.status).toBe(200);
  expect(await sendEvent(stripe.pay(session))).toBe(200);
});

test('429 after too many requests of one link; other links pass', async () => {
  const partner = await api.partner();
  const [first, second] = [await openCheckout(partner), await openCheckout(partner)];
  const path = pathOf(first.payment);
  for (let n = 0; n < PAGES; n++) await visit(path);
  const refused = await visit(path, { headers: { 'accept-language': 'fr' } });
  expect(refused.status).toBe(429);
  expect(await refused.text()).toMatch(/lang="fr".*Trop de demandes/s);
  expect(refused.headers.get('retry-after')).toMatch(/^[1-9]/);
  expect((await visit(path, { method: 'POST', body: new URLSearchParams({ rail: 'stripe' }) })).status).toBe(
    429,
  );
  expect((await visit(pathOf(second.payment))).status).toBe(303);
});
