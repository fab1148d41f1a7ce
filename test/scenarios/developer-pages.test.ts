import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WebhookCreate } from '../../server/contract/webhook.ts';
import { getCorrelation } from '../../server/domain/correlation/get.ts';
import { deliveriesOfEvent } from '../../server/domain/delivery/of-events.ts';
import { listDeliveries } from '../../server/domain/delivery/read.ts';
import { deliveryRequestOf } from '../../server/domain/delivery/request.ts';
import { resendFailed } from '../../server/domain/delivery/resend-failed.ts';
import {
  createDeliveryDispatcher,
  type DeliveryDispatcher,
} from '../../server/domain/messaging/delivery/dispatcher.ts';
import { createSubscriber } from '../../server/domain/subscriber/create.ts';
import { createWebhook } from '../../server/domain/webhook/create.ts';
import { webhooksHealth } from '../../server/domain/webhook/health.ts';
import { replayableEvents, replayEvents } from '../../server/domain/webhook/replay.ts';
import { sendTestEvent } from '../../server/domain/webhook/send-test.ts';
import { createSender } from '../../server/webhooks/send.ts';
import { startWebhookReceiver, status, type WebhookReceiver } from '../fakes/webhook-receiver.ts';
import { lowFloors, newCustomer } from '../fixtures/customer.ts';
import { newProvider } from '../fixtures/provider.ts';
import { useDatabase } from '../fixtures/use-database.ts';

const database = useDatabase();
const at = new Date('2026-03-01T08:00:00.000Z');
const everything = { page: 1, limit: 100, sort: 'createdAt' } as const;

let provider: Awaited<ReturnType<typeof newProvider>>;
let dispatcher: DeliveryDispatcher;
let sink: WebhookReceiver;

beforeEach(async () => {
  provider = await newProvider(database.current);
  sink = await startWebhookReceiver();
  dispatcher = createDeliveryDispatcher(createSender());
});

afterEach(async () => {
  await sink.close();
  await dispatcher.close();
});

const register = (over: Partial<WebhookCreate> = {}) =>
  provider.at(at, (scope) =>
    createWebhook(scope, {
      url: sink.url,
      events: ['*'],
      headers: [],
      apiVersion: '2026-01-15',
      addresses: [],
      ...over,
    }),
  );

let subscribers = 0;

const emitEvent = (now = at) =>
  provider.at(now, async (scope) => {
    const n = ++subscribers;
    const { id } = await createSubscriber(scope, {
      firstName: 'Ada',
      lastName: 'L',
      email: `ada${n}@example.com`,
      phone: `+2547123${String(n).padStart(5, '0')}`,
    });
    return { id, correlationId: scope.correlationId };
  });

async function deliver() {
  await dispatcher.dispatchDue(provider.providerId);
  await dispatcher.idle();
}

const deliveriesOf = (id: string) =>
  provider.at(at, (scope) => listDeliveries(scope, { ...everything, id })).then(({ data }) => data);

const health = () => provider.at(at, webhooksHealth).then(([first]) => first);

test('health counts the attempts of a webhook and shows when it will be disabled', async () => {
  const { id } = await register();
  await emitEvent();
  await deliver();
  sink.become(status(500));
  await emitEvent();
  await deliver();
  expect(await health()).toMatchObject({
    id,
    pending: 1,
    retrying: 1,
    nextRetryAt: expect.any(String),
    failed: 0,
    disablesAt: expect.any(String),
    recent: {
      attempts: 2,
      succeeded: 1,
      latencyMs: expect.any(Number),
      lastDeliveredAt: expect.any(String),
    },
  });
});

test('health of a webhook without attempts has no latency and no failures', async () => {
  await register();
  const recent = { attempts: 0, succeeded: 0, latencyMs: null, lastDeliveredAt: null };
  expect(await health()).toMatchObject({
    pending: 0,
    retrying: 0,
    nextRetryAt: null,
    failed: 0,
    failingSince: null,
    disablesAt: null,
    recent,
  });
});

test('replayable events are as many as a replay then queues', async () => {
  const { id } = await register({ events: ['subscriber.created'] });
  await emitEvent(new Date(at.getTime() - 1));
  await emitEvent(at);
  await emitEvent(new Date(at.getTime() + 1));
  const range = { id, since: at };
  expect(await provider.at(at, (scope) => replayableEvents(scope, range))).toEqual({ events: 2 });
  expect(await provider.at(at, (scope) => replayEvents(scope, range))).toEqual({ queued: 2 });
  const none = await register({ events: ['plan.*'] });
  expect(await provider.at(at, (scope) => replayableEvents(scope, { ...range, id: none.id }))).toEqual({
    events: 0,
  });
});

