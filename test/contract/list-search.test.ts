import { beforeAll, describe, expect, test } from 'vitest';
import { staffAuthHandler } from '../../server/auth/staff-handler.ts';
import { processAccounting } from '../../server/domain/network/process-accounting.ts';
import { EXPORT_PATH, exportCsv } from '../../server/portal/export.ts';
import { createPortalHandler } from '../../server/portal/trpc.ts';
import { createLimiter } from '../../server/rest/rate-limit.ts';
import { useApi } from './api.ts';
import { activeSubscription, bodies, dataOf } from './helpers.ts';
import { callAs, createDraft, origin, type Staff, signedInPartner } from './portal-helpers.ts';

const unlimited = createLimiter({ name: 'portal', ratePerSecond: 0, burst: 0 });
const portal = createPortalHandler([origin], unlimited);
const api = useApi({}, (req, res) => {
  if (req.url?.startsWith('/api/auth/')) return staffAuthHandler(req, res);
  return req.url?.startsWith(EXPORT_PATH) ? exportCsv(req, res) : portal(req, res);
});

const query = async (staff: Staff, name: string, input: object) => {
  const { status, text, data } = await callAs(api, staff, { name, type: 'query' }, input);
  expect(status, text).toBe(200);
  return data;
};

/** The ids of the rows that a search finds, which are as many as its total. */
async function found(staff: Staff, list: string, q: string, filters: object = {}): Promise<string[]> {
  const { data, meta } = await query(staff, list, { q, limit: 100, ...filters });
  expect(meta.total).toBe(data.length);
  return data.map(({ id }: { id: string }) => id);
}

