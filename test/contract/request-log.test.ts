import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { database, openDatabase } from '../../server/db/client.ts';
import { metrics } from '../../server/metrics.ts';
import { keepPartitions } from '../../server/postgres/partitions.ts';
import { createRequestLog, type RequestLog } from '../../server/rest/request-log.ts';
import { activeSubscription, advance, bodies, dataOf, expectRefused } from './helpers.ts';
import { callAs, type Staff, signedInPartner, usePortalApi } from './portal-helpers.ts';

const api = usePortalApi();
let partner: Staff;
beforeAll(async () => {
  partner = await signedInPartner(api);
});

const list = { name: 'apiRequest.list', type: 'query' } as const;
const get = { name: 'apiRequest.get', type: 'query' } as const;

/** The logged calls that match, newest first. */
async function logged(filters: object = {}, staff = partner) {
  await api.logRequests();
  const answer = await callAs(api, staff, list, { limit: 100, ...filters });
  expect(answer.status, answer.text).toBe(200);
  return answer.data.data;
}

/** The logged call of an answer, with its bodies. */
async function loggedOf(answer: { body: { correlationId: string } }) {
  const [call] = await logged({ correlationId: answer.body.correlationId });
  return (await callAs(api, partner, get, { id: call.id })).data;
}

describe('a call of the API is logged', () => {
  test('201: a POST with its credential, bodies and key', async () => {
    const body = bodies.plan();
    const answer = await partner.post('/v1/plans', body, {
      key: 'first',
      headers: { 'user-agent': 'acme/1' },
    });
    const call = await loggedOf(answer);
    expect(call).toMatchObject({
      method: 'POST',
      route: '/v1/plans',
      path: '/v1/plans',
      query: null,
      status: 201,
      error: null,
      callerType: 'credential',
      callerName: expect.any(String),
      address: '127.0.0.1',
      userAgent: 'acme/1',
      idempotencyKey: 'first',
      replayed: false,
      dryRun: false,
    });
    expect(call.durationMs).toBeGreaterThan(0);
    expect(JSON.parse(call.requestBody)).toEqual(body);
    expect(JSON.parse(call.responseBody)).toEqual(answer.body);
  });

  test('a replay is logged too, with the correlation id of the call that had the effect', async () => {
    const body = bodies.plan();
    const first = await partner.post('/v1/plans', body, { key: 'again' });
    await partner.post('/v1/plans', body, { key: 'again' });
    const calls = await logged({ correlationId: first.body.correlationId });
    expect(calls.map(({ replayed }: { replayed: boolean }) => replayed)).toEqual([true, false]);
  });

  test('400: a refusal has its error and reasons', async () => {
    const answer = await partner.post('/v1/plans?confirm=no', bodies.plan({ priceAmount: -1 }));
    expectRefused(answer, 400);
    const call = await loggedOf(answer);
    expect(call).toMatchObject({ status: 400, error: 'VALIDATION_FAILED', query: 'confirm=no' });
    expect(JSON.parse(call.responseBody)).toEqual(answer.body);
  });

  test.each([
    ['404 for an unknown path', 'GET', '/v1/nowhere', 404, 'NOT_FOUND', null],
    ['405 for a wrong method', 'PUT', '/v1/plans', 405, 'NOT_ALLOWED', null],
    ['404 for an unknown id', 'GET', '/v1/plans/pln_x', 404, 'NOT_FOUND', '/v1/plans/{id}'],
    ['400 for an invalid query', 'GET', '/v1/plans?page=0', 400, 'VALIDATION_FAILED', '/v1/plans'],
  ])('%s', async (_, method, path, status, error, route) => {
    const answer = await partner.request(method, path);
    expect(answer.status).toBe(status);
    expect(await loggedOf(answer)).toMatchObject({ method, status, error, route });
  });

  test('a refused read is logged each time', async () => {
    const before = (await logged({ error: 'NOT_FOUND' })).length;
    for (let n = 0; n < 5; n++) await partner.get('/v1/plans/pln_y');
    expect((await logged({ error: 'NOT_FOUND' })).length).toBe(before + 5);
  });

  test('401 for the access id of a partner is logged without bodies; other access ids are not', async () => {
    const wrong = api.client({ ...partner.headers, 'x-access-secret': 'wrong' });
    const answer = await wrong.post('/v1/plans', { planName: 'canary-of-401' });
    expectRefused(answer, 401);
    expect(await loggedOf(answer)).toMatchObject({
      ...{ error: 'UNAUTHORIZED', requestBody: null, authenticated: false },
    });
    const unknown = api.client({ 'x-access-id': 'nobody', 'x-access-secret': 'wrong' });
    const refused = await unknown.get('/v1/plans');
    expectRefused(refused, 401);
    await api.logRequests();
    const rows = await api.sql`
      select 1 from api_request where correlation_id = ${refused.body.correlationId}`;
    expect([...rows]).toEqual([]);
  });

  test('a dry run is logged as one', async () => {
    const answer = await partner.post('/v1/plans', bodies.plan(), { headers: { 'dry-run': 'true' } });
    expect(await loggedOf(answer)).toMatchObject({ status: 201, dryRun: true });
  });

  test('a refused inbound event is logged with its integration; an accepted one is not', async () => {
    const integration = dataOf(await partner.post('/v1/integrations', bodies.integration()));
    const path = `/v1/integrations/${integration.id}/webhooks`;
    const refused = await api.anonymous().post(path, { event: 'service.created', data: {} });
    expectRefused(refused, 401);
    expect(await loggedOf(refused)).toMatchObject({
      callerType: 'integration',
      callerName: integration.name,
      route: '/v1/integrations/{integrationId}/webhooks',
    });
    expect(await loggedOf(refused)).toMatchObject({ authenticated: false });
    const none = dataOf(await partner.post('/v1/integrations', bodies.integration({ signing: 'none' })));
    const invalid = await partner.post(`/v1/integrations/${none.id}/webhooks`, { event: '', data: {} });
    expectRefused(invalid, 400);
    expect(await loggedOf(invalid)).toMatchObject({ authenticated: true });
    const accepted = await partner.post(`/v1/integrations/${none.id}/webhooks`, { event: 'x', data: {} });
    expect(accepted.status).toBe(201);
    expect(await logged({ correlationId: accepted.body.correlationId })).toEqual([]);
  });

  test('createdAt is the time of the provider, recordedAt is real time', async () => {
    const staff = await signedInPartner(api);
    const started = Date.now();
    const advanced = await advance(staff, { days: 10 });
    await staff.post('/v1/plans', bodies.plan());
    const [plan, clock] = await logged({}, staff);
    expect(clock.correlationId).toBe(advanced.body.correlationId);
    const aheadMs = (call: { createdAt: string; recordedAt: string }) =>
      Date.parse(call.createdAt) - Date.parse(call.recordedAt);
    expect(aheadMs(plan)).toBe(10 * 86_400_000);
    expect(aheadMs(clock)).toBe(0);
    expect(Date.parse(plan.recordedAt)).toBeGreaterThanOrEqual(started - 1);
    const since = new Date(started + 5 * 86_400_000).toISOString();
    expect((await logged({ createdAfter: since }, staff)).map(({ id }: { id: string }) => id)).toEqual([
      plan.id,
    ]);
    expect((await logged({ createdBefore: since }, staff)).at(0).id).toBe(clock.id);
  });
});

