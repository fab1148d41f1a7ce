import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { staffAuthHandler } from '../../server/auth/staff-handler.ts';
import { createPartner } from '../../server/domain/partner/create.ts';
import { createPortalHandler } from '../../server/portal/trpc.ts';
import { createLimiter } from '../../server/rest/rate-limit.ts';
import { useApi } from './api.ts';
import { onTheWire } from './raw-http.ts';

const origin = 'http://127.0.0.1:3000';

const CALLS = 30;
let at = 0;
const calls = createLimiter({ name: 'portal', ratePerSecond: 1, burst: CALLS, now: () => at });
const portal = createPortalHandler([origin], calls);
const api = useApi({}, (req, res) =>
  req.url?.startsWith('/api/auth/') ? staffAuthHandler(req, res) : portal(req, res),
);

let cookie: string;
beforeAll(async () => {
  cookie = await newSession();
});

/** Signs in an owner, a new one by default, and returns the session cookie. */
async function newSession(owner?: { email: string; password: string }): Promise<string> {
  const { email, password } = owner ?? (await newOwner());
  const answer = await fetch(`${api.base}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  expect(answer.status).toBe(200);
  return (answer.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
}

/** Creates an owner who may keep the generated password. */
async function newOwner() {
  const email = `owner-${randomUUID()}@example.com`;
  const made = await createPartner({ name: 'Acme', email, livemode: false, mayKeepPassword: true });
  return { email, password: made.ownerPassword ?? '' };
}

type Sent = { method?: string; path?: string; headers?: Record<string, string>; body?: string; as?: string };

/** Sends a call as a browser does, with the changes of the test. */
async function call({ method = 'POST', path = 'plan.create', headers = {}, body, as = cookie }: Sent = {}) {
  const answer = await fetch(`${api.base}/api/trpc/${path}`, {
    method,
    headers: { cookie: as, origin, 'content-type': 'application/json', ...headers },
    body: method === 'GET' || method === 'HEAD' ? undefined : (body ?? '{}'),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : null };
}

type Answer = Awaited<ReturnType<typeof call>>;

/** Expects an error in the form that the portal's client reads. */
function expectFailed(answer: Pick<Answer, 'status' | 'headers' | 'body'>, status: number, error: string) {
  expect(answer.status).toBe(status);
  expect(answer.body.error.data).toMatchObject({ httpStatus: status, envelope: { error } });
  expect(answer.body.error.data.envelope.rejectionReasons).toHaveLength(1);
  expect(answer.body.error.data.envelope.correlationId).toBe(answer.headers.get('x-correlation-id'));
}

const plan = JSON.stringify({
  planName: 'Home 20',
  planType: 'RESIDENTIAL',
  downloadSpeedMbps: 20,
  uploadSpeedMbps: 5,
  priceAmount: 100,
  priceCurrency: 'USD',
  billingCycleDays: 30,
});
const plans = async () => (await api.sql`select count(*)::int as n from plan`)[0]?.n;

test.each([
  ['https://evil.example'],
  ['http://127.0.0.1:3000.evil.example'],
  ['http://127.0.0.1:3001'],
  ['null'],
])('403 FORBIDDEN for a mutation with Origin %s, which has no effect', async (origin) => {
  const before = await plans();
  expectFailed(await call({ headers: { origin }, body: plan }), 403, 'FORBIDDEN');
  expect(await plans()).toBe(before);
});

test('403 for a mutation without Origin', async () => {
  const status = await new Promise((done, fail) => {
    const headers = { cookie, 'content-type': 'application/json' };
    const sent = request(`${api.base}/api/trpc/plan.create`, { method: 'POST', headers }, (answer) =>
      done(answer.resume().statusCode),
    );
    sent.on('error', fail).end(plan);
  });
  expect(status).toBe(403);
});

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/jsonp',
  '',
])('415 VALIDATION_FAILED for content type %j, which has no effect', async (type) => {
  const before = await plans();
  expectFailed(await call({ headers: { 'content-type': type }, body: plan }), 415, 'VALIDATION_FAILED');
  expect(await plans()).toBe(before);
});

test("200 for a mutation with the portal's Origin", async () => {
  const before = await plans();
  const answer = await call({ headers: { 'content-type': 'application/json; charset=utf-8' }, body: plan });
  expect(answer.status).toBe(200);
  expect(await plans()).toBe(before + 1);
});

test.each([
  ['PUT', 'plan.create', 'GET, POST'],
  ['DELETE', 'accessCredential.list', 'GET, POST'],
  ['GET', 'plan.create', 'POST'],
  ['POST', 'accessCredential.list', 'GET'],
])('405 NOT_ALLOWED for %s %s, with Allow', async (method, path, allow) => {
  const answer = await call({ method, path });
  expectFailed(answer, 405, 'NOT_ALLOWED');
  expect(answer.headers.get('allow')).toBe(allow);
});

test('413 VALIDATION_FAILED for a body that is too large, with and without Content-Length', async () => {
  const body = JSON.stringify({ planName: 'x'.repeat(1_100_000) });
  expectFailed(await call({ body }), 413, 'VALIDATION_FAILED');
  expectFailed(await call({ body, headers: { 'idempotency-key': 'large' } }), 413, 'VALIDATION_FAILED');
  const chunked = await onTheWire(api.base, {
    method: 'POST',
    path: '/api/trpc/plan.create',
    headers: { cookie, origin, 'content-type': 'application/json' },
    body: [body.slice(0, 600_000), body.slice(600_000)],
  });
  expectFailed(
    { ...chunked, headers: new Headers(chunked.headers as HeadersInit) },
    413,
    'VALIDATION_FAILED',
  );
});

test('401 and 403 have the correlation id of the X-Correlation-Id header', async () => {
  const { owner } = await api.partner();
  const generated = await newSession(owner);
  const given = randomUUID();
  const kinds: Record<string, string>[] = [{}, { 'x-correlation-id': given }];
  for (const headers of kinds) {
    const list = { method: 'GET', path: 'accessCredential.list', headers };
    const answers = [await call({ ...list, as: '' }), await call({ ...list, as: generated })];
    expectFailed(answers[0] as Answer, 401, 'UNAUTHORIZED');
    expectFailed(answers[1] as Answer, 403, 'FORBIDDEN');
    for (const answer of answers)
      if ('x-correlation-id' in headers) expect(answer.headers.get('x-correlation-id')).toBe(given);
  }
});

test('400 VALIDATION_FAILED for a body that is not JSON', async () => {
  expectFailed(await call({ body: '{' }), 400, 'VALIDATION_FAILED');
});

test('401 for a body that could not be parsed, as for any other: the session is checked before the body is parsed', async () => {
  const deep = `${'['.repeat(100)}${']'.repeat(100)}`;
  expectFailed(await call({ body: deep }), 400, 'VALIDATION_FAILED');
  expectFailed(await call({ body: deep, as: '' }), 401, 'UNAUTHORIZED');
});

test('403 for a body that could not be parsed, where the call is not permitted: the role is checked before the body is parsed', async () => {
  const owner = await newOwner();
  const as = await newSession(owner);
  await api.sql`
    update staff_member m set role = 'viewer' from staff_user u where u.id = m.user_id and u.email = ${owner.email}`;
  const deep = `${'['.repeat(100)}${']'.repeat(100)}`;
  expectFailed(await call({ path: 'plan.create', body: deep, as }), 403, 'FORBIDDEN');
  const headers = { 'idempotency-key': 'once', 'if-match': '"1"' };
  expectFailed(await call({ path: 'plan.create', body: deep, as, headers }), 403, 'FORBIDDEN');
});

test('400 VALIDATION_FAILED for a batch of more than 20 calls', async () => {
  at += 60_000;
  const batch = (n: number) =>
    call({ method: 'GET', path: `${Array(n).fill('accessCredential.list').join(',')}?batch=1&input=%7B%7D` });
  expect((await batch(20)).status).toBe(200);
  at += 60_000;
  expectFailed(await batch(21), 400, 'VALIDATION_FAILED');
});

test('the long answers of a batch have a limit together; those beyond it are 429, and work alone', async () => {
  const owner = await newOwner();
  const as = await newSession(owner);
  await api.sql`
    insert into event (provider_id, id, type, resource_id, body, occurred_at, created_at, updated_at, correlation_id)
    select p.id, 'evt_' || lpad(to_hex(n), 32, '0'), 'plan.updated', 'pln_1',
      '{"id":"evt_' || lpad(to_hex(n), 32, '0') || '","type":"plan.updated","apiVersion":"2026-01-15","occurredAt":"2026-11-27T00:00:00.000Z","providerId":"' || p.id || '","correlationId":"c","livemode":false,"data":{"object":"plan","current":{"id":"pln_1","note":"' || repeat('x', 100000) || '"},"previous":{},"changedFields":[]}}',
      now(), now(), now(), 'c'
    from provider p join staff_member m on m.organisation_id = p.organisation_id
      join staff_user u on u.id = m.user_id and u.email = ${owner.email}, generate_series(1, 100) n`;
  const read = (n: number) => {
    const input = Object.fromEntries(Array.from({ length: n }, (_, i) => [i, { page: 1, limit: 100 }]));
    const path = `${Array(n).fill('event.listAll').join(',')}?batch=1&input=${encodeURIComponent(JSON.stringify(input))}`;
    return call({ method: 'GET', path, as });
  };
  type One = {
    result?: { data: { data: { data: object }[] } };
    error?: { data: { envelope: { error: string } } };
  };
  const answers: One[] = (await read(6)).body;
  const read100 = answers.filter(({ result }) => result?.data.data.length === 100);
  const refused = answers.filter(({ error }) => error?.data.envelope.error === 'RATE_LIMITED');
  expect([read100.length, refused.length]).toEqual([2, 4]);
  const [alone]: One[] = (await read(1)).body;
  expect(alone?.result?.data.data[99]?.data).toMatchObject({
    current: { id: 'pln_1', note: 'x'.repeat(100_000) },
  });
});

test('400 VALIDATION_FAILED for a batch with an Idempotency-Key, of which no call has an effect', async () => {
  at += 60_000;
  const before = await plans();
  const answer = await call({
    path: 'plan.create,tag.set?batch=1',
    headers: { 'idempotency-key': randomUUID() },
    body: JSON.stringify({ 0: JSON.parse(plan), 1: { subscriberId: 'sub_1', names: [] } }),
  });
  expect(answer.status).toBe(400);
  for (const { error } of answer.body) {
    expect(error.data.envelope.rejectionReasons).toMatchObject([
      { field: 'Idempotency-Key', code: 'NOT_ALLOWED' },
    ]);
  }
  expect(await plans()).toBe(before);
});

test('429 RATE_LIMITED with Retry-After per session, batched calls count one by one', async () => {
  const as = await newSession();
  const list = (n: number) =>
    call({
      method: 'GET',
      path: `${Array(n).fill('accessCredential.list').join(',')}?batch=1&input=%7B%7D`,
      as,
    });
  expect((await list(20)).status).toBe(200);
  const limited = await list(20);
  expect(limited.status).toBe(429);
  expect(limited.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  const single = await call({ method: 'GET', path: 'accessCredential.list', as });
  expectFailed(single, 429, 'RATE_LIMITED');
  expect(single.headers.get('retry-after')).toBe('1');
  at += 60_000;
  expect((await call({ method: 'GET', path: 'accessCredential.list' })).status).toBe(200);
  expect((await list(1)).status).toBe(200);
});

test('calls of a session beyond its limit are refused before the session is looked up', async () => {
  const as = 'demarc.session_token=neverbegun.signature';
  for (let n = 0; n < CALLS; n++)
    expectFailed(await call({ method: 'GET', path: 'accessCredential.list', as }), 401, 'UNAUTHORIZED');
  expectFailed(await call({ method: 'GET', path: 'accessCredential.list', as }), 429, 'RATE_LIMITED');
});