test('resending failed deliveries queues those of one webhook only', async () => {
  const { id } = await register();
  const other = await register();
  await emitEvent();
  await deliver();
  await emitEvent();
  await database.current.sql`
    update delivery set next_attempt_at = null where delivered_at is null and provider_id = ${provider.providerId}`;
  expect(await provider.at(at, (scope) => resendFailed(scope, { id }))).toEqual({ queued: 1 });
  await deliver();
  expect((await deliveriesOf(id)).map(({ status: s }) => s)).toEqual(['DELIVERED', 'DELIVERED']);
  expect((await deliveriesOf(other.id)).map(({ status: s }) => s)).toEqual(['DELIVERED', 'FAILED']);
  expect(await provider.at(at, (scope) => resendFailed(scope, { id }))).toEqual({ queued: 0 });
});

test('resending tries a delivery now that waits for a retry, and leaves one that was never tried in its place', async () => {
  const { id } = await register();
  sink.become(status(500));
  await emitEvent();
  await deliver();
  sink.become(status(200));
  await emitEvent();
  expect(await provider.at(at, (scope) => resendFailed(scope, { id }))).toEqual({ queued: 1 });
  await deliver();
  const tried = (await deliveriesOf(id)).map(({ status: s, attempts }) => `${s} ${attempts.at(-1)?.number}`);
  expect(tried.toSorted()).toEqual(['DELIVERED 1', 'DELIVERED 2']);
  expect(await health()).toMatchObject({ pending: 0, retrying: 0, nextRetryAt: null });
});

test('the shown request of a delivery equals what arrives, without the values of custom headers', async () => {
  const headers = [
    { name: 'Authorization', value: 'Bearer planted' },
    { name: 'X-Service-Nonsense', value: '1' },
  ];
  const { id } = await register({ headers, apiVersion: '2025-06-01' });
  await emitEvent();
  await provider.at(at, (scope) => sendTestEvent(scope, { id, type: 'plan.updated' }));
  await deliver();
  for (const delivery of await deliveriesOf(id)) {
    const request = await provider.at(at, (scope) =>
      deliveryRequestOf(scope, { id, deliveryId: delivery.id }),
    );
    const arrived = sink.received.find((one) => one.headers['x-service-event-id'] === delivery.eventId);
    expect(request).toMatchObject({ url: sink.url, body: arrived?.body });
    expect(JSON.stringify(request)).not.toContain('planted');
    for (const { name, value } of request.headers) {
      expect(arrived?.headers[name.toLowerCase()]).toBe(value ?? 'Bearer planted');
    }
    expect(request.headers.map(({ name }) => name)).not.toContain('X-Service-Nonsense');
  }
});

test('a correlation id joins the audit entry, the event and its deliveries, in order', async () => {
  const { id } = await register();
  const { id: subscriberId, correlationId } = await emitEvent();
  await emitEvent();
  await deliver();
  const joined = await provider.at(at, (scope) => getCorrelation(scope, { id: correlationId }));
  expect(joined).toMatchObject({
    id: correlationId,
    actors: ['Scenario'],
    names: { [subscriberId]: expect.stringMatching(/^Ada /) },
    totals: { inbound: 0, audit: 1, event: 1, email: 0 },
    steps: [
      { kind: 'audit', entry: { action: 'subscriber.create', resourceId: subscriberId } },
      {
        kind: 'event',
        event: { type: 'subscriber.created' },
        deliveries: [{ webhookId: id, url: sink.url }],
      },
    ],
  });
  const [, announced] = joined.steps;
  if (announced?.kind !== 'event') throw new Error('no event');
  expect(announced.deliveries[0]?.attempts).toHaveLength(1);
  const of = await provider.at(at, (scope) => deliveriesOfEvent(scope, { id: announced.event.id }));
  expect(of).toEqual(announced.deliveries);
});

test('the correlation has the names and currencies that its audit entries need', async () => {
  await lowFloors(database.current);
  const { subscriptionId } = await newCustomer(provider, database.current, at);
  const { sql } = database.current;
  const [row] = await sql`
    select a.correlation_id, s.demarcation_point_id, d.name, s.currency from audit_entry a
      join subscription s on s.id = a.resource_id
      join demarcation_point d on d.id = s.demarcation_point_id
    where a.resource_id = ${subscriptionId} and a.action = 'subscription.create'`;
  const { correlation_id: id, demarcation_point_id: point, name, currency } = row ?? {};
  const joined = await provider.at(at, (scope) => getCorrelation(scope, { id }));
  expect(joined.names).toMatchObject({ [point]: name });
  expect(joined.currencies).toMatchObject({ [subscriptionId]: currency });
});

test('a correlation id of another provider joins nothing', async () => {
  const { correlationId } = await emitEvent();
  const stranger = await newProvider(database.current);
  const joined = await stranger.at(at, (scope) => getCorrelation(scope, { id: correlationId }));
  expect(joined).toEqual({
    id: correlationId,
    actors: [],
    steps: [],
    names: {},
    currencies: {},
    totals: { request: 0, inbound: 0, audit: 0, event: 0, email: 0 },
  });
});
