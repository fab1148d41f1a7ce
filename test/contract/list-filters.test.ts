import { beforeAll, describe, expect, test } from 'vitest';
import { type Partner, useApi } from './api.ts';
import { activeSubscription, bodies, dataOf, expectRefused } from './helpers.ts';

const api = useApi();
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
});

const idsAt = async (path: string): Promise<string[]> =>
  dataOf(await partner.get(path)).map(({ id }: { id: string }) => id);

test('subscriptions filter by externalReference and q', async () => {
  const reference = `order-${Math.random()}`;
  const { subscription, subscriber } = await activeSubscription(partner, {
    subscription: { externalReference: reference },
  });
  await activeSubscription(partner);
  expect(await idsAt(`/v1/subscriptions?externalReference=${reference}`)).toEqual([subscription.id]);
  expect(await idsAt(`/v1/subscriptions?externalReference=${reference.slice(0, -1)}`)).toEqual([]);
  expect(await idsAt(`/v1/subscriptions?q=${reference.slice(2, 12).toUpperCase()}`)).toEqual([
    subscription.id,
  ]);
  expect(await idsAt(`/v1/subscriptions?q=${subscriber.email.slice(0, 12)}`)).toContain(subscription.id);
});

test('invoices filter by number, in any case', async () => {
  const [invoice] = dataOf(await partner.get('/v1/invoices?limit=1'));
  expect(await idsAt(`/v1/invoices?number=${invoice.number.toLowerCase()}`)).toEqual([invoice.id]);
  expect(await idsAt(`/v1/invoices?number=${invoice.number.slice(0, -1)}`)).toEqual([]);
});

describe('type of events', () => {
  const typesAt = async (type: string) => {
    const events: { type: string }[] = dataOf(await partner.get(`/v1/events?limit=100&type=${type}`));
    return [...new Set(events.map((event) => event.type))].sort();
  };

  test('takes names and patterns, separated by commas', async () => {
    expect(await typesAt('plan.created')).toEqual(['plan.created']);
    expect(await typesAt('payment.*,plan.created')).toEqual(['payment.received', 'plan.created']);
    expect(await typesAt('subscriber.charge.created,plan.created')).toEqual(['plan.created']);
  });

  test.each(['plan.exploded', 'plan.created,', '*', 'plan', 'pla*', 'user.created'])(
    '400 UNSUPPORTED for %s',
    async (type) => {
      expectRefused(await partner.get(`/v1/events?type=${type}`), 400, {
        field: 'type',
        code: 'UNSUPPORTED',
      });
    },
  );
});

test('GET /v1/charges has the charges of all subscribers', async () => {
  const made = [];
  for (let i = 0; i < 2; i++) {
    const { id } = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
    made.unshift(dataOf(await partner.post(`/v1/subscribers/${id}/charges`, bodies.charge())));
  }
  const [charge, other] = made;
  const { body } = await partner.get('/v1/charges');
  expect(body.data).toEqual([charge, other]);
  expect(body.meta).toMatchObject({ total: 2, next: null });
  expect(await idsAt(`/v1/charges?subscriberId=${other.subscriberId}&status=PENDING`)).toEqual([other.id]);
});

test('GET /v1/deliveries has those to all webhooks, by webhook, event, status and type', async () => {
  const [one, two] = [
    dataOf(await partner.post('/v1/webhooks', bodies.webhook({ events: ['plan.*'] }))),
    dataOf(await partner.post('/v1/webhooks', bodies.webhook())),
  ];
  dataOf(await partner.post('/v1/plans', bodies.plan()));
  dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
  const [, event] = dataOf(await partner.get('/v1/events?limit=2'));
  const all = dataOf(await partner.get('/v1/deliveries'));
  expect(all).toHaveLength(3);
  const ofWebhook = dataOf(await partner.get(`/v1/webhooks/${one.id}/deliveries`));
  expect(dataOf(await partner.get(`/v1/deliveries?webhookId=${one.id}`))).toEqual(ofWebhook);
  expect(dataOf(await partner.get(`/v1/deliveries?eventId=${event.id}`))).toHaveLength(2);
  expect(await idsAt('/v1/deliveries?status=DELIVERED')).toEqual([]);
  const ofType = dataOf(await partner.get('/v1/deliveries?eventType=subscriber.created&status=PENDING'));
  expect(ofType).toMatchObject([{ webhookId: two.id, eventType: 'subscriber.created' }]);
});