/** Both partners have the same names, references and numbers. */
async function createCustomer(partner: Staff, server: string) {
  const { subscriber, subscription, payment, point } = await activeSubscription(partner);
  const [firstName, lastName] = ['Wanjiru', 'O_Neil 100%'];
  const { email, phone } = subscriber;
  dataOf(await partner.put(`/v1/subscribers/${subscriber.id}`, { firstName, lastName, email, phone }));
  dataOf(await partner.patch(`/v1/demarcation-points/${point.id}`, { street: 'Ngong Road' }));
  const charge = bodies.charge({ description: 'Router' });
  const { id: chargeId } = dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/charges`, charge));
  const cash = dataOf(
    await partner.post('/v1/payments', { chargeId, rail: 'manual', reference: 'CASH-7_of 100%' }),
  );
  const refund = dataOf(await partner.post(`/v1/payments/${cash.id}/refunds`, { amount: 1 }));
  const installation = dataOf(
    await partner.post('/v1/installations', { subscriptionId: subscription.id, feeAmount: 0 }),
  );
  dataOf(await partner.patch(`/v1/installations/${installation.id}`, { technician: 'Otieno' }));
  const invite = { name: 'team.invite', type: 'mutation' } as const;
  await callAs(api, partner, invite, { email: `achieng${server}@example.com`, role: 'viewer' });
  const nas = { name: 'networkServer.create', type: 'mutation' } as const;
  await callAs(api, partner, nas, { name: 'Tower', address: server, secret: 'secret-of-nas' });
  await api.sql`
    insert into radius.radacct (acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime, framedipaddress, callingstationid)
    values ('1', ${server}, ${subscription.radiusUsername}, ${server}, now(), '100.64.12.7', '4C:5E:0C:12:34:56')`;
  await processAccounting({ budgetMs: 5_000 });
  const hook = bodies.webhook({ url: 'https://localhost/crm_in', description: 'Into the CRM' });
  const webhook = dataOf(await partner.post('/v1/webhooks', hook));
  const integration = dataOf(await partner.post('/v1/integrations', bodies.integration({ name: 'Kisumu' })));
  const file = {
    type: 'plans' as const,
    fileName: 'may_prices.csv',
    columns: ['Plan'],
    rows: [{ Plan: 'One' }],
  };
  const job = await createDraft(api, partner, file);
  // Nothing about this customer is in a result of a search for the other.
  const other = await activeSubscription(partner);
  const charged = await partner.post(`/v1/subscribers/${other.subscriber.id}/charges`, charge);
  await partner.post('/v1/webhooks', bodies.webhook());
  await partner.post('/v1/integrations', bodies.integration());
  await api.logRequests();
  const paid = dataOf(await partner.get(`/v1/payments/${payment.id}`));
  const invoice = dataOf(await partner.get(`/v1/invoices/${paid.invoiceId}`));
  const session = dataOf(await partner.get('/v1/network-sessions'))[0];
  return {
    ...{ subscriber, subscription, payment, cash, refund, installation, webhook, integration, job, invoice },
    ...{ session, charge: dataOf(charged), correlationId: charged.body.correlationId as string },
  };
}

type Customer = Awaited<ReturnType<typeof createCustomer>>;

let mine: Staff;
let other: Staff;
let customer: Customer;
let theirs: Customer;

beforeAll(async () => {
  [mine, other] = await Promise.all([signedInPartner(api), signedInPartner(api)]);
  customer = await createCustomer(mine, '10.73.0.1');
  theirs = await createCustomer(other, '10.73.0.2');
});

/** What is searched in each list, and the ids that are found. */
const searches: Record<string, (of: Customer) => { by: string; q: string; ids: string[] }[]> = {
  'payment.listAll': ({ payment, cash, invoice, subscriber }) => [
    { by: 'id', q: payment.id, ids: [payment.id] },
    { by: 'reference in any case', q: payment.reference.toLowerCase(), ids: [payment.id] },
    { by: 'a reference with wildcards', q: cash.reference, ids: [cash.id] },
    { by: 'invoice number', q: invoice.number.toLowerCase(), ids: [payment.id] },
    { by: 'name', q: 'wanjiru o_neil', ids: [cash.id, payment.id] },
    { by: 'email', q: subscriber.email.toUpperCase(), ids: [cash.id, payment.id] },
    { by: 'phone', q: subscriber.phone.slice(4), ids: [cash.id, payment.id] },
    { by: 'three characters of a name', q: 'wan', ids: [cash.id, payment.id] },
    { by: 'two characters, which are only compared with whole ids', q: 'wa', ids: [] },
  ],
  'refund.listAll': ({ refund, cash, subscriber }) => [
    { by: 'id', q: refund.id, ids: [refund.id] },
    { by: 'payment', q: cash.id, ids: [refund.id] },
    { by: 'payment reference', q: cash.reference, ids: [refund.id] },
    { by: 'email', q: subscriber.email, ids: [refund.id] },
  ],
  'installation.listAll': ({ installation }) => [
    { by: 'id', q: installation.id, ids: [installation.id] },
    { by: 'name', q: 'wanjiru', ids: [installation.id] },
    { by: 'technician', q: 'otieno', ids: [installation.id] },
    { by: 'address', q: 'ngong r', ids: [installation.id] },
  ],
  'networkSession.listAll': ({ session, subscription }) => [
    { by: 'id', q: session.id, ids: [session.id] },
    { by: 'name', q: 'wanjiru', ids: [session.id] },
    { by: 'username', q: subscription.radiusUsername.toUpperCase(), ids: [session.id] },
    { by: 'IP address', q: '100.64.12.7', ids: [session.id] },
    { by: 'MAC address', q: '4c5e.0c12.3456', ids: [session.id] },
  ],
  'webhook.listAll': ({ webhook }) => [
    { by: 'URL', q: 'CRM_in', ids: [webhook.id] },
    { by: 'description', q: 'into the', ids: [webhook.id] },
  ],
  'integration.listAll': ({ integration }) => [{ by: 'name', q: 'kisu', ids: [integration.id] }],
  'job.list': ({ job }) => [{ by: 'file', q: 'MAY_prices', ids: [job.id] }],
};

describe.each(Object.keys(searches))('the search of %s', (list) => {
  const of = (each: Customer) => searches[list]?.(each) ?? [];

  test('finds own rows', async () => {
    for (const { by, q, ids } of of(customer)) expect(await found(mine, list, q), by).toEqual(ids);
  });

  test('finds none of another partner', async () => {
    const own = await query(other, list, { limit: 100 });
    const ids = own.data.map(({ id }: { id: string }) => id);
    for (const { by, q } of of(customer))
      expect(ids, by).toEqual(expect.arrayContaining(await found(other, list, q)));
    for (const { by, q, ids } of of(theirs)) expect(await found(other, list, q), by).toEqual(ids);
  });

  test.each(['%%', '%a%', 'wan_iru', '___', '\\', "'", '{"', '10_%'])('finds nothing for %s', async (q) => {
    expect(await found(mine, list, q)).toEqual([]);
  });

  test('joins the other filters', async () => {
    const createdAfter = '2999-01-01T00:00:00Z';
    for (const { by, q } of of(customer))
      expect(await found(mine, list, q, { createdAfter }), by).toEqual([]);
  });
});

test.each(['event.listAll', 'audit.list'])(
  '%s is searched by the ids of a row, a resource and a correlation',
  async (list) => {
    const { charge, correlationId } = customer;
    const [entry, ...others] = await found(mine, list, charge.id);
    expect(others).toEqual([]);
    expect(await found(mine, list, entry ?? '')).toEqual([entry]);
    expect(await found(mine, list, correlationId.toUpperCase())).toEqual([entry]);
    const subscriber = customer.subscriber.id as string;
    const aboutSubscriber = await found(mine, list, subscriber);
    expect(aboutSubscriber.length).toBeGreaterThan(0);
    expect(await found(mine, list, subscriber.replace('sub_', 'subr_'))).toEqual(aboutSubscriber);
    for (const q of [charge.id, entry ?? '', correlationId]) expect(await found(other, list, q)).toEqual([]);
    // The search and the filter of the same column both hold.
    expect(await found(mine, list, charge.id, { resourceId: subscriber })).toEqual([]);
  },
);

test('requests are searched by id, correlation id and path', async () => {
  const list = 'apiRequest.listAll';
  const [request] = await found(mine, list, customer.correlationId.toUpperCase());
  expect(request).toMatch(/^req_/);
  expect(await found(mine, list, request ?? '')).toEqual([request]);
  const path = `/v1/subscribers/${customer.charge.subscriberId}/CHARGES`;
  expect(await found(mine, list, path)).toEqual([request]);
  expect(await found(mine, list, path.replace('/CHARGES', '_CHARGES'))).toEqual([]);
  expect(await found(mine, list, path, { path: '/v1/plans' })).toEqual([]);
  for (const q of [customer.correlationId, request ?? '', path])
    expect(await found(other, list, q)).toEqual([]);
});

test('deliveries of a webhook are found by their id and by the event, its resource and its correlation id', async () => {
  const of = { id: customer.webhook.id };
  const list = 'delivery.listAll';
  const [delivery, ...others] = await found(mine, list, customer.correlationId.toUpperCase(), of);
  expect(others).toEqual([]);
  const { data } = await query(mine, list, { ...of, q: delivery ?? '' });
  expect(data).toMatchObject([{ id: delivery, eventType: 'subscriber.charge.created' }]);
  for (const q of [customer.charge.id, data[0].eventId])
    expect(await found(mine, list, q, of)).toEqual([delivery]);
  expect(await found(mine, list, customer.charge.id, { ...of, status: 'FAILED' })).toEqual([]);
  for (const q of [theirs.charge.id, theirs.correlationId, 'charge', '%'])
    expect(await found(mine, list, q, of), q).toEqual([]);
});

test('inbound events are found by service, customer, id, and the subscriber of the service', async () => {
  const { id } = dataOf(
    await mine.post('/v1/integrations', bodies.integration({ adapter: 'splynx', signing: 'none' })),
  );
  const send = async (event: string, attributes: object) => {
    const body = { event, data: { attributes } };
    return dataOf(await mine.post(`/v1/integrations/${id}/webhooks`, body)).inboundEventId as string;
  };
  const service = await send('internet_service/create', { id: 'Svc_7', customer_id: '77', login: 'ada' });
  const customerEvent = await send('customer/edit', { id: '88', customer_id: '88' });
  const { subscription, subscriber } = customer;
  await api.sql`
    insert into external_service (provider_id, integration_id, external_service_id, subscription_id, created_at, updated_at)
    values (${mine.providerId}, ${id}, 'Svc_7', ${subscription.id}, now(), now())`;
  const ids = (q: string) => found(mine, 'inboundEvent.listAll', q, { id });
  for (const q of [
    'Svc_7',
    service.toUpperCase(),
    subscription.id,
    subscriber.id,
    subscriber.email,
    'wanjiru',
  ])
    expect(await ids(q), q).toEqual([service]);
  expect(await ids('88')).toEqual([customerEvent]);
  for (const q of ['svc', '%', theirs.subscription.id, 'wa']) expect(await ids(q), q).toEqual([]);
  const other = dataOf(await mine.post('/v1/integrations', bodies.integration({ signing: 'none' })));
  expect(await found(mine, 'inboundEvent.listAll', 'Svc_7', { id: other.id })).toEqual([]);
});

test.each(['payment', 'refund'])('the totals of %ss and their export follow the search', async (name) => {
  const q = 'wanjiru';
  const { data } = await query(mine, `${name}.listAll`, { q });
  const totals = await query(mine, `${name}.totals`, { q });
  const amount = data.reduce((sum: number, row: { amount: number }) => sum + row.amount, 0);
  expect(totals).toEqual([expect.objectContaining({ currency: 'USD', amount })]);
  const headers = { cookie: mine.cookie };
  const csv = await (await fetch(`${api.base}${EXPORT_PATH}${name}s?q=${q}`, { headers })).text();
  const ids = csv.match(/^(?:pay|rfd)_\w+/gm);
  expect(ids).toEqual(data.map(({ id }: { id: string }) => id));
});

test('the lists of the API do not take a search', async () => {
  for (const path of [
    'payments',
    'refunds',
    'installations',
    'events',
    'requests',
    'webhooks',
    'integrations',
  ])
    expect(await mine.get(`/v1/${path}?q=a`)).toMatchObject({
      status: 400,
      body: { rejectionReasons: [{ field: 'q', code: 'NOT_ALLOWED' }] },
    });
});

test('a bulk action works on the rows that a search finds', async () => {
  const preview = (action: string, q: string) =>
    callAs(api, mine, { name: 'job.previewBulk', type: 'query' }, { action, filter: { q } });
  const { data, text } = await preview('webhooks.disable', 'crm_in');
  expect(data, text).toMatchObject({ total: 1 });
});

test('emails are found by their recipient, invoice number and payment reference', async () => {
  const emails = async (q: string) => {
    const { data } = await query(mine, 'email.list', { q, limit: 100 });
    return data as { id: string; kind: string; to: string; factId: string }[];
  };
  const factsOf = async (q: string) => (await emails(q)).map(({ kind, factId }) => [kind, factId]);
  const { subscriber, invoice, payment, cash } = customer;
  const receipts = [cash, payment].map(({ id }) => ['RECEIPT', id]);
  for (const q of [subscriber.email.toUpperCase(), 'wanjiru']) expect(await factsOf(q)).toEqual(receipts);
  expect(await factsOf(invoice.number)).toEqual([['RECEIPT', payment.id]]);
  expect(await factsOf(cash.reference)).toEqual([['RECEIPT', cash.id]]);
  const [latest] = await emails('wanjiru');
  expect(await emails(latest?.id ?? '')).toEqual([latest]);
  expect((await emails('achieng10')).map(({ to }) => to)).toEqual(['achieng10.73.0.1@example.com']);
  for (const q of [theirs.subscriber.email, theirs.cash.id, 'achieng10.73.0.2', 'wan_iru', '%ach%'])
    expect(await emails(q), q).toEqual([]);

  const { subscription } = await activeSubscription(mine, { plan: { billingCycleDays: 2 } });
  dataOf(await mine.post('/v1/test-clock/advance', { by: { hours: 25 } }));
  const [open] = dataOf(await mine.get(`/v1/invoices?status=OPEN&subscriptionId=${subscription.id}`));
  expect(await factsOf(open.number.toLowerCase())).toEqual([['INVOICE', open.id]]);
});
