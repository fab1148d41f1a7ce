import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { staffAuthHandler } from '../../server/auth/staff-handler.ts';
import { exportCsv } from '../../server/portal/export.ts';
import { createPortalHandler } from '../../server/portal/trpc.ts';
import { useApi } from './api.ts';
import { activeSubscription, bodies, dataOf } from './helpers.ts';
import { callAs, createOneOfEach, origin, type Staff, signedInPartner } from './portal-helpers.ts';

const portal = createPortalHandler([origin]);
const api = useApi({}, async (req, res) => {
  if (req.url?.startsWith('/api/auth/')) await staffAuthHandler(req, res);
  else if (req.url?.startsWith('/api/export/')) await exportCsv(req, res);
  else await portal(req, res);
});
let partner: Staff;
let planId: string;
beforeAll(async () => {
  partner = await signedInPartner(api);
  const { plan } = await activeSubscription(partner, { plan: { planName: 'Home 20' } });
  planId = plan.id;
  const update = { name: 'plan.update', type: 'mutation' } as const;
  const { id: _, planType, priceCurrency, planName, downloadSpeedMbps, uploadSpeedMbps } = plan;
  const terms = { planType, priceCurrency, planName, downloadSpeedMbps, uploadSpeedMbps };
  const input = { ...terms, id: planId, priceAmount: 120.5, billingCycleDays: plan.billingCycleDays };
  const answer = await callAs(api, partner, update, input);
  expect(answer.status, answer.text).toBe(200);
});

const list = { name: 'audit.list', type: 'query' } as const;

type Part = { kind: string; text?: string; amount?: number };
type Entry = {
  action: string;
  actorType: string;
  resourceType: string;
  what: Part[];
  createdAt: string;
  currency: string | null;
};

async function entries(filters: object = {}, staff = partner): Promise<Entry[]> {
  const answer = await callAs(api, staff, list, { limit: 100, ...filters });
  expect(answer.status, answer.text).toBe(200);
  return answer.data.data;
}

const actions = (found: Entry[]) => found.map(({ action }) => action);

test('who changed a price: the entry has the person, the plan and both amounts', async () => {
  const found = await entries({ changed: 'price', verb: 'update', actorType: 'staff' });
  expect(actions(found)).toEqual(['plan.update']);
  const text = found[0]?.what.map((part) => part.text ?? part.amount).join('');
  expect(text).toMatch(/ changed plan Home 20: price 100 → 120.5$/);
  expect(found[0]?.currency).toBe('USD');
});

test('an override that is pending is among the prices or the speeds that it changes, and among no others', async () => {
  const { subscription } = await activeSubscription(partner);
  const path = `/v1/subscriptions/${subscription.id}`;
  const changed = async (field: string) =>
    (await entries({ changed: field, resourceId: subscription.id })).map(({ what }) => JSON.stringify(what));
  const before = [await changed('price'), await changed('speed')];
  const speedOverride = { downloadSpeedMbps: 30, uploadSpeedMbps: 10 };
  dataOf(await partner.patch(path, { speedOverride }));
  const [prices, speeds] = [await changed('price'), await changed('speed')];
  expect(prices).toEqual(before[0]);
  expect(speeds).toHaveLength((before[1]?.length ?? 0) + 1);
  dataOf(await partner.patch(path, { priceOverride: 150 }));
  expect(await changed('price')).toHaveLength(prices.length + 1);
  expect(await changed('speed')).toEqual(speeds);
});

describe('filters', () => {
  test.each<[object, (entry: Entry) => boolean]>([
    [{ actorType: 'credential' }, ({ actorType }) => actorType === 'credential'],
    [{ resourceType: 'payment' }, ({ resourceType }) => resourceType === 'payment'],
    [{ verb: 'create' }, ({ action }) => action.endsWith('.create')],
    [{ staffId: 'nobody' }, () => false],
    [{ programId: 'nobody' }, () => false],
    [{ createdAfter: '2999-01-01T00:00:00Z' }, () => false],
    [{ createdBefore: '2999-01-01T00:00:00Z' }, () => true],
  ])('%j', async (filter, matches) => {
    const all = await entries();
    expect(actions(await entries(filter))).toEqual(actions(all.filter(matches)));
  });

  test('a person and a key are found by id', async () => {
    const { data } = await callAs(api, partner, { name: 'audit.actors', type: 'query' }, {});
    expect(data.staff).toHaveLength(1);
    const byPerson = await entries({ staffId: data.staff[0].id });
    expect(new Set(byPerson.map(({ actorType }) => actorType))).toEqual(new Set(['staff']));
    const byKey = await entries({ programId: data.programs[0].id });
    expect(new Set(byKey.map(({ actorType }) => actorType))).toEqual(new Set(['credential']));
    expect(byPerson.length * byKey.length).toBeGreaterThan(0);
  });
});

