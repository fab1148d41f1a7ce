import { beforeAll, describe, expect, test } from 'vitest';
import { waitingFor } from '../../server/work/committed-events.ts';
import { type Partner, useApi } from './api.ts';
import { activeSubscription, bodies, dataOf, expectRefused } from './helpers.ts';

const api = useApi();
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
});

type Item = { id: string; type: string };

async function feed(query = '', by = partner) {
  const answer = await by.get(`/v1/events/feed?${query}`);
  return { data: dataOf(answer) as Item[], meta: answer.body.meta };
}

/** The cursor behind the last event. */
async function end(by = partner): Promise<string> {
  for (let after = ''; ; ) {
    const { data, meta } = await feed(`limit=100${after && `&after=${after}`}`, by);
    after = meta.next;
    if (data.length === 0) return after;
  }
}

const ids = (items: Item[]) => items.map(({ id }) => id);

test('has all events once, in the order of creation where none is concurrent', async () => {
  await activeSubscription(partner);
  await activeSubscription(partner);
  const all = dataOf(await partner.get('/v1/events?sort=createdAt&limit=100'));
  const whole = await feed('limit=100');
  expect(whole.data).toEqual(all);
  expect(whole.meta).toEqual({ limit: 100, next: expect.any(String) });
  const seen: Item[] = [];
  for (let after = ''; ; ) {
    const { data, meta } = await feed(`limit=3${after}`);
    expect(meta.limit).toBe(3);
    seen.push(...data);
    after = `&after=${meta.next}`;
    if (data.length === 0) break;
  }
  expect(ids(seen)).toEqual(ids(all));
});

test('an account without events has a cursor too, and its first event is behind it', async () => {
  const other = await api.partner();
  const empty = await feed('', other);
  expect(empty).toEqual({ data: [], meta: { limit: 20, next: expect.any(String) } });
  await other.post('/v1/plans', bodies.plan());
  const { data } = await feed(`after=${empty.meta.next}`, other);
  expect(data).toMatchObject([{ type: 'plan.created' }]);
});

test('type takes names and patterns; next moves on where nothing matches', async () => {
  const before = await end();
  await partner.post('/v1/plans', bodies.plan());
  const made = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
  const found = await feed(`after=${before}&type=subscriber.*,payment.received`);
  expect(found.data).toMatchObject([{ type: 'subscriber.created', data: { current: { id: made.id } } }]);
  const none = await feed(`after=${before}&type=refund.issued`);
  expect(none.data).toEqual([]);
  expect(none.meta.next).not.toBe(before);
  expect((await feed(`after=${none.meta.next}`)).data).toEqual([]);
  expectRefused(await partner.get('/v1/events/feed?type=nothing'), 400, {
    field: 'type',
    code: 'UNSUPPORTED',
  });
});

describe('wait', () => {
  test('answers with the first event', async () => {
    const after = await end();
    const waiting = feed(`after=${after}&wait=30`);
    const made = dataOf(await partner.post('/v1/plans', bodies.plan()));
    const { data } = await waiting;
    expect(data).toMatchObject([{ type: 'plan.created', data: { current: { id: made.id } } }]);
  });

  test('holds neither a connection nor a slot: more requests wait than there are, and a write is answered', async () => {
    const after = await end();
    const waiting = Array.from({ length: 60 }, () => feed(`after=${after}&wait=30`));
    await expect.poll(() => waitingFor(partner.providerId)).toBe(waiting.length);
    const working = async () => {
      const rows = await api.sql`
        select from pg_stat_activity
        where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`;
      return rows.length;
    };
    await expect.poll(working).toBe(0);
    const made = dataOf(await partner.post('/v1/plans', bodies.plan()));
    for (const { data } of await Promise.all(waiting))
      expect(data).toMatchObject([{ type: 'plan.created', data: { current: { id: made.id } } }]);
  });

  test('answers empty at the end, also while other events come', async () => {
    const after = await end();
    const waiting = feed(`after=${after}&wait=1&type=refund.issued`);
    await partner.post('/v1/plans', bodies.plan());
    expect((await waiting).data).toEqual([]);
  });

  test.each([
    ['31', 'OUT_OF_RANGE'],
    ['-1', 'OUT_OF_RANGE'],
    ['1.5', 'INVALID_FORMAT'],
    ['long', 'INVALID_FORMAT'],
  ])('400 for wait=%s', async (wait, code) => {
    expectRefused(await partner.get(`/v1/events/feed?wait=${wait}`), 400, { field: 'wait', code });
  });
});

