import { beforeEach, describe, expect, test } from 'vitest';
import type { HomeFigures } from '../../server/contract/portal/metrics.ts';
import type { Today } from '../../server/contract/portal/today.ts';
import { processDueEvents } from '../../server/domain/inbound-event/process-due.ts';
import { activeSubscription, advance, bodies, dataOf, pendingSubscription } from './helpers.ts';
import { addReceipt } from './receipt-rows.ts';
import { usePortal } from './staff-helpers.ts';

const { api, owner, member } = usePortal();

type Owner = Awaited<ReturnType<typeof owner>>;
let boss: Owner;
beforeEach(async () => {
  boss = await owner();
  // Midnight is far: noon in this zone is now.
  const hour = new Date().getUTCHours();
  const zone = `Etc/GMT${hour > 12 ? '+' : '-'}${Math.abs(hour - 12)}`;
  await api.sql`update provider set time_zone = ${zone} where id = ${boss.providerId}`;
});

type Person = { cookie: string };
const read = async <T>(name: string, input: object, { cookie }: Person = boss): Promise<T> => {
  const url = `${api.base}/api/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`;
  const answer = await fetch(url, { headers: { cookie } });
  const body = await answer.json();
  expect(answer.status, JSON.stringify(body)).toBe(200);
  return body.result.data;
};
const todayOf = async (person?: Person) => (await read<Today>('home.today', {}, person)).items;
const itemOf = async (kind: string, person?: Person) =>
  (await todayOf(person)).find((item) => item.kind === kind);
const total = async (list: string, filter: object) =>
  (await read<{ meta: { total: number } }>(list, { limit: 1, ...filter })).meta.total;
const timeOf = async () => (await read<Today>('home.today', {})).now;
const hoursFrom = (at: string, hours: number) => new Date(Date.parse(at) + hours * 3_600_000).toISOString();

test('a new account needs nothing', async () => {
  expect(await todayOf()).toEqual([]);
});

describe('money', () => {
  test('receipts without a subscriber, by currency, with the oldest', async () => {
    await addReceipt(api, boss.providerId, { amount: 15_000 });
    const only = await itemOf('MONEY_UNMATCHED');
    expect(only).toMatchObject({ count: 1, amounts: [{ amount: 150, currency: 'KES' }] });
    expect(only?.only?.id).toMatch(/^rcp_/);
    await addReceipt(api, boss.providerId, { amount: 5_000 });
    expect(await itemOf('MONEY_UNMATCHED')).toMatchObject({
      count: 2,
      amounts: [{ amount: 200, currency: 'KES' }],
      only: null,
    });
    expect(await total('receipt.listAll', { status: 'UNMATCHED' })).toBe(2);
  });

  test('payments that are to be refunded, less what was refunded', async () => {
    const { subscription } = await pendingSubscription(boss.partner);
    const pay = { subscriptionId: subscription.id, rail: 'simulated' };
    const late = dataOf(await boss.partner.post('/v1/payments', pay));
    dataOf(await boss.partner.post('/v1/payments', pay));
    dataOf(await boss.partner.post(`/v1/payments/${late.id}/simulate`, { outcome: 'succeed' }));
    dataOf(await boss.partner.post(`/v1/payments/${late.id}/refunds`, { amount: 25 }));
    expect(await itemOf('REFUNDS_DUE')).toMatchObject({
      count: 1,
      amounts: [{ amount: 75, currency: 'USD' }],
      only: { id: late.id, name: late.reference },
    });
    expect(await total('payment.listAll', { refundDue: true })).toBe(1);
  });
});

describe('grace', () => {
  /** Three subscriptions, whose grace ends in so many hours. */
  async function inGrace(...hours: number[]): Promise<string[]> {
    const ids: string[] = [];
    for (const _ of hours) {
      const plan = { billingCycleDays: 1, graceDays: 10 };
      ids.push((await activeSubscription(boss.partner, { plan })).subscription.id);
    }
    await advance(boss.partner, { days: 2 });
    const now = await timeOf();
    for (const [i, id] of ids.entries())
      await api.sql`
        update billing_cycle set grace_ends_at = ${hoursFrom(now, hours[i] ?? 0)}
        where subscription_id = ${id} and status = 'OVERDUE'`;
    return ids;
  }

  test('what is suspended today, and the promises that end, each once', async () => {
    const [due, , promised] = (await inGrace(3, 30, 50)).map((id) => ({ id }));
    if (!due || !promised) throw new Error('no subscription is in grace');
    const until = hoursFrom(await timeOf(), 5);
    dataOf(await boss.partner.post(`/v1/subscriptions/${promised.id}/extend-grace`, { until }));
    expect(await itemOf('SUSPENSIONS_DUE')).toMatchObject({ count: 1, only: { id: due.id } });
    expect(await itemOf('PROMISES_ENDING')).toMatchObject({ count: 1, at: until, only: { id: promised.id } });
    // Who cannot extend grace has nothing to do here.
    expect(await todayOf(await member(boss, 'viewer'))).toEqual([]);
    const tomorrow = hoursFrom(await timeOf(), 12.5);
    expect(await total('subscription.listAll', { promised: true, graceEndsBefore: tomorrow })).toBe(1);
    expect(await total('subscription.listAll', { promised: false, graceEndsBefore: tomorrow })).toBe(1);
    expect(await total('subscription.listAll', { graceEndsAfter: tomorrow })).toBe(1);
    // A promise for another day needs nothing today.
    const days = hoursFrom(await timeOf(), 40);
    dataOf(await boss.partner.post(`/v1/subscriptions/${promised.id}/extend-grace`, { until: days }));
    expect(await itemOf('PROMISES_ENDING')).toBeUndefined();
  });
});