test('GET /v1/audit-entries has who changed what, by resource, action and correlation id', async () => {
  const made = await partner.post('/v1/plans', bodies.plan());
  const { id } = dataOf(made);
  const updated = await partner.put(`/v1/plans/${id}`, bodies.plan({ downloadSpeedMbps: 30 }));
  dataOf(updated);
  const entries = dataOf(await partner.get(`/v1/audit-entries?resourceId=${id}`));
  expect(entries).toMatchObject([
    {
      action: 'plan.update',
      resourceType: 'plan',
      resourceId: id,
      actor: { type: 'credential' },
      changes: { downloadSpeedMbps: { before: 20, after: 30 } },
      correlationId: updated.body.correlationId,
    },
    { action: 'plan.create' },
  ]);
  expect(await idsAt(`/v1/audit-entries?resourceId=${id}&action=plan.create`)).toEqual([entries[1].id]);
  expect(await idsAt(`/v1/audit-entries?correlationId=${made.body.correlationId}`)).toEqual([entries[1].id]);
  const other = await api.partner();
  expect(dataOf(await other.get(`/v1/audit-entries?resourceId=${id}`))).toEqual([]);
});

describe('GET /v1/subscriptions/{id}/usage', () => {
  let id: string;
  const days = async (query = '') => dataOf(await partner.get(`/v1/subscriptions/${id}/usage${query}`));
  beforeAll(async () => {
    const { subscription } = await activeSubscription(partner);
    id = subscription.id;
    await api.sql`update provider set time_zone = 'Africa/Nairobi' where id = ${partner.providerId}`;
    await api.sql`
      insert into network_usage_day (provider_id, subscription_id, day, download, upload)
      values (${partner.providerId}, ${id}, '2026-03-01', 2000, 100)`;
  });

  test('has the days from from to to, both inclusive, those without traffic with 0', async () => {
    expect(await days('?from=2026-02-28&to=2026-03-02')).toEqual([
      { day: '2026-02-28', inputOctets: 0, outputOctets: 0 },
      { day: '2026-03-01', inputOctets: 100, outputOctets: 2000 },
      { day: '2026-03-02', inputOctets: 0, outputOctets: 0 },
    ]);
    expect(await days('?from=2024-01-01&to=2024-12-31')).toHaveLength(366);
  });

  test('has the last 30 days of the account’s zone by default, or those up to to', async () => {
    const { now } = dataOf(await partner.get('/v1/test-clock'));
    const today = new Date(Date.parse(now) + 3 * 3_600_000).toISOString().slice(0, 10);
    const last = await days();
    expect(last).toHaveLength(30);
    expect(last.at(-1).day).toBe(today);
    expect((await days(`?from=${today}`)).map(({ day }: { day: string }) => day)).toEqual([today]);
    expect((await days('?to=2026-03-01'))[0].day).toBe('2026-01-31');
  });

  test.each([
    ['from=2026-02-30', 'from', 'INVALID_FORMAT'],
    ['to=1.3.2026', 'to', 'INVALID_FORMAT'],
    ['from=1960-01-01', 'from', 'OUT_OF_RANGE'],
    ['from=2024-01-01&to=2025-01-01', 'to', 'OUT_OF_RANGE'],
    ['from=2020-01-01', 'from', 'OUT_OF_RANGE'],
    ['from=2026-03-02&to=2026-03-01', 'to', 'INVALID_VALUE'],
    ['from=2199-01-01', 'from', 'INVALID_VALUE'],
  ])('400 for %s', async (query, field, code) => {
    expectRefused(await partner.get(`/v1/subscriptions/${id}/usage?${query}`), 400, { field, code });
  });
});
