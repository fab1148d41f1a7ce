import { randomUUID } from 'node:crypto';
import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { demarcationPoint } from '../../drizzle/schema/demarcation-point.ts';
import { plan } from '../../drizzle/schema/plan.ts';
import { subscriber } from '../../drizzle/schema/subscriber.ts';
import { MINUTE_MS, plus } from '../clock.ts';
import { integrationCreate } from '../contract/integration.ts';
import { webhookCreate } from '../contract/webhook.ts';
import { receiveInbound } from '../domain/inbound-event/receive.ts';
import { createIntegration } from '../domain/integration/create.ts';
import { setOutboundSync } from '../domain/integration/outbound-sync.ts';
import { findIntegration } from '../domain/model/integration/resource.ts';
import { createWebhook } from '../domain/webhook/create.ts';
import type { WriteScope } from '../work/scope.ts';
import { demoKeys } from './keys.ts';
import { receiverUrls } from './receivers.ts';

type Message = { event: string; data: Record<string, unknown> };

/** The custom headers of the demo's webhooks. */
export const webhookHeaders = [{ name: 'X-Environment', value: 'sandbox' }];

/** Registers the demo's webhooks. Later events are delivered to them. */
export async function registerWebhooks(scope: WriteScope): Promise<void> {
  const register = (url: string, events: string[]) =>
    createWebhook(scope, {
      ...webhookCreate.parse({ url, events, headers: webhookHeaders }),
      addresses: [],
    });
  await register(receiverUrls.crm, ['subscriber.*', 'subscription.*', 'payment.*']);
  await register(receiverUrls.fieldService, ['installation.*', 'subscriber.charge.created']);
}

/**
 * Connects a provisioning system and a Splynx, and receives events of both. The jobs of the process apply them, so that some
 * have an effect, some have none and some fail.
 */
export async function connectSystems(scope: WriteScope): Promise<void> {
  const planIds = await idsOfPlans(scope);
  const defaultDemarcationPointId = await anyPoint(scope);
  const provisioning = await createIntegration(
    scope,
    integrationCreate.parse({
      ...{ name: 'Provisioning', adapter: 'native', defaultDemarcationPointId },
      tariffMap: { 'FTTH-20': planIds.get('Fibre 20'), 'FTTH-100': planIds.get('Fibre 100') },
    }),
  );
  const splynx = await createIntegration(
    scope,
    integrationCreate.parse({
      ...{ name: 'Splynx', adapter: 'splynx', defaultDemarcationPointId },
      tariffMap: { '12': planIds.get('Fibre 40'), '14': planIds.get('Mtaa 10') },
      poolMap: { '3': 'residential-dynamic' },
    }),
  );
  const { splynx: keys } = demoKeys(scope.providerId);
  await setOutboundSync(scope, {
    ...{ id: splynx.id, baseUrl: 'https://splynx.demo-isp.example', ...keys, addresses: [] },
  });
  await receive(scope, provisioning.id, provisioningMessages(scope.providerId, await anyCustomer(scope)));
  await receive(scope, splynx.id, splynxMessages);
}

/** What the provisioning system sends. The second message is the first one again: a redelivery is not stored. */
function provisioningMessages(providerId: string, knownCustomer: string): Message[] {
  const ordered: Message = {
    event: 'service.created',
    data: {
      externalEventId: 'pe-70411',
      serviceId: 'SRV-5501',
      tariffId: 'FTTH-20',
      customer: {
        ...{ externalId: 'PRV-3301', firstName: 'Lydia', lastName: 'Chepkoech' },
        ...{ email: 'lydia.chepkoech@example.org', phone: '+254110900201' },
      },
    },
  };
  const service = { serviceId: 'SRV-5501', customer: { externalId: 'PRV-3301' } };
  return [
    ordered,
    ordered,
    { event: 'service.updated', data: { externalEventId: 'pe-70412', ...service, tariffId: 'FTTH-20' } },
    { event: 'service.updated', data: { externalEventId: 'pe-70413', ...service, origin: providerId } },
    {
      event: 'service.created',
      data: {
        ...{ externalEventId: 'pe-70414', serviceId: 'SRV-5502', tariffId: 'FTTH-1000' },
        customer: { externalId: knownCustomer },
      },
    },
    {
      event: 'customer.updated',
      data: { externalEventId: 'pe-70415', customer: { externalId: knownCustomer, phone: '+254110900202' } },
    },
    { event: 'invoice.printed', data: { externalEventId: 'pe-70416', number: '2041' } },
  ];
}

/** What Splynx sends: a customer with a service, the same again, a service of a customer it never sent, and an end. */
const splynxMessages: Message[] = [
  {
    event: 'customer/create',
    data: {
      attributes: {
        ...{ id: '2001', login: 'njambi', name: 'Joyce Njambi', status: 'active' },
        ...{ email: 'joyce.njambi@example.org', phone: '+254110900203' },
      },
    },
  },
  {
    event: 'internet_service/create',
    data: { attributes: { id: '8801', customer_id: '2001', tariff_id: '12', login: 'njambi-1' } },
  },
  {
    event: 'customer/edit',
    data: {
      attributes: {
        ...{ id: '2001', name: 'Joyce Njambi', email: 'joyce.njambi@example.org', phone: '+254110900203' },
        note: 'Prefers calls in the morning',
      },
    },
  },
  {
    event: 'internet_service/create',
    data: { attributes: { id: '8802', customer_id: '2999', tariff_id: '14', login: 'unknown-1' } },
  },
  { event: 'internet_service/delete', data: { attributes: { id: '8799', customer_id: '2001' } } },
];

/** Receives messages as if they were signed, a minute apart, the last one a minute ago. */
async function receive(scope: WriteScope, id: string, messages: Message[]): Promise<void> {
  const integration = await findIntegration(scope, id);
  for (const [i, payload] of messages.entries()) {
    const at = plus(scope.now, (i - messages.length) * MINUTE_MS);
    const raw = Buffer.from(JSON.stringify(payload));
    const own = { ...scope, now: at, correlationId: randomUUID() };
    await receiveInbound(own, { integration, trust: 'SIGNED', raw, payload });
  }
}

async function idsOfPlans({ db, providerId }: WriteScope): Promise<Map<string, string>> {
  const rows = await db
    .select({ name: plan.planName, id: plan.id })
    .from(plan)
    .where(eq(plan.providerId, providerId));
  return new Map(rows.map(({ name, id }) => [name, id]));
}

async function anyPoint({ db, providerId }: WriteScope): Promise<string | undefined> {
  const [row] = await db
    .select({ id: demarcationPoint.id })
    .from(demarcationPoint)
    .where(and(eq(demarcationPoint.providerId, providerId), eq(demarcationPoint.status, 'AVAILABLE')))
    .orderBy(asc(demarcationPoint.id))
    .limit(1);
  return row?.id;
}

/** The external id of a customer whom the provisioning system knows. */
async function anyCustomer({ db, providerId }: WriteScope): Promise<string> {
  const [row] = await db
    .select({ id: subscriber.externalUserId })
    .from(subscriber)
    .where(
      and(
        eq(subscriber.providerId, providerId),
        eq(subscriber.status, 'active'),
        isNotNull(subscriber.externalUserId),
      ),
    )
    .orderBy(asc(subscriber.id))
    .limit(1);
  return row?.id ?? '';
}