describe('reads are sampled', () => {
  test('of the successful reads of a second, the first is logged', async () => {
    const staff = await signedInPartner(api);
    const started = performance.now();
    for (let n = 0; n < 20; n++) await staff.get('/v1/plans');
    const seconds = Math.ceil((performance.now() - started) / 1_000);
    const calls = await logged({ method: 'GET' }, staff);
    expect(calls.length).toBeGreaterThanOrEqual(1);
    expect(calls.length).toBeLessThanOrEqual(seconds + 1);
    expect(calls.at(-1)).toMatchObject({ route: '/v1/plans', status: 200 });
  });

  test('the sample of one caller does not depend on that of another', async () => {
    const [one, other] = [await signedInPartner(api), await signedInPartner(api)];
    await Promise.all([one.get('/v1/plans'), other.get('/v1/plans')]);
    for (const staff of [one, other]) expect(await logged({ method: 'GET' }, staff)).toHaveLength(1);
  });
});

describe('filters', () => {
  test.each([
    [{ status: '4xx' }, (call: Call) => call.status >= 400 && call.status < 500],
    [{ status: '404' }, (call: Call) => call.status === 404],
    [{ outcome: 'refused' }, (call: Call) => call.status >= 400],
    [{ method: 'POST' }, (call: Call) => call.method === 'POST'],
    [{ path: 'PLANS/' }, (call: Call) => call.path.startsWith('/v1/plans/')],
    [{ error: 'NOT_ALLOWED' }, (call: Call) => call.error === 'NOT_ALLOWED'],
    [{ callerId: 'crd_none' }, () => false],
  ])('%j', async (filter, matches) => {
    const all: Call[] = await logged();
    const ids = (calls: Call[]) => calls.map(({ id }) => id);
    expect(ids(await logged(filter))).toEqual(ids(all.filter(matches)));
  });
  type Call = { id: string; status: number; method: string; path: string; error: string | null };
});

