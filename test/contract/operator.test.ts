import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { whileOpen } from '../../server/background/while-open.ts';
import { openPage } from '../../server/domain/customer-page/open.ts';
import { asOperator } from '../../server/domain/partner/as-operator.ts';
import {
  closeAccount,
  pauseAccount,
  resumeAccount,
  suspendAccount,
} from '../../server/domain/partner/change-status.ts';
import { createPartner } from '../../server/domain/partner/create.ts';
import { createCustomerPages } from '../../server/payer/customer.ts';
import { answerGateway } from '../../server/payer/gateway-hook.ts';
import { answerPayer } from '../../server/payer/pay.ts';
import { answerSmsReport } from '../../server/payer/sms-hook.ts';
import { insertRow } from '../fixtures/filled-account.ts';
import type { Answer } from './api.ts';
import { activeSubscription, bodies, dataOf, expectRefused } from './helpers.ts';
import { usePortal } from './staff-helpers.ts';

const { api, owner } = usePortal();

const unlimited = { take: () => ({ ok: true }) as const };
const ofLinks = { page: unlimited, failed: unlimited };
const customer = createCustomerPages(ofLinks);
/** What is answered outside the API and the portal: hooks of gateways, links of payers and customers. */
const beside = createServer((req, res) => {
  const path = req.url ?? '';
  if (path.startsWith('/hooks/sms/')) return answerSmsReport(req, res, unlimited);
  if (path.startsWith('/hooks/')) return answerGateway(req, res, unlimited);
  return path.startsWith('/pay/') ? answerPayer(req, res, ofLinks) : customer(req, res);
});
let besideBase = '';
beforeAll(async () => {
  await new Promise<void>((done) => beside.listen(0, '127.0.0.1', done));
  besideBase = `http://127.0.0.1:${(beside.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((done) => beside.close(done)));

const suspended = 'This account is suspended. Contact the operator of this service.';
const closed = 'This account is closed.';

function expectForbidden(answer: Answer, message: string) {
  expectRefused(answer, 403, { error: 'FORBIDDEN', code: 'FORBIDDEN' });
  expect(answer.body.rejectionReasons[0].message).toBe(message);
}

const radiusRows = async (username: string) =>
  (
    await api.sql`
      select username from radius.radcheck where username = ${username}
      union all select username from radius.radreply where username = ${username}
      union all select username from radius.radusergroup where username = ${username}`
  ).length;

/** Whether background work is done for an account, when it is due and when the sweep finds it. */
async function runs(providerId: string): Promise<boolean> {
  let drained = 0;
  const drain = whileOpen({
    budgetMs: 1_000,
    listDue: async () => [providerId],
    drain: async () => {
      drained++;
      return { more: false };
    },
  });
  await drain.drain({ providerId, budgetMs: 1_000 });
  const listed = await drain.listDue();
  expect(listed.length).toBe(drained);
  return drained > 0;
}

test('a suspended account: its API and portal answer 403, reads included, until it is resumed', async () => {
  const person = await owner();
  const { partner, providerId } = person;
  const made = dataOf(await partner.post('/v1/plans', bodies.plan()));
  await asOperator(providerId, suspendAccount);
  for (const path of ['/v1/plans', '/v1/subscribers', `/v1/plans/${made.id}`])
    expectForbidden(await partner.get(path), suspended);
  expectForbidden(await partner.post('/v1/plans', bodies.plan()), suspended);
  const call = await person.call('plan.list', {});
  expect(call).toMatchObject({ status: 403, error: { rejectionReasons: [{ message: suspended }] } });
  expect(await person.get('/api/trpc/plan.list?input={}')).toBe(403);
  await asOperator(providerId, resumeAccount);
  expect(dataOf(await partner.get('/v1/plans')).map(({ id }: { id: string }) => id)).toEqual([made.id]);
  await person.ok('plan.list');
});

test('a stranger learns nothing: a wrong secret of a suspended account is 401', async () => {
  const { partner, providerId } = await owner();
  await asOperator(providerId, suspendAccount);
  const stranger = api.client({ ...partner.headers, 'x-access-secret': 'sk_wrong' });
  expect((await stranger.get('/v1/plans')).status).toBe(401);
});

test('a person leaves a suspended account for another one, and does nothing else with it', async () => {
  const person = await owner();
  const live = await createPartner({ name: 'Partner', email: person.email, livemode: true });
  await asOperator(person.providerId, suspendAccount);
  const batch = await fetch(`${api.base}/api/trpc/session.switchProvider,plan.create?batch=1`, {
    method: 'POST',
    headers: { origin: 'http://127.0.0.1:3000', 'content-type': 'application/json', cookie: person.cookie },
    body: JSON.stringify({ 0: { providerId: live.providerId }, 1: bodies.plan() }),
  });
  expect(batch.status).toBe(403);
  await person.ok('session.switchProvider', { providerId: live.providerId });
  await person.ok('plan.list');
  await person.ok('session.switchProvider', { providerId: person.providerId });
  expect((await person.call('plan.list', {})).status).toBe(403);
});

test('renewals, deliveries, payments and RADIUS of a suspended account continue', async () => {
  const { partner, providerId } = await owner();
  const { subscription } = await activeSubscription(partner);
  await asOperator(providerId, suspendAccount);
  expect(await runs(providerId)).toBe(true);
  expect(await radiusRows(subscription.radiusUsername)).toBeGreaterThan(0);
});

test('a paused account: 503 for the moment, no background work, RADIUS rows stay; resumed or suspended afterwards', async () => {
  const person = await owner();
  const { partner, providerId } = person;
  const { subscription } = await activeSubscription(partner);
  const integration = dataOf(await partner.post('/v1/integrations', bodies.integration({ signing: 'none' })));
  const receive = () =>
    api.anonymous().post(`/v1/integrations/${integration.id}/webhooks`, { event: 'ping', data: {} });
  await asOperator(providerId, pauseAccount);
  const answer = await partner.get('/v1/plans');
  expectRefused(answer, 503, { error: 'SERVICE_UNAVAILABLE', code: 'UPSTREAM_FAILURE' });
  expect(answer.body.rejectionReasons[0].message).toBe('This account is being moved. Try again in a minute.');
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await partner.post('/v1/plans', bodies.plan())).status).toBe(503);
  expect(await person.call('plan.list', {})).toMatchObject({ status: 403 });
  const held = await receive();
  expectRefused(held, 503, { error: 'SERVICE_UNAVAILABLE', code: 'UPSTREAM_FAILURE' });
  expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await runs(providerId)).toBe(false);
  expect(await radiusRows(subscription.radiusUsername)).toBeGreaterThan(0);
  await expect(asOperator(providerId, pauseAccount)).rejects.toThrow('CONFLICT');
  await asOperator(providerId, suspendAccount);
  expectForbidden(await partner.get('/v1/plans'), suspended);
  await asOperator(providerId, pauseAccount);
  await asOperator(providerId, resumeAccount);
  expect((await partner.get('/v1/plans')).status).toBe(200);
  expect((await receive()).status).toBe(201);
  expect(await runs(providerId)).toBe(true);
});

test.each(['PAUSED', 'MOVED'])(
  'senders and payers of an account that is %s get 503 and repeat it; of a closed one 404',
  async (status) => {
    const { partner, providerId } = await owner();
    const { subscriber } = await activeSubscription(partner);
    const integration = dataOf(
      await partner.post('/v1/integrations', bodies.integration({ signing: 'none' })),
    );
    const { url } = dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/page-link`));
    const long = status.toLowerCase().padEnd(32, '0');
    const own = { provider_id: providerId, token: long, sealed_credentials: 'x' };
    await insertRow(api, 'gateway_account', { ...own, id: `gwa_${status}`, gateway: 'paystack' });
    await insertRow(api, 'message_account', {
      ...own,
      id: `msa_${status}`,
      gateway: 'twilio',
      channel: 'SMS',
    });
    const [paid] = await api.sql`select id from payment where provider_id = ${providerId} limit 1`;
    await insertRow(api, 'checkout', { provider_id: providerId, payment_id: paid?.id, token: long });
    await api.sql`
    update provider set status = ${status}, move = '{"to": "two", "isDone": true}' where id = ${providerId}`;
    const addresses: [string, string][] = [
      ['POST', `/v1/integrations/${integration.id}/webhooks`],
      ['POST', `/hooks/splynx/${integration.id}`],
      ['POST', `/hooks/paystack/${long}`],
      ['POST', `/hooks/sms/${long}`],
      ['GET', `/pay/${long}`],
      ['POST', `/pay/${long}`],
      ['GET', new URL(url).pathname],
    ];
    const send = ([method, path]: [string, string]) =>
      fetch((/^\/(v1|hooks\/splynx)\//.test(path) ? api.base : besideBase) + path, {
        ...{ method, headers: { 'content-type': 'application/json' } },
        ...(method === 'POST' && { body: '{"event":"ping","data":{}}' }),
      });
    for (const address of addresses) {
      const answer = await send(address);
      expect([address, answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([
        address,
        503,
        true,
      ]);
    }
    await api.sql`update provider set status = 'CLOSED' where id = ${providerId}`;
    for (const address of addresses) expect([address, (await send(address)).status]).toEqual([address, 404]);
  },
);

