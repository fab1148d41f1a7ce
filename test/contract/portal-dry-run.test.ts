import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { staffAuthHandler } from '../../server/auth/staff-handler.ts';
import type { DryRunAnswer } from '../../server/contract/portal/dry-run.ts';
import { createPortalHandler } from '../../server/portal/trpc.ts';
import { createLimiter } from '../../server/rest/rate-limit.ts';
import { useApi } from './api.ts';
import { activeSubscription, bodies, dataOf, eventsCausedBy, pendingSubscription } from './helpers.ts';
import { callAs, digestOfTables, origin, type Staff, signedInPartner } from './portal-helpers.ts';

const unlimited = createLimiter({ name: 'portal', ratePerSecond: 0, burst: 0 });
const portal = createPortalHandler([origin], unlimited);
const api = useApi({}, (req, res) =>
  req.url?.startsWith('/api/auth/') ? staffAuthHandler(req, res) : portal(req, res),
);

let staff: Staff;
beforeAll(async () => {
  staff = await signedInPartner(api);
  dataOf(await staff.post('/v1/webhooks', bodies.webhook()));
});

const run = { name: 'dryRun.run', type: 'mutation' } as const;

/** The status and text of a dry run, which must leave every table as it is. */
async function dryRun(procedure: string, input: object) {
  const before = await digestOfTables(api);
  const answer = await callAs(api, staff, run, { procedure, input });
  expect(await digestOfTables(api)).toEqual(before);
  return answer;
}

async function answerOf(procedure: string, input: object): Promise<DryRunAnswer> {
  const { status, text, data } = await dryRun(procedure, input);
  expect(status, text).toBe(200);
  return data;
}

const typesOf = ({ events }: { events: { type: string }[] }) => events.map(({ type }) => type);

test('a dry run has the events of the real request, the invoices that it pays, and names', async () => {
  const { subscription, subscriber, plan } = await pendingSubscription(staff);
  const body = { subscriptionId: subscription.id, rail: 'manual' };
  const answer = await answerOf('payment.create', body);
  expect(answer.refusal).toBeNull();
  expect(answer.invoices).toMatchObject([{ kind: 'FIRST', status: 'PAID', subscriptionId: subscription.id }]);
  expect(answer.hasNewInvoices).toBe(true);
  expect(answer.names).toMatchObject({
    [subscriber.id]: `${subscriber.firstName} ${subscriber.lastName}`,
    [plan.id]: plan.planName,
    [answer.invoices[0]?.id ?? '']: answer.invoices[0]?.number,
  });
  const real = await eventsCausedBy(staff, await staff.post('/v1/payments', body));
  expect(typesOf(answer)).toEqual(typesOf({ events: real }));
  expect(answer.eventCount).toBe(real.length);
});

test('invoices that it voids are as they would be then, and so is the explanation', async () => {
  const { subscription } = await activeSubscription(staff);
  const answer = await answerOf('subscription.cancel', { id: subscription.id });
  expect(typesOf(answer)).toEqual(['subscription.updated']);
  const text = answer.explanation.flat().map((part) => (part.kind === 'text' ? part.text : part.kind));
  expect(text.join('')).toContain('Cancelled: service ends on time and cannot be restored.');
});

test('an invoice that is only changed is not new', async () => {
  const { subscription } = await pendingSubscription(staff);
  const paid = await staff.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual' });
  const answer = await answerOf('refund.create', { id: dataOf(paid).id, amount: 1, reason: 'REQUESTED' });
  expect(answer.refusal).toBeNull();
  expect(answer).toMatchObject({ invoices: [{ amountRefunded: 1 }], hasNewInvoices: false });
});

test('a waived charge has no event, but the dry run lists it', async () => {
  const { subscriber } = await activeSubscription(staff);
  const charge = dataOf(await staff.post(`/v1/subscribers/${subscriber.id}/charges`, bodies.charge()));
  const answer = await answerOf('charge.waive', { chargeId: charge.id, subscriberId: subscriber.id });
  expect(answer).toMatchObject({ events: [], charges: [{ id: charge.id, status: 'WAIVED' }] });
});

test('the answer of a refused dry run has the refusal and its reasons', async () => {
  const { subscription } = await activeSubscription(staff);
  const answer = await answerOf('payment.create', { subscriptionId: subscription.id, rail: 'manual' });
  expect(answer.refusal).toMatchObject({
    status: 409,
    error: 'CONFLICT',
    rejectionReasons: [{ field: 'subscriptionId', message: 'No amount is due.' }],
  });
  expect(answer.events).toEqual([]);
});

