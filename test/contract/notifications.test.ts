import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { staffAuthHandler } from '../../server/auth/staff-handler.ts';
import type { NotificationKind } from '../../server/contract/portal/notification.ts';
import type { Role } from '../../server/contract/roles.ts';
import { processDueEvents } from '../../server/domain/inbound-event/process-due.ts';
import {
  createDeliveryDispatcher,
  type DeliveryDispatcher,
} from '../../server/domain/messaging/delivery/dispatcher.ts';
import { queueDigests } from '../../server/domain/notification/digest.ts';
import { createPortalHandler } from '../../server/portal/trpc.ts';
import { createLimiter } from '../../server/rest/rate-limit.ts';
import { createSender } from '../../server/webhooks/send.ts';
import { ok, startWebhookReceiver, status, type WebhookReceiver } from '../fakes/webhook-receiver.ts';
import { useApi } from './api.ts';
import { activeSubscription, bodies, dataOf } from './helpers.ts';
import { callAs, origin, type Staff, signedInPartner } from './portal-helpers.ts';

const unlimited = createLimiter({ name: 'portal', ratePerSecond: 0, burst: 0 });
const portal = createPortalHandler([origin], unlimited);
const api = useApi({}, (req, res) =>
  req.url?.startsWith('/api/auth/') ? staffAuthHandler(req, res) : portal(req, res),
);

let sink: WebhookReceiver;
let dispatcher: DeliveryDispatcher;
beforeAll(async () => {
  sink = await startWebhookReceiver();
});
afterAll(() => sink.close());
let owner: Staff;
let colleague: Staff;
beforeEach(async () => {
  dispatcher = createDeliveryDispatcher(createSender());
  [owner, colleague] = await Promise.all([signedInPartner(api), signedInPartner(api)]);
  await api.sql`
    update staff_member set role = 'admin',
      organisation_id = (select organisation_id from provider where id = ${owner.providerId})
    where user_id = ${await userId(colleague)}`;
  await api.sql`
    update staff_session set active_provider_id = ${owner.providerId} where user_id = ${await userId(colleague)}`;
});
afterEach(() => dispatcher.close());

async function userId({ owner: { email } }: Staff): Promise<string> {
  const [row] = await api.sql`select id from staff_user where email = ${email}`;
  return row?.id;
}

const setRole = async (person: Staff, role: Role) =>
  void (await api.sql`update staff_member set role = ${role} where user_id = ${await userId(person)}`);

type Shown = { id: string; version: string; kind: NotificationKind; isRead: boolean; count?: number };
type Answer = { notifications: Shown[]; unread: number };

const seenBy = async (person: Staff): Promise<Answer> =>
  (await callAs(api, person, { name: 'notification.list', type: 'query' }, {})).data;
const kindsFor = async (person: Staff) => (await seenBy(person)).notifications.map(({ kind }) => kind);
const markRead = (person: Staff, shown: Pick<Shown, 'id' | 'version'>[]) =>
  callAs(
    api,
    person,
    { name: 'notification.markRead', type: 'mutation' },
    { read: shown.map(({ id, version }) => ({ id, version })) },
  );
const chooseDaily = (person: Staff, isDaily: boolean) =>
  callAs(api, person, { name: 'notification.setDigest', type: 'mutation' }, { isDaily });

async function deliver() {
  await dispatcher.dispatchDue(owner.providerId);
  await dispatcher.idle();
}

/** A webhook whose first delivery failed. */
async function failingWebhook() {
  sink.become(status(500));
  const { id } = dataOf(await owner.post('/v1/webhooks', bodies.webhook({ url: sink.url })));
  dataOf(await owner.post('/v1/plans', bodies.plan()));
  await deliver();
  return id as string;
}

