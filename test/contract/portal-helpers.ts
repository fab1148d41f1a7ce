import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { expect } from 'vitest';
import { appRouter } from '../../server/api/root.ts';
import { runDueRows } from '../../server/api/run-job.ts';
import { staffAuthHandler } from '../../server/auth/staff-handler.ts';
import { processDueEvents } from '../../server/domain/inbound-event/process-due.ts';
import { processAccounting } from '../../server/domain/network/process-accounting.ts';
import { createPortalHandler } from '../../server/portal/trpc.ts';
import { eventually } from '../fixtures/eventually.ts';
import { useApi } from './api.ts';
import { activeSubscription, bodies, dataOf } from './helpers.ts';
import { addReceipt } from './receipt-rows.ts';

type Api = ReturnType<typeof useApi>;

export const origin = 'http://127.0.0.1:3000';

/** The API, with the portal's sign-in and procedures beside it. */
export function usePortalApi() {
  const portal = createPortalHandler([origin]);
  return useApi({}, (req, res) =>
    req.url?.startsWith('/api/auth/') ? staffAuthHandler(req, res) : portal(req, res),
  );
}

/** Creates a partner whose owner is signed in to the portal. Resolves after the audit entry of the sign-in is written. */
export async function signedInPartner(api: Api) {
  const partner = await api.partner({ mayKeepPassword: true });
  const { email, password } = partner.owner;
  const answer = await fetch(`${api.base}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  expect(answer.status).toBe(200);
  await eventually(async () => {
    const entries = await api.sql`
      select 1 from audit_entry where provider_id = ${partner.providerId} and action = 'sign_in.succeeded'`;
    expect(entries).toHaveLength(1);
  });
  const cookie = (answer.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
  return { ...partner, cookie };
}

export type Staff = Awaited<ReturnType<typeof signedInPartner>>;

/** Calls a procedure of the portal as the signed-in owner. */
export async function callAs(
  api: Api,
  { cookie }: Staff,
  { name, type }: { name: string; type: 'query' | 'mutation' },
  input: object,
  correlationId: string = randomUUID(),
) {
  const headers = { cookie, origin, 'content-type': 'application/json', 'x-correlation-id': correlationId };
  const url = `${api.base}/api/trpc/${name}`;
  const answer =
    type === 'query'
      ? await fetch(`${url}?input=${encodeURIComponent(JSON.stringify(input))}`, { headers })
      : await fetch(url, { method: 'POST', headers, body: JSON.stringify(input) });
  const text = await answer.text();
  return { status: answer.status, text, data: JSON.parse(text).result?.data };
}

/** Creates one resource of each kind and returns their ids. */
export async function createOneOfEach(api: Api, partner: Staff, server: string) {
  const webhook = dataOf(
    await partner.post(
      '/v1/webhooks',
      bodies.webhook({
        url: `https://localhost/${server}`,
        headers: [{ name: 'X-Gateway-Key', value: 'let-me-in' }],
      }),
    ),
  );
  const integration = dataOf(
    await partner.post('/v1/integrations', bodies.integration({ adapter: 'splynx', signing: 'none' })),
  );
  const received = dataOf(
    await partner.post(`/v1/integrations/${integration.id}/webhooks`, { event: 'service.updated', data: {} }),
  );
  await processDueEvents({ providerId: partner.providerId, budgetMs: 60_000 });
  const { subscriber, subscription, plan, point, payment } = await activeSubscription(partner);
  dataOf(await partner.patch(`/v1/demarcation-points/${point.id}`, { street: `Mast ${server}` }));
  const description = `Router of ${server}`;
  const charges = `/v1/subscribers/${subscriber.id}/charges`;
  const charge = dataOf(await partner.post(charges, bodies.charge({ description })));
  const paid = dataOf(await partner.post(charges, bodies.charge({ description: 'Cable' })));
  const ofPaid = dataOf(await partner.post('/v1/payments', { chargeId: paid.id, rail: 'manual' }));
  dataOf(await partner.post(`/v1/payments/${ofPaid.id}/refunds`, { amount: 1 }));
  // This payment expires when the clock advances.
  dataOf(await partner.post('/v1/payments', { chargeId: charge.id, rail: 'simulated' }));
  const installation = dataOf(
    await partner.post('/v1/installations', {
      ...{ subscriptionId: subscription.id, feeAmount: 50, technician: partner.owner.email },
    }),
  );
  dataOf(await partner.post('/v1/payments', { installationId: installation.id, rail: 'simulated' }));
  const refund = dataOf(await partner.post(`/v1/payments/${payment.id}/refunds`, { amount: 1 }));
  const [{ id: delivery }] = dataOf(await partner.get(`/v1/webhooks/${webhook.id}/deliveries`));
  const create = { name: 'networkServer.create', type: 'mutation' } as const;
  const write = (name: string, input: object) => callAs(api, partner, { name, type: 'mutation' }, input);
  const note = await write('note.create', { subscriberId: subscriber.id, text: `Seen at ${server}` });
  const color = `#${[...server]
    .reduce((sum, each) => sum + each.charCodeAt(0) * 4_099, 0)
    .toString(16)
    .padStart(6, '0')}`;
  const picture = sharp({ create: { width: 2, height: 2, channels: 3, background: color } });
  await write('organisation.setLogo', { image: (await picture.png().toBuffer()).toString('base64') });
  const tag = `Near ${server}`;
  await write('tag.set', { subscriberId: subscriber.id, names: [tag] });
  const externalUser = `user-of-${server}`;
  const { email, phone } = subscriber;
  const renamed = { firstName: 'Ada', lastName: 'Lovelace', email, phone, externalUserId: externalUser };
  dataOf(await partner.put(`/v1/subscribers/${subscriber.id}`, renamed));
  const nas = await callAs(api, partner, create, { name: 'Tower', address: server, secret: 'secret-of-nas' });
  await api.sql`
    insert into radius.radacct (acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime)
    values ('1', ${server}, ${subscription.radiusUsername}, ${server}, now())`;
  await processAccounting({ budgetMs: 5_000 });
  await api.sql`
    insert into gateway_refund (provider_id, id, refund_id, payment_id, amount, currency, failure, created_at, updated_at)
    values (${partner.providerId}, ${refund.id}, ${refund.id}, ${payment.id}, 100, 'USD', 'given up', now(), now())`;
  const match = { subscriberId: subscriber.id, paymentId: payment.id };
  const receipt = await addReceipt(api, partner.providerId, { match });
  // Its renewal is open after the advance.
  await activeSubscription(partner, { plan: { billingCycleDays: 2 } });
  const invite = { name: 'team.invite', type: 'mutation' } as const;
  const invited = await callAs(api, partner, invite, { email: `${server}@example.com`, role: 'viewer' });
  const [member, nextOwner] = [await addMember(api, partner), await addMember(api, partner)];
  const gone = dataOf(await partner.post('/v1/webhooks', bodies.webhook({ url: 'https://localhost/gone' })));
  await api.sql`update webhook set status = 'DISABLED', disabled_reason = 'GONE' where id = ${gone.id}`;
  const saveView = { name: 'savedView.save', type: 'mutation' } as const;
  const view = { list: 'subscriptions', name: `View of ${server}`, query: 'q=Ada', isShared: true };
  const savedView = await callAs(api, partner, saveView, view);
  const { data: announcement } = await write('announcement.create', {
    ...{ kind: 'OUTAGE', list: 'subscribers', filter: {}, ids: [subscriber.id], people: 1 },
    ...{ sms: `Mast ${server} is down`, pageText: `Mast ${server} is down` },
  });
  await runDueRows({ providerId: partner.providerId, budgetMs: 60_000 });
  const { data: job } = await write('job.createBulk', {
    ...{ action: 'subscribers.suspend', filter: { q: externalUser }, total: 1 },
  });
  await write('job.stop', { id: job.id });
  const leaving = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
  dataOf(await partner.post(`/v1/subscribers/${leaving.id}/terminate`));
  const departed = await activeSubscription(partner);
  dataOf(await partner.delete(`/v1/subscriptions/${departed.subscription.id}?reason=MOVED`));
  const file = {
    type: 'plans' as const,
    fileName: 'plans.csv',
    columns: ['Plan'],
    rows: [{ Plan: 'Imported' }],
  };
  const draft = await createDraft(api, partner, file);
  const checked = await createDraft(api, partner, file);
  const discarded = await createDraft(api, partner, file);
  await api.sql`update job set status = 'CHECKED' where id = ${checked.id}`;
  const advanced = await partner.post('/v1/test-clock/advance', { by: { hours: 25 } });
  dataOf(advanced);
  await api.logRequests();
  const [kept] = await api.sql`
    select (select id from api_request where provider_id = ${partner.providerId} limit 1) as api_request,
      (select id from mail where provider_id = ${partner.providerId} limit 1) as queued_email,
      (select m.user_id from provider p join staff_member m on m.organisation_id = p.organisation_id
        where p.id = ${partner.providerId} and m.role = 'owner') as owner,
      (select id from access_credential where provider_id = ${partner.providerId}) as credential`;
  const session = await addSession(api, kept?.owner);
  const first = async (path: string) => dataOf(await partner.get(path))[0];
  const ids = {
    apiRequest: kept?.api_request as string,
    advance: advanced.body.correlationId as string,
    announcement: announcement.id as string,
    charge: charge.id as string,
    description,
    credential: kept?.credential as string,
    delivery: delivery as string,
    departedPlan: departed.plan.id as string,
    departedSubscriber: departed.subscriber.id as string,
    departedSubscription: departed.subscription.id as string,
    email: subscriber.email as string,
    externalUser,
    event: (await first('/v1/events')).id as string,
    inbound: received.inboundEventId as string,
    installation: installation.id as string,
    invitation: invited.data.id as string,
    member,
    nextOwner,
    nextOwnerEmail: emailOf(nextOwner),
    integration: integration.id as string,
    invoice: (await first('/v1/invoices')).id as string,
    job: job.id as string,
    draft: draft.id as string,
    checked: checked.id as string,
    discarded: discarded.id as string,
    paidInvoice: payment.invoiceId as string,
    refundedCharge: paid.id as string,
    queuedEmail: kept?.queued_email as string,
    networkServer: nas.data.id as string,
    owner: kept?.owner as string,
    networkSession: (await first('/v1/network-sessions')).id as string,
    note: note.data.id as string,
    payment: payment.id as string,
    plan: plan.id as string,
    point: point.id as string,
    provider: partner.providerId,
    receipt: receipt.id,
    receiptTransaction: receipt.transactionId,
    refund: refund.id as string,
    savedView: savedView.data.id as string,
    session,
    subscriber: subscriber.id as string,
    subscription: subscription.id as string,
    terminated: leaving.id as string,
    tag,
    username: subscription.radiusUsername as string,
    webhook: webhook.id as string,
  };
  // The reads above may be logged too.
  await api.logRequests();
  return ids;
}

