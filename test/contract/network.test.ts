import { beforeAll, expect, test } from 'vitest';
import { processAccounting } from '../../server/domain/network/process-accounting.ts';
import { type Partner, useApi } from './api.ts';
import { activeSubscription, dataOf, expectRefused, pendingSubscription } from './helpers.ts';

const api = useApi();
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
});

/** All rows of a user name in FreeRADIUS's tables, as `attribute op value` and `group priority`. */
async function radius(username: string) {
  const { sql } = api;
  const lines = (rows: Iterable<object | undefined>) =>
    [...rows].map((row) => Object.values(row ?? {}).join(' ')).sort();
  return {
    check: lines(await sql`select attribute, op, value from radius.radcheck where username = ${username}`),
    reply: lines(await sql`select attribute, op, value from radius.radreply where username = ${username}`),
    groups: lines(
      await sql`select groupname, priority from radius.radusergroup where username = ${username}`,
    ),
  };
}

const credentials = (id: string) => partner.get(`/v1/subscriptions/${id}/credentials`);
const refused = ['suspended -1'];

test('409 PRECONDITION for credentials before the first payment, and no RADIUS rows', async () => {
  const { subscription } = await pendingSubscription(partner);
  expect(subscription.radiusUsername).toBeNull();
  const answer = await credentials(subscription.id);
  expectRefused(answer, 409, { error: 'PRECONDITION', code: 'PRECONDITION' });
  expect(answer.body.rejectionReasons[0].message).toMatch(/with the first payment/);
});

test('an active subscription has a password and the speed of its plan in each dialect', async () => {
  const { subscription } = await activeSubscription(partner, {
    plan: { downloadSpeedMbps: 20, uploadSpeedMbps: 2.5 },
  });
  const { username, password } = dataOf(await credentials(subscription.id));
  expect(username).toBe(subscription.radiusUsername);
  expect(username).toMatch(/^[a-z0-9._-]+$/);
  expect(await radius(username)).toEqual({
    check: [`Cleartext-Password := ${password}`],
    reply: [
      'Acct-Interim-Interval := 300',
      'Mikrotik-Rate-Limit := 2500k/20M',
      'WISPr-Bandwidth-Max-Down := 20000000',
      'WISPr-Bandwidth-Max-Up := 2500000',
    ],
    groups: [],
  });
});

test('a speed override takes precedence over the plan', async () => {
  const { subscription } = await activeSubscription(partner, {
    subscription: { speedOverride: { downloadSpeedMbps: 50, uploadSpeedMbps: 10 }, priceOverride: 500 },
  });
  expect((await radius(subscription.radiusUsername)).reply).toContain('Mikrotik-Rate-Limit := 10M/50M');
});

test('a manual hold adds the user to the suspended group, lifting it restores the rows', async () => {
  const { subscriber, subscription } = await activeSubscription(partner);
  const before = await radius(subscription.radiusUsername);
  dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/suspend`));
  expect(await radius(subscription.radiusUsername)).toEqual({ ...before, groups: refused });
  dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/activate`));
  expect(await radius(subscription.radiusUsername)).toEqual(before);
});

test('deactivation adds the user to the suspended group, the next payment restores the rows', async () => {
  const { subscriber, subscription } = await activeSubscription(partner);
  const before = await radius(subscription.radiusUsername);
  const known = dataOf(await credentials(subscription.id));
  dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/deactivate`));
  expect(await radius(subscription.radiusUsername)).toEqual({ ...before, groups: refused });
  expect(dataOf(await credentials(subscription.id))).toEqual(known);
  dataOf(await partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual' }));
  expect(await radius(subscription.radiusUsername)).toEqual(before);
});

test('deactivating one of two subscriptions does not change the other', async () => {
  const { subscriber, plan, point, subscription } = await activeSubscription(partner);
  const { id } = dataOf(
    await partner.post('/v1/subscriptions', {
      subscriberId: subscriber.id,
      planId: plan.id,
      demarcationPointId: point.id,
    }),
  );
  dataOf(await partner.post('/v1/payments', { subscriptionId: id, rail: 'manual' }));
  const second = dataOf(await partner.get(`/v1/subscriptions/${id}`));
  dataOf(
    await partner.post(`/v1/subscribers/${subscriber.id}/deactivate`, { subscriptionIds: [subscription.id] }),
  );
  expect((await radius(subscription.radiusUsername)).groups).toEqual(refused);
  expect((await radius(second.radiusUsername)).groups).toEqual([]);
});

test('termination deletes all rows and the credentials', async () => {
  const { subscriber, subscription } = await activeSubscription(partner);
  dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/terminate`));
  expect(await radius(subscription.radiusUsername)).toEqual({ check: [], reply: [], groups: [] });
  const answer = await credentials(subscription.id);
  expectRefused(answer, 409, { error: 'PRECONDITION' });
  expect(answer.body.rejectionReasons[0].message).toMatch(/^The subscription has ended for good/);
});