/** A refund that its gateway refused. */
async function failedRefund() {
  const { payment } = await activeSubscription(owner);
  const refund = dataOf(await owner.post(`/v1/payments/${payment.id}/refunds`, { amount: 1 }));
  await api.sql`
    insert into gateway_refund (provider_id, id, refund_id, payment_id, amount, currency, failure, created_at, updated_at)
    values (${owner.providerId}, ${refund.id}, ${refund.id}, ${payment.id}, 100, 'USD', 'card is closed.', now(), now())`;
  return { payment, refund };
}

/** An email that no attempt could send. */
async function failedEmail() {
  await activeSubscription(owner);
  await api.sql`
    update mail set status = 'FAILED', error = 'no such mailbox', updated_at = now()
    where id = (select id from mail where provider_id = ${owner.providerId} and status <> 'FAILED' limit 1)`;
}

test('a failing webhook notifies from its first failure until a delivery succeeds', async () => {
  expect(await seenBy(owner)).toEqual({ notifications: [], unread: 0 });
  const id = await failingWebhook();
  const seen = await seenBy(owner);
  expect(seen).toMatchObject({
    unread: 1,
    notifications: [
      {
        kind: 'WEBHOOK_FAILING',
        isRead: false,
        webhook: { id, url: sink.url, status: 'ACTIVE', disablesAt: expect.any(String) },
      },
    ],
  });
  const [row] =
    await api.sql`select failing_since + interval '5 days' as disabled_at from webhook where id = ${id}`;
  expect(seen.notifications[0]).toMatchObject({
    webhook: { disablesAt: new Date(row?.disabled_at).toISOString() },
  });
  // A further failure of the same cause is no second notification.
  await owner.post('/v1/plans', bodies.plan());
  await deliver();
  expect(await seenBy(owner)).toEqual(seen);
  sink.become(ok);
  const [{ id: delivery }] = dataOf(await owner.get(`/v1/webhooks/${id}/deliveries`));
  dataOf(await owner.post(`/v1/webhooks/${id}/deliveries/${delivery}/resend`));
  await deliver();
  expect(await seenBy(owner)).toEqual({ notifications: [], unread: 0 });
});

test('each person reads for themselves, and what gets worse is unread again', async () => {
  const id = await failingWebhook();
  const { notifications } = await seenBy(owner);
  expect((await markRead(owner, notifications)).data).toMatchObject({
    unread: 0,
    notifications: [{ isRead: true }],
  });
  expect((await seenBy(owner)).unread).toBe(0);
  expect((await seenBy(colleague)).unread).toBe(1);
  await api.sql`update webhook set warnings = 1 where id = ${id}`;
  expect((await seenBy(owner)).unread).toBe(1);
});

test('an older version that a person read leaves the newer one unread', async () => {
  const id = await failingWebhook();
  const { notifications } = await seenBy(owner);
  await api.sql`update webhook set status = 'DISABLED', disabled_reason = 'GONE' where id = ${id}`;
  expect((await markRead(owner, notifications)).data.unread).toBe(1);
});

test('a webhook that fails again after it worked is unread again', async () => {
  const id = await failingWebhook();
  await markRead(owner, (await seenBy(owner)).notifications);
  sink.become(ok);
  dataOf(await owner.post(`/v1/webhooks/${id}/test`, {}));
  await deliver();
  expect((await seenBy(owner)).notifications).toEqual([]);
  sink.become(status(503));
  dataOf(await owner.post(`/v1/webhooks/${id}/test`, {}));
  await deliver();
  expect((await seenBy(owner)).unread).toBe(1);
});

test('a webhook that staff disabled or deleted does not notify', async () => {
  const id = await failingWebhook();
  const body = bodies.webhook({ url: sink.url, status: 'DISABLED' });
  dataOf(await owner.put(`/v1/webhooks/${id}`, body));
  expect(await kindsFor(owner)).toEqual([]);
  await api.sql`update webhook set disabled_reason = 'FAILING' where id = ${id}`;
  expect(await kindsFor(owner)).toEqual(['WEBHOOK_FAILING']);
  dataOf(await owner.delete(`/v1/webhooks/${id}`));
  expect(await kindsFor(owner)).toEqual([]);
});

