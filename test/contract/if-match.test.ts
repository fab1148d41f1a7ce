import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../server/rest/routes.ts';
import { type Partner, useApi } from './api.ts';
import { activeSubscription, bodies, dataOf, eventTypes, expectRefused } from './helpers.ts';
import { closeServers, preparedFor, titled, writeRoutes } from './write-operations.ts';

const api = useApi();
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
});
afterEach(closeServers);

const stale = '"mb1k2x3c-Z0c4a526a3e4d0b9a570d1"';
const reads = new Set(routes.filter(({ method }) => method === 'GET').map(({ path }) => path));

/** The path of the resource that a write is about, with its ids. */
const targetIn = (path: string, template: string) => {
  const segments = template.split('/');
  const end = segments.findLastIndex((segment) => segment.startsWith('{')) + 1;
  const read = segments.slice(0, end).join('/');
  return reads.has(read) ? (path.split('?')[0] as string).split('/').slice(0, end).join('/') : null;
};

describe('If-Match', () => {
  const about = writeRoutes.filter((route) => route.pathParams.length > 0);

  test.each(about.map(titled))(
    '%s: 409 for an old version, without effect; fits the ETag of a read',
    async (_, route) => {
      const { path, body } = await preparedFor(route, partner, api);
      const send = (tag: string) =>
        partner.request(route.method, path, {
          headers: { 'if-match': tag },
          raw: body && JSON.stringify(body),
        });
      const target = targetIn(path, route.path);
      const before = target && (await partner.get(target));
      const refused = await send(stale);
      expectRefused(refused, 409, { error: 'CONFLICT', field: 'If-Match', code: 'CONFLICT' });
      expect(refused.body.details).toMatchObject({ updatedAt: expect.any(String) });
      const after = target && (await partner.get(target));
      if (before && after) expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
      const answer = await send(after ? `"other", ${after.headers.get('etag')}` : '*');
      expect(answer.status, answer.text).toBeLessThan(300);
    },
  );

  const without = writeRoutes.filter(
    (route) => route.pathParams.length === 0 && route.name !== 'testClock.advance',
  );

  test.each(without.map(titled))('%s: 400 NOT_ALLOWED, because no resource could match', async (_, route) => {
    const { path, body } = await preparedFor(route, partner, api);
    const options = { headers: { 'if-match': '*' }, raw: body && JSON.stringify(body) };
    expectRefused(await partner.request(route.method, path, options), 400, {
      field: 'If-Match',
      code: 'NOT_ALLOWED',
    });
  });

  test('409 says what changed since then and by whom', async () => {
    const made = dataOf(await partner.post('/v1/plans', bodies.plan()));
    const path = `/v1/plans/${made.id}`;
    const tag = (await partner.get(path)).headers.get('etag') ?? '';
    await new Promise((done) => setTimeout(done, 5));
    dataOf(await partner.patch(path, { downloadSpeedMbps: 30 }));
    const changed = dataOf(await partner.patch(path, { graceDays: 9 }));
    const refused = await partner.patch(path, { graceDays: 1 }, { headers: { 'if-match': tag } });
    expectRefused(refused, 409, { field: 'If-Match' });
    expect(refused.body.details).toEqual({
      updatedAt: changed.updatedAt,
      changedFields: ['downloadSpeedMbps', 'graceDays'],
      changedBy: { type: 'credential', name: expect.any(String) },
    });
    expect(dataOf(await partner.get(path)).graceDays).toBe(9);
  });

  test.each(['x', '"a', 'W/"a", b', '', '"a""b"'])('400 INVALID_FORMAT for %s', async (tag) => {
    const { id } = dataOf(await partner.post('/v1/plans', bodies.plan()));
    const answer = await partner.patch(`/v1/plans/${id}`, { graceDays: 1 }, { headers: { 'if-match': tag } });
    expectRefused(answer, 400, { field: 'If-Match', code: 'INVALID_FORMAT' });
  });

  test('a weak tag never fits, an unknown resource is 404', async () => {
    const { id } = dataOf(await partner.post('/v1/plans', bodies.plan()));
    const tag = (await partner.get(`/v1/plans/${id}`)).headers.get('etag');
    const headers = { 'if-match': `W/${tag}` };
    expectRefused(await partner.patch(`/v1/plans/${id}`, { graceDays: 1 }, { headers }), 409, {
      field: 'If-Match',
    });
    expectRefused(await partner.patch('/v1/plans/pln_none', { graceDays: 1 }, { headers }), 404);
  });

  test('a repetition with its key gets the stored answer, though the version has moved on', async () => {
    const { id } = dataOf(await partner.post('/v1/plans', bodies.plan()));
    const tag = (await partner.get(`/v1/plans/${id}`)).headers.get('etag') ?? '';
    const send = () =>
      partner.patch(`/v1/plans/${id}`, { graceDays: 1 }, { headers: { 'if-match': tag }, key: id });
    const first = await send();
    expect((await send()).text).toBe(first.text);
  });
});

