import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { staffAuthHandler } from '../../server/auth/staff-handler.ts';
import { MAX_SAVED_VIEWS } from '../../server/contract/portal/saved-view.ts';
import { createPortalHandler } from '../../server/portal/trpc.ts';
import { createLimiter } from '../../server/rest/rate-limit.ts';
import { useApi } from './api.ts';
import { bodies } from './helpers.ts';
import { callAs, origin, type Staff, signedInPartner } from './portal-helpers.ts';

const unlimited = createLimiter({ name: 'portal', ratePerSecond: 0, burst: 0 });
const portal = createPortalHandler([origin], unlimited);
const api = useApi({}, (req, res) =>
  req.url?.startsWith('/api/auth/') ? staffAuthHandler(req, res) : portal(req, res),
);

type View = { id: string; name: string; query: string; isOwn: boolean; isDeletable: boolean; owner: string };

const viewsOf = async (staff: Staff, list = 'subscriptions'): Promise<View[]> =>
  (await callAs(api, staff, { name: 'savedView.list', type: 'query' }, { list })).data;
let queries = 0;
const save = (staff: Staff, over: object) =>
  callAs(
    api,
    staff,
    { name: 'savedView.save', type: 'mutation' },
    { list: 'subscriptions', name: 'Overdue in Karen', query: `q=${++queries}`, isShared: false, ...over },
  );
const remove = (staff: Staff, id: string) =>
  callAs(api, staff, { name: 'savedView.delete', type: 'mutation' }, { id });

let owner: Staff;
let colleague: Staff;
let stranger: Staff;

beforeAll(async () => {
  [owner, colleague, stranger] = await Promise.all([
    signedInPartner(api),
    signedInPartner(api),
    signedInPartner(api),
  ]);
  await api.sql`
    update staff_member set role = 'viewer',
      organisation_id = (select organisation_id from provider where id = ${owner.providerId})
    where user_id = (select id from staff_user where email = ${colleague.owner.email})`;
  await api.sql`
    update staff_session set active_provider_id = ${owner.providerId}
    where user_id = (select id from staff_user where email = ${colleague.owner.email})`;
});

test("a person's own view is for that person alone", async () => {
  const name = randomUUID().slice(0, 8);
  const { data: saved } = await save(owner, { name, query: 'f.overdue=true' });
  expect(await viewsOf(owner)).toContainEqual(
    expect.objectContaining({ id: saved.id, name, query: 'f.overdue=true', isOwn: true, isDeletable: true }),
  );
  for (const other of [colleague, stranger]) {
    expect((await viewsOf(other)).map(({ id }) => id)).not.toContain(saved.id);
    expect((await remove(other, saved.id)).status).toBe(404);
  }
  expect((await viewsOf(owner, 'payments')).map(({ id }) => id)).not.toContain(saved.id);
});

test('a shared view is for all staff of the provider, with the name of who saved it', async () => {
  const { data: saved } = await save(owner, { name: 'Shared', isShared: true });
  const [seen] = (await viewsOf(colleague)).filter(({ id }) => id === saved.id);
  expect(seen).toMatchObject({ name: 'Shared', isOwn: false, isDeletable: false });
  expect(seen?.owner).not.toBe('');
  expect((await remove(colleague, saved.id)).status).toBe(404);
  expect((await viewsOf(stranger)).map(({ id }) => id)).not.toContain(saved.id);
  expect((await remove(stranger, saved.id)).status).toBe(404);
  expect((await viewsOf(owner)).map(({ id }) => id)).toContain(saved.id);
});

test('who may change settings deletes shared views of others, and no own ones', async () => {
  const { data: shared } = await save(colleague, { name: 'By a viewer', isShared: true });
  const { data: own } = await save(colleague, { name: 'Own of a viewer' });
  expect((await viewsOf(owner)).find(({ id }) => id === shared.id)?.isDeletable).toBe(true);
  expect((await remove(owner, shared.id)).status).toBe(200);
  expect((await remove(owner, own.id)).status).toBe(404);
  const left = (await viewsOf(colleague)).map(({ id }) => id);
  expect(left).toContain(own.id);
  expect(left).not.toContain(shared.id);
});

