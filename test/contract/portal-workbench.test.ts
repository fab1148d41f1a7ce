import { beforeAll, describe, expect, test } from 'vitest';
import { staffAuthHandler } from '../../server/auth/staff-handler.ts';
import { DAY_MS } from '../../server/contract/days.ts';
import type { ActivityEntry, ActivityPage } from '../../server/contract/portal/activity.ts';
import type { ActivityKind } from '../../server/contract/portal/activity-kinds.ts';
import type { HomeFigures } from '../../server/contract/portal/metrics.ts';
import type { SearchResults } from '../../server/contract/portal/search.ts';
import type { SubscriberOverview } from '../../server/contract/portal/subscriber-overview.ts';
import { sentenceText } from '../../server/contract/sentence.ts';
import { formatMoney } from '../../server/contract/texts/format-money.ts';
import { formatTime } from '../../server/contract/texts/format-time.ts';
import { processAccounting } from '../../server/domain/network/process-accounting.ts';
import { createPortalHandler } from '../../server/portal/trpc.ts';
import { createLimiter } from '../../server/rest/rate-limit.ts';
import { useApi } from './api.ts';
import { activeSubscription, advance, bodies, dataOf, pendingSubscription } from './helpers.ts';
import { callAs, digestOfTables, origin, type Staff, signedInPartner } from './portal-helpers.ts';

const unlimited = createLimiter({ name: 'portal', ratePerSecond: 0, burst: 0 });
const portal = createPortalHandler([origin], unlimited);
const api = useApi({}, (req, res) =>
  req.url?.startsWith('/api/auth/') ? staffAuthHandler(req, res) : portal(req, res),
);

let staff: Staff;
beforeAll(async () => {
  staff = await signedInPartner(api);
});

const ask = (name: string, input: object, as = staff) => callAs(api, as, { name, type: 'query' }, input);
const make = (name: string, input: object, as = staff) => callAs(api, as, { name, type: 'mutation' }, input);

async function answerOf<T>(answer: ReturnType<typeof ask>): Promise<T> {
  const { status, text, data } = await answer;
  expect(status, text).toBe(200);
  return data;
}

const activityOf = (subscriberId: string, more: object = {}) =>
  answerOf<ActivityPage>(
    ask('subscriber.activity', { subscriberId, limit: 100, direction: 'forward', ...more }),
  );
const overviewOf = (id: string) => answerOf<SubscriberOverview>(ask('subscriber.overview', { id }));

const text = ({ sentence }: Pick<ActivityEntry, 'sentence'>) =>
  sentenceText(sentence, { money: formatMoney, time: (at, detail) => formatTime(at, 'UTC', detail) });
const texts = ({ entries }: ActivityPage, kind?: ActivityKind) =>
  entries.filter((each) => !kind || each.kind === kind).map(text);

async function as(role: string) {
  await api.sql`
    update staff_member set role = ${role} where user_id = (select id from staff_user where email = ${staff.owner.email})`;
}

/** A session that started and ended so many minutes ago. */
async function session(
  username: string,
  id: string,
  started: number,
  ended?: { ago: number; cause: string },
) {
  const ago = (minutes: number) => api.sql`now() - ${`${minutes} minutes`}::interval`;
  await api.sql`
    insert into radius.radacct (acctsessionid, acctuniqueid, username, nasipaddress, framedipaddress, acctstarttime,
      acctupdatetime, acctinputoctets, acctoutputoctets)
    values (${id}, ${id}, ${username}, '10.70.0.1', '100.64.0.9', ${ago(started)}, ${ago(started)}, 200000000, 1000000000)`;
  await api.sql`update pending_accounting set at = ${ago(started)}`;
  await processAccounting({ budgetMs: 5_000 });
  if (!ended) return;
  await api.sql`
    update radius.radacct set acctstoptime = ${ago(ended.ago)}, acctterminatecause = ${ended.cause}
    where acctuniqueid = ${id}`;
  await api.sql`update pending_accounting set at = ${ago(ended.ago)}`;
  await processAccounting({ budgetMs: 5_000 });
}