test('failed inbound events of an integration notify once, until they are retried with success', async () => {
  const integration = dataOf(
    await owner.post('/v1/integrations', bodies.integration({ adapter: 'splynx', signing: 'none' })),
  );
  const send = (body: object) => owner.post(`/v1/integrations/${integration.id}/webhooks`, body);
  const work = () => processDueEvents({ providerId: owner.providerId, budgetMs: 60_000 });
  for (const service of ['1', '2']) {
    const attributes = { id: service, customer_id: '77', tariff_id: '9', status: 'active', login: service };
    dataOf(await send({ event: 'internet_service/create', data: { customer_id: '77', attributes } }));
  }
  await work();
  const [seen] = (await seenBy(owner)).notifications;
  expect(seen).toMatchObject({
    kind: 'INBOUND_EVENTS_FAILED',
    count: 2,
    integration: { id: integration.id, name: integration.name },
  });
  await markRead(owner, seen ? [seen] : []);
  // A retry that fails again is news.
  const [failed] = dataOf(
    await owner.get(`/v1/integrations/${integration.id}/inbound-events?status=FAILED&limit=1`),
  );
  dataOf(await owner.post(`/v1/integrations/${integration.id}/inbound-events/${failed.id}/retry`));
  await work();
  expect(await seenBy(owner)).toMatchObject({ unread: 1, notifications: [{ count: 2 }] });
  await api.sql`update inbound_event set received_at = received_at - interval '8 days'`;
  expect(await kindsFor(owner)).toEqual([]);
});

test('outbound sync notifies where it gave up, not where it tries again', async () => {
  const integration = dataOf(
    await owner.post('/v1/integrations', bodies.integration({ adapter: 'splynx', signing: 'none' })),
  );
  const { subscription } = await activeSubscription(owner);
  const { providerId } = owner;
  await api.sql`insert into outward_key (id) values (${integration.id})`;
  await api.sql`
    insert into mirror (provider_id, integration_id, base_url, sealed_api_key, api_key_last4, sealed_api_secret, key_id,
      created_at, updated_at)
    values (${providerId}, ${integration.id}, 'https://localhost', '', '', '', ${integration.id}, now(), now())`;
  await api.sql`
    insert into mirrored_service (provider_id, integration_id, subscription_id, failure, next_attempt_at, created_at, updated_at)
    values (${providerId}, ${integration.id}, ${subscription.id}, 'TARIFF_NOT_MAPPED', now(), now(), now())`;
  expect(await kindsFor(owner)).toEqual([]);
  await api.sql`update mirrored_service set next_attempt_at = null where integration_id = ${integration.id}`;
  expect((await seenBy(owner)).notifications).toMatchObject([
    { kind: 'OUTBOUND_SYNC_BLOCKED', count: 1, integration: { id: integration.id } },
  ]);
});

test('a refund that the gateway refused notifies until its retry is queued', async () => {
  const { payment, refund } = await failedRefund();
  expect((await seenBy(owner)).notifications).toMatchObject([
    {
      kind: 'GATEWAY_REFUND_FAILED',
      paymentId: payment.id,
      amount: 1,
      currency: 'USD',
      failure: 'card is closed.',
    },
  ]);
  const retry = { name: 'payment.retryGatewayRefund', type: 'mutation' } as const;
  await callAs(api, owner, retry, { id: payment.id, gatewayRefundId: refund.id });
  expect(await kindsFor(owner)).toEqual([]);
});

