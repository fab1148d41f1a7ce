import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import { processDueEvents } from '../../server/domain/inbound-event/process-due.ts';
import type { Partner, useApi } from './api.ts';
import { bodies, dataOf } from './helpers.ts';

type Api = ReturnType<typeof useApi>;
type Body = { event: string; data: Record<string, unknown> };
type Integration = { id: string; secret: string | null };

/**
 * Sets up an external system of a partner. Its tariffs 1, 2 and 3 are mapped to plans of 10, 20 and 30 dollars, and a
 * subscriber is its customer 77.
 */
export async function externalSystem(api: Api, over: object = {}, by?: Partner) {
  const partner = by ?? (await api.partner());
  const plans: { id: string }[] = [];
  for (const priceAmount of [10, 20, 30]) {
    plans.push(
      dataOf(
        await partner.post('/v1/plans', bodies.plan({ priceAmount, downloadSpeedMbps: priceAmount / 2 })),
      ),
    );
  }
  const [cheap, middle, dear] = plans as [{ id: string }, { id: string }, { id: string }];
  const settings = {
    ...bodies.integration(),
    tariffMap: { 1: cheap.id, 2: middle.id, 3: dear.id } as Record<string, string>,
    poolMap: { 5: 'cgn-east' },
    ...over,
  };
  const integration = dataOf(await partner.post('/v1/integrations', settings));
  const subscriber = dataOf(
    await partner.post('/v1/subscribers', bodies.subscriber({ externalUserId: '77' })),
  );
  const path = `/v1/integrations/${integration.id}`;
  const drain = () => processDueEvents({ providerId: partner.providerId, budgetMs: 60_000 });
  const subscriptions = async () => dataOf(await partner.get('/v1/subscriptions?sort=createdAt'));

  return {
    partner,
    plans: { cheap, middle, dear },
    integration,
    settings,
    path,
    subscriber,
    ...through(api, partner, drain, integration),
    drain,
    subscriptions,
    /** The same helpers for another integration of the partner. */
    through: (other: Integration) => through(api, partner, drain, other),
    /** The subscription, if it is the only one. */
    async onlySubscription() {
      const all = await subscriptions();
      expect(all).toHaveLength(1);
      return all[0];
    },
    async pay(id: string) {
      dataOf(await partner.post('/v1/payments', { subscriptionId: id, rail: 'manual' }));
    },
    read: async (id: string) => dataOf(await partner.get(`/v1/subscriptions/${id}`)),
    /** The address attributes of a user in RADIUS. */
    async framed(username: string): Promise<string[]> {
      const rows = await api.sql<{ attribute: string; value: string }[]>`
        select attribute, value from radius.radreply where username = ${username} and attribute like 'Framed-%'`;
      return rows.map(({ attribute, value }) => `${attribute}=${value}`);
    },
    /** The types of a subscription's events, without the prefix, with the reason of a rejection. */
    async eventsOf(id: string) {
      const events = dataOf(await partner.get(`/v1/events?resourceId=${id}&sort=createdAt&limit=100`));
      return events.map((event: { type: string; data: { rejection?: { reason: string } } }) =>
        [event.type.replace('subscription.', ''), event.data.rejection?.reason].filter(Boolean).join(' '),
      );
    },
  };
}

/** An external system whose service svc-1 is paid and active on tariff 2. */
export async function activeService(api: Api, over: object = {}) {
  const system = await externalSystem(api, over);
  await system.sendAndProcess(native('service.created', { tariffId: '2' }));
  const { id } = await system.onlySubscription();
  await system.pay(id);
  return {
    ...system,
    id,
    edit: (data: object) => system.sendAndProcess(native('service.updated', data)),
  };
}

function through(api: Api, partner: Partner, drain: () => Promise<unknown>, { id, secret }: Integration) {
  const path = `/v1/integrations/${id}`;
  async function send(body: Body | string, headers: Record<string, string> = {}) {
    const raw = typeof body === 'string' ? body : JSON.stringify(body);
    const signed: Record<string, string> = {};
    if (secret) signed['x-webhook-signature'] = createHmac('sha256', secret).update(raw).digest('hex');
    const answer = await api
      .anonymous()
      .post(`${path}/webhooks`, undefined, { raw, headers: { ...signed, ...headers } });
    return {
      id: dataOf(answer).inboundEventId as string,
      correlationId: answer.body.correlationId as string,
    };
  }
  const inbound = async () => dataOf(await partner.get(`${path}/inbound-events?sort=createdAt&limit=100`));
  const stateOf = async (event: string) => {
    const found = (await inbound()).find((each: { id: string }) => each.id === event);
    return [found.status, found.reason];
  };
  return {
    send,
    inbound,
    stateOf,
    /** Sends an event, processes it and returns its status and reason. */
    async sendAndProcess(body: Body, headers?: Record<string, string>) {
      const sent = await send(body, headers);
      await drain();
      return stateOf(sent.id);
    },
    async retry(event: string) {
      dataOf(await partner.post(`${path}/inbound-events/${event}/retry`));
      await drain();
      return stateOf(event);
    },
  };
}

/** An event in the native format. */
export const native = (event: string, data: object): Body => ({
  event,
  data: { serviceId: 'svc-1', customer: { externalId: '77' }, status: 'active', ...data },
});

/** A hook as Splynx sends it: all attributes are strings, missing dates are all zeros. */
export const splynx = (event: string, attributes: object = {}, more: object = {}): Body => ({
  event,
  data: {
    source: 'admin/customers/view',
    model: event.startsWith('customer/')
      ? 'models\\common\\customers\\Customers'
      : 'models\\common\\customers\\InternetServices',
    action: event.split('/')[1],
    customer_id: '77',
    attributes: {
      id: '1001',
      customer_id: '77',
      tariff_id: '2',
      status: 'active',
      unit_price: '20.0000',
      login: 'ada-home',
      router_id: '3',
      taking_ipv4: '0',
      ipv4: '',
      ipv4_pool_id: '0',
      start_date: '2026-01-15',
      end_date: '0000-00-00',
      planned_date: '0000-00-00',
      deleted: '0',
      ...attributes,
    },
    changed_attributes: {},
    ...more,
  },
});