test('a view of the same name and list is replaced', async () => {
  const { data: first } = await save(owner, { name: 'Twice' });
  const { data: second } = await save(owner, { name: 'Twice', query: 'f.status=ACTIVE', isShared: true });
  expect(second.id).toBe(first.id);
  const views = (await viewsOf(owner)).filter(({ name }) => name === 'Twice');
  expect(views).toMatchObject([{ query: 'f.status=ACTIVE' }]);
  const { data: others } = await save(colleague, { name: 'Twice' });
  expect(others.id).not.toBe(first.id);
});

test("a person's view with the same query is replaced, those of others stay", async () => {
  const same = { list: 'charges', query: 'f.status=PENDING' };
  await save(owner, { ...same, name: 'To collect' });
  await save(colleague, { ...same, name: 'Unpaid' });
  await save(owner, { ...same, name: 'Open charges' });
  await save(owner, { ...same, query: 'f.status=PAID', name: 'Paid charges' });
  expect((await viewsOf(owner, 'charges')).map(({ name }) => name)).toEqual(['Open charges', 'Paid charges']);
  expect((await viewsOf(colleague, 'charges')).map(({ name }) => name)).toEqual(['Unpaid']);
});

test('409 for a shared view with the query of one that another person shares, with its name', async () => {
  const same = { list: 'refunds', query: 'f.reason=FRAUD', isShared: true };
  expect((await save(colleague, { ...same, name: 'Fraud' })).status).toBe(200);
  const answer = await save(owner, { ...same, name: 'Frauds' });
  expect(answer.status).toBe(409);
  expect(answer.text).toContain('shares this view as “Fraud”');
  expect((await save(owner, { ...same, name: 'Frauds', isShared: false })).status).toBe(200);
});

test(`a person saves at most ${MAX_SAVED_VIEWS} views of a list`, async () => {
  for (let i = 0; i < MAX_SAVED_VIEWS; i++) {
    expect((await save(owner, { list: 'plans', name: `View ${i}` })).status).toBe(200);
  }
  expect((await save(owner, { list: 'plans', name: 'One more' })).status).toBe(409);
  expect((await save(owner, { list: 'plans', name: 'View 0', query: 'q=fibre' })).status).toBe(200);
  expect(await viewsOf(owner, 'plans')).toHaveLength(MAX_SAVED_VIEWS);
});

test('views that are saved at the same time are not more than the limit', async () => {
  const list = 'payments';
  for (let i = 0; i < MAX_SAVED_VIEWS - 2; i++) await save(owner, { list, name: `View ${i}` });
  const at = (n: number) => save(owner, { list, name: `At once ${n}` });
  const saved = await Promise.all(Array.from({ length: 8 }, (_, n) => at(n)));
  expect(saved.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(await viewsOf(owner, list)).toHaveLength(MAX_SAVED_VIEWS);
});

test('an API credential has no saved views', async () => {
  const answer = await owner.get('/v1/saved-views');
  expect(answer.status).toBe(404);
});

test('400 for a list that does not exist, and for one of an unknown webhook or integration', async () => {
  const post = async (path: string, body: object) => (await owner.post(path, body)).body.data;
  const webhook = await post('/v1/webhooks', bodies.webhook());
  const integration = await post('/v1/integrations', bodies.integration());
  const nested = [`webhooks/${webhook.id}/deliveries`, `integrations/${integration.id}/inbound-events`];
  for (const list of nested) expect((await save(owner, { list })).status, list).toBe(200);
  const foreign = nested.map((list) => [stranger, list] as const);
  const unknown = [
    ...['subscriber', 'Subscriptions', 'staff', '../audit', 'constructor', 'toString', 'x'],
    ...['webhooks/whk_unknown/deliveries', 'webhooks//deliveries', `webhooks/${webhook.id}/inbound-events`],
  ].map((list) => [owner, list] as const);
  for (const [staff, list] of [...unknown, ...foreign]) {
    const answer = await save(staff, { list });
    expect(answer.status, list).toBe(400);
    expect(answer.text).toContain('"field":"list"');
  }
  const stored = await api.sql`select distinct list from saved_view where provider_id = ${owner.providerId}`;
  const lists = stored.map(({ list }) => list);
  for (const [, list] of unknown) expect(lists).not.toContain(list);
});
