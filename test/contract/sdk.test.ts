import { expect, test } from 'vitest';
import { Demarc } from '../../sdk/typescript/src/client.ts';
import { DemarcError } from '../../sdk/typescript/src/errors.ts';
import type { WebhookEvent } from '../../sdk/typescript/src/events.ts';
import { verifyWebhook } from '../../sdk/typescript/src/webhooks.ts';
import { processDueEvents } from '../../server/domain/inbound-event/process-due.ts';
import { createDeliveryDispatcher } from '../../server/domain/messaging/delivery/dispatcher.ts';
import { createSender } from '../../server/webhooks/send.ts';
import { startWebhookReceiver } from '../fakes/webhook-receiver.ts';
import { useApi } from './api.ts';
import { bodies } from './helpers.ts';

const api = useApi();

/** A client of a new sandbox account. */
async function newClient() {
  const { headers, providerId } = await api.partner();
  const accessId = headers['x-access-id'];
  const accessSecret = headers['x-access-secret'];
  return { demarc: new Demarc({ accessId, accessSecret, baseUrl: api.base }), providerId };
}

const plan = (planName: string, priceAmount: number) => ({ ...bodies.plan(), planName, priceAmount });

test('an onboarding and a year in the sandbox, and every event verified by its receiver', async () => {
  const { demarc, providerId } = await newClient();
  const receiver = await startWebhookReceiver();
  const webhook = await demarc.webhooks.create({ url: receiver.url, events: ['*'] });

  const home = await demarc.plans.create(plan('Home 20', 29.99));
  const faster = await demarc.plans.create(plan('Home 50', 44.99));
  const point = await demarc.demarcationPoints.create({ name: 'Cabinet 7', accessType: 'FIBER' });
  const subscriber = await demarc.subscribers.create(bodies.subscriber());
  const { id } = await demarc.subscriptions.create({
    subscriberId: subscriber.id,
    planId: home.id,
    demarcationPointId: point.id,
  });
  const pay = () => demarc.payments.create({ subscriptionId: id, rail: 'manual' });
  const advance = (days: number) => demarc.testClock.advance({ by: { days } });
  const status = async () => (await demarc.subscriptions.retrieve(id)).status;

  // A dry run answers what the first payment would do, and changes nothing.
  const dry = await demarc.payments.create({ subscriptionId: id, rail: 'manual' }, { dryRun: true });
  expect(dry.events.map(({ type }) => type)).toEqual([
    'payment.received',
    'billing.cycle_started',
    'subscription.updated',
  ]);
  expect([dry.data.amount, await status()]).toEqual([29.99, 'PENDING']);

  // The same call with the same key takes effect once.
  const sameKey = { idempotencyKey: 'first payment' };
  const first = await demarc.payments.create({ subscriptionId: id, rail: 'manual' }, sameKey).withResponse();
  const again = await demarc.payments.create({ subscriptionId: id, rail: 'manual' }, sameKey).withResponse();
  expect([again.data, again.response.replayed]).toEqual([first.data, true]);
  expect(await status()).toBe('ACTIVE');
  expect(await demarc.subscriptions.retrieveCredentials(id)).toMatchObject({ password: expect.any(String) });

  await advance(28);
  expect((await pay()).amount).toBe(29.99);
  await advance(3);
  expect((await demarc.subscriptions.update(id, { planId: faster.id })).nextPlanId).toBe(faster.id);
  const refused = await demarc.subscriptions.update(id, { priceOverride: 0 }).catch((error) => error);
  if (!(refused instanceof DemarcError && refused.is('PLAN_PRICE_BELOW_FLOOR'))) throw refused;
  expect(refused.details.floorAmount).toBeGreaterThan(0);
  await advance(30);
  expect((await pay()).amount).toBe(44.99);
  await advance(40);
  expect(await status()).toBe('INACTIVE');
  const { data: payment, response } = await pay().withResponse();
  expect(await status()).toBe('ACTIVE');
  const caused = await demarc.events.list({ correlationId: response.correlationId }).toArray();
  expect(caused.map(({ type }) => type)).toContain('subscriber.activated');
  expect((await demarc.payments.refund(payment.id, { amount: 10, reason: 'SERVICE_FAULT' })).amount).toBe(10);
  await demarc.subscriptions.cancel(id);
  await advance(265);
  expect(await demarc.subscriptions.retrieve(id)).toMatchObject({
    status: 'INACTIVE',
    inactiveReason: 'CANCELLED',
  });

  const invoices = await demarc.invoices.list({ subscriptionId: id, sort: 'createdAt' }).toArray();
  expect(invoices.map(({ status, total }) => `${status} ${total}`)).toEqual([
    'PAID 29.99',
    'PAID 29.99',
    'PAID 44.99',
    'VOID 44.99',
    'PAID 44.99',
  ]);
  const [invoice] = invoices;
  expect(
    Buffer.from(await demarc.invoices.pdf(invoice?.id ?? ''))
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');

  // Small pages: the loop reads several of them.
  const events: WebhookEvent[] = [];
  for await (const event of demarc.events.list({ limit: 7, sort: 'createdAt' })) events.push(event);
  expect(events.length).toBeGreaterThan(25);

  const dispatcher = createDeliveryDispatcher(createSender());
  await dispatcher.dispatchDue(providerId);
  await dispatcher.idle();
  await dispatcher.close();
  await receiver.close();
  const verified = await Promise.all(
    receiver.received.map(({ body, headers }) => verifyWebhook(body, headers, webhook.secret)),
  );
  const byId = (list: { id: string }[]) => [...list].sort((one, other) => (one.id < other.id ? -1 : 1));
  expect(byId(verified)).toEqual(byId(events));
});

test('a signed event of an external system is accepted and processed', async () => {
  const { demarc, providerId } = await newClient();
  const integration = await demarc.integrations.create({ name: 'Splynx', adapter: 'native' });
  const event = { event: 'customer.updated', data: { serviceId: 's-1', customer: { externalId: 'none' } } };
  const send = (secret: string) => demarc.integrations.sendEvent(integration.id, event, { secret });
  await expect(send('another')).rejects.toMatchObject({ status: 401 });
  const { inboundEventId } = await send(integration.secret ?? '');
  await processDueEvents({ providerId, budgetMs: 5_000 });
  const [received] = await demarc.inboundEvents.list(integration.id).toArray();
  expect([received?.id, received?.status]).toEqual([inboundEventId, 'FAILED']);
  expect((await demarc.inboundEvents.retry(integration.id, inboundEventId)).id).toBe(inboundEventId);
});

test('lists of lists: deliveries of a webhook, charges of a subscriber', async () => {
  const { demarc } = await newClient();
  const webhook = await demarc.webhooks.create({ url: 'https://example.com/hook', events: ['subscriber.*'] });
  const subscriber = await demarc.subscribers.create(bodies.subscriber());
  const [delivery] = await demarc.deliveries.list(webhook.id).toArray();
  expect((await demarc.deliveries.retrieve(webhook.id, delivery?.id ?? '')).eventType).toBe(
    'subscriber.created',
  );
  const charge = await demarc.charges.create(subscriber.id, bodies.charge());
  expect(await demarc.charges.retrieve(subscriber.id, charge.id)).toEqual(charge);
  expect((await demarc.charges.waive(subscriber.id, charge.id)).status).toBe('WAIVED');
  expect(await demarc.openapi.retrieve()).toHaveProperty('openapi');
  await expect(demarc.subscribers.retrieve('sub_unknown')).rejects.toMatchObject({ status: 404 });
});
