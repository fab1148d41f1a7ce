import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { staffAuthHandler } from '../../server/auth/staff-handler.ts';
import { submitDueRefunds } from '../../server/domain/external/gateway/submit-refunds.ts';
import { expireDueSessions } from '../../server/domain/payment/expire-sessions.ts';
import { sealAgain } from '../../server/domain/secrets/rotate.ts';
import { createPortalHandler } from '../../server/portal/trpc.ts';
import { createLimiter } from '../../server/rest/rate-limit.ts';
import { stripeSignature } from '../fakes/stripe.ts';
import { type Partner, useApi } from './api.ts';
import { advance, dataOf, expectRefused, pendingSubscription } from './helpers.ts';
import { callAs, origin, type Staff, signedInPartner } from './portal-helpers.ts';
import { besideApi, stripeHelpers } from './stripe-helpers.ts';

const OWN = { gateway: 'stripe', secretKey: 'sk_test_own', webhookSecret: 'whsec_own' };

const stripe = await vi.hoisted(async () => {
  vi.resetModules();
  const { SECRET_KEY, startFakeStripe, WEBHOOK_SECRET } = await import('../fakes/stripe.ts');
  const fake = await startFakeStripe();
  process.env.STRIPE_SECRET_KEY = SECRET_KEY;
  process.env.STRIPE_WEBHOOK_SECRET = WEBHOOK_SECRET;
  process.env.STRIPE_API_BASE = fake.base;
  return fake;
});
afterAll(() => stripe.close());

const portal = createPortalHandler([origin], createLimiter({ name: 'portal', ratePerSecond: 0, burst: 0 }));
const api = useApi({}, async (req, res) => {
  if (req.url?.startsWith('/api/auth/')) return void staffAuthHandler(req, res);
  if (req.url?.startsWith('/api/trpc/')) return void portal(req, res);
  return besideApi(req, res);
});
const { pathOf, sessionOf, visit } = stripeHelpers(api, stripe);

let partner: Staff;
beforeAll(async () => {
  stripe.keys.add(OWN.secretKey).add('sk_test_next');
});
const connected = async () => {
  partner = await signedInPartner(api);
  return (await call('save', OWN)).data;
};

const call = (verb: 'save' | 'test' | 'remove', input: object, as: Staff = partner) =>
  callAs(api, as, { name: `gatewayAccount.${verb}`, type: 'mutation' }, input);
const list = async () =>
  (await callAs(api, partner, { name: 'gatewayAccount.list', type: 'query' }, {})).data as {
    gateway: string;
    webhookUrl: string;
  }[];

async function checkout(of: Partner) {
  const { subscription } = await pendingSubscription(of);
  const payment = dataOf(await of.post('/v1/payments', { subscriptionId: subscription.id, rail: 'stripe' }));
  await visit(pathOf(payment));
  return { payment, session: sessionOf(payment) };
}

const statusOf = async ({ id }: { id: string }, of: Partner = partner) =>
  dataOf(await of.get(`/v1/payments/${id}`)).status;

async function report(path: string, event: object, secret = OWN.webhookSecret) {
  const body = JSON.stringify(event);
  const headers = { 'stripe-signature': stripeSignature(body, { secret }) };
  return (await fetch(api.base + path, { method: 'POST', body, headers })).status;
}
const addressOf = ({ webhookUrl }: { webhookUrl: string }) => new URL(webhookUrl).pathname;

test('a connected account shows the end of its key and its address, and no credential', async () => {
  const account = await connected();
  expect(account).toMatchObject({ gateway: 'stripe', isConnected: true, hasDefault: true, keyLast4: '_own' });
  expect(account.webhookUrl).toMatch(/\/hooks\/stripe\/[0-9a-z]{32}$/);
  const listed = (await list()).find(({ gateway }) => gateway === 'stripe');
  expect(listed).toEqual(account);
  expect(JSON.stringify([account, listed])).not.toMatch(/sk_test_own|whsec_own/);
  const [row] =
    await api.sql`select sealed_credentials from gateway_account where provider_id = ${partner.providerId}`;
  expect(row?.sealed_credentials).toMatch(/^bound:/);
  const entries = await api.sql`
    select action from audit_entry where provider_id = ${partner.providerId} and resource_type = 'gatewayAccount'`;
  expect(entries.map(({ action }) => action)).toEqual(['gatewayAccount.connect']);
});

test('the address is known before the first connection, and stays', async () => {
  partner = await signedInPartner(api);
  const before = await list();
  expect(before.map(({ gateway, webhookUrl }) => [gateway, new URL(webhookUrl).pathname])).toEqual([
    ['mpesa', expect.stringMatching(/^\/hooks\/pay\/[0-9a-f]{32}$/)],
    ['paystack', expect.stringMatching(/^\/hooks\/paystack\/[0-9a-f]{32}$/)],
    ['stripe', expect.stringMatching(/^\/hooks\/stripe\/[0-9a-f]{32}$/)],
  ]);
  expect(new Set(before.map(({ webhookUrl }) => webhookUrl.slice(-32))).size).toBe(3);
  const address = before.find(({ gateway }) => gateway === 'stripe');
  const { session } = await checkout(partner);
  expect(await report(addressOf(address as { webhookUrl: string }), stripe.pay(session))).toBe(404);
  expect((await call('save', OWN)).data).toMatchObject({ webhookUrl: address?.webhookUrl });
  partner = await signedInPartner(api);
  expect((await list()).map(({ webhookUrl }) => webhookUrl)).not.toContain(address?.webhookUrl);
});

