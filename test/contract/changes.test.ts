import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { staffAuthHandler } from '../../server/auth/staff-handler.ts';
import type { Changes } from '../../server/contract/portal/changes.ts';
import { answerChanges, isChangesStream } from '../../server/portal/changes.ts';
import { createPortalHandler } from '../../server/portal/trpc.ts';
import { useApi } from './api.ts';
import { activeSubscription, bodies, dataOf } from './helpers.ts';
import { origin, type Staff, signedInPartner } from './portal-helpers.ts';

const portal = createPortalHandler([origin]);
let most: Parameters<typeof answerChanges>[2];
const api = useApi({}, (req, res) => {
  if (req.url?.startsWith('/api/auth/')) return staffAuthHandler(req, res);
  return isChangesStream(req.url ?? '') ? answerChanges(req, res, most) : portal(req, res);
});

let staff: Staff;
beforeAll(async () => {
  staff = await signedInPartner(api);
});

type Message = { position: string; changes: Changes };

/** Opens a stream as a browser does. */
async function follow(
  query: string,
  { cookie, ...headers }: Record<string, string> = { cookie: staff.cookie },
) {
  const abort = new AbortController();
  const answer = await fetch(`${api.base}/api/changes?${query}`, {
    headers: { ...(cookie && { cookie }), ...headers },
    signal: abort.signal,
  });
  const messages: Message[] = [];
  let isOver = false;
  const arrivals = new Set<() => void>();
  const read = async () => {
    let text = '';
    for await (const chunk of answer.body ?? []) {
      text += Buffer.from(chunk).toString();
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const found = /^id: (\d+)\ndata: (.*)$/.exec(text.slice(0, end));
        text = text.slice(end + 2);
        if (found) messages.push({ position: found[1] as string, changes: JSON.parse(found[2] as string) });
        for (const arrived of arrivals) arrived();
      }
    }
  };
  const reading = read()
    .catch(() => {})
    .finally(() => {
      isOver = true;
      for (const arrived of arrivals) arrived();
    });
  return {
    answer,
    messages,
    ids: () => messages.flatMap(({ changes }) => (changes.all ? [] : changes.ids)),
    /** Waits until a condition holds. It is checked at each message and at the end. */
    until: (holds: () => boolean) =>
      new Promise<void>((resolve) => {
        const check = () => holds() && resolve();
        arrivals.add(check);
        check();
      }),
    isOver: () => isOver,
    async close() {
      abort.abort();
      await reading;
    },
  };
}

test('says which kinds of resources changed, with the ids in their events, and nothing of another account', async () => {
  const other = await signedInPartner(api);
  const { subscriber, subscription } = await activeSubscription(staff);
  const page = await follow('age=0');
  expect(page.answer.status).toBe(200);
  expect(page.answer.headers.get('content-type')).toBe('text/event-stream');
  const foreign = dataOf(await other.post('/v1/subscribers', bodies.subscriber()));
  const charge = dataOf(await staff.post(`/v1/subscribers/${subscriber.id}/charges`, bodies.charge()));
  await page.until(() => page.ids().includes(charge.id));
  dataOf(await staff.post('/v1/payments', { chargeId: charge.id, rail: 'manual' }));
  await page.until(() =>
    page.messages.some(({ changes }) => !changes.all && changes.objects.includes('payment')),
  );
  expect(page.ids()).toEqual(expect.arrayContaining([subscriber.id, charge.id, subscription.id]));
  expect(page.ids()).not.toContain(foreign.id);
  await page.close();
});

test('a page gets what changed after it was read, and continues from the last message', async () => {
  const early = dataOf(await staff.post('/v1/subscribers', bodies.subscriber()));
  const page = await follow('age=5000');
  await page.until(() => page.ids().includes(early.id));
  await page.close();
  const { position } = page.messages.at(-1) as Message;
  const missed = dataOf(await staff.post('/v1/subscribers', bodies.subscriber()));
  for (const again of [
    await follow(`after=${position}`),
    await follow('age=0', { cookie: staff.cookie, 'last-event-id': position }),
  ]) {
    await again.until(() => again.ids().includes(missed.id));
    expect(again.ids()).not.toContain(early.id);
    await again.close();
  }
});

