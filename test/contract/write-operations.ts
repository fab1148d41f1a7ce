import { randomBytes } from 'node:crypto';
import { DAY_MS } from '../../server/contract/days.ts';
import { processAccounting } from '../../server/domain/network/process-accounting.ts';
import { type Route, routes } from '../../server/rest/routes.ts';
import { type FakeNas, startFakeNas } from '../fakes/nas.ts';
import type { Partner, useApi } from './api.ts';
import { externalSystem, native } from './external-system.ts';
import { activeSubscription, advance, bodies, dataOf, pendingSubscription } from './helpers.ts';
import { createInstallation } from './installation-helpers.ts';

type Api = ReturnType<typeof useApi>;

/** Path ids by name, query and body of a request. */
type Wanted = { ids?: Record<string, string>; search?: string; body?: object };

/** Every write operation. */
export const writeRoutes = routes.filter((route) => route.isWrite);

/** A valid request to each operation, with the resources it needs. */
const prepare: Record<string, (partner: Partner, api: Api) => Promise<Wanted>> = {
  'charge.create': async (partner) => {
    const subscriber = await customer(partner);
    return { ids: { subscriberId: subscriber.id }, body: bodies.charge() };
  },
  'charge.cancel': pendingCharge,
  'charge.waive': pendingCharge,
  'demarcationPoint.create': async () => ({ body: bodies.demarcationPoint() }),
  'demarcationPoint.update': async (partner) => ({
    ids: idOf(dataOf(await partner.post('/v1/demarcation-points', bodies.demarcationPoint()))),
    body: { name: 'Cabinet 8' },
  }),
  'delivery.resend': async (partner) => {
    const webhook = await createWebhook(partner);
    dataOf(await partner.post('/v1/plans', bodies.plan()));
    const [delivery] = dataOf(await partner.get(`/v1/webhooks/${webhook.id}/deliveries`));
    return { ids: { id: webhook.id, deliveryId: delivery.id } };
  },
  'inboundEvent.retry': async (partner, api) => {
    const system = await externalSystem(api, {}, partner);
    const { id } = await system.send(native('service.created', { tariffId: '99' }));
    await system.drain();
    return { ids: { id: system.integration.id, inboundId: id } };
  },
  'installation.create': async (partner) => {
    const { subscription } = await activeSubscription(partner);
    return { body: { subscriptionId: subscription.id, feeAmount: 50 } };
  },
  'installation.update': async (partner) => ({
    ids: idOf((await createInstallation(partner, { feeAmount: 50 })).installation),
    body: { feeWaived: true, notes: 'Mind the dog' },
  }),
  'installation.cancel': async (partner) => ({
    ids: idOf((await createInstallation(partner, { feeAmount: 50 })).installation),
  }),
  'integration.create': async () => ({ body: bodies.integration() }),
  'integration.update': async (partner) => ({
    ids: idOf(await integration(partner)),
    body: bodies.integration({ name: 'Splynx Mombasa', status: 'DISABLED' }),
  }),
  'integration.patch': async (partner) => ({
    ids: idOf(await integration(partner)),
    body: { name: 'Splynx Mombasa' },
  }),
  'integration.delete': async (partner) => ({ ids: idOf(await integration(partner)) }),
  'integration.rotateSecret': async (partner) => ({ ids: idOf(await integration(partner)) }),
  'integration.revokeSecret': async (partner) => ({ ids: idOf(await integration(partner)) }),
  'networkSession.disconnect': async (partner, api) => ({ ids: { id: await session(partner, api) } }),
  'payment.create': async (partner) => {
    const { subscription } = await pendingSubscription(partner);
    return { body: { subscriptionId: subscription.id, rail: 'manual' } };
  },
  'payment.keepAsCredit': async (partner) => {
    const { subscription } = await pendingSubscription(partner);
    const body = { subscriptionId: subscription.id, rail: 'simulated' };
    const payment = dataOf(await partner.post('/v1/payments', body));
    await advance(partner, { days: 2 });
    dataOf(await partner.post(`/v1/payments/${payment.id}/simulate`, { outcome: 'succeed' }));
    return { ids: { id: payment.id } };
  },
  'payment.simulate': async (partner) => {
    const { subscription } = await pendingSubscription(partner);
    const body = { subscriptionId: subscription.id, rail: 'simulated' };
    return { ids: idOf(dataOf(await partner.post('/v1/payments', body))), body: { outcome: 'succeed' } };
  },
  'plan.create': async () => ({ body: bodies.plan() }),
  'plan.update': async (partner) => ({
    ids: idOf(dataOf(await partner.post('/v1/plans', bodies.plan()))),
    body: bodies.plan({ priceAmount: 120 }),
  }),
  'plan.patch': async (partner) => ({
    ids: idOf(dataOf(await partner.post('/v1/plans', bodies.plan()))),
    body: { priceAmount: 120 },
  }),
  'plan.duplicate': async (partner) => ({
    ids: idOf(dataOf(await partner.post('/v1/plans', bodies.plan()))),
  }),
  'plan.disable': (partner) => confirmed(partner, false),
  'plan.enable': async (partner) => ({ ids: (await confirmed(partner, true)).ids }),
  'plan.delete': (partner) => confirmed(partner, true),
  'message.send': async (partner) => {
    const { id: subscriberId } = await customer(partner);
    return { body: { subscriberId, channel: 'SMS', text: 'The mast is down.' } };
  },
  'receipt.assign': async (partner, api) => {
    const { id: subscriberId } = await customer(partner);
    const id = `rcp_${randomBytes(8).toString('hex')}`;
    await api.sql`
      insert into gateway_account (provider_id, id, gateway, token, created_at, updated_at)
      values (${partner.providerId}, ${`gwa_${id}`}, 'mpesa', ${id}, now(), now()) on conflict (provider_id, gateway) do nothing`;
    await api.sql`
      insert into receipt (provider_id, id, account_id, transaction_id, rail, amount, currency, paid_at, status, created_at, updated_at)
      select provider_id, ${id}, id, ${id}, 'mpesa', 50000, 'KES', now(), 'UNMATCHED', now(), now()
      from gateway_account where provider_id = ${partner.providerId} and gateway = 'mpesa'`;
    return { ids: { id }, body: { subscriberId } };
  },
  'refund.create': async (partner) => {
    const { payment } = await activeSubscription(partner);
    return { ids: { id: payment.id }, body: { amount: 10, reason: 'REQUESTED' } };
  },
  'subscriber.create': async () => ({ body: bodies.subscriber({ externalUserId: '1042' }) }),
  'subscriber.update': async (partner) => ({
    ids: idOf(await customer(partner)),
    body: bodies.subscriber({ city: 'Mbale' }),
  }),
  'subscriber.patch': async (partner) => ({ ids: idOf(await customer(partner)), body: { city: 'Mbale' } }),
  'subscriber.suspend': async (partner) => ({
    ids: idOf((await activeSubscription(partner)).subscriber),
    body: { reason: 'Asked for' },
  }),
  'subscriber.activate': async (partner) => {
    const { subscriber } = await activeSubscription(partner);
    dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/suspend`));
    return { ids: { id: subscriber.id } };
  },
  'subscriber.adjustCredit': async (partner) => ({
    ids: idOf(await customer(partner)),
    body: { amount: 10, currency: 'USD', note: 'Goodwill' },
  }),
  'subscriber.createPageLink': async (partner) => ({ ids: idOf(await customer(partner)) }),
  'subscriber.revokePageLink': async (partner) => {
    const made = await customer(partner);
    dataOf(await partner.post(`/v1/subscribers/${made.id}/page-link`));
    return { ids: idOf(made) };
  },
  'subscriber.deactivate': async (partner) => ({ ids: idOf((await activeSubscription(partner)).subscriber) }),
  'subscriber.terminate': async (partner) => ({ ids: idOf((await activeSubscription(partner)).subscriber) }),
  'subscription.create': async (partner) => {
    const { subscriber, plan, point } = await pendingSubscription(partner);
    const body = { subscriberId: subscriber.id, planId: plan.id, demarcationPointId: point.id };
    return { body };
  },
  'subscription.update': async (partner) => {
    const { subscription } = await activeSubscription(partner);
    const { id: planId } = dataOf(await partner.post('/v1/plans', bodies.plan({ priceAmount: 120 })));
    return { ids: { id: subscription.id }, body: { planId, externalReference: 'A-1' } };
  },
  'subscription.cancel': async (partner) => ({ ids: idOf((await activeSubscription(partner)).subscription) }),
  'subscription.extendGrace': async (partner) => {
    const { subscription } = await activeSubscription(partner, { plan: { billingCycleDays: 1 } });
    await advance(partner, { days: 1 });
    return {
      ids: { id: subscription.id },
      body: { until: new Date(Date.parse(subscription.expiresAt) + 9 * DAY_MS) },
    };
  },
  'subscription.removePlan': async (partner) => ({
    ids: idOf((await activeSubscription(partner)).subscription),
    search: '?when=immediately',
  }),
  'subscription.activate': async (partner) => ({ ids: idOf(await resumable(partner)) }),
  'subscription.migrateOut': async (partner) => ({
    ids: idOf((await activeSubscription(partner)).subscription),
  }),
  'subscription.rotateCredentials': async (partner) => ({
    ids: idOf((await activeSubscription(partner)).subscription),
  }),
  'testClock.advance': async (partner) => {
    await activeSubscription(partner);
    return { body: { by: { days: 40 } } };
  },
  'webhook.create': async () => ({ body: bodies.webhook() }),
  'webhook.update': async (partner) => ({
    ids: idOf(await createWebhook(partner)),
    body: bodies.webhook({ events: ['plan.*'], description: 'Plans alone' }),
  }),
  'webhook.patch': async (partner) => ({
    ids: idOf(await createWebhook(partner)),
    body: { description: 'All of them' },
  }),
  'webhook.delete': async (partner) => ({ ids: idOf(await createWebhook(partner)) }),
  'webhook.rotateSecret': async (partner) => ({ ids: idOf(await createWebhook(partner)) }),
  'webhook.test': async (partner) => ({ ids: idOf(await createWebhook(partner)) }),
  'webhook.replay': async (partner) => {
    const webhook = await createWebhook(partner);
    dataOf(await partner.post('/v1/plans', bodies.plan()));
    return { ids: { id: webhook.id }, body: { since: '2026-01-01T00:00:00Z' } };
  },
};

/**
 * Path and body of a valid request to an operation.
 * @throws Error for an operation that is not in the table
 */
export async function preparedFor(route: Route, partner: Partner, api: Api) {
  const make = prepare[route.name];
  if (!make) throw new Error(`${route.name} is not in the table of write operations`);
  const { ids = {}, search = '', body } = await make(partner, api);
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name) + search;
  return { path, body };
}

/**
 * Prepares a valid request to an operation. The returned function sends it any number of times.
 * @throws Error for an operation that is not in the table
 */
export async function requestTo(route: Route, partner: Partner, api: Api) {
  const { path, body } = await preparedFor(route, partner, api);
  return (headers: Record<string, string> = {}, key?: string) =>
    partner.request(route.method, path, { headers, key, raw: body && JSON.stringify(body) });
}

/** A row of `test.each`, named by method and path. */
export const titled = (route: Route): [string, Route] => [`${route.method} ${route.path}`, route];

const idOf = ({ id }: { id: string }) => ({ id });

const customer = async (partner: Partner) =>
  dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
const createWebhook = async (partner: Partner) =>
  dataOf(await partner.post('/v1/webhooks', bodies.webhook()));
const integration = async (partner: Partner) =>
  dataOf(await partner.post('/v1/integrations', bodies.integration()));

async function pendingCharge(partner: Partner): Promise<Wanted> {
  const { id: subscriberId } = await customer(partner);
  const charge = dataOf(await partner.post(`/v1/subscribers/${subscriberId}/charges`, bodies.charge()));
  return { ids: { subscriberId, chargeId: charge.id } };
}

/** A plan and the query that confirms its name. */
async function confirmed(partner: Partner, isDisabled: boolean): Promise<Wanted> {
  const plan = dataOf(await partner.post('/v1/plans', bodies.plan()));
  const search = `?confirm=${encodeURIComponent(plan.planName)}`;
  if (isDisabled) dataOf(await partner.post(`/v1/plans/${plan.id}/disable${search}`));
  return { ids: { id: plan.id }, search };
}

/** An INACTIVE subscription within its paid period, which can be activated. */
async function resumable(partner: Partner) {
  const { subscription } = await activeSubscription(partner);
  dataOf(await partner.delete(`/v1/subscriptions/${subscription.id}/plan?when=immediately`));
  return subscription;
}

const servers: FakeNas[] = [];

/** Closes the fake network servers of prepared requests. */
export async function closeServers(): Promise<void> {
  for (const server of servers.splice(0)) await server.close();
}

/** An open session on a fake network server that accepts every request. */
async function session(partner: Partner, { sql }: Api): Promise<string> {
  const { subscription } = await activeSubscription(partner);
  const nas = await startFakeNas(randomBytes(8).toString('hex'));
  servers.push(nas);
  const unique = randomBytes(8).toString('hex');
  await sql`
    with server as (
      insert into radius.nas (nasname, shortname, ports, secret)
      values (${nas.address}, ${unique}, ${nas.port}, ${nas.secret}) returning id
    )
    insert into network_server (id, provider_id, nas_id, name, address, coa_port, created_at, updated_at)
    select ${`nas_${unique}`}, ${partner.providerId}, id, ${unique}, ${nas.address}, ${nas.port}, now(), now() from server`;
  await sql`
    insert into radius.radacct (acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime)
    values ('1', ${unique}, ${subscription.radiusUsername}, ${nas.address}, now())`;
  await processAccounting({ budgetMs: 5_000 });
  const [online] = dataOf(await partner.get('/v1/network-sessions'));
  return online.id;
}
