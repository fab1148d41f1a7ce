import { createHmac } from 'node:crypto';
import type { Browser, BrowserContext } from '@playwright/test';
import { DAY_MS } from '../server/contract/days.ts';
import { authenticator } from '../test/fakes/authenticator.ts';
import { startFakeNas } from '../test/fakes/nas.ts';
import { startWebhookReceiver, status } from '../test/fakes/webhook-receiver.ts';
import { connectFreeRadius, sweepNetwork } from './free-radius.ts';
import { createdPlan, unique, uniquePhone, waitingSubscription } from './pending-subscription.ts';
import {
  type Api,
  apiOf,
  createPartner,
  expect,
  origin,
  signedInContext,
  withOwnPassword,
} from './sign-in.ts';

const GIGABYTE = 1_000_000_000;

type Portal = {
  // biome-ignore lint/suspicious/noExplicitAny: flows read fields of any answer
  change: (procedure: string, input: object) => Promise<any>;
  list: (procedure: string, input: object) => Promise<{ id: string }[]>;
};

/** Creates a partner with data for every page of the portal, including failures of each kind. */
export async function seedPartner(browser: Browser) {
  const email = `seeded-${unique()}@example.com`;
  const partner = await withOwnPassword(await createPartner('--name', 'Seeded ISP', '--email', email));
  const api = apiOf(partner);
  const context = await signedInContext(browser, partner);
  const portal: Portal = {
    change: async (procedure, data) => {
      const response = await context.request.post(`/api/trpc/${procedure}`, { headers: { origin }, data });
      if (!response.ok()) throw new Error(`${procedure}: ${await response.text()}`);
      return (await response.json()).result.data;
    },
    list: async (procedure, input) => {
      const response = await context.request.get(`/api/trpc/${procedure}`, {
        params: { input: JSON.stringify(input) },
      });
      return (await response.json()).result.data.data;
    },
  };
  const money = await seedMoney(api, portal);
  const invitation = await context.request.post('/api/trpc/team.invite', {
    headers: { origin },
    data: { email: 'invited@example.com', role: 'support' },
  });
  const { link } = (await invitation.json()).result.data;
  const seeded = {
    ...money,
    ownerPassword: partner.ownerPassword,
    invitationLink: link as string,
    securedInvitationLink: await seedRequiredFactor(browser),
    ...(await seedReceipts(api, portal)),
    ...(await seedSubscriber(api)),
    ...(await seedInstallations(api, email)),
    ...(await seedNetwork(api, portal)),
    ...(await seedIntegration(api, portal)),
    ...(await seedWebhooks(api)),
    refusedRequest: await seedRefusal(partner, portal),
    job: await seedJob(context, portal),
    // Its job comes after the one above, which is the only one then.
    announcement: await seedAnnouncement(portal, money.activeSubscription.subscriberId),
    // This account has a generated password, which must be changed.
    newcomer: await createPartner('--name', 'Live ISP', '--email', `live-${email}`, '--live'),
    storageState: await context.storageState(),
  };
  await context.close();
  return seeded;
}

export type Seeded = Awaited<ReturnType<typeof seedPartner>>;

/** An invitation to an organisation that requires a second factor. */
async function seedRequiredFactor(browser: Browser): Promise<string> {
  const email = `secured-${unique()}@example.com`;
  const partner = await withOwnPassword(await createPartner('--name', 'Secured ISP', '--email', email));
  const context = await signedInContext(browser, partner);
  const post = async (path: string, data: object) => {
    const response = await context.request.post(`/api/${path}`, { headers: { origin }, data });
    if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
    return response.json();
  };
  const begun = await post('auth/two-factor/enable', { password: partner.ownerPassword });
  await post('auth/two-factor/verify-totp', { code: authenticator(begun.totpURI).code() });
  await post('trpc/team.requireSecondFactor', { isRequired: true });
  const invited = await post('trpc/team.invite', { email: `invited-${email}`, role: 'support' });
  await context.close();
  return invited.result.data.link;
}

/** A refused request, as soon as it is in the request log. */
async function seedRefusal(
  { accessId, accessSecret }: { accessId: string; accessSecret: string },
  portal: Portal,
) {
  const refused = await fetch(`${origin}/v1/plans`, {
    method: 'POST',
    headers: {
      'x-access-id': accessId,
      'x-access-secret': accessSecret,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ planType: 'RESIDENTIAL' }),
  });
  expect(refused.status).toBe(400);
  const logged = () => portal.list('apiRequest.list', { outcome: 'refused', limit: 1 });
  await expect.poll(async () => (await logged()).length).toBe(1);
  return (await logged())[0]?.id as string;
}

/** A job with rows that are refused: its plans are enabled already. */
async function seedJob(context: BrowserContext, portal: Portal) {
  const call = { action: 'plans.enable', filter: {} };
  const preview = await context.request.get('/api/trpc/job.previewBulk', {
    params: { input: JSON.stringify(call) },
  });
  const { total } = (await preview.json()).result.data;
  await portal.change('job.createBulk', { ...call, total });
  const completed = () => portal.list('job.list', { status: 'COMPLETED' });
  await expect.poll(async () => (await completed()).length).toBe(1);
  return String((await completed())[0]?.id);
}