type File = { type: 'plans'; fileName: string; columns: string[]; rows: Record<string, string>[] };

/** Creates the draft of an import as the upload of its file does. */
export async function createDraft(
  { sql }: Api,
  { providerId }: Pick<Staff, 'providerId'>,
  { rows, ...file }: File,
) {
  const [owner] = await sql`
    select m.user_id from provider p join staff_member m on m.organisation_id = p.organisation_id
    where p.id = ${providerId} and m.role = 'owner'`;
  const caller = {
    type: 'staff',
    id: String(owner?.user_id),
    name: 'Owner',
    email: 'owner@acme.example',
    role: 'owner',
  } as const;
  const ctx = { providerId, livemode: false, clockOffsetMs: 0, caller, correlationId: randomUUID() };
  const batches = {
    async *[Symbol.asyncIterator]() {
      yield rows;
    },
  };
  return appRouter.createCaller(ctx).job.createImport({ ...file, rows: batches });
}

const emailOf = (userId: string) => `${userId}@example.com`;

/** Adds a session of a person, beside those of browsers. */
async function addSession({ sql }: Api, userId: string): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into staff_session (id, token, user_id, expires_at)
    values (${id}, ${randomUUID()}, ${userId}, now() + interval '1 hour')`;
  return id;
}

/** Adds a person with a second factor to the team of a partner. */
async function addMember({ sql }: Api, { providerId }: Staff): Promise<string> {
  const id = randomUUID();
  await sql`insert into staff_user (id, name, email, two_factor_enabled) values (${id}, 'Member', ${emailOf(id)}, true)`;
  await sql`
    insert into staff_member (organisation_id, user_id, role, created_at, updated_at)
    select organisation_id, ${id}, 'support', now(), now() from provider where id = ${providerId}`;
  return id;
}

export type Ids = Awaited<ReturnType<typeof createOneOfEach>>;

/** Unknown ids of the same form. */
export function unknownLike(ids: Ids): Ids {
  const ends = Object.entries(ids).map(([kind, id]) => [kind, `${id.slice(0, -6)}000000`]);
  return Object.fromEntries(ends) as Ids;
}

/** A response without timestamps and without the last use of a credential. */
export const withoutTimes = (text: string) => text.replace(/"lastUsedAt":null|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '');

/** A digest of every table, without `last_used_at` of credentials. */
export async function digestOfTables({ sql, logRequests }: Api): Promise<Record<string, string>> {
  await logRequests();
  const tables = await sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'radius')`;
  const digests = tables.map(
    ({ name }) => `select '${name}' as name, md5(coalesce(string_agg(row, '|' order by row), '')) as digest
      from (select (to_jsonb(t) - 'last_used_at')::text as row from ${name} t) rows`,
  );
  const rows = await sql.unsafe(digests.join(' union all '));
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