describe('secrets', () => {
  test('no secret that a request or an answer had is in the log', async () => {
    const secrets: string[] = [partner.headers['x-access-secret']];
    const header = `header-${randomUUID()}`;
    const hook = bodies.webhook({ headers: [{ name: 'X-Gateway-Key', value: header }] });
    const webhook = dataOf(await partner.post('/v1/webhooks', hook));
    const rotated = dataOf(await partner.post(`/v1/webhooks/${webhook.id}/rotate-secret`));
    const integration = dataOf(await partner.post('/v1/integrations', bodies.integration()));
    const renewed = dataOf(await partner.post(`/v1/integrations/${integration.id}/rotate-secret`));
    const { subscription } = await activeSubscription(partner);
    await sleep(1_100);
    const credentials = dataOf(await partner.get(`/v1/subscriptions/${subscription.id}/credentials`));
    const misplaced = `misplaced-${randomUUID()}`;
    await partner.post(`/v1/plans?access_secret=${misplaced}`, {
      apiKey: misplaced,
      deep: { token: [misplaced] },
    });
    // The answer with the secret again.
    for (let n = 0; n < 2; n++) {
      const again = await partner.post('/v1/webhooks', bodies.webhook(), { key: 'with-secret' });
      secrets.push(dataOf(again).secret);
    }
    secrets.push(header, webhook.secret, rotated.secret, integration.secret, renewed.secret);
    secrets.push(credentials.password, misplaced);
    await api.logRequests();
    for (const secret of secrets) {
      expect(secret).toMatch(/.{8}/);
      const rows = await api.sql`
        select method, path, request_body, response_body from api_request r where strpos(r::text, ${secret}) > 0`;
      expect([...rows], secret).toEqual([]);
    }
    const read = `/v1/subscriptions/${subscription.id}/credentials`;
    const [masked] = await logged({ path: read });
    const detail = (await callAs(api, partner, get, { id: masked.id })).data;
    expect(JSON.parse(detail.responseBody).data.password).toMatch(/^••••/);
  });

  test('a long body is cut with a note', async () => {
    const answer = await partner.post('/v1/plans', bodies.plan({ planName: 'x'.repeat(40_000) }));
    const { requestBody } = await loggedOf(answer);
    expect(requestBody.length).toBeLessThan(17_000);
    expect(requestBody).toMatch(/x+"\}… [\d,]+ more characters$/);
  });
});

describe('GET /v1/requests', () => {
  test('it lists what the portal lists; one call has the bodies of the portal', async () => {
    const staff = await signedInPartner(api);
    await staff.post('/v1/webhooks', bodies.webhook());
    await staff.get('/v1/plans/pln_x');
    const calls = await logged({}, staff);
    expect(calls).toHaveLength(2);
    expect(dataOf(await staff.get('/v1/requests'))).toEqual(calls);
    const { id } = calls[1];
    const detail = dataOf(await staff.get(`/v1/requests/${id}`));
    expect(detail).toEqual((await callAs(api, staff, get, { id })).data);
    expect(JSON.parse(detail.responseBody).data.secret).toMatch(/^••••/);
  });

  test('successful reads of the log are not in it; refused ones are', async () => {
    const staff = await signedInPartner(api);
    await staff.post('/v1/plans', bodies.plan());
    const [{ id }] = await logged({}, staff);
    await staff.get(`/v1/requests/${id}`);
    await staff.get('/v1/requests');
    expectRefused(await staff.get('/v1/requests?status=9xx'), 400);
    expect((await logged({}, staff)).map(({ query }: { query: string }) => query)).toEqual([
      'status=9xx',
      null,
    ]);
  });

  test('the total counts to 10,000', async () => {
    const staff = await signedInPartner(api);
    await staff.post('/v1/plans', bodies.plan());
    const [{ id }] = await logged({}, staff);
    const copies = (from: number, to: number) => api.sql`
      insert into api_request select (jsonb_populate_record(r, jsonb_build_object('id', id || n))).*
      from api_request r, generate_series(${from}::int, ${to}::int) n where id = ${id}`;
    const total = async () => (await staff.get('/v1/requests?limit=1')).body.meta.total;
    await copies(2, 10_000);
    expect(await total()).toBe(10_000);
    await copies(10_001, 10_002);
    expect(await total()).toBe(10_001);
    // The page ends at the highest total, and one call is behind it.
    expect((await staff.get('/v1/requests?limit=73&page=137')).body.meta.next).not.toBeNull();
  });
});

test('a partner sees only its own calls', async () => {
  const other = await signedInPartner(api);
  const answer = await partner.post('/v1/plans', bodies.plan());
  const call = await loggedOf(answer);
  expect(await logged({ correlationId: answer.body.correlationId }, other)).toEqual([]);
  expect(await logged({ callerId: call.callerId }, other)).toEqual([]);
  const [theirs, unknown] = await Promise.all(
    [call.id, 'req_01m81ch3w61ag3pke501fy2z1q'].map((id) => callAs(api, other, get, { id })),
  );
  expect(theirs?.status).toBe(404);
  const withoutId = (text = '') => text.replace(/"correlationId":"[^"]+"/, '');
  expect(withoutId(theirs?.text)).toBe(withoutId(unknown?.text));
});

describe('calls that name an account without proof', () => {
  /** Statuses of `n` calls of a client that knows the access id only, from an address of its own. */
  async function statuses(n: number, call: () => Promise<{ status: number }>): Promise<number[]> {
    const answers = [];
    for (let i = 0; i < n; i++) answers.push((await call()).status);
    return answers;
  }

  test('an account has 100 an hour in its log, and its own calls all the same', async () => {
    const staff = await signedInPartner(api);
    const stranger = api.client({ 'x-access-id': staff.headers['x-access-id'], 'x-access-secret': 'x' });
    const copyNewest = async (n: number) => {
      await api.logRequests();
      const [{ id }] = await logged({}, staff);
      await api.sql`
        insert into api_request select (jsonb_populate_record(r, jsonb_build_object('id', id || n))).*
        from api_request r, generate_series(1, ${n}) n where id = ${id}`;
    };
    // Its own calls count for nothing.
    await staff.post('/v1/plans', bodies.plan());
    await copyNewest(150);
    await statuses(40, () => stranger.post('/v1/plans', {}));
    await copyNewest(55);
    await statuses(10, () => stranger.post('/v1/plans', {}));
    await staff.post('/v1/plans', bodies.plan());
    const unauthenticated = async () => {
      await api.logRequests();
      const [row] = await api.sql`
        select count(*)::int as n from api_request where provider_id = ${staff.providerId} and not authenticated`;
      return row?.n;
    };
    expect(await unauthenticated()).toBe(100);
    expect((await logged({}, staff))[0]).toMatchObject({ authenticated: true, status: 201 });
    const age = (by: string) => api.sql`
      update api_request set recorded_at = recorded_at - ${by}::interval where provider_id = ${staff.providerId}`;
    await age('59 minutes');
    await stranger.post('/v1/plans', {});
    expect(await unauthenticated()).toBe(100);
    await age('2 minutes');
    await stranger.post('/v1/plans', {});
    expect(await unauthenticated()).toBe(101);
  });
});

describe('the budget of an account', () => {
  const note = (log: RequestLog, providerId: string, body: unknown, bodyBytes: number) =>
    log.note({ method: 'POST', headers: {}, socket: {} } as IncomingMessage, 400, 1, {
      ...{ correlationId: randomUUID(), path: '/v1/plans', search: '', route: '/v1/plans', isDryRun: false },
      ...{ body, bodyBytes },
      ctx: {
        ...{ providerId, livemode: false, clockOffsetMs: 0, correlationId: '' },
        caller: { type: 'credential', id: `of ${providerId}`, name: 'Key' },
      },
    });

  test('one account with many large bodies does not push out the calls of another', async () => {
    const [loud, quiet] = [await signedInPartner(api), await signedInPartner(api)];
    const requests = createRequestLog({ flushAfterMs: 600_000 });
    const body = { text: 'x'.repeat(1_000_000) };
    for (let n = 0; n < 999; n++) note(requests, loud.providerId, body, 1_000_010);
    for (let n = 0; n < 900; n++) note(requests, quiet.providerId, { n, text: 'y'.repeat(8_000) }, 8_100);
    await requests.flush();
    const [row] = await api.sql`
      select count(*) filter (where provider_id = ${quiet.providerId})::int as quiet,
        count(*) filter (where provider_id = ${loud.providerId})::int as loud,
        max(length(request_body)) as longest
      from api_request where provider_id in (${loud.providerId}, ${quiet.providerId})`;
    expect(row?.quiet).toBe(900);
    expect(row?.loud).toBeGreaterThan(100);
    expect(row?.longest).toBeLessThan(17_000);
  });

  test('calls without proof do not push out those of an integration that proved who it is', async () => {
    const staff = await signedInPartner(api);
    const { id: integrationId } = dataOf(await staff.post('/v1/integrations', bodies.integration()));
    const requests = createRequestLog({ flushAfterMs: 600_000 });
    const call = (headers: object, more: object) =>
      requests.note({ method: 'POST', headers, socket: {} } as IncomingMessage, 400, 1, {
        ...{ correlationId: randomUUID(), path: '/v1/x', search: '', route: null, isDryRun: false },
        ...more,
      });
    for (let n = 0; n < 600; n++) call({ 'x-access-id': 'ak_of_a_stranger' }, {});
    call({}, { integrationId, isVerified: true });
    await requests.flush();
    const rows = await api.sql`
      select authenticated from api_request where caller_id = ${integrationId} and caller_type = 'integration'`;
    expect(rows).toEqual([{ authenticated: true }]);
  });

  test('secrets are masked in a body that is cut', async () => {
    const staff = await signedInPartner(api);
    const body = {
      a: [{ password: 'canary-of-a-long-body' }],
      b: 'x'.repeat(40_000),
      secret: 'canary-at-the-end',
    };
    await staff.post('/v1/plans', body);
    await api.logRequests();
    const [row] = await api.sql`
      select request_body as body from api_request where provider_id = ${staff.providerId} and status = 400`;
    expect(row?.body).toMatch(/^\{"a":\[\{"password":"••••body"\}\],"b":"x+"\}… [\d,]+ more characters$/);
  });
});

describe('while the database is unavailable', () => {
  const dropped = async () =>
    Number(/^demarc_api_requests_dropped_total (\d+)$/m.exec((await metrics.scrape()).body)?.[1] ?? 0);

  /** Runs `work` with a pool that cannot reach a server. */
  async function whileAway(work: () => Promise<void>): Promise<void> {
    const { url } = database();
    const nowhere = new URL(url);
    nowhere.port = '1';
    const away = openDatabase(nowhere.href);
    try {
      await work();
    } finally {
      await away.close();
      openDatabase(url);
    }
  }

  test('calls wait, once each, and are written when it is back', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => partner.get('/v1/plans/pln_away')));
    await whileAway(() => api.logRequests());
    await api.logRequests();
    for (const { body } of answers)
      expect(await logged({ correlationId: body.correlationId })).toHaveLength(1);
  });

  test('calls beyond the limit are dropped and counted', async () => {
    const staff = await signedInPartner(api);
    await api.logRequests();
    const before = await dropped();
    await whileAway(async () => {
      await api.logRequests();
      for (let n = 0; n < 12; n++) {
        // Without a database no caller can be verified, so the limit of such calls applies.
        await Promise.all(Array.from({ length: 50 }, () => staff.get('/v1/nowhere')));
        await api.logRequests();
      }
    });
    expect(await dropped()).toBe(before + 100);
    await api.logRequests();
    const [row] = await api.sql`
      select count(*)::int as n from api_request where provider_id = ${staff.providerId} and path = '/v1/nowhere'`;
    // All waited, and an account has 100 an hour of those that are not authenticated.
    expect(row?.n).toBe(100);
  });
});

test('calls are kept for 30 days', async () => {
  const staff = await signedInPartner(api);
  await staff.post('/v1/plans', bodies.plan());
  await api.logRequests();
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  const kept = async () => (await logged({}, staff)).length;
  // A call is in the default partition until the partition of its day is made.
  await keepPartitions(api.sql, inDays(0));
  expect(await kept()).toBe(1);
  await keepPartitions(api.sql, inDays(30));
  expect(await kept()).toBe(1);
  await keepPartitions(api.sql, inDays(32));
  expect(await kept()).toBe(0);
});