test('a closed account: 403, no background work, no receiver, no customer page, no RADIUS rows; its data stays', async () => {
  const { partner, providerId } = await owner();
  const { subscription, subscriber } = await activeSubscription(partner);
  const { subscription: other } = await activeSubscription((await owner()).partner);
  const made = dataOf(await partner.post('/v1/integrations', bodies.integration({ signing: 'none' })));
  const receive = () =>
    api.anonymous().post(`/v1/integrations/${made.id}/webhooks`, { event: 'ping', data: {} });
  expect((await receive()).status).toBe(201);
  const { url } = dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/page-link`));
  const page = () => openPage(url.split('/').at(-1), 'test');
  expect(await page()).toMatchObject({ subscriberId: subscriber.id });
  await asOperator(providerId, closeAccount);
  expect(await page()).toBeNull();
  expectForbidden(await partner.get('/v1/plans'), closed);
  expect(await runs(providerId)).toBe(false);
  expect(await radiusRows(subscription.radiusUsername)).toBe(0);
  expect(await radiusRows(other.radiusUsername)).toBeGreaterThan(0);
  expect((await receive()).status).toBe(404);
  expect(await api.sql`select id from subscriber where id = ${subscriber.id}`).toHaveLength(1);
  for (const verb of [closeAccount, pauseAccount, resumeAccount, suspendAccount])
    await expect(asOperator(providerId, verb)).rejects.toThrow('CONFLICT');
});

test('each change of an account is an audit entry of the operator', async () => {
  const { partner, providerId } = await owner();
  await asOperator(providerId, suspendAccount);
  await expect(asOperator(providerId, suspendAccount)).rejects.toThrow('CONFLICT');
  await asOperator(providerId, resumeAccount);
  await expect(asOperator(providerId, resumeAccount)).rejects.toThrow('CONFLICT');
  const entries = dataOf(await partner.get(`/v1/audit-entries?resourceId=${providerId}&sort=createdAt`));
  expect(entries.map(({ action, actor }: Entry) => [action, actor.name])).toEqual([
    ['provider.create', 'operator'],
    ['provider.suspend', 'operator'],
    ['provider.resume', 'operator'],
  ]);
});

type Entry = { action: string; actor: { name: string } };
