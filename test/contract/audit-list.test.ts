import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { staffAuthHandler } from '../../server/auth/staff-handler.ts';
import { exportCsv } from '../../server/portal/export.ts';
import { createPortalHandler } from '../../server/portal/trpc.ts';
import { useApi } from './api.ts';
import { activeSubscription, bodies, dataOf } from './helpers.ts';
import { callAs, origin, type Staff, signedInPartner } from './portal-helpers.ts';

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
type Entry = { action: string; actorType: string; resourceType: string; what: Part[]; createdAt: string };

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