describe('ETag', () => {
  test('of the answer to a write is that of a read behind it', async () => {
    let compared = 0;
    for (const route of writeRoutes) {
      const partner = await api.partner();
      const { path, body } = await preparedFor(route, partner, api);
      const answer = await partner.request(route.method, path, { raw: body && JSON.stringify(body) });
      const tag = answer.headers.get('etag');
      const id = answer.body.data?.id;
      const target = [
        ...(targetIn(path, route.path) ? [targetIn(path, route.path)] : []),
        `${path.split('?')[0]}/${id}`,
      ].find((each) => each?.endsWith(`/${id}`));
      if (tag === null || !target) continue;
      const read = await partner.get(target);
      if (read.status !== 200) continue;
      expect(read.headers.get('etag'), `${route.method} ${route.path}`).toBe(tag);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(25);
  });

  test('a dry run and a stored answer have none', async () => {
    const made = await partner.post('/v1/plans', bodies.plan(), { key: 'tagged' });
    expect(made.headers.get('etag')).toMatch(/^".+"$/);
    const path = `/v1/plans/${dataOf(made).id}`;
    const dry = await partner.patch(path, { graceDays: 1 }, { headers: { 'dry-run': 'true' } });
    expect([dry.status, dry.headers.get('etag')]).toEqual([200, null]);
    const patched = await partner.patch(path, { graceDays: 2 }, { key: 'patched' });
    const again = await partner.patch(path, { graceDays: 2 }, { key: 'patched' });
    expect([patched.headers.get('etag') === null, again.headers.get('etag')]).toEqual([false, null]);
    const headers = { 'if-match': `${patched.headers.get('etag')}` };
    expect((await partner.patch(path, { graceDays: 4 }, { headers })).status).toBe(200);
  });

  test('changes with a stored field, also within one millisecond; not with a computed one', async () => {
    const { subscriber, subscription } = await activeSubscription(partner);
    const path = `/v1/subscribers/${subscriber.id}`;
    const tagOf = async () => (await partner.get(path)).headers.get('etag');
    const first = await tagOf();
    expect(first).toMatch(/^"[\w-]+"$/);
    dataOf(await partner.post(`${path}/charges`, bodies.charge()));
    expect(dataOf(await partner.get(path)).balanceDue).not.toEqual([]);
    expect(await tagOf()).toBe(first);
    await api.sql`update subscriber set city = 'Kisumu' where id = ${subscriber.id}`;
    expect(await tagOf()).not.toBe(first);
    expect((await partner.get(`/v1/subscriptions/${subscription.id}`)).headers.get('etag')).not.toBe(first);
  });

  test('lists and files have none', async () => {
    await activeSubscription(partner);
    const [invoice] = dataOf(await partner.get('/v1/invoices?limit=1'));
    for (const path of ['/v1/invoices', `/v1/invoices/${invoice.id}/pdf`])
      expect((await partner.get(path)).headers.get('etag')).toBeNull();
  });
});

describe('PATCH', () => {
  const replaceable = {
    '/v1/subscribers': {
      body: () =>
        bodies.subscriber({ city: 'Nairobi', street: '1 Road', externalUserId: `x${Math.random()}` }),
      optional: { street: 'A', city: 'B', externalUserId: 'C', postalCode: '1', region: 'R', country: 'KE' },
    },
    '/v1/plans': { body: () => bodies.plan({ dataCapMb: 500, graceDays: 9 }), optional: { dataCapMb: 5 } },
    '/v1/webhooks': {
      body: () => bodies.webhook({ description: 'x', headers: [{ name: 'a', value: 'b' }] }),
      optional: { description: 'D' },
    },
    '/v1/integrations': {
      body: () => bodies.integration({ externalPartnerId: `p${Math.random()}`, poolMap: { 1: 'a' } }),
      optional: { externalPartnerId: 'P' },
    },
  };

  test.each(Object.entries(replaceable))(
    '%s changes what is given, and null clears what is optional',
    async (path, { body, optional }) => {
      const made = dataOf(await partner.post(path, body()));
      const { secret: _, ...before } = made;
      const at = `${path}/${made.id}`;
      expect(dataOf(await partner.patch(at, {}))).toEqual(before);
      for (const [field, value] of Object.entries(optional)) {
        const set = dataOf(await partner.patch(at, { [field]: value }));
        expect({ ...set, updatedAt: null }).toEqual({ ...before, ...set, [field]: value, updatedAt: null });
        const cleared = dataOf(await partner.patch(at, { [field]: null }));
        expect(cleared[field]).toBeNull();
        dataOf(await partner.patch(at, { [field]: before[field] }));
      }
      const back = dataOf(await partner.get(at));
      expect({ ...back, updatedAt: null }).toEqual({ ...before, updatedAt: null });
    },
  );

  test.each([
    ['/v1/subscribers', { email: null }, 'email', 'INVALID_FORMAT'],
    ['/v1/subscribers', { email: 'x' }, 'email', 'INVALID_FORMAT'],
    ['/v1/subscribers', { colour: 'red' }, 'colour', 'NOT_ALLOWED'],
    ['/v1/plans', { priceAmount: 30.001 }, 'priceAmount', 'INVALID_FORMAT'],
    ['/v1/plans', { price: 30, priceAmount: 31 }, 'price', 'INVALID_VALUE'],
    ['/v1/webhooks', { url: 'http://127.0.0.1/' }, 'url', 'INVALID_VALUE'],
    ['/v1/webhooks', { events: [] }, 'events', 'OUT_OF_RANGE'],
    ['/v1/integrations', { tariffMap: { 1: 'pln_none' } }, 'tariffMap.1', 'INVALID_VALUE'],
  ] as const)('%s: 400 for %j', async (path, patch, field, code) => {
    const made = dataOf(await partner.post(path, replaceable[path].body()));
    expectRefused(await partner.patch(`${path}/${made.id}`, patch), 400, { field, code });
  });

  test('events are those of the PUT; an unchanged field has none', async () => {
    const made = dataOf(await partner.post('/v1/plans', bodies.plan()));
    const at = `/v1/plans/${made.id}`;
    expect(dataOf(await partner.patch(at, { price: 120 }))).toMatchObject({ price: 120, priceAmount: 120 });
    dataOf(await partner.patch(at, { price: 120 }));
    expect(await eventTypes(partner, made.id)).toEqual(['plan.created', 'plan.updated']);
    const [event] = dataOf(await partner.get(`/v1/events?resourceId=${made.id}&limit=1`));
    expect(event.data.changedFields.toSorted()).toEqual(['price', 'priceAmount']);
    dataOf(await partner.patch(at, { graceDays: null }));
    expect(dataOf(await partner.get(at)).graceDays).toBe(3);
  });

  test('maps are replaced whole, and a webhook keeps its failures, status and secrets', async () => {
    const made = dataOf(
      await partner.post('/v1/integrations', bodies.integration({ poolMap: { 1: 'a', 2: 'b' } })),
    );
    const patched = dataOf(await partner.patch(`/v1/integrations/${made.id}`, { poolMap: { 3: 'c' } }));
    expect(patched).toMatchObject({ poolMap: { 3: 'c' }, secretLast4: made.secretLast4, status: 'ACTIVE' });
    const webhook = dataOf(
      await partner.post(
        '/v1/webhooks',
        bodies.webhook({ headers: [{ name: 'x-a', value: 'secret-value-1' }] }),
      ),
    );
    await api.sql`update webhook set failing_since = now() where id = ${webhook.id}`;
    const after = dataOf(await partner.patch(`/v1/webhooks/${webhook.id}`, { events: ['plan.*'] }));
    expect(after).toMatchObject({ events: ['plan.*'], headers: [{ name: 'x-a', value: 'secret-value-1' }] });
    const [row] = await api.sql`select failing_since from webhook where id = ${webhook.id}`;
    expect(row?.failing_since).not.toBeNull();
  });

  test('400 for an email and an external id that others have, as one answer', async () => {
    const other = dataOf(
      await partner.post('/v1/subscribers', bodies.subscriber({ externalUserId: `y${Math.random()}` })),
    );
    const made = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
    const answer = await partner.patch(`/v1/subscribers/${made.id}`, {
      email: other.email,
      externalUserId: other.externalUserId,
    });
    expectRefused(answer, 400, { field: 'email', code: 'ALREADY_EXISTS' });
    expect(answer.body.rejectionReasons).toHaveLength(2);
  });
});