test('installations of the day and late ones, without those that are done', async () => {
  const make = async (hours: number | null, more: object = {}) => {
    const { subscription } = await activeSubscription(boss.partner);
    const made = dataOf(await boss.partner.post('/v1/installations', { subscriptionId: subscription.id }));
    const scheduledAt = hours === null ? null : hoursFrom(await timeOf(), hours);
    return dataOf(await boss.partner.patch(`/v1/installations/${made.id}`, { scheduledAt, ...more }));
  };
  const first = await make(1);
  await make(3, { technician: 'Amina' });
  await make(30);
  await make(null);
  const late = await make(-26);
  const done = await make(2);
  dataOf(await boss.partner.patch(`/v1/installations/${done.id}`, { installedAt: await timeOf() }));
  expect(await itemOf('INSTALLATIONS_TODAY')).toMatchObject({
    count: 2,
    unassigned: 1,
    at: first.scheduledAt,
    only: null,
  });
  expect(await itemOf('INSTALLATIONS_LATE')).toMatchObject({ count: 1, only: { id: late.id } });
});

test('failing systems, and the imports of the person who reads', async () => {
  const webhook = dataOf(await boss.partner.post('/v1/webhooks', bodies.webhook()));
  await api.sql`update webhook set failing_since = now() where id = ${webhook.id}`;
  expect(await itemOf('WEBHOOKS_FAILING')).toMatchObject({ count: 1, only: { id: webhook.id } });

  const integration = dataOf(
    await boss.partner.post('/v1/integrations', bodies.integration({ adapter: 'splynx', signing: 'none' })),
  );
  const attributes = { id: '1', customer_id: '77', tariff_id: '9', status: 'active', login: 'a' };
  const event = { event: 'internet_service/create', data: { customer_id: '77', attributes } };
  dataOf(await boss.partner.post(`/v1/integrations/${integration.id}/webhooks`, event));
  await processDueEvents({ providerId: boss.providerId, budgetMs: 60_000 });
  expect(await itemOf('INTEGRATIONS_FAILING')).toMatchObject({
    count: 1,
    only: { id: integration.id, name: 'Splynx Nairobi' },
  });

  const colleague = await member(boss, 'support');
  const job = (userId: string, status: string) => api.sql`
    insert into job (provider_id, id, kind, action, source, status, staff_user_id, staff_name, correlation_id, expires_at,
      created_at, updated_at)
    values (${boss.providerId}, ${`job_${status}_${userId}`}, 'import', 'subscribers',
      ${JSON.stringify({ fileName: 'customers.csv' })}::text::jsonb, ${status}, ${userId}, 'Ada', 'c', now() + interval '1 day', now(), now())`;
  await job(colleague.id, 'CHECKED');
  await job(colleague.id, 'COMPLETED');
  expect(await itemOf('IMPORTS_UNFINISHED')).toBeUndefined();
  expect(await itemOf('IMPORTS_UNFINISHED', colleague)).toMatchObject({
    count: 1,
    only: { id: `job_CHECKED_${colleague.id}`, name: 'customers.csv' },
  });
});

test('each person has what the role lets it act on', async () => {
  await addReceipt(api, boss.providerId);
  const webhook = dataOf(await boss.partner.post('/v1/webhooks', bodies.webhook()));
  await api.sql`update webhook set failing_since = now() where id = ${webhook.id}`;
  const { subscription } = await activeSubscription(boss.partner);
  const made = dataOf(await boss.partner.post('/v1/installations', { subscriptionId: subscription.id }));
  dataOf(
    await boss.partner.patch(`/v1/installations/${made.id}`, { scheduledAt: hoursFrom(await timeOf(), 1) }),
  );
  const kindsOf = async (role: string) => (await todayOf(await member(boss, role))).map(({ kind }) => kind);
  expect((await todayOf()).map(({ kind }) => kind)).toEqual([
    'MONEY_UNMATCHED',
    'INSTALLATIONS_TODAY',
    'WEBHOOKS_FAILING',
  ]);
  expect(await kindsOf('billing')).toEqual(['MONEY_UNMATCHED']);
  expect(await kindsOf('support')).toEqual(['INSTALLATIONS_TODAY']);
  expect(await kindsOf('viewer')).toEqual([]);
});

test('revenue is shown to support once the organisation says so', async () => {
  await activeSubscription(boss.partner);
  const [support, viewer] = [await member(boss, 'support'), await member(boss, 'viewer')];
  const figures = async (person: Person) =>
    (await read<HomeFigures>('home.figures', {}, person)).currencies.length;
  const sums = async (person: Person) => {
    const statuses = [];
    for (const list of ['payment', 'refund', 'invoice']) {
      const url = `${api.base}/api/trpc/${list}.totals?input=%7B%7D`;
      statuses.push((await fetch(url, { headers: { cookie: person.cookie } })).status);
    }
    return [...new Set(statuses)];
  };
  expect([await figures(viewer), await figures(support)]).toEqual([1, 0]);
  expect([await sums(viewer), await sums(support)]).toEqual([[200], [403]]);
  expect((await support.call('organisation.update', { supportSeesRevenue: true })).status).toBe(403);
  await boss.ok('organisation.update', { supportSeesRevenue: true });
  expect([await figures(support), await sums(support)]).toEqual([1, [200]]);
  expect((await support.call('payment.create', {})).status).toBe(403);
  await boss.ok('organisation.update', {});
  expect([await figures(support), await sums(support)]).toEqual([0, [403]]);
});