test('the test of an account gives the answer of the gateway', async () => {
  await connected();
  expect((await call('test', { gateway: 'stripe' })).data).toEqual({
    isAccepted: true,
    answer: 'Stripe accepts the key. It is a test key.',
  });
  await call('save', { ...OWN, secretKey: 'sk_test_unknown' });
  const refused = (await call('test', { gateway: 'stripe' })).data;
  expect(refused).toMatchObject({ isAccepted: false });
  expect(refused.answer).toContain('Invalid API Key provided');
  expect(refused.answer).not.toContain('sk_test_unknown');
});

test('400 for a live key in a sandbox, a key of another form, and a missing or foreign credential', async () => {
  partner = await signedInPartner(api);
  const faults = async (input: object) => {
    const { status, text } = await call('save', input);
    expect(status).toBe(400);
    return text;
  };
  expect(await faults({ ...OWN, secretKey: 'sk_live_own' })).toContain('test keys only');
  expect(await faults({ ...OWN, secretKey: 'pk_test_own' })).toContain('sk_test_');
  expect(await faults({ gateway: 'stripe', secretKey: OWN.secretKey })).toContain('webhookSecret');
  expect(await faults({ ...OWN, gateway: 'other' })).toContain('gateway');
  expect(await api.sql`select id from gateway_account where provider_id = ${partner.providerId}`).toEqual([]);
});

test('403 for all but owners and admins', async () => {
  await connected();
  for (const role of ['billing', 'support', 'viewer'] as const) {
    await api.sql`
      update staff_member m set role = ${role} from provider p
      where p.organisation_id = m.organisation_id and p.id = ${partner.providerId}`;
    for (const verb of ['save', 'test', 'remove'] as const) {
      const input = verb === 'save' ? OWN : { gateway: 'stripe' };
      expect((await call(verb, input)).status, `${role} ${verb}`).toBe(403);
    }
    const listed = await callAs(api, partner, { name: 'gatewayAccount.list', type: 'query' }, {});
    expect(listed.status).toBe(403);
  }
});

test('checkout, refund and expiry are at the own account, and the default serves others', async () => {
  const account = await connected();
  const { payment, session } = await checkout(partner);
  expect(session.key).toBe(OWN.secretKey);
  expect(await report(addressOf(account), stripe.pay(session))).toBe(200);
  expect(await statusOf(payment)).toBe('COMPLETED');
  dataOf(await partner.post(`/v1/payments/${payment.id}/refunds`, {}));
  await submitDueRefunds({ providerId: partner.providerId, budgetMs: 5_000 });
  expect(stripe.refunds.at(-1)).toMatchObject({ payment_intent: session.payment_intent, amount: 10_000 });

  const late = await checkout(partner);
  await advance(partner, { hours: 25 });
  await expireDueSessions({ providerId: partner.providerId, budgetMs: 5_000 });
  expect(late.session.status).toBe('expired');

  const other = await api.partner();
  expect((await checkout(other)).session.key).toBe('sk_test_fake');
});

test('a payment stays with the account that it began with', async () => {
  partner = await signedInPartner(api);
  const { payment, session } = await checkout(partner);
  const account = (await call('save', OWN)).data;
  expect(await report(addressOf(account), stripe.pay(session))).toBe(200);
  expect(await statusOf(payment)).toBe('PENDING');
  expect(await report('/api/stripe/webhook', stripe.pay(session), 'whsec_fake')).toBe(200);
  expect(await statusOf(payment)).toBe('COMPLETED');
  dataOf(await partner.post(`/v1/payments/${payment.id}/refunds`, {}));
  await submitDueRefunds({ providerId: partner.providerId, budgetMs: 5_000 });
  expect(stripe.refunds.at(-1)?.payment_intent).toBe(session.payment_intent);
});

test('no account settles or fails what another one took', async () => {
  const account = await connected();
  const { payment, session } = await checkout(partner);
  const victim = payment.id;
  const attacker = await signedInPartner(api);
  const theirs = (await call('save', { ...OWN, secretKey: 'sk_test_next' }, attacker)).data;
  expect(await report(addressOf(theirs), stripe.pay(session))).toBe(200);
  expect(await report('/api/stripe/webhook', stripe.pay(session), 'whsec_fake')).toBe(200);
  expect(await statusOf({ id: victim })).toBe('PENDING');
  expect(await report(addressOf(account), stripe.pay(session))).toBe(200);
  expect(await statusOf({ id: victim })).toBe('COMPLETED');

  const { id } = dataOf(await partner.post(`/v1/payments/${victim}/refunds`, {}));
  await submitDueRefunds({ providerId: partner.providerId, budgetMs: 5_000 });
  const refund = stripe.refunds.at(-1);
  if (!refund) throw new Error('there is no refund');
  const [failed] = stripe.refundFails(refund, 'canceled');
  expect(await report(addressOf(theirs), failed ?? {})).toBe(200);
  const [row] = await api.sql`select submitted_at from gateway_refund where id = ${id}`;
  expect(row?.submitted_at).not.toBeNull();
});