/** An outage that is not over. Its messages are held, because a sandbox sends none. */
async function seedAnnouncement(portal: Portal, subscriberId: string) {
  const { id } = await portal.change('announcement.create', {
    ...{ kind: 'OUTAGE', list: 'subscribers', filter: {}, ids: [subscriberId], people: 1 },
    ...{
      sms: '{{ providerName }}: the mast at Westlands is down.',
      pageText: 'The mast at Westlands is down.',
    },
  });
  return id as string;
}

/** Invoices that are paid, open and void; payments that are completed, pending and due for refund. */
async function seedMoney(api: Api, portal: Portal) {
  const owing = await waitingSubscription(api);
  const changed = await waitingSubscription(api);
  const waiting = await waitingSubscription(api);
  const pay = (subscriptionId: string, rail = 'manual') => api.post('/payments', { subscriptionId, rail });
  const payment = await pay(owing.subscription.id);
  await pay(changed.subscription.id);
  const { expiresAt } = await api.get(`/subscriptions/${changed.subscription.id}`);
  const to = new Date(Date.parse(expiresAt) - 2 * DAY_MS).toISOString();
  await api.post('/test-clock/advance', { to });
  const openInvoiceOf = async ({ subscription }: typeof owing) => {
    const path = `/invoices?subscriptionId=${subscription.id}&status=OPEN`;
    const [invoice] = await api.list(path);
    if (!invoice) throw new Error('no invoice is open');
    return invoice.id;
  };
  const voidInvoice = await openInvoiceOf(changed);
  const otherPlan = await createdPlan(api);
  await api.patch(`/subscriptions/${changed.subscription.id}`, { planId: otherPlan.id });
  const refund = await api.post(`/payments/${payment.id}/refunds`, { amount: 500 });
  const late = await pay(waiting.subscription.id, 'simulated');
  const underWay = await pay(waiting.subscription.id, 'simulated');
  await api.post(`/payments/${late.id}/simulate`, { outcome: 'succeed' });
  const { subscription } = await waitingSubscription(api);
  const debtor = await waitingSubscription(api);
  await api.post(`/subscribers/${debtor.subscription.subscriberId}/charges`, {
    ...{ description: 'Router', amount: 250, currency: 'KES' },
  });
  const [queued] = await portal.list('email.list', { subscriberId: owing.subscription.subscriberId });
  return {
    emailId: String(queued?.id),
    ...{ refund, payment, latePayment: late, paymentUnderWay: underWay, voidInvoice, otherPlan },
    openInvoice: await openInvoiceOf(owing),
    activeSubscription: changed.subscription,
    ...{ pendingSubscription: subscription, debtorName: debtor.subscriberName, plan: owing.plan },
  };
}

/** Money that customers sent to a paybill: that of one is credit, and that of another is not matched. */
async function seedReceipts(api: Api, portal: Portal) {
  const credentials = { consumerKey: 'key', consumerSecret: 'secret', shortCode: '600999', passkey: 'pass' };
  const saved = await portal.change('gatewayAccount.save', { gateway: 'mpesa', ...credentials });
  const name = unique();
  const subscriber = await api.post('/subscribers', {
    ...{ firstName: 'Njeri', lastName: name, email: `${name}@example.com`, phone: uniquePhone() },
  });
  for (const [number, account] of [
    ['TK00000001', subscriber.accountNumber],
    ['TK00000002', 'house 4'],
  ]) {
    const answer = await fetch(origin + new URL(saved.webhookUrl).pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ TransID: number, TransTime: '20261126101500', TransAmount: '1250.00', BillRefNumber: account },
        ...{ BusinessShortCode: '600999', MSISDN: '2547 ***** 126', FirstName: 'NJERI' },
      }),
    });
    expect(answer.status).toBe(200);
  }
  const [unmatched] = await api.list('/receipts?status=UNMATCHED');
  return { receipt: String(unmatched?.id), creditedSubscriber: subscriber.id };
}

/** A subscriber under a hold with a payment, an invoice and an installation, without a charge. */
async function seedSubscriber(api: Api) {
  const { subscription } = await waitingSubscription(api);
  await api.post('/payments', { subscriptionId: subscription.id, rail: 'manual' });
  await api.post('/installations', { subscriptionId: subscription.id, kind: 'RELOCATION' });
  await api.post(`/subscribers/${subscription.subscriberId}/suspend`, { reason: 'Moved out' });
  const [hold] = await api.list(`/events?type=subscriber.suspended&resourceId=${subscription.subscriberId}`);
  return { heldSubscriber: subscription.subscriberId, change: String(hold?.id) };
}

/**
 * Installations: one with an unpaid fee, one without appointment, one scheduled visit of the owner and one cancelled. A customer
 * leaves.
 */