test('a payment under a manual hold writes rows in the suspended group', async () => {
  const { subscriber, subscription } = await pendingSubscription(partner);
  dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/suspend`));
  dataOf(await partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual' }));
  const { radiusUsername } = dataOf(await partner.get(`/v1/subscriptions/${subscription.id}`));
  expect((await radius(radiusUsername)).groups).toEqual(refused);
  dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/activate`));
  expect((await radius(radiusUsername)).groups).toEqual([]);
});

test('FreeRADIUS rejects members of the suspended group', async () => {
  const rows =
    await api.sql`select attribute, op, value from radius.radgroupcheck where groupname = 'suspended'`;
  expect([...rows]).toEqual([{ attribute: 'Auth-Type', op: ':=', value: 'Reject' }]);
});

test('a plan update does not change the rows of a running cycle', async () => {
  const { plan, subscription } = await activeSubscription(partner);
  const before = await radius(subscription.radiusUsername);
  const { planName, planType, priceCurrency, billingCycleDays } = plan;
  dataOf(
    await partner.put(`/v1/plans/${plan.id}`, {
      planName,
      planType,
      priceCurrency,
      billingCycleDays,
      priceAmount: 200,
      downloadSpeedMbps: 40,
      uploadSpeedMbps: 40,
    }),
  );
  dataOf(await partner.patch(`/v1/subscriptions/${subscription.id}`, { externalReference: 'x' }));
  expect(await radius(subscription.radiusUsername)).toEqual(before);
});

test('events and audit entries do not contain passwords', async () => {
  const { subscription } = await activeSubscription(partner);
  const { password } = dataOf(await credentials(subscription.id));
  const [found] = await api.sql`
    select (select count(*)::int from event where position(${password} in body) > 0)
      + (select count(*)::int from audit_entry where position(${password} in changes) > 0) as n`;
  expect(found?.n).toBe(0);
});

test('reading a password creates an audit entry without it', async () => {
  const { subscription } = await activeSubscription(partner);
  const { password } = dataOf(await credentials(subscription.id));
  const rows = await api.sql`
    select actor_type, changes from audit_entry
    where resource_id = ${subscription.id} and action = 'subscription.reveal_credentials'`;
  expect(rows).toEqual([{ actor_type: 'credential', changes: expect.not.stringContaining(password) }]);
});

test('a session is listed as soon as FreeRADIUS has stored its start, and ended as soon as it has stored its stop', async () => {
  const { subscription } = await activeSubscription(partner);
  const listed = async () =>
    (await partner.get(`/v1/network-sessions?subscriptionId=${subscription.id}`)).body.data;
  await api.sql`
    insert into radius.radacct (acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime)
    values ('1', ${subscription.id}, ${subscription.radiusUsername}, '192.0.2.1', now())`;
  expect(await listed()).toMatchObject([{ username: subscription.radiusUsername, endedAt: null }]);
  await api.sql`
    update radius.radacct set acctstoptime = now(), acctterminatecause = 'User-Request'
    where acctuniqueid = ${subscription.id}`;
  expect(await listed()).toMatchObject([{ endedAt: expect.any(String), reason: 'User-Request' }]);
});

test('who had an address at an instant: from the start of a session until before its end', async () => {
  const { subscription } = await activeSubscription(partner);
  const now = Math.floor(Date.now() / 1_000) * 1_000;
  const ago = (ms: number) => new Date(now - ms).toISOString();
  const [start, end] = [ago(7_200_000), ago(3_600_000)];
  await api.sql`
    insert into radius.radacct (acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime, acctstoptime, framedipaddress)
    values ('at', ${subscription.id}, ${subscription.radiusUsername}, '10.0.0.1', ${start}, ${end}, '100.64.2.4')`;
  await processAccounting({ budgetMs: 5_000 });
  await api.sql`
    update network_session set started_at = ${start}, ended_at = ${end} where subscription_id = ${subscription.id}`;
  const had = async (at: string, address = '100.64.2.4') => {
    const answer = await partner.get(`/v1/network-sessions?address=${address}&at=${encodeURIComponent(at)}`);
    return dataOf(answer).map((session: { subscriptionId: string }) => session.subscriptionId);
  };
  expect(await had(ago(7_200_001))).toEqual([]);
  expect(await had(start)).toEqual([subscription.id]);
  expect(await had(ago(3_600_001))).toEqual([subscription.id]);
  expect(await had(end)).toEqual([]);
  expect(await had(start, '100.64.2.5')).toEqual([]);
});