test('400 for the signature of another account, 404 for an unknown address, 405 for a GET', async () => {
  const account = await connected();
  const { session } = await checkout(partner);
  expect(await report(addressOf(account), stripe.pay(session), 'whsec_fake')).toBe(400);
  expect(await report(`/hooks/stripe/${'0'.repeat(32)}`, stripe.pay(session))).toBe(404);
  expect((await fetch(api.base + addressOf(account))).status).toBe(405);
});

test('new credentials keep the address and serve payments of before', async () => {
  const account = await connected();
  const { payment, session } = await checkout(partner);
  session.key = 'sk_test_next';
  const replaced = (await call('save', { ...OWN, secretKey: 'sk_test_next', webhookSecret: 'whsec_next' }))
    .data;
  expect(replaced).toMatchObject({ webhookUrl: account.webhookUrl, keyLast4: 'next' });
  expect(await report(addressOf(account), stripe.pay(session))).toBe(400);
  expect(await report(addressOf(account), stripe.pay(session), 'whsec_next')).toBe(200);
  expect(await statusOf(payment)).toBe('COMPLETED');
});

test('a disconnected account takes no payments, and its due refunds wait until it is connected again', async () => {
  const account = await connected();
  const { payment, session } = await checkout(partner);
  await report(addressOf(account), stripe.pay(session));
  dataOf(await partner.post(`/v1/payments/${payment.id}/refunds`, {}));
  const removed = (await call('remove', { gateway: 'stripe' })).data;
  expect(removed).toMatchObject({ isConnected: false, keyLast4: null });
  expect((await call('remove', { gateway: 'stripe' })).status).toBe(404);
  expect((await call('test', { gateway: 'stripe' })).status).toBe(404);
  const [row] =
    await api.sql`select sealed_credentials from gateway_account where provider_id = ${partner.providerId}`;
  expect(row?.sealed_credentials).toBeNull();
  expect(await report(addressOf(account), stripe.pay(session))).toBe(404);
  expect((await checkout(partner)).session.key).toBe('sk_test_fake');

  const before = stripe.refunds.length;
  const submit = async () => {
    await api.sql`update gateway_refund set next_attempt_at = now() - interval '1 second' where next_attempt_at is not null`;
    await submitDueRefunds({ providerId: partner.providerId, budgetMs: 5_000 });
  };
  await submit();
  expect(stripe.refunds.length).toBe(before);
  expect((await call('save', OWN)).data).toMatchObject({ webhookUrl: account.webhookUrl });
  await submit();
  expect(stripe.refunds.at(-1)?.payment_intent).toBe(session.payment_intent);
});

test('400 for a signed report that would take long to parse: a partner has the secret of its own account', async () => {
  const account = await connected();
  const sent = async (data: string) => {
    const body = `{"id":"evt_1","type":"balance.available","livemode":false,"data":${data}}`;
    const headers = { 'stripe-signature': stripeSignature(body, { secret: OWN.webhookSecret }) };
    return (await fetch(api.base + addressOf(account), { method: 'POST', headers, body })).status;
  };
  expect(await sent('{"object":{}}')).toBe(200);
  expect(await sent(`[${'[],'.repeat(300_000)}0]`)).toBe(400);
});

test('GET /v1/provider lists the rails with their currencies', async () => {
  const { rails } = dataOf(await (await api.partner()).get('/v1/provider'));
  expect(rails.map(({ name }: { name: string }) => name)).toEqual(['manual', 'simulated', 'stripe']);
  expect(rails[2].currencies).toContain('KES');
  expect(rails[2].currencies).not.toContain('IQD');
  const live = await api.partner({ livemode: true });
  const ofLive = dataOf(await live.get('/v1/provider')).rails;
  expect(ofLive.map(({ name }: { name: string }) => name)).toEqual(['manual']);
  const { subscription } = await pendingSubscription(live);
  const refused = await live.post('/v1/payments', { subscriptionId: subscription.id, rail: 'stripe' });
  expectRefused(refused, 400, { field: 'rail', code: 'UNSUPPORTED' });
});

test('a rotation of the secrets key covers the credentials', async () => {
  await connected();
  const found: string[] = [];
  await sealAgain(({ name, unreadable, texts }) => {
    if (texts > 0 && unreadable === 0) found.push(name);
  });
  expect(found).toContain('gateway_account.sealed_credentials');
});