async function seedInstallations(api: Api, technician: string) {
  const order = async (terms: object) => {
    const { subscription, subscriberName } = await waitingSubscription(api);
    const made = await api.post('/installations', { subscriptionId: subscription.id, ...terms });
    const { id, chargeId, subscriberId } = made;
    return {
      id,
      chargeId,
      subscriberId,
      subscriberName,
      demarcationPointId: subscription.demarcationPointId,
    };
  };
  const unpaid = await order({ feeAmount: 1_500 });
  const waiting = await order({});
  const { now } = await api.get('/test-clock');
  const scheduledAt = new Date(Date.parse(now) + DAY_MS).toISOString();
  const visit = await order({ scheduledAt, technician });
  const cancelled = await order({});
  await api.post(`/installations/${cancelled.id}/cancel`);
  await api.post(`/subscribers/${cancelled.subscriberId}/terminate`, { reason: 'TOO_EXPENSIVE' });
  const charge = unpaid.chargeId;
  return {
    unpaidInstallation: unpaid,
    waitingInstallation: waiting,
    visit: visit.id,
    charge,
    point: unpaid.demarcationPointId,
  };
}

/** A customer who is online, past the cap and throttled. */
async function seedNetwork(api: Api, portal: Portal) {
  const [freeRadius, nas] = await Promise.all([connectFreeRadius(), startFakeNas('shared-with-the-router')]);
  await portal.change('networkServer.create', {
    ...{ name: 'pop-1', address: nas.address, secret: nas.secret, coaPort: nas.port },
  });
  const { subscription } = await waitingSubscription(api, { dataCapMb: 1_000 });
  await api.post('/payments', { subscriptionId: subscription.id, rail: 'manual' });
  const { username } = await api.get(`/subscriptions/${subscription.id}/credentials`);
  const session = await freeRadius.start({ username: username, nas: nas.address });
  await session.interim(0.2 * GIGABYTE, GIGABYTE);
  const path = `/network-sessions?subscriptionId=${subscription.id}`;
  const shown = async () => (await api.list(path))[0];
  // The sweep of another worker may hold the session at that moment, and this one then leaves it out.
  await expect(async () => {
    await sweepNetwork();
    expect(await shown()).toMatchObject({ throttled: true });
  }).toPass({ timeout: 60_000 });
  await Promise.all([freeRadius.close(), nas.close()]);
  return { cappedSubscription: subscription.id, session: String((await shown())?.id) };
}

/** An integration with a failed inbound event, and a subscription whose push fails. */
async function seedIntegration(api: Api, portal: Portal) {
  const { subscription, plan } = await waitingSubscription(api);
  const made = await api.post('/integrations', {
    ...{ name: 'Splynx', adapter: 'splynx', tariffMap: { 7: plan.id } },
  });
  await portal.change('outboundSync.set', {
    ...{ id: made.id, baseUrl: 'http://localhost:9', apiKey: 'key', apiSecret: 'secret' },
  });
  await api.post('/payments', { subscriptionId: subscription.id, rail: 'manual' });
  const attributes = { id: '1001', customer_id: '1', tariff_id: '12', status: 'active', login: 'ada' };
  const body = JSON.stringify({ event: 'internet_service/create', data: { attributes } });
  const signature = createHmac('sha256', made.secret).update(body).digest('hex');
  const answer = await fetch(`${origin}/v1/integrations/${made.id}/webhooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-webhook-signature': signature },
    body,
  });
  expect(answer.status).toBe(201);
  const path = `/integrations/${made.id}/inbound-events`;
  const events = () => api.list(path);
  await expect.poll(async () => (await events())[0]?.status).toBe('FAILED');
  return { integration: made.id, inboundEvent: String((await events())[0]?.id) };
}

/** A webhook whose receiver answers 500 after a first success, and one whose receiver answers 410. */
async function seedWebhooks(api: Api) {
  const [sink, gone] = [await startWebhookReceiver(), await startWebhookReceiver(status(410))];
  const failing = await api.post('/webhooks', {
    url: sink.url,
    events: ['plan.created'],
    headers: [{ name: 'X-Gateway-Key', value: 'let-me-in' }],
  });
  const disabled = await api.post('/webhooks', { url: gone.url, events: ['plan.created'] });
  await api.post(`/webhooks/${failing.id}/test`);
  await expect.poll(() => sink.received.length).toBe(1);
  sink.become(status(500));
  const plan = await createdPlan(api);
  const stateOf = async (id: string) => (await api.get(`/webhooks/${id}`)).status;
  // Generous, because three workers seed their partners at the same time.
  await expect.poll(() => stateOf(disabled.id)).toBe('DISABLED');
  const path = `/webhooks/${failing.id}/deliveries`;
  const deliveries = () => api.list(path);
  await expect.poll(() => sink.received.length).toBe(2);
  const events = await api.list(`/events?resourceId=${plan.id}`);
  const delivery = (await deliveries()).find(({ eventId }) => eventId === events[0]?.id);
  return {
    // Retries get the same answers.
    close: () => Promise.all([sink.close(), gone.close()]),
    ...{ failingWebhook: failing.id, disabledWebhook: disabled.id, delivery: String(delivery?.id) },
    ...{ event: String(events[0]?.id), correlation: String(events[0]?.correlationId) },
  };
}