test('only owners see sign-ins', async () => {
  expect(actions(await entries({ resourceType: 'staffUser' }))).toContain('sign_in.succeeded');
  await api.sql`update staff_member set role = 'admin' where user_id = (
    select id from staff_user where email = ${partner.owner.email})`;
  try {
    expect(await entries({ resourceType: 'staffUser' })).toEqual([]);
    const answer = await callAs(api, partner, list, { limit: 100 });
    expect(answer.text).not.toContain('staffUser');
    expect(answer.data.data.length).toBeGreaterThan(0);
    expect(answer.data.meta.total).toBe(answer.data.data.length);
  } finally {
    await api.sql`update staff_member set role = 'owner' where user_id = (
      select id from staff_user where email = ${partner.owner.email})`;
  }
});

test('the CSV has the sentences as text', async () => {
  const answer = await fetch(`${api.base}/api/export/audit?changed=price&verb=update`, {
    headers: { cookie: partner.cookie },
  });
  expect(answer.status).toBe(200);
  const text = await answer.text();
  expect(text).toContain('changed plan Home 20: price USD 100.00 → USD 120.50');
});

test('a partner sees only its own entries', async () => {
  const other = await signedInPartner(api);
  const key = randomUUID();
  const made = dataOf(await other.post('/v1/plans', bodies.plan({ planName: key })));
  const answer = await callAs(api, partner, list, { resourceId: made.id });
  expect(answer.data.meta.total).toBe(0);
  expect((await callAs(api, partner, list, { limit: 100 })).text).not.toContain(key);
});

test('an entry about a resource without a name says what it belongs to, and has the place of its page', async () => {
  const other = await signedInPartner(api);
  const ids = await createOneOfEach(api, other, '10.74.0.1');
  await api.sql`update delivery set next_attempt_at = null where id = ${ids.delivery}`;
  dataOf(await other.post(`/v1/webhooks/${ids.webhook}/deliveries/${ids.delivery}/resend`));
  const aboutOf = async (resourceType: string) => {
    const answer = await callAs(api, other, list, { resourceType, limit: 100 });
    const found: { resourceName: string; parentId: string | null }[] = answer.data.data;
    expect(found.length, resourceType).toBeGreaterThan(0);
    return [...new Set(found.map(({ resourceName, parentId }) => `${resourceName} ${parentId}`))];
  };
  for (const [type, name] of Object.entries({
    installation: /^installation for \w+ \w+ null$/,
    billingCycle: /^billing cycle of \w+ \w+ null$/,
    refund: /^refund of payment \S+ null$/,
    inboundEvent: new RegExp(`^event service.updated from .+ ${ids.integration}$`),
    delivery: new RegExp(` ${ids.webhook}$`),
  }))
    for (const about of await aboutOf(type)) expect(about, type).toMatch(name);
  expect((await aboutOf('job')).sort()).toEqual([
    'bulk action on announcements null',
    'bulk action on subscribers null',
    'import of plans.csv null',
  ]);
});

test('a scheduled plan change has the plan, its price and its day', async () => {
  const { subscription } = await activeSubscription(partner);
  const fast = dataOf(
    await partner.post('/v1/plans', bodies.plan({ planName: 'Fibre 200', priceAmount: 99.5 })),
  );
  const before = dataOf(await partner.get(`/v1/subscriptions/${subscription.id}`));
  dataOf(await partner.patch(`/v1/subscriptions/${subscription.id}`, { planId: fast.id }));
  const [entry] = await entries({ resourceId: subscription.id, verb: 'request_plan_change' });
  expect(entry?.what.slice(-4)).toEqual([
    { kind: 'text', text: expect.stringMatching(/ scheduled a change of .+ to Fibre 200, $/) },
    { kind: 'money', amount: 99.5, currency: 'USD' },
    { kind: 'text', text: ', for ' },
    { kind: 'time', at: before.expiresAt, detail: 'day' },
  ]);
});