test('of very many integrations with failed events, the fifty that failed last notify', async () => {
  const { id } = dataOf(
    await owner.post('/v1/integrations', bodies.integration({ adapter: 'splynx', signing: 'none' })),
  );
  const attributes = { id: '1', customer_id: '77', tariff_id: '9', status: 'active', login: '1' };
  const event = { event: 'internet_service/create', data: { customer_id: '77', attributes } };
  dataOf(await owner.post(`/v1/integrations/${id}/webhooks`, event));
  await processDueEvents({ providerId: owner.providerId, budgetMs: 60_000 });
  const copies = async (table: 'integration' | 'inbound_event', changes: string, from: string) => {
    const columns = await api.sql`
      select attname from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`;
    const names = columns.map(({ attname }) => attname).join(', ');
    await api.sql.unsafe(`
      insert into ${table} (${names})
      select ${names.replace(/\w+/g, 'r.$&')} from ${table} t, generate_series(1, 60) n,
        jsonb_populate_record(t, ${changes}) r where ${from} = '${id}'`);
  };
  await copies('integration', "jsonb_build_object('id', 'int_many' || n)", 't.id');
  const ofCopy = "jsonb_build_object('id', 'inb_many' || n, 'integration_id', 'int_many' || n)";
  await copies('inbound_event', ofCopy, 't.integration_id');
  expect((await seenBy(owner)).notifications).toHaveLength(50);
});

test('failed emails of a week are one notification', async () => {
  await failedEmail();
  await failedEmail();
  expect((await seenBy(owner)).notifications).toMatchObject([{ kind: 'EMAILS_FAILED', count: 2 }]);
  await api.sql`update mail set updated_at = updated_at - interval '8 days' where status = 'FAILED'`;
  expect(await kindsFor(owner)).toEqual([]);
});

test('the end of a job notifies the person who started it', async () => {
  const addJob = async (starter: Staff, status: string, stopReason: string | null) => {
    const id = `job_${randomUUID()}`;
    await api.sql`
      insert into job (provider_id, id, kind, action, source, status, staff_user_id, staff_name, correlation_id, stop_reason,
        ended_at, expires_at, created_at, updated_at)
      values (${owner.providerId}, ${id}, 'import', 'subscribers', '{}', ${status}, ${await userId(starter)}, 'Ada', '',
        ${stopReason}, now(), now(), now(), now())`;
    await api.sql`
      insert into job_row (provider_id, job_id, position, input, outcome, attempts)
      values (${owner.providerId}, ${id}, 1, '{}', 'REFUSED', 1), (${owner.providerId}, ${id}, 2, '{}', 'DONE', 1)`;
    return id;
  };
  await addJob(owner, 'RUNNING', null);
  await addJob(owner, 'STOPPED', null);
  const id = await addJob(owner, 'COMPLETED', null);
  expect((await seenBy(owner)).notifications).toMatchObject([
    { kind: 'JOB_ENDED', refused: 1, job: { id, kind: 'import', stopReason: null } },
  ]);
  expect(await kindsFor(colleague)).toEqual([]);
  await setRole(colleague, 'viewer');
  await addJob(colleague, 'STOPPED', 'Your role does not allow it.');
  expect((await seenBy(colleague)).notifications).toMatchObject([
    { job: { stopReason: 'Your role does not allow it.' } },
  ]);
});

test('a person is notified of what the role can act on', async () => {
  await failingWebhook();
  await failedRefund();
  await failedEmail();
  const all = ['WEBHOOK_FAILING', 'GATEWAY_REFUND_FAILED', 'EMAILS_FAILED'];
  expect(await kindsFor(owner)).toEqual(all);
  expect(await kindsFor(colleague)).toEqual(all);
  await setRole(colleague, 'billing');
  expect(await kindsFor(colleague)).toEqual(['GATEWAY_REFUND_FAILED', 'EMAILS_FAILED']);
  await setRole(colleague, 'support');
  expect(await kindsFor(colleague)).toEqual(['EMAILS_FAILED']);
  await setRole(colleague, 'viewer');
  expect(await kindsFor(colleague)).toEqual([]);
});