describe('activity', () => {
  test('has each fact once, newest first, in sentences with names and money', async () => {
    const { subscriber, subscription, plan } = await activeSubscription(staff);
    const page = await activityOf(subscriber.id);
    const instants = page.entries.map(({ at }) => at);
    expect(instants).toEqual([...instants].sort().reverse());
    expect(texts(page, 'payments')).toEqual([
      expect.stringMatching(/^Ada Lovelace pays USD\s100\.00 for invoice INV-\d+\.$/),
    ]);
    expect(texts(page, 'invoices')).toEqual([
      expect.stringMatching(/^Invoice INV-\d+ for USD\s100\.00 is issued, due on /),
    ]);
    expect(texts(page, 'service').at(-1)).toMatch(
      new RegExp(`^Ada Lovelace subscribes to ${plan.planName} at USD\\s100\\.00 for each cycle\\.$`),
    );
    const created = page.entries.find(({ about }) => about?.id === subscription.id);
    expect(created).toMatchObject({ eventId: expect.any(String), actor: expect.stringMatching(/./) });
    expect(page.next).toBeNull();
    const keys = page.entries.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    const counted = Object.values(page.counts ?? {}).reduce((sum, n) => sum + n, 0);
    expect(counted).toBe(page.entries.length);
  });

  test('a change with an event has no second entry from the audit trail', async () => {
    const { subscriber } = await activeSubscription(staff);
    dataOf(await staff.post(`/v1/subscribers/${subscriber.id}/suspend`, { reason: 'Moved out' }));
    const { entries } = await activityOf(subscriber.id, { kind: 'account' });
    expect(entries.map(text)).toEqual([
      'Ada Lovelace is on hold: Moved out. Network access is cut.',
      'Ada Lovelace becomes a subscriber.',
    ]);
  });

  test('a change without an event has its entry from the audit trail, with its actor', async () => {
    const { subscriber } = await activeSubscription(staff);
    const charge = dataOf(await staff.post(`/v1/subscribers/${subscriber.id}/charges`, bodies.charge()));
    await answerOf(
      make('charge.waive', { chargeId: charge.id, subscriberId: subscriber.id, reason: 'Goodwill' }),
    );
    const { entries } = await activityOf(subscriber.id, { kind: 'charges' });
    const [row] = await api.sql`select name from staff_user where email = ${staff.owner.email}`;
    expect(entries.map(text)).toEqual([
      expect.stringContaining(`${row?.name} waived charge Replacement router`),
      expect.stringMatching(/^Ada Lovelace is charged USD\s45\.00 for Replacement router\.$/),
    ]);
    expect(entries[0]).toMatchObject({ about: { type: 'charge', id: charge.id }, eventId: null });
  });

  test('a void invoice was issued and became void', async () => {
    const { subscriber, subscription } = await activeSubscription(staff, { plan: { billingCycleDays: 2 } });
    dataOf(await advance(staff, { hours: 30 }));
    dataOf(await staff.delete(`/v1/subscriptions/${subscription.id}`));
    const page = await activityOf(subscriber.id, { kind: 'invoices' });
    const voided = texts(page).filter((each) => each.includes('is void and no longer due'));
    expect(voided).toHaveLength(1);
    expect(texts(page).filter((each) => each.includes('is issued'))).toHaveLength(2);
  });

  test('sessions have their durations, causes and the time between them', async () => {
    const { subscriber, subscription } = await activeSubscription(staff);
    const name = subscription.radiusUsername;
    await session(name, `${name}-1`, 300, { ago: 180, cause: 'Lost-Carrier' });
    await session(name, `${name}-2`, 55);
    const page = await activityOf(subscriber.id, { kind: 'network' });
    expect(texts(page)).toEqual([
      `${name} is online at 100.64.0.9, after 2 h 5 min offline.`,
      `${name} is offline after 2 h 0 min: the line went down. 1.2 GB transferred.`,
      `${name} is online at 100.64.0.9.`,
    ]);
  });

  test('pages end to end without a gap or a repetition, for all and for one kind', async () => {
    const { subscriber } = await activeSubscription(staff);
    for (let index = 0; index < 7; index++)
      await answerOf(make('note.create', { subscriberId: subscriber.id, text: `Note ${index}` }));
    for (const filter of [{}, { kind: 'notes' }]) {
      const whole = (await activityOf(subscriber.id, filter)).entries.map(({ key }) => key);
      const read: string[] = [];
      let cursor: ActivityPage['next'] = null;
      do {
        const page: ActivityPage = await activityOf(subscriber.id, {
          ...filter,
          limit: 3,
          ...(cursor && { cursor }),
        });
        expect(page.counts === null).toBe(cursor !== null);
        read.push(...page.entries.map(({ key }) => key));
        cursor = page.next;
      } while (cursor);
      expect(read).toEqual(whole);
    }
  });

  test('the steps of a renewal have one group with a sentence; what a person has to know has none', async () => {
    const { subscriber, subscription } = await activeSubscription(staff, {
      plan: { billingCycleDays: 4, graceDays: 5 },
    });
    const first = await activityOf(subscriber.id);
    expect(first.entries.every(({ group }) => group === null)).toBe(true);
    expect(first.groups).toEqual({});

    dataOf(await advance(staff, { days: 5 }));
    const [open] = dataOf(await staff.get(`/v1/invoices?subscriptionId=${subscription.id}&status=OPEN`));
    const groupsOf = async () => {
      const { entries, groups } = await activityOf(subscriber.id);
      const sentences = Object.entries(groups).map(([key, sentence]) => [key, text({ sentence })]);
      const inGroup = entries.filter(({ group }) => group === open.id).map(text);
      return { sentences, inGroup, outside: entries.filter(({ group }) => group === null).map(text) };
    };
    const due = await groupsOf();
    expect(due.sentences).toEqual([[open.id, expect.stringMatching(/^Renewal: USD\s100\.00 is due on /)]]);
    expect(due.inGroup).toContainEqual(
      expect.stringMatching(/^The cycle of .* ends on .*Its renewal is due then\.$/),
    );
    expect(due.inGroup).toContainEqual(expect.stringContaining(`Invoice ${open.number}`));
    expect(due.outside).toContainEqual(expect.stringMatching(/^The renewal of .* is overdue\./));

    dataOf(await staff.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual' }));
    const paid = await groupsOf();
    expect(paid.sentences).toEqual([
      [open.id, expect.stringMatching(/^Renewed until .* for USD\s100\.00\.$/)],
    ]);
    expect(paid.inGroup).toContainEqual(expect.stringMatching(/^Ada Lovelace pays USD\s100\.00 for invoice/));
    expect(paid.inGroup).toContainEqual(expect.stringMatching(/^A cycle of .* runs from /));
    expect(paid.inGroup).toContainEqual(expect.stringMatching(/ is paid until /));
    // A page that has some of the steps has the same group.
    const page = await activityOf(subscriber.id, { limit: 1 });
    expect(Object.keys(page.groups)).toEqual(page.entries.flatMap(({ group }) => group ?? []));
  });

  test('another subscriber of the provider has none of it', async () => {
    const { subscriber } = await activeSubscription(staff);
    const other = dataOf(await staff.post('/v1/subscribers', bodies.subscriber()));
    expect((await activityOf(other.id)).entries).toHaveLength(1);
    expect((await activityOf(subscriber.id)).entries.length).toBeGreaterThan(5);
  });
});

describe('notes', () => {
  test('a note is in the activity with its author, can be changed, and is gone when it is deleted', async () => {
    const subscriber = dataOf(await staff.post('/v1/subscribers', bodies.subscriber()));
    const note = await answerOf<{ id: string }>(
      make('note.create', { subscriberId: subscriber.id, text: 'Promised to pay on Friday' }),
    );
    const shown = async () => (await activityOf(subscriber.id, { kind: 'notes' })).entries;
    expect(await shown()).toMatchObject([
      { note: { text: 'Promised to pay on Friday', editedAt: null }, actor: expect.stringMatching(/./) },
    ]);
    await answerOf(make('note.update', { id: note.id, text: 'Promised to pay on Monday' }));
    expect(await shown()).toMatchObject([
      { note: { text: 'Promised to pay on Monday', editedAt: expect.any(String) } },
    ]);
    await answerOf(make('note.delete', { id: note.id }));
    expect(await shown()).toEqual([]);
    const { entries } = await activityOf(subscriber.id, { kind: 'account' });
    expect(entries.map(text)[0]).toMatch(/ deleted a note about Ada Lovelace$/);
  });

  test('the audit trail says who wrote, changed and deleted a note, without its text', async () => {
    const subscriber = dataOf(await staff.post('/v1/subscribers', bodies.subscriber()));
    const note = await answerOf<{ id: string }>(
      make('note.create', { subscriberId: subscriber.id, text: 'Secret of the family' }),
    );
    await answerOf(make('note.update', { id: note.id, text: 'Another secret' }));
    await answerOf(make('note.delete', { id: note.id }));
    const { text: trail } = await ask('audit.list', { resourceId: subscriber.id });
    for (const verb of ['create_note', 'update_note', 'delete_note']) expect(trail).toContain(verb);
    expect(trail).not.toContain('ecret');
  });

  test('403 for the note of a colleague: only its author changes it, owners and admins delete it', async () => {
    const subscriber = dataOf(await staff.post('/v1/subscribers', bodies.subscriber()));
    const note = await answerOf<{ id: string }>(
      make('note.create', { subscriberId: subscriber.id, text: 'Mine' }),
    );
    await api.sql`update note set author_id = 'somebody else' where id = ${note.id}`;
    try {
      expect((await make('note.update', { id: note.id, text: 'Yours' })).status).toBe(403);
      await as('support');
      expect((await make('note.delete', { id: note.id })).status).toBe(403);
      await as('admin');
      expect((await make('note.delete', { id: note.id })).status).toBe(200);
    } finally {
      await as('owner');
    }
  });

  test('403 for a role that only reads, and nothing changes', async () => {
    const subscriber = dataOf(await staff.post('/v1/subscribers', bodies.subscriber()));
    await as('viewer');
    try {
      const before = await api.sql`select count(*) from note`;
      expect((await make('note.create', { subscriberId: subscriber.id, text: 'x' })).status).toBe(403);
      expect((await make('tag.set', { subscriberId: subscriber.id, names: ['x'] })).status).toBe(403);
      expect(await api.sql`select count(*) from note`).toEqual(before);
    } finally {
      await as('owner');
    }
  });
});

describe('tags', () => {
  type Tags = { id: string; name: string; taggedBy: string }[];
  const set = (subscriberId: string, names: string[]) =>
    answerOf<Tags>(make('tag.set', { subscriberId, names }));
  const list = () => answerOf<{ id: string; name: string; subscribers: number }[]>(ask('tag.list', {}));

  test('a new name becomes a tag of the provider, and a known one is used in any case', async () => {
    const [one, other] = [
      dataOf(await staff.post('/v1/subscribers', bodies.subscriber())),
      dataOf(await staff.post('/v1/subscribers', bodies.subscriber())),
    ];
    const [tag] = await set(one.id, ['Slow payer', 'slow payer']);
    expect(tag).toMatchObject({ name: 'Slow payer', taggedBy: expect.stringMatching(/./) });
    expect(await set(other.id, ['SLOW PAYER', 'VIP'])).toMatchObject([{ id: tag?.id }, { name: 'VIP' }]);
    expect(await list()).toMatchObject([
      { name: 'Slow payer', subscribers: 2 },
      { name: 'VIP', subscribers: 1 },
    ]);
    await set(other.id, []);
    expect(await list()).toMatchObject([{ name: 'Slow payer', subscribers: 1 }]);
    const { entries } = await activityOf(other.id, { kind: 'account' });
    expect(entries.map(text)[0]).toMatch(
      / changed the tags of Ada Lovelace: tags Slow payer and VIP → none$/,
    );
  });

  test('of very many tags, the 500 that most subscribers have are listed, by name', async () => {
    const [one, other] = [await activeSubscription(staff), await activeSubscription(staff)];
    await set(one.subscriber.id, ['zz-most']);
    await set(other.subscriber.id, ['zz-most']);
    await api.sql`
      insert into tag (provider_id, id, name, created_at, updated_at)
      select ${staff.providerId}, 'tag_many' || n, 'many ' || n, now(), now() from generate_series(1, 600) n`;
    await api.sql`
      insert into subscriber_tag (provider_id, subscriber_id, tag_id, tagged_by, tagged_at)
      select ${staff.providerId}, ${one.subscriber.id}, id, 'Ada', now() from tag where id like 'tag\\_many%'`;
    const names = (await list()).map(({ name }) => name);
    expect(names).toHaveLength(500);
    expect(names.at(-1)).toBe('zz-most');
    await api.sql`delete from subscriber_tag where tag_id like 'tag\\_many%'`;
    await set(one.subscriber.id, []);
    await set(other.subscriber.id, []);
  });

  test('the list of subscribers has those with any of the tags, and its total', async () => {
    const made = await Promise.all(
      [['North'], ['South'], ['North', 'South'], []].map(async (names) => {
        const { id } = dataOf(await staff.post('/v1/subscribers', bodies.subscriber()));
        await set(id, names);
        return id as string;
      }),
    );
    const found = async (tags: string) => {
      const page = await answerOf<{ data: { id: string }[]; meta: { total: number } }>(
        ask('subscriber.listAll', { tags }),
      );
      expect(page.meta.total).toBe(page.data.length);
      return page.data.map(({ id }) => id).sort();
    };
    expect(await found('North')).toEqual([made[0], made[2]].sort());
    expect(await found('north, South')).toEqual([made[0], made[1], made[2]].sort());
  });

  test('400 for a name with a comma, which separates the names of a filter', async () => {
    const { id } = dataOf(await staff.post('/v1/subscribers', bodies.subscriber()));
    expect((await make('tag.set', { subscriberId: id, names: ['a,b'] })).status).toBe(400);
  });

  test('two requests that create the same tag at the same time share it', async () => {
    const ids = await Promise.all(
      [1, 2, 3].map(
        async () => dataOf(await staff.post('/v1/subscribers', bodies.subscriber())).id as string,
      ),
    );
    const set3 = await Promise.all(ids.map((id) => set(id, ['At once', 'Also'])));
    expect(new Set(set3.map((tags) => JSON.stringify(tags.map(({ id }) => id)))).size).toBe(1);
  });
});

describe('overview', () => {
  test('shows what is owed, until when it is paid, the next renewal and the session', async () => {
    const { subscriber, subscription, plan } = await activeSubscription(staff, {
      plan: { dataCapMb: 1_000, priceAmount: 80 },
    });
    dataOf(await staff.post(`/v1/subscribers/${subscriber.id}/charges`, bodies.charge()));
    await session(subscription.radiusUsername, `${subscription.id}-1`, 90, {
      ago: 60,
      cause: 'User-Request',
    });
    await session(subscription.radiusUsername, `${subscription.id}-2`, 30);
    const overview = await overviewOf(subscriber.id);
    expect(overview).toMatchObject({
      owed: [{ amount: 45, currency: 'USD' }],
      debts: [{ name: 'Replacement router', total: 45, isOwed: true, daysOverdue: null }],
      refundsDue: [],
      services: [
        {
          subscriptionId: subscription.id,
          planName: plan.planName,
          paidUntil: subscription.expiresAt,
          nextPaidUntil: null,
          renewal: { at: subscription.expiresAt, total: { amount: 80, currency: 'USD' }, isIssued: false },
          restoration: null,
          speed: { downloadSpeedMbps: 20, uploadSpeedMbps: 5 },
          usage: { capOctets: 1_000_000_000 },
          session: { ipAddress: '100.64.0.9', throttled: false },
          lastSession: { reason: 'User-Request' },
        },
      ],
    });
  });

  test('the next renewal has the pending plan, and the issued invoice once there is one', async () => {
    const { subscriber, subscription } = await activeSubscription(staff, { plan: { billingCycleDays: 10 } });
    const next = dataOf(await staff.post('/v1/plans', bodies.plan({ priceAmount: 130 })));
    dataOf(await staff.patch(`/v1/subscriptions/${subscription.id}`, { planId: next.id }));
    const renewal = async () => (await overviewOf(subscriber.id)).services[0]?.renewal;
    expect(await renewal()).toMatchObject({ total: { amount: 130 }, isIssued: false });
    dataOf(await advance(staff, { days: 8 }));
    expect(await renewal()).toMatchObject({ total: { amount: 130 }, isIssued: true });
    const [open] = dataOf(await staff.get(`/v1/invoices?subscriptionId=${subscription.id}&status=OPEN`));
    expect(open.total).toBe(130);
    expect(await overviewOf(subscriber.id)).toMatchObject({
      owed: [{ amount: 130 }],
      debts: [{ name: open.number, isOwed: true, daysOverdue: null }],
    });
    dataOf(await advance(staff, { days: 4 }));
    expect((await overviewOf(subscriber.id)).debts).toMatchObject([{ daysOverdue: 2 }]);
  });

  test('a paid next cycle has an end of its own', async () => {
    const { subscriber, subscription } = await activeSubscription(staff, { plan: { billingCycleDays: 10 } });
    dataOf(await advance(staff, { days: 8 }));
    dataOf(await staff.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual' }));
    const nextPaidUntil = new Date(Date.parse(subscription.expiresAt) + 10 * DAY_MS).toISOString();
    expect((await overviewOf(subscriber.id)).services).toMatchObject([
      { paidUntil: subscription.expiresAt, nextPaidUntil, renewal: { at: nextPaidUntil } },
    ]);
  });

  test('no renewal follows a cancellation', async () => {
    const { subscriber, subscription } = await activeSubscription(staff);
    dataOf(await staff.delete(`/v1/subscriptions/${subscription.id}`));
    expect((await overviewOf(subscriber.id)).services).toMatchObject([
      { renewal: null, paidUntil: subscription.expiresAt },
    ]);
  });

  test('the price of restored service is that of the payment that restores it', async () => {
    const { subscriber, subscription } = await activeSubscription(staff, { plan: { priceAmount: 60 } });
    dataOf(await staff.post(`/v1/subscribers/${subscriber.id}/deactivate`));
    const { services, owed, debts } = await overviewOf(subscriber.id);
    expect(services).toMatchObject([
      { status: 'INACTIVE', restoration: { kind: 'REACTIVATION', total: { amount: 60, currency: 'USD' } } },
    ]);
    expect(owed).toEqual([]);
    // It can be paid, but payment is not required.
    expect(debts).toMatchObject([{ subscriptionId: subscription.id, total: 60, isOwed: false }]);
    const paid = dataOf(
      await staff.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual' }),
    );
    expect(paid.amount).toBe(services[0]?.restoration?.total.amount);
  });

  test('services that ended for good are left out, unless there is no other', async () => {
    const { subscriber, subscription, plan, point } = await pendingSubscription(staff);
    const other = dataOf(
      await staff.post('/v1/subscriptions', {
        ...{ subscriberId: subscriber.id, planId: plan.id, demarcationPointId: point.id },
      }),
    );
    const shown = async () =>
      (await overviewOf(subscriber.id)).services.map(({ subscriptionId, status }) => [
        subscriptionId,
        status,
      ]);
    expect(await shown()).toEqual([
      [subscription.id, 'PENDING'],
      [other.id, 'PENDING'],
    ]);
    dataOf(await staff.delete(`/v1/subscriptions/${subscription.id}`));
    expect(await shown()).toEqual([[other.id, 'PENDING']]);
    dataOf(await staff.delete(`/v1/subscriptions/${other.id}`));
    expect(await shown()).toEqual([[other.id, 'CANCELLED']]);
  });

  test('late money is shown until it is refunded', async () => {
    const { subscriber, subscription } = await pendingSubscription(staff);
    const pay = { subscriptionId: subscription.id, rail: 'simulated' };
    const late = dataOf(await staff.post('/v1/payments', pay));
    dataOf(await staff.post('/v1/payments', pay));
    dataOf(await staff.post(`/v1/payments/${late.id}/simulate`, { outcome: 'succeed' }));
    const refundsDue = async () => (await overviewOf(subscriber.id)).refundsDue;
    expect(await refundsDue()).toEqual([
      { paymentId: late.id, reference: late.reference, total: { amount: 100, currency: 'USD' } },
    ]);
    dataOf(await staff.post(`/v1/payments/${late.id}/refunds`, { amount: 30 }));
    expect(await refundsDue()).toMatchObject([{ total: { amount: 70 } }]);
    dataOf(await staff.post(`/v1/payments/${late.id}/refunds`, {}));
    expect(await refundsDue()).toEqual([]);
  });
});

test('the home page counts the sessions that have not ended', async () => {
  const { subscription } = await activeSubscription(staff);
  const online = async () => (await answerOf<HomeFigures>(ask('home.figures', {}))).network.online;
  const before = await online();
  await session(subscription.radiusUsername, `${subscription.id}-1`, 90, { ago: 60, cause: 'User-Request' });
  expect(await online()).toBe(before);
  await session(subscription.radiusUsername, `${subscription.id}-2`, 30);
  expect(await online()).toBe(before + 1);
});

describe('search', () => {
  test('a subscriber has its status and what it owes, found by phone and by id', async () => {
    const { subscriber, subscription } = await activeSubscription(staff);
    const found = async (q: string) => (await answerOf<SearchResults>(ask('search.query', { q }))).results;
    const same = { type: 'subscriber', id: subscriber.id, status: 'active' };
    expect(await found(subscriber.phone)).toEqual([expect.objectContaining({ ...same, owed: [] })]);

    dataOf(await staff.post(`/v1/subscribers/${subscriber.id}/charges`, bodies.charge()));
    const owing = expect.objectContaining({ ...same, owed: [{ amount: 45, currency: 'USD' }] });
    expect(await found(subscriber.phone)).toEqual([owing]);
    expect(await found(subscriber.id)).toEqual([owing]);
    expect(await found(subscription.id)).toMatchObject([{ status: 'ACTIVE', owed: [] }]);
  });
});

test('a customer with one name has that name alone in the search, in labels and in sentences', async () => {
  const { subscriber, subscription } = await activeSubscription(staff);
  const { id, email, phone } = subscriber;
  dataOf(await staff.put(`/v1/subscribers/${id}`, { firstName: 'Njoroge', lastName: '-', email, phone }));
  const { results } = await answerOf<SearchResults>(ask('search.query', { q: phone }));
  expect(results).toMatchObject([{ type: 'subscriber', title: 'Njoroge' }]);
  const byName = (await answerOf<SearchResults>(ask('search.query', { q: 'njoroge' }))).results;
  expect(byName).toContainEqual(expect.objectContaining({ id, title: 'Njoroge' }));
  const labels = await answerOf<Record<string, string>>(ask('labels.of', { ids: [id, subscription.id] }));
  expect(labels[id]).toBe('Njoroge');
  expect(labels[subscription.id]).toMatch(/ of Njoroge$/);
  const named = texts(await activityOf(id)).filter((sentence) => sentence.includes('Njoroge'));
  expect(named).not.toEqual([]);
  expect(named.filter((sentence) => sentence.includes('Njoroge -'))).toEqual([]);
});

describe('collect', () => {
  /** A subscriber who owes a renewal, a charge in another currency, and nothing else. */
  async function debtor() {
    const made = await activeSubscription(staff, { plan: { billingCycleDays: 4, graceDays: 5 } });
    dataOf(await advance(staff, { days: 5 }));
    const body = bodies.charge({ amount: 250, currency: 'KES' });
    const charge = dataOf(await staff.post(`/v1/subscribers/${made.subscriber.id}/charges`, body));
    const parts = [
      { subscriptionId: made.subscription.id, amount: 100, currency: 'USD' },
      { chargeId: charge.id, amount: 250, currency: 'KES' },
    ];
    return { ...made, charge, parts };
  }

  test('pays all parts at once, and nothing is owed', async () => {
    const { subscriber, subscription, charge, parts } = await debtor();
    const input = { subscriberId: subscriber.id, parts, reference: `R${charge.id}` };
    const { payments } = await answerOf<{ payments: object[] }>(make('payment.collect', input));
    expect(payments).toMatchObject([
      { status: 'COMPLETED', amount: 100, currency: 'USD', reference: `R${charge.id}-1`, rail: 'manual' },
      {
        status: 'COMPLETED',
        amount: 250,
        currency: 'KES',
        reference: `R${charge.id}-2`,
        chargeId: charge.id,
      },
    ]);
    expect(await overviewOf(subscriber.id)).toMatchObject({ owed: [], debts: [] });
    const after = dataOf(await staff.get(`/v1/subscriptions/${subscription.id}`));
    expect(after.currentCycle.status).toBe('ACTIVE');
  });

  test('a single part keeps the reference as it is', async () => {
    const { subscriber, charge, parts } = await debtor();
    const input = { subscriberId: subscriber.id, parts: parts.slice(1), reference: `Q${charge.id}` };
    const { payments } = await answerOf<{ payments: object[] }>(make('payment.collect', input));
    expect(payments).toMatchObject([{ reference: `Q${charge.id}` }]);
  });

  test('its dry run shows every event and changes nothing', async () => {
    const { subscriber, parts } = await debtor();
    const before = await digestOfTables(api);
    const run = { procedure: 'payment.collect', input: { subscriberId: subscriber.id, parts } };
    const answer = await answerOf<{ refusal: null; events: { type: string }[] }>(make('dryRun.run', run));
    expect(answer.refusal).toBeNull();
    expect(answer.events.filter(({ type }) => type === 'payment.received')).toHaveLength(2);
    expect(await digestOfTables(api)).toEqual(before);
  });

  test.each([
    ['an amount that is not the one due', (parts: object[]) => [parts[0], { ...parts[1], amount: 249 }], 400],
    ['a debt that is paid twice', (parts: object[]) => [...parts, parts[1]], 409],
    ['a debt that does not exist', (parts: object[]) => [parts[0], { ...parts[1], chargeId: 'chg_0' }], 400],
    ['a part without a debt', ([part]: object[]) => [{ ...part, subscriptionId: undefined }], 400],
    ['no part', () => [], 400],
  ])('nothing is recorded for %s', async (_, change, status) => {
    const { subscriber, parts } = await debtor();
    const input = { subscriberId: subscriber.id, parts: change(parts) };
    expect((await make('payment.collect', input)).status).toBe(status);
    expect((await overviewOf(subscriber.id)).debts).toHaveLength(2);
  });

  test('400 for the debt of another subscriber, and nothing is recorded', async () => {
    const { subscriber, parts } = await debtor();
    const other = await debtor();
    const input = { subscriberId: subscriber.id, parts: [parts[0], other.parts[1]] };
    expect((await make('payment.collect', input)).status).toBe(400);
    expect((await overviewOf(subscriber.id)).debts).toHaveLength(2);
    expect((await overviewOf(other.subscriber.id)).debts).toHaveLength(2);
  });

  test('two clerks who collect at the same time record the money once', async () => {
    const { subscriber, parts } = await debtor();
    const input = { subscriberId: subscriber.id, parts };
    const answers = await Promise.all([make('payment.collect', input), make('payment.collect', input)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await overviewOf(subscriber.id)).debts).toEqual([]);
  });

  test('403 for a role that records no payments', async () => {
    const { subscriber, parts } = await debtor();
    await as('support');
    try {
      expect((await make('payment.collect', { subscriberId: subscriber.id, parts })).status).toBe(403);
    } finally {
      await as('owner');
    }
  });
});