test('many pages of an account get the same, and one that joins later gets what it missed', async () => {
  const first = await follow('age=0');
  const made = dataOf(await staff.post('/v1/subscribers', bodies.subscriber()));
  await first.until(() => first.ids().includes(made.id));
  const second = await follow(`after=${Number(first.messages[0]?.position) - 1}`);
  await second.until(() => second.ids().includes(made.id));
  const both = dataOf(await staff.post('/v1/subscribers', bodies.subscriber()));
  await Promise.all([first, second].map((page) => page.until(() => page.ids().includes(both.id))));
  await first.close();
  const last = dataOf(await staff.post('/v1/subscribers', bodies.subscriber()));
  await second.until(() => second.ids().includes(last.id));
  await second.close();
});

test('a first page with a place of the future keeps no change from the pages of the account', async () => {
  const other = await signedInPartner(api);
  const ahead = String((Date.now() + 30_000) * 1_000);
  const first = await follow('', { cookie: other.cookie, 'last-event-id': ahead });
  const second = await follow('age=0', { cookie: other.cookie });
  const made = dataOf(await other.post('/v1/subscribers', bodies.subscriber()));
  await Promise.all([first, second].map((page) => page.until(() => page.ids().includes(made.id))));
  for (const page of [first, second]) await page.close();
});

test('an old page, one without a place and one of the future read everything again', async () => {
  for (const query of ['after=1', 'age=3600000', '', 'after=9999999999999999', 'after=x']) {
    const page = await follow(query);
    await page.until(() => page.messages.length > 0);
    expect(page.messages[0]?.changes, query).toEqual({ all: true });
    await page.close();
  }
});

test('after a large number of events anything may have changed, in one message', async () => {
  const other = await signedInPartner(api);
  const page = await follow('age=0', { cookie: other.cookie });
  await api.sql`
    insert into event (provider_id, id, type, resource_id, body, occurred_at, created_at, updated_at, correlation_id)
    select ${other.providerId}, 'evt_' || lpad(to_hex(n), 32, '0'), 'plan.updated', 'pln_1', '{"data":{"current":{"id":"pln_1"}}}',
      now(), now(), now(), 'c'
    from generate_series(1, 5000) n`;
  const plan = dataOf(await other.post('/v1/plans', bodies.plan()));
  await page.until(() => page.messages.length > 0);
  expect(page.messages[0]?.changes).toEqual({ all: true });
  const later = dataOf(await other.post('/v1/plans', bodies.plan()));
  await page.until(() => page.ids().includes(later.id));
  expect(page.ids()).not.toContain(plan.id);
  await page.close();
});

test('a technician, who reads no customers, gets no ids: only that visits may have changed', async () => {
  const other = await signedInPartner(api);
  const { subscription } = await activeSubscription(other);
  await api.sql`
    update staff_member set role = 'technician'
    where user_id = (select id from staff_user where email = ${other.owner.email})`;
  const page = await follow('age=0', { cookie: other.cookie });
  const { length } = page.messages;
  dataOf(await other.post('/v1/subscribers', bodies.subscriber()));
  dataOf(await other.post('/v1/installations', { subscriptionId: subscription.id }));
  await page.until(() => page.messages.length > length);
  expect(page.messages.map(({ changes }) => changes)).toEqual(page.messages.map(() => ({ all: true })));
  expect(page.ids()).toEqual([]);
  await page.close();
});