test('400 INVALID_VALUE for a malformed cursor and for one of another account', async () => {
  const other = await api.partner();
  const wrong = { field: 'after', code: 'INVALID_VALUE' };
  const foreign = (await feed('', other)).meta.next;
  for (const after of ['x', 'MA', `${await end()}A`, foreign, 'evt_0199f3a4c1e27b0c9d4e5f60718293a4'])
    expectRefused(await partner.get(`/v1/events/feed?after=${after}`), 400, wrong);
  const list = await partner.get(`/v1/events/feed?page=2`);
  expectRefused(list, 400, { field: 'page', code: 'NOT_ALLOWED' });
});

test('a cursor that a restored backup has lost goes on from the nearest event, with resumed', async () => {
  const other = await api.partner();
  for (let i = 0; i < 3; i++) await other.post('/v1/plans', bodies.plan());
  const kept = (await feed('limit=1', other)).meta.next;
  const lost = await end(other);
  await api.sql`
    delete from event where provider_id = ${other.providerId} and id in (
      select event_id from event_feed where provider_id = ${other.providerId} order by position desc limit 2)`;
  await api.sql`
    delete from event_feed where provider_id = ${other.providerId} and event_id not in (select id from event)`;
  const made = dataOf(await other.post('/v1/plans', bodies.plan()));
  const resumed = await feed(`after=${lost}`, other);
  expect(resumed.data).toMatchObject([{ data: { current: { id: made.id } } }]);
  expect(resumed.meta.resumed).toBe(true);
  const next = await feed(`after=${resumed.meta.next}`, other);
  expect(next.meta).not.toHaveProperty('resumed');
  const whole = await feed(`after=${kept}`, other);
  expect(whole.data).toEqual(resumed.data);
  expect(whole.meta).not.toHaveProperty('resumed');
});

test('a lost cursor at the end is answered at once, and its next is a place that is there', async () => {
  const other = await api.partner();
  for (let i = 0; i < 2; i++) await other.post('/v1/plans', bodies.plan());
  const kept = (await feed('limit=1', other)).meta.next;
  const lost = await end(other);
  const drop = (n: number) => api.sql`
    delete from event_feed where provider_id = ${other.providerId} and event_id in (
      select event_id from event_feed where provider_id = ${other.providerId} order by position desc limit ${n})`;
  await drop(1);
  // Without an event, a wait would end at the time limit of the test.
  expect(await feed(`after=${lost}&wait=30`, other)).toEqual({
    data: [],
    meta: { limit: 20, next: kept, resumed: true },
  });
  await drop(1);
  const empty = await feed(`after=${kept}&wait=30`, other);
  expect(empty).toEqual({ data: [], meta: { limit: 20, next: expect.any(String), resumed: true } });
  expect((await feed(`after=${empty.meta.next}`, other)).meta).toEqual({ limit: 20, next: empty.meta.next });
  const made = dataOf(await other.post('/v1/plans', bodies.plan()));
  const { data, meta } = await feed(`after=${empty.meta.next}`, other);
  expect(data).toMatchObject([{ data: { current: { id: made.id } } }]);
  expect(meta).not.toHaveProperty('resumed');
});

test('a cursor older than what is kept goes on from the oldest event, with resumed', async () => {
  const other = await api.partner();
  for (let i = 0; i < 3; i++) await other.post('/v1/plans', bodies.plan());
  const { data, meta } = await feed('limit=1', other);
  const rest = await feed(`after=${meta.next}`, other);
  await api.sql`delete from event_feed where event_id = ${data[0]?.id ?? ''}`;
  const again = await feed(`after=${meta.next}`, other);
  expect(again.data).toEqual(rest.data);
  expect(again.meta.resumed).toBe(true);
});
