import { randomUUID } from 'node:crypto';
import { MINUTE_MS, plus } from '../clock.ts';
import { failureBody } from '../contract/envelope.ts';
import { type Refusal, refuse } from '../contract/errors.ts';
import { type AnsweredRequest, storeRequestRows, toRequestRows } from '../domain/api-request/record.ts';

type Call = { method: string; route: string | null; path: string; body?: object; refusal?: Refusal };

/** Reads and refusals, which changed nothing, so that the request log agrees with the history. */
const calls: Call[] = [
  { method: 'GET', route: '/v1/subscribers', path: '/v1/subscribers' },
  {
    method: 'POST',
    route: '/v1/plans',
    path: '/v1/plans',
    body: {
      ...{ planName: 'Fibre 300', planType: 'RESIDENTIAL', downloadSpeedMbps: 300, uploadSpeedMbps: 100 },
      ...{ priceAmount: 0.5, priceCurrency: 'KES', billingCycleDays: 30 },
    },
    refusal: refuse('PLAN_PRICE_BELOW_FLOOR'),
  },
  { method: 'GET', route: '/v1/plans', path: '/v1/plans' },
  { method: 'GET', route: null, path: '/v1/customers', refusal: refuse('NOT_FOUND') },
  {
    method: 'DELETE',
    route: null,
    path: '/v1/plans',
    refusal: refuse('NOT_ALLOWED', { allow: 'GET, POST' }),
  },
  {
    method: 'POST',
    route: '/v1/subscribers',
    path: '/v1/subscribers',
    body: { firstName: 'Wanjiru', lastName: 'Otieno', email: 'wanjiru@example.com', password: 'not-a-field' },
    refusal: refuse('VALIDATION_FAILED', {
      ...{ field: 'password', code: 'NOT_ALLOWED', message: 'This field is not allowed.' },
    }),
  },
  { method: 'GET', route: '/v1/invoices', path: '/v1/invoices' },
  { method: 'GET', route: '/v1/provider', path: '/v1/provider', refusal: refuse('UNAUTHORIZED') },
];

/**
 * Writes calls of the demo partner's program into the request log.
 * @param now real time; the calls were received in the minutes before it
 */
export async function logDemoRequests(accessId: string, now: Date): Promise<void> {
  const requests = calls.map(({ method, route, path, body, refusal }, i): AnsweredRequest => {
    const correlationId = randomUUID();
    return {
      ...{ caller: { accessId }, method, route, path, query: null, correlationId },
      status: refusal?.status ?? 200,
      error: refusal?.key ?? null,
      durationMs: 2.5 + i,
      address: '127.0.0.1',
      userAgent: 'demo-crm/1.4',
      idempotencyKey: method === 'POST' ? `order-${1_000 + i}` : null,
      ...{ replayed: false, dryRun: false, authenticated: refusal?.key !== 'UNAUTHORIZED' },
      requestBody: body ? JSON.stringify(body) : null,
      responseBody: refusal ? failureBody(refusal.body, correlationId) : null,
      recordedAt: plus(now, (i - calls.length) * 7 * MINUTE_MS),
    };
  });
  await storeRequestRows(await toRequestRows(requests));
}