test('another partner is not notified, and cannot mark what it does not see', async () => {
  const stranger = await signedInPartner(api);
  await failingWebhook();
  const { notifications } = await seenBy(owner);
  expect(await seenBy(stranger)).toEqual({ notifications: [], unread: 0 });
  expect((await markRead(stranger, notifications)).data).toEqual({ notifications: [], unread: 0 });
  expect((await seenBy(owner)).unread).toBe(1);
  expect(
    await api.sql`select 1 from notification_read where provider_id = ${stranger.providerId}`,
  ).toHaveLength(0);
});

test('what was read is forgotten when its cause is gone', async () => {
  const id = await failingWebhook();
  await markRead(owner, (await seenBy(owner)).notifications);
  await api.sql`update webhook set failing_since = null where id = ${id}`;
  await markRead(owner, []);
  expect(await api.sql`select 1 from notification_read where provider_id = ${owner.providerId}`).toHaveLength(
    0,
  );
});

type DailyEmail = { id: string; status: string; facts: { sentences: { text: string }[][] } };

const emailsOf = async (person: Staff) => api.sql<DailyEmail[]>`
  select * from mail where kind = 'NOTIFICATIONS' and staff_user_id = ${await userId(person)}`;

/** Makes the daily email due, as on the next day. */
const nextDay = () => api.sql`update notification_digest set done_on = done_on - 1`;

test('the daily email goes to who chose it, once a day, with what is unread', async () => {
  await failingWebhook();
  expect((await chooseDaily(owner, true)).data).toEqual({ isDaily: true });
  await queueDigests();
  expect(await emailsOf(owner)).toEqual([]);
  await nextDay();
  await Promise.all([queueDigests(), queueDigests(), queueDigests()]);
  await queueDigests();
  expect(await emailsOf(colleague)).toEqual([]);
  const emails = await emailsOf(owner);
  expect(emails).toHaveLength(1);
  expect(emails[0]?.status).toBe('HELD');
  const preview = await callAs(
    api,
    owner,
    { name: 'email.preview', type: 'query' },
    { id: emails[0]?.id ?? '' },
  );
  expect(preview.data.to).toBe(owner.owner.email);
  expect(preview.data.subject).toBe('1 thing needs attention at the sandbox of Partner');
  expect(preview.data.text).toContain(`Deliveries to ${new URL(sink.url).host} fail.`);
  expect(preview.data.text).toContain(`${origin}/settings/notifications`);
  await nextDay();
  await queueDigests();
  expect(await emailsOf(owner)).toHaveLength(2);
});

test('there is no daily email without anything unread, nor after it was turned off or the person left', async () => {
  await chooseDaily(owner, true);
  await chooseDaily(colleague, true);
  await nextDay();
  await queueDigests();
  expect(await emailsOf(owner)).toEqual([]);
  await failingWebhook();
  await markRead(owner, (await seenBy(owner)).notifications);
  await nextDay();
  await queueDigests();
  expect(await emailsOf(owner)).toEqual([]);
  expect(await emailsOf(colleague)).toHaveLength(1);
  await chooseDaily(colleague, false);
  await nextDay();
  await queueDigests();
  expect(await emailsOf(colleague)).toHaveLength(1);
  await chooseDaily(colleague, true);
  await api.sql`delete from staff_member where user_id = ${await userId(colleague)}`;
  await nextDay();
  await queueDigests();
  expect(await emailsOf(colleague)).toHaveLength(1);
});

test('the day of the email begins at eight in the time zone of the provider', async () => {
  await chooseDaily(owner, true);
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Africa/Nairobi']) {
    await api.sql`update provider set time_zone = ${zone} where id = ${owner.providerId}`;
    await api.sql`update notification_digest set done_on = '2026-01-01'`;
    await queueDigests();
    const [{ done, due } = {}] = await api.sql`
      select d.done_on::text as done, ((now() at time zone ${zone}) - interval '8 hours')::date::text as due
      from notification_digest d where d.provider_id = ${owner.providerId}`;
    expect(done).toBe(due);
  }
});
