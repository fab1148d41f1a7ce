import { describe, expect, test } from 'vitest';
import { Demarc } from '../src/client.ts';
import { DemarcConnectionError, DemarcError, DemarcTimeoutError } from '../src/errors.ts';
import { realClock } from '../src/retry.ts';
import { answer, CORRELATION_ID, failure, hang, reset, scripted } from './scripted-server.ts';

const plan = { id: 'pln_1' };
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('a request', () => {
  test('has the credentials, its ids and its body, and returns the data', async () => {
    await using server = await scripted(answer(plan));
    expect(await server.client().plans.duplicate('pln/1', { planName: 'Home 50' })).toEqual(plan);
    const [{ method, url, headers, body }] = server.seen as [(typeof server.seen)[0]];
    expect([method, url, body]).toEqual(['POST', '/v1/plans/duplicate/pln%2F1', '{"planName":"Home 50"}']);
    expect(headers).toMatchObject({
      'x-access-id': 'id',
      'x-access-secret': 'secret',
      'content-type': 'application/json',
      'idempotency-key': expect.stringMatching(uuid),
      'user-agent': expect.stringMatching(/^demarc-sdk-typescript\//),
    });
    expect(headers).not.toHaveProperty('dry-run');
  });

  test('a read has no idempotency key; dates and absent values of a query are understood', async () => {
    await using server = await scripted(answer([], { meta: { page: 1, limit: 5, total: 0, totalPages: 0 } }));
    const createdAfter = new Date('2026-03-01T08:00:00Z') as unknown as string;
    await server.client().plans.list({ limit: 5, q: undefined, createdAfter, isActive: false });
    expect(server.seen[0]?.url).toBe(
      '/v1/plans?limit=5&createdAfter=2026-03-01T08%3A00%3A00.000Z&isActive=false',
    );
    expect(server.seen[0]?.headers).not.toHaveProperty('idempotency-key');
  });

  test('a base URL may end with /v1', async () => {
    await using server = await scripted(answer(plan));
    await server.client({ baseUrl: `${server.baseUrl}/v1/` }).plans.retrieve('pln_1');
    expect(server.seen[0]?.url).toBe('/v1/plans/pln_1');
  });

  test('a write with a query has no body', async () => {
    await using server = await scripted(answer(plan));
    await server.client().plans.disable('pln_1', { confirm: 'Home 50' });
    expect(server.seen[0]).toMatchObject({ url: '/v1/plans/pln_1/disable?confirm=Home+50', body: '' });
  });

  test('options: key, correlation id and dry run', async () => {
    const events = [{ id: 'evt_1' }];
    await using server = await scripted(answer(plan, { meta: { dryRun: { eventCount: 1, events } } }));
    const options = { idempotencyKey: 'mine', correlationId: CORRELATION_ID, dryRun: true } as const;
    expect(await server.client().plans.enable('pln_1', options)).toEqual({
      data: plan,
      events,
      eventCount: 1,
    });
    expect(server.seen[0]?.headers).toMatchObject({
      'idempotency-key': 'mine',
      'x-correlation-id': CORRELATION_ID,
      'dry-run': 'true',
    });
  });

  test('options may be in the place of optional parameters, and follow given ones', async () => {
    await using server = await scripted(answer(plan), answer(plan), answer(plan));
    const { subscriptions, subscribers } = server.client();
    await subscriptions.cancel('sbn_1', { correlationId: CORRELATION_ID });
    await subscribers.terminate('sub_1', { correlationId: CORRELATION_ID });
    await subscriptions.cancel('sbn_1', { reason: 'MOVED' }, { correlationId: CORRELATION_ID });
    expect(server.seen.map(({ url, body }) => [url, body])).toEqual([
      ['/v1/subscriptions/sbn_1', ''],
      ['/v1/subscribers/sub_1/terminate', ''],
      ['/v1/subscriptions/sbn_1?reason=MOVED', ''],
    ]);
    for (const { headers } of server.seen) expect(headers['x-correlation-id']).toBe(CORRELATION_ID);
  });

  test('a filter with the name of an option is a filter', async () => {
    await using server = await scripted(answer([]));
    await server.client().events.list({ correlationId: CORRELATION_ID });
    expect(server.seen[0]?.url).toBe(`/v1/events?correlationId=${CORRELATION_ID}`);
  });

  test('withResponse has facts about the answer, from the same request', async () => {
    await using server = await scripted(reset, answer(plan, { headers: { 'idempotent-replayed': 'true' } }));
    const call = server.client().plans.enable('pln_1');
    const { data, response } = await call.withResponse();
    expect(data).toEqual(plan);
    expect(response).toMatchObject({
      status: 200,
      correlationId: CORRELATION_ID,
      replayed: true,
      attempts: 2,
    });
    expect(await call).toEqual(plan);
    expect(server.seen).toHaveLength(2);
  });

  test('a write is sent without being awaited', async () => {
    await using server = await scripted(answer(plan));
    void server.client().plans.enable('pln_1');
    await expect.poll(() => server.seen.length).toBe(1);
  });

  test('a file is its bytes', async () => {
    await using server = await scripted((response) => void response.end(Buffer.from([0x25, 0xff])));
    expect(await server.client().invoices.pdf('inv_1')).toEqual(new Uint8Array([0x25, 0xff]));
  });

  test('missing credentials, addresses and ids are refused at once', () => {
    const options = { accessId: 'id', accessSecret: 'secret', baseUrl: 'https://demarc.example' };
    expect(() => new Demarc({ ...options, accessSecret: '' })).toThrow(/accessSecret/);
    expect(() => new Demarc({ ...options, baseUrl: 'demarc.example' })).toThrow(/baseUrl/);
    expect(() => new Demarc(options).plans.retrieve('')).toThrow('id is missing');
  });
});

describe('retries', () => {
  test('503 and lost connections are retried with the same key, after longer and longer waits', async () => {
    await using server = await scripted(failure(503), reset, failure(502), failure(500), answer(plan));
    expect(await server.client().plans.enable('pln_1')).toEqual(plan);
    expect(server.waits).toEqual([500, 1_000, 2_000, 4_000]);
    expect(new Set(server.seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  test('jitter takes up to half of a wait', async () => {
    await using server = await scripted(failure(503), answer(plan));
    const clock = { random: () => 0, sleep: async (ms: number) => void server.waits.push(ms) };
    await server.client({ clock }).plans.retrieve('pln_1');
    expect(server.waits).toEqual([250]);
  });

  test('429 waits at least for Retry-After', async () => {
    await using server = await scripted(failure(429, {}, { 'retry-after': '7' }), answer(plan));
    await server.client().plans.retrieve('pln_1');
    expect(server.waits).toEqual([7_250]);
  });

  test('Retry-After may be a date; a longer one than a minute is left to the caller', async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    await using server = await scripted(failure(503, {}, { 'retry-after': date }));
    const refused = await server
      .client()
      .plans.retrieve('pln_1')
      .catch((error) => error);
    expect(refused).toBeInstanceOf(DemarcError);
    expect(refused.retryAfter).toBeGreaterThan(3_000);
    expect(server.seen).toHaveLength(1);
  });

  test('409 is retried while the first request with the key runs, and not otherwise', async () => {
    await using running = await scripted(failure(409, {}, { 'retry-after': '1' }), answer(plan));
    expect(await running.client().plans.enable('pln_1')).toEqual(plan);
    await using refusing = await scripted(failure(409));
    await expect(refusing.client().plans.enable('pln_1')).rejects.toMatchObject({ status: 409 });
    expect(refusing.seen).toHaveLength(1);
  });

  test('the last failure is thrown after maxRetries', async () => {
    await using server = await scripted(failure(503));
    await expect(server.client({ maxRetries: 2 }).plans.retrieve('pln_1')).rejects.toMatchObject({
      status: 503,
    });
    expect(server.seen).toHaveLength(3);
    await expect(server.client().plans.retrieve('pln_1', { maxRetries: 0 })).rejects.toThrow();
    expect(server.seen).toHaveLength(4);
  });

  test('without an answer the error says how often it was tried, and why', async () => {
    await using server = await scripted(reset);
    const lost = await server
      .client({ maxRetries: 1 })
      .plans.retrieve('pln_1')
      .catch((error) => error);
    expect(lost).toBeInstanceOf(DemarcConnectionError);
    expect(lost).toMatchObject({
      attempts: 2,
      message: expect.stringMatching(/GET \/v1\/plans\/pln_1: .+2 attempts/),
    });
  });

  test('an attempt that takes too long is retried, and is an error of its own', async () => {
    await using server = await scripted(hang);
    const late = await server
      .client({ maxRetries: 1, timeoutMs: 20 })
      .plans.retrieve('pln_1')
      .catch((error) => error);
    expect(late).toBeInstanceOf(DemarcTimeoutError);
    // On a busy machine an attempt can end before the server has its request.
    expect(server.waits).toHaveLength(1);
  });

  test('the time limit includes the body', async () => {
    await using server = await scripted((response) => void response.writeHead(200).write('{'));
    const client = server.client({ maxRetries: 0, timeoutMs: 20 });
    await expect(client.plans.retrieve('pln_1')).rejects.toBeInstanceOf(DemarcTimeoutError);
  });

  test('a signal ends an attempt and a wait, with its reason', async () => {
    const reason = new Error('enough');
    await using hanging = await scripted(hang);
    const during = new AbortController();
    const call = hanging.client().plans.retrieve('pln_1', { signal: during.signal });
    await expect.poll(() => hanging.seen.length).toBe(1);
    during.abort(reason);
    await expect(call).rejects.toBe(reason);
    await using failing = await scripted(failure(503, {}, { 'retry-after': '50' }));
    const between = new AbortController();
    const waiting = failing.client({ clock: realClock }).plans.retrieve('pln_1', { signal: between.signal });
    await expect.poll(() => failing.seen.length).toBe(1);
    between.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    expect([hanging.seen.length, failing.seen.length]).toEqual([1, 1]);
  });
});

describe('errors', () => {
  test('a refusal has status, code, reasons, details and correlation id', async () => {
    const rejectionReasons = [
      { field: 'priceAmount', code: 'INVALID_VALUE', message: 'The floor is 20 USD.' },
    ];
    const details = { floorAmount: 20, currency: 'USD' };
    const body = { errorCode: 'PLAN_PRICE_BELOW_FLOOR', rejectionReasons, details };
    await using server = await scripted(failure(400, body));
    const refused: unknown = await server
      .client()
      .plans.enable('pln_1')
      .catch((error) => error);
    if (!(refused instanceof DemarcError)) throw refused;
    expect(refused).toMatchObject({ status: 400, reasons: rejectionReasons, correlationId: CORRELATION_ID });
    expect(refused.reasonOf('priceAmount')?.code).toBe('INVALID_VALUE');
    expect(refused.is('CONTACT_SHARE')).toBe(false);
    if (!refused.is('PLAN_PRICE_BELOW_FLOOR')) throw refused;
    // The code types the details.
    const floor: number = refused.details.floorAmount;
    expect(floor).toBe(20);
    expect(refused.message).toBe(
      'POST /v1/plans/pln_1/enable: 400 PLAN_PRICE_BELOW_FLOOR; priceAmount: The floor is 20 USD.',
    );
  });

  test('an answer of a proxy is an error without a code', async () => {
    await using server = await scripted((response) => void response.writeHead(404).end('<html>'));
    await expect(server.client().plans.retrieve('pln_1')).rejects.toMatchObject({
      ...{ status: 404, errorCode: undefined, reasons: [] },
      message: 'GET /v1/plans/pln_1: 404 is not an answer of Demarc',
    });
  });

  test('a redirect is not followed: the secret would leave with it', async () => {
    await using other = await scripted(answer(plan));
    await using server = await scripted(
      (response) => void response.writeHead(307, { location: `${other.baseUrl}/` }).end(),
    );
    await expect(server.client().plans.retrieve('pln_1')).rejects.toThrow(`redirect to ${other.baseUrl}/`);
    expect(other.seen).toHaveLength(0);
  });
});

describe('lists', () => {
  const page = (ids: string[], number: number, totalPages: number) =>
    answer(
      ids.map((id) => ({ id })),
      { meta: { page: number, limit: 2, total: 2 * totalPages, totalPages } },
    );

  test('awaited, a list is one page', async () => {
    await using server = await scripted(page(['a', 'b'], 1, 3));
    const { data, meta } = await server.client().plans.list({ limit: 2 });
    expect([data, meta.totalPages]).toEqual([[{ id: 'a' }, { id: 'b' }], 3]);
    expect(server.seen.map(({ url }) => url)).toEqual(['/v1/plans?limit=2']);
  });

  test('for await goes over all pages, from the wanted one on; a moved item does not come twice', async () => {
    await using server = await scripted(page(['a', 'b'], 2, 3), page(['b', 'c'], 3, 3));
    const found: string[] = [];
    for await (const { id } of server.client().plans.list({ page: 2, isActive: true })) found.push(id);
    expect(found).toEqual(['a', 'b', 'c']);
    expect(server.seen.map(({ url }) => url)).toEqual([
      '/v1/plans?limit=100&page=2&isActive=true',
      '/v1/plans?limit=100&page=3&isActive=true',
    ]);
  });

  test('an item that moves by more than a page does not come twice', async () => {
    await using server = await scripted(
      page(['c', 'd'], 1, 3),
      page(['a', 'b'], 2, 4),
      page(['c', 'd'], 3, 4),
      page(['e'], 4, 4),
    );
    const items = await server.client().plans.list().toArray();
    expect(items.map(({ id }) => id)).toEqual(['c', 'd', 'a', 'b', 'e']);
  });

  test('an empty list has no items, and a loop that ends early reads no further page', async () => {
    await using empty = await scripted(page([], 1, 0));
    expect(await empty.client().plans.list().toArray()).toEqual([]);
    await using server = await scripted(page(['a', 'b'], 1, 3));
    for await (const _ of server.client().plans.list()) break;
    expect(server.seen).toHaveLength(1);
  });
});

/** What the compiler accepts and refuses. It is never called. */
export async function types(demarc: Demarc, isDry: boolean) {
  const created = await demarc.subscribers.create({
    firstName: 'A',
    lastName: 'B',
    email: 'a@b.c',
    phone: '+1',
  });
  created.status satisfies 'active' | 'suspended' | 'terminated';
  const dry = await demarc.subscribers.terminate('sub_1', { dryRun: true });
  dry.data.status satisfies string;
  dry.events satisfies { type: string }[];
  const either = await demarc.subscribers.terminate('sub_1', { dryRun: isDry });
  // @ts-expect-error it may be a dry run
  either.status;
  const given = await demarc.subscriptions.cancel('sbn_1', { reason: 'MOVED' }, { dryRun: true });
  given.data.status satisfies string;
  const keyed = await demarc.subscribers.terminate('sub_1', { idempotencyKey: 'one' });
  keyed.status satisfies string;
  // @ts-expect-error a body is needed
  demarc.subscribers.create();
  // @ts-expect-error phone is missing
  demarc.subscribers.create({ firstName: 'A', lastName: 'B', email: 'a@b.c' });
  // @ts-expect-error there is no such field
  demarc.subscribers.create({ firstName: 'A', lastName: 'B', email: 'a@b.c', phone: '+1', colour: 'green' });
  // @ts-expect-error confirm is needed
  demarc.plans.disable('pln_1');
  // @ts-expect-error a read has no dry run
  demarc.plans.retrieve('pln_1', { dryRun: true });
  // @ts-expect-error an operation that only contacts an external system has none either
  demarc.networkSessions.disconnect('sess_1', { dryRun: true });
  // @ts-expect-error no such value
  demarc.invoices.list({ status: 'LOST' });
  for await (const invoice of demarc.invoices.list({ status: 'OPEN' })) invoice.amountDue satisfies number;
  const event = await demarc.webhooks.verify('', {}, '');
  if (event.type === 'payment.received') event.data.current.amount satisfies number;
  // @ts-expect-error not every event has an amount
  event.data.current.amount satisfies number;
}

describe('cursors', () => {
  const item = (id: string) => ({ id });

  test('a list that is sorted by createdAt is read by meta.next, from the wanted page on', async () => {
    await using server = await scripted(
      answer([item('a'), item('b')], { meta: { page: 2, limit: 2, total: 9, totalPages: 5, next: 'b' } }),
      answer([item('c')], { meta: { limit: 2, next: 'c' } }),
      answer([item('d')], { meta: { limit: 2, next: null } }),
    );
    const items = await server.client().plans.list({ limit: 2, page: 2, isActive: true }).toArray();
    expect(items.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
    expect(server.seen.map(({ url }) => url)).toEqual([
      '/v1/plans?limit=2&page=2&isActive=true',
      '/v1/plans?limit=2&isActive=true&after=b',
      '/v1/plans?limit=2&isActive=true&after=c',
    ]);
  });

  test('toArray reads no more than its limit needs', async () => {
    await using server = await scripted(
      answer([item('a'), item('b')], { meta: { page: 1, limit: 2, total: 9, totalPages: 5, next: 'b' } }),
    );
    const items = await server.client().plans.list({ limit: 2 }).toArray({ limit: 2 });
    expect(items.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  test('feed continues from a cursor, which moves when the events of an answer are done', async () => {
    await using server = await scripted(
      answer([item('evt_1'), item('evt_2')], { meta: { limit: 100, next: 'two' } }),
      answer([], { meta: { limit: 100, next: 'two', resumed: true } }),
      answer([item('evt_3')], { meta: { limit: 100, next: 'three' } }),
    );
    const feed = server.client().events.feed({ after: 'one', type: 'plan.*' });
    const seen: unknown[] = [];
    for await (const { id } of feed) {
      seen.push([id, feed.cursor]);
      if (id === 'evt_3') break;
    }
    expect(seen).toEqual([
      ['evt_1', 'one'],
      ['evt_2', 'one'],
      ['evt_3', 'two'],
    ]);
    expect(server.seen.map(({ url }) => url)).toEqual([
      '/v1/events/feed?limit=100&wait=25&type=plan.*&after=one',
      '/v1/events/feed?limit=100&wait=25&type=plan.*&after=two',
      '/v1/events/feed?limit=100&wait=25&type=plan.*&after=two',
    ]);
  });

  test('the pages of a feed have the cursor to store with them', async () => {
    await using server = await scripted(
      answer([item('evt_1')], { meta: { limit: 100, next: 'two', resumed: true } }),
    );
    const { value } = await server.client().events.feed().pages().next();
    expect(value).toEqual({ events: [item('evt_1')], cursor: 'two', resumed: true });
  });
});
