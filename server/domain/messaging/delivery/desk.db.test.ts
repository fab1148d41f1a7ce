import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Sink, startSink, status } from '../../../../test/sink.ts';
import type { WebhookCreate } from '../../../contract/webhook.ts';
import { newProvider, useDatabase } from '../../../scenarios/scene.ts';
import { createSender } from '../../../webhooks/send.ts';
import { getCorrelation } from '../../correlation/get.ts';
import { deliveriesOfEvent } from '../../delivery/of-events.ts';
import { listDeliveries } from '../../delivery/read.ts';
import { deliveryRequestOf } from '../../delivery/request.ts';
import { resendFailed } from '../../delivery/resend-failed.ts';
import { createSubscriber } from '../../subscriber/create.ts';
import { createWebhook } from '../../webhook/create.ts';
import { webhooksHealth, webhookTroublesOf } from '../../webhook/health.ts';
import { replayableEvents, replayEvents } from '../../webhook/replay.ts';
import { sendTestEvent } from '../../webhook/send-test.ts';
import { type Courier, createCourier } from './dispatcher.ts';

const database = useDatabase();
const at = new Date('2026-03-01T08:00:00.000Z');
const everything = { page: 1, limit: 100, sort: 'createdAt' } as const;

let provider: Awaited<ReturnType<typeof newProvider>>;
let courier: Courier;
let sink: Sink;

beforeEach(async () => {
  provider = await newProvider(database.current);
  sink = await startSink();
  courier = createCourier(createSender());
});

afterEach(async () => {
  await sink.close();
  await courier.close();
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

let people = 0;

const happen = (now = at) =>
  provider.at(now, async (scope) => {
    const n = ++people;
    const { id } = await createSubscriber(scope, {
      firstName: 'Ada',
      lastName: 'L',
      email: `desk${n}@example.com`,
      phone: `+2547123${String(n).padStart(5, '0')}`,
    });
    return { id, correlationId: scope.correlationId };
  });

async function deliver() {
  await courier.work(provider.providerId);
  await courier.idle();
}

const deliveriesOf = (id: string) =>
  provider.at(at, (scope) => listDeliveries(scope, { ...everything, id })).then(({ data }) => data);

const health = () => provider.at(at, webhooksHealth).then(([first]) => first);

test('how its last attempts went', async () => {
  const { id } = await register();
  await happen();
  await deliver();
  sink.become(status(500));
  await happen();
  await deliver();
  expect(await health()).toMatchObject({
    id,
    pending: 1,
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

test('nothing is known of one that was never sent to', async () => {
  await register();
  const recent = { attempts: 0, succeeded: 0, latencyMs: null, lastDeliveredAt: null };
  expect(await health()).toMatchObject({
    pending: 0,
    failed: 0,
    failingSince: null,
    disablesAt: null,
    recent,
  });
});

test('somebody has to look at those warned of and those we disabled, and at no others', async () => {
  const { sql } = database.current;
  const [fine, warned, gone, asked] = [
    await register(),
    await register(),
    await register(),
    await register(),
  ];
  await sql`update webhook set failing_since = now() - interval '3 days', warnings = 1 where id = ${warned.id}`;
  await sql`update webhook set status = 'DISABLED', disabled_reason = 'GONE' where id = ${gone.id}`;
  await sql`update webhook set status = 'DISABLED', disabled_reason = 'REQUESTED' where id = ${asked.id}`;
  const found = await provider.at(at, webhookTroublesOf);
  expect(found.map(({ id }) => id).sort()).toEqual([warned.id, gone.id].sort());
  expect(found.map(({ id }) => id)).not.toContain(fine.id);
});

test('a replay says before how many events it would send', async () => {
  const { id } = await register({ events: ['subscriber.created'] });
  await happen(new Date(at.getTime() - 1));
  await happen(at);
  await happen(new Date(at.getTime() + 1));
  const asked = { id, since: at };
  expect(await provider.at(at, (scope) => replayableEvents(scope, asked))).toEqual({ events: 2 });
  expect(await provider.at(at, (scope) => replayEvents(scope, asked))).toEqual({ queued: 2 });
  const none = await register({ events: ['plan.*'] });
  expect(await provider.at(at, (scope) => replayableEvents(scope, { ...asked, id: none.id }))).toEqual({
    events: 0,
  });
});

test('what was given up is sent again, and nothing else', async () => {
  const { id } = await register();
  const other = await register();
  await happen();
  await deliver();
  await happen();
  await database.current.sql`
    update delivery set next_attempt_at = null where delivered_at is null and provider_id = ${provider.providerId}`;
  expect(await provider.at(at, (scope) => resendFailed(scope, { id }))).toEqual({ queued: 1 });
  await deliver();
  expect((await deliveriesOf(id)).map(({ status: s }) => s)).toEqual(['DELIVERED', 'DELIVERED']);
  expect((await deliveriesOf(other.id)).map(({ status: s }) => s)).toEqual(['DELIVERED', 'FAILED']);
  expect(await provider.at(at, (scope) => resendFailed(scope, { id }))).toEqual({ queued: 0 });
});

test('what it sends is what arrives, without the values of headers', async () => {
  const headers = [
    { name: 'Authorization', value: 'Bearer planted' },
    { name: 'X-Service-Nonsense', value: '1' },
  ];
  const { id } = await register({ headers, apiVersion: '2025-06-01' });
  await happen();
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

test('one correlation id joins what was changed, announced and delivered, in order', async () => {
  const { id } = await register();
  const { id: subscriberId, correlationId } = await happen();
  await happen();
  await deliver();
  const joined = await provider.at(at, (scope) => getCorrelation(scope, { id: correlationId }));
  expect(joined).toMatchObject({
    id: correlationId,
    actorName: 'scenario',
    totals: { inbound: 0, audit: 1, event: 1, mail: 0 },
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

test('of another provider nothing is joined', async () => {
  const { correlationId } = await happen();
  const stranger = await newProvider(database.current);
  const joined = await stranger.at(at, (scope) => getCorrelation(scope, { id: correlationId }));
  expect(joined).toEqual({
    id: correlationId,
    actorName: null,
    steps: [],
    totals: { inbound: 0, audit: 0, event: 0, mail: 0 },
  });
});