test('an announced refusal has its event, with names', async () => {
  const { subscription, plan } = await activeSubscription(staff);
  const other = dataOf(await staff.post('/v1/plans', bodies.plan()));
  const confirm = encodeURIComponent(other.planName);
  dataOf(await staff.post(`/v1/plans/${other.id}/disable?confirm=${confirm}`));
  const answer = await answerOf('subscription.update', { id: subscription.id, planId: other.id });
  expect(answer.refusal).toMatchObject({ errorCode: 'PLAN_DISABLED' });
  expect(typesOf(answer)).toEqual(['subscription.plan_change_rejected']);
  expect(answer.names).toMatchObject({ [plan.id]: plan.planName });
});

test('an input that the schema refuses is a refusal with a reason for each field', async () => {
  const answer = await answerOf('subscriber.suspend', { id: 'sub_1', reason: '' });
  expect(answer.refusal).toMatchObject({ status: 400, error: 'VALIDATION_FAILED' });
  expect(answer.refusal?.rejectionReasons.map(({ field }) => field)).toContain('reason');
});

test.each([
  ['a query', 'subscriber.get'],
  ['a procedure that does not exist', 'subscriber.none'],
  ['a change that has no path under /v1', 'session.switchProvider'],
  ['a request to a system outside', 'webhook.test'],
])('400 for the dry run of %s', async (_, procedure) => {
  const { status, text } = await dryRun(procedure, {});
  expect(status).toBe(400);
  expect(text).toContain('It has no dry run.');
});

test('a dry run does not use up the Idempotency-Key of the real request', async () => {
  const { subscriber } = await activeSubscription(staff);
  const key = randomUUID();
  const headers = {
    cookie: staff.cookie,
    origin,
    'content-type': 'application/json',
    'idempotency-key': key,
  };
  const post = (path: string, body: object) =>
    fetch(`${api.base}/api/trpc/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const input = { id: subscriber.id };
  expect((await post('dryRun.run', { procedure: 'subscriber.suspend', input })).status).toBe(200);
  const stored = () => api.sql`select 1 from idempotency_key where key = ${key}`;
  expect(await stored()).toHaveLength(0);
  expect((await post('subscriber.suspend', input)).status).toBe(200);
  expect(await stored()).toHaveLength(1);
});

test('409 while another transaction holds the lock that it needs', async () => {
  const { subscriber } = await activeSubscription(staff);
  await api.sql.begin(async (tx) => {
    await tx`select 1 from subscriber where id = ${subscriber.id} for update`;
    const input = { procedure: 'subscriber.suspend', input: { id: subscriber.id } };
    const { status, text } = await callAs(api, staff, run, input);
    expect(status).toBe(409);
    expect(text).toContain('Another change of the same data is still running.');
  });
});

test('403 is the refusal for a role that may not make the change', async () => {
  const { subscriber } = await activeSubscription(staff);
  const viewer = await signedInPartner(api);
  await api.sql`
    update staff_member set role = 'viewer'
    where user_id = (select id from staff_user where email = ${viewer.owner.email})`;
  const input = { procedure: 'subscriber.suspend', input: { id: subscriber.id } };
  const { data } = await callAs(api, viewer, run, input);
  expect(data.refusal).toMatchObject({ status: 403, error: 'FORBIDDEN' });
});

test('a change without an event is listed with its fields before and after, and with names', async () => {
  const point = dataOf(await staff.post('/v1/demarcation-points', bodies.demarcationPoint()));
  const answer = await answerOf('demarcationPoint.update', { id: point.id, status: 'RETIRED' });
  expect(answer).toMatchObject({ refusal: null, hasEffect: true, events: [] });
  expect(answer.changes).toEqual([
    {
      action: 'demarcationPoint.update',
      resourceId: point.id,
      changes: { status: { before: 'AVAILABLE', after: 'RETIRED' } },
    },
  ]);
  expect(answer.names).toEqual({ [point.id]: point.name });
});

test('a resource with an event is not listed as a change too', async () => {
  const { subscriber } = await activeSubscription(staff);
  const answer = await answerOf('subscriber.suspend', { id: subscriber.id });
  expect(answer).toMatchObject({ hasEffect: true, changes: [] });
});

test('a new secret is not part of the answer', async () => {
  const webhook = dataOf(await staff.post('/v1/webhooks', bodies.webhook()));
  const { changes, names } = await answerOf('webhook.rotateSecret', { id: webhook.id });
  expect(changes).toMatchObject([{ action: 'webhook.rotate_secret', resourceId: webhook.id }]);
  expect(JSON.stringify(changes)).not.toContain('whsec_');
  expect(names).toEqual({ [webhook.id]: webhook.url });
});

test('the dry run of a request that changes nothing lists no effect', async () => {
  const point = dataOf(await staff.post('/v1/demarcation-points', bodies.demarcationPoint()));
  const answer = await answerOf('demarcationPoint.update', { id: point.id, status: 'AVAILABLE' });
  expect(answer).toMatchObject({ refusal: null, hasEffect: false, changes: [] });
});