test('ends with the first change after its session has ended, or its person has left, which it does not show', async () => {
  const ends: ((email: string) => Promise<unknown>)[] = [
    (email) => api.sql`
      delete from staff_session where user_id = (select id from staff_user where email = ${email})`,
    (email) => api.sql`
      update staff_session set expires_at = now() where user_id = (select id from staff_user where email = ${email})`,
    (email) => api.sql`
      delete from staff_member where user_id = (select id from staff_user where email = ${email})`,
  ];
  for (const end of ends) {
    const other = await signedInPartner(api);
    const page = await follow('age=0', { cookie: other.cookie });
    const before = dataOf(await other.post('/v1/subscribers', bodies.subscriber()));
    await page.until(() => page.ids().includes(before.id));
    await end(other.owner.email);
    const after = dataOf(await other.post('/v1/subscribers', bodies.subscriber()));
    await page.until(page.isOver);
    expect(page.ids()).not.toContain(after.id);
  }
});

test('is for signed-in people, with GET, and six at a time for each session', async () => {
  expect((await follow('age=0', {})).answer.status).toBe(401);
  const post = await fetch(`${api.base}/api/changes`, { method: 'POST', headers: { cookie: staff.cookie } });
  expect(post.status).toBe(405);
  const pages = [];
  for (let n = 0; n < 6; n++) pages.push(await follow('age=0'));
  const refused = await follow('age=0');
  expect(refused.answer.status).toBe(429);
  expect(refused.answer.headers.get('retry-after')).toBe('30');
  await pages[0]?.close();
  const freed = await follow('age=0');
  expect(freed.answer.status).toBe(200);
  for (const page of [...pages, freed]) await page.close();
});

test.each([
  ['an account', { ofSession: 6, ofPerson: 6, ofAccount: 3 }],
  ['a person', { ofSession: 6, ofPerson: 3, ofAccount: 6 }],
])('429 beyond the streams of %s, for each of its sessions, until one ends', async (_, limits) => {
  const other = await signedInPartner(api);
  const { email, password } = other.owner;
  const signedIn = await fetch(`${api.base}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const [cookie = ''] = (signedIn.headers.getSetCookie()[0] ?? '').split(';');
  most = limits;
  try {
    const pages = [];
    for (const of of [other.cookie, other.cookie, cookie]) pages.push(await follow('age=0', { cookie: of }));
    expect(pages.map(({ answer }) => answer.status)).toEqual([200, 200, 200]);
    for (const of of [other.cookie, cookie])
      expect((await follow('age=0', { cookie: of })).answer.status).toBe(429);
    const elsewhere = await follow('age=0');
    expect(elsewhere.answer.status).toBe(200);
    await pages[0]?.close();
    const freed = await follow('age=0', { cookie });
    expect(freed.answer.status).toBe(200);
    for (const page of [...pages, elsewhere, freed]) await page.close();
  } finally {
    most = undefined;
  }
});

test('a stream that is not read ends, and keeps no memory', async () => {
  const other = await signedInPartner(api);
  const { hostname, port } = new URL(api.base);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  const ended = once(socket, 'close');
  socket.write(`GET /api/changes?age=0 HTTP/1.1\r\nhost: ${hostname}\r\ncookie: ${other.cookie}\r\n\r\n`);
  await once(socket, 'data');
  socket.pause();
  const reader = await follow('age=0', { cookie: other.cookie });
  // Each message is more than the buffers of both ends of a connection take.
  for (const n of [1, 2, 3]) {
    await api.sql`
      insert into event (provider_id, id, type, resource_id, body, occurred_at, created_at, updated_at, correlation_id)
      select ${other.providerId}, 'evt_' || lpad(to_hex(${n}::int * 100 + i), 32, '0'), 'plan.updated', 'pln_1',
        '{"data":{"current":{"id":"' || i || repeat('x', 500000) || '"}}}', now(), now(), now(), 'c'
      from generate_series(1, 20) i`;
    const plan = dataOf(await other.post('/v1/plans', bodies.plan()));
    await reader.until(() => reader.ids().includes(plan.id));
  }
  await reader.close();
  socket.resume();
  await ended;
});
