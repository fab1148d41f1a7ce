import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyPassword } from 'better-auth/crypto';
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../test/fixtures/eventually.ts';
import { freshDatabase } from '../../test/fixtures/fresh-database.ts';
import { checkInvariants } from '../../test/invariants/check-invariants.ts';
import { authenticate } from '../auth/authenticate.ts';
import { eventTypes } from '../contract/event-catalogue.ts';
import { type Database, openDatabase } from '../db/client.ts';
import { billingCycleMachine } from '../domain/model/billing-cycle/machine.ts';
import { chargeMachine } from '../domain/model/charge/machine.ts';
import { installationMachine } from '../domain/model/installation/machine.ts';
import { invoiceMachine } from '../domain/model/invoice/machine.ts';
import { paymentMachine } from '../domain/model/payment/machine.ts';
import { planMachine } from '../domain/model/plan/machine.ts';
import { subscriberMachine } from '../domain/model/subscriber/machine.ts';
import { subscriptionMachine } from '../domain/model/subscription/machine.ts';
import { processAccounting } from '../domain/network/process-accounting.ts';
import { findSessionTarget } from '../domain/network/session-target.ts';
import { requestDisconnect } from '../domain/network-session/disconnect.ts';
import { createPartner } from '../domain/partner/create.ts';
import { loadDefaultScheduleD } from '../domain/schedule-d/load.ts';
import { activateSubscriber } from '../domain/subscriber/activate.ts';
import { suspendSubscriber } from '../domain/subscriber/suspend.ts';
import { changeSpeed, disconnectSession } from '../radius/coa.ts';
import type { WriteScope } from '../work/scope.ts';
import { transaction } from '../work/transaction.ts';
import { type FirstStartResult, firstStart, firstStartBanner } from './first-start.ts';
import { simulateMinute } from './simulated-network.ts';
import { startStandIns } from './stand-ins.ts';

const publicUrl = 'http://demarc.example:3000';
const log = { info: () => {} };
const dataDir = mkdtempSync(join(tmpdir(), 'demarc-first-start-'));
const choice = { log, publicUrl, dataDir, enabled: true };

let database: Database;
let firstResult: FirstStartResult;

/** Starts that were interrupted, and the rows they left. */
const cutOff: { error: unknown; left: Record<string, number> }[] = [];

beforeAll(async () => {
  database = openDatabase(await freshDatabase());
  await loadDefaultScheduleD();
  for (const failAfter of [0, 200]) {
    const onProgress = (steps: number) => {
      if (steps === failAfter) throw new Error(`failed after ${steps} steps`);
    };
    const error = await firstStart({ ...choice, onProgress }).catch((reason: unknown) => reason);
    cutOff.push({ error, left: await everything() });
  }
  const results = await Promise.all([firstStart(choice), firstStart(choice)]);
  const makers = results.filter((result) => result?.isNew);
  expect(makers).toHaveLength(1);
  firstResult = makers[0] as FirstStartResult;
  // Three histories are simulated, and the machine may run other tests at the same time.
});
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true });
});

/** How many rows each table has. */
async function everything(): Promise<Record<string, number>> {
  const tables = await database.sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'radius') order by name`;
  const counts = await Promise.all(
    tables.map(({ name }) => database.sql.unsafe<[{ n: string }]>(`select count(*) as n from ${name}`)),
  );
  return Object.fromEntries(tables.map(({ name }, i) => [name, Number(counts[i]?.[0].n)]));
}

async function figure(query: string): Promise<number> {
  const [row] = await database.sql.unsafe(query);
  return Number(row ? Object.values(row)[0] : Number.NaN);
}

async function countsOf(table: string, column: string): Promise<Record<string, number>> {
  const rows = await database.sql.unsafe<{ value: string; n: string }[]>(
    `select ${column} as value, count(*) as n from ${table} group by 1`,
  );
  return Object.fromEntries(rows.map(({ value, n }) => [value, Number(n)]));
}

test('an interrupted first start leaves a partner without a history, and the next start creates it completely', async () => {
  expect(cutOff.map(({ error }) => String(error))).toEqual([
    'Error: failed after 0 steps',
    'Error: failed after 200 steps',
  ]);
  const nothing = { 'public.subscriber': 0, 'public.plan': 0, 'public.event': 0, 'radius.radcheck': 0 };
  for (const { left } of cutOff) expect(left).toMatchObject({ 'public.provider': 1, ...nothing });
  expect(await everything()).toMatchObject({
    'public.organisation': 1,
    'public.provider': 1,
    'public.access_credential': 1,
    'public.staff_user': 6,
    'public.staff_account': 6,
    'public.staff_member': 6,
    'public.subscriber': 137,
    'public.plan': 14,
    'public.demarcation_point': 40,
  });
});

test('a second start changes nothing and returns the same credentials', async () => {
  const before = await everything();
  expect(await firstStart(choice)).toEqual({ ...firstResult, isNew: false });
  expect(await everything()).toEqual(before);
});

const isInService = `s.status in ('ACTIVE', 'AWAITING_PAYMENT_FOR_UPGRADE')`;

/** States to which no move leads. */
const unreachable: Record<string, string[]> = { installation: ['COMPLETED'] };

test.each([
  ['subscriber', subscriberMachine],
  ['subscription', subscriptionMachine],
  ['billing_cycle', billingCycleMachine],
  ['invoice', invoiceMachine],
  ['payment', paymentMachine],
  ['charge', chargeMachine],
  ['installation', installationMachine],
  ['plan', planMachine],
])('the demo has a %s in every state', async (table, { states }) => {
  const reachable = states.filter((state) => !unreachable[table]?.includes(state));
  expect(Object.keys(await countsOf(table, 'status')).sort()).toEqual([...reachable].sort());
});

test('the demo has every reason, every invoice kind and every pending change', async () => {
  const kinds = async (table: string, column: string) => Object.keys(await countsOf(table, column)).sort();
  expect(await kinds('subscriber', `status || case when held_at is null then '' else ' (held)' end`)).toEqual(
    ['active', 'suspended', 'suspended (held)', 'terminated'],
  );
  expect(await kinds('subscription', `coalesce(inactive_reason, 'none')`)).toEqual([
    'CANCELLED',
    'DEACTIVATED',
    'GRACE_EXPIRED',
    'MIGRATED_OUT',
    'PLAN_REMOVED',
    'SUBSCRIBER_TERMINATED',
    'none',
  ]);
  expect(await kinds('payment', `coalesce(failure_reason, 'none')`)).toEqual([
    'INSUFFICIENT_FUNDS',
    'PARTNER_REJECTED',
    'TIMEOUT',
    'none',
  ]);
  expect(await kinds('invoice', `kind || ' ' || status`)).toEqual([
    'FIRST PAID',
    'REACTIVATION OPEN',
    'REACTIVATION PAID',
    'RENEWAL OPEN',
    'RENEWAL PAID',
    'RENEWAL VOID',
    'UPGRADE OPEN',
  ]);
  expect(await figure(`select count(*) from charge where reason = 'EXPIRED'`)).toBeGreaterThan(0);
  expect(await figure('select count(distinct reason) from refund')).toBeGreaterThan(1);
  expect(await figure('select count(distinct reason) from departure')).toBeGreaterThan(3);
  for (const wish of ['next_plan_id', 'pending_overrides', 'plan_removal_at']) {
    expect(await figure(`select count(*) from subscription where ${wish} is not null`), wish).toBeGreaterThan(
      0,
    );
  }
  expect(
    await figure(`select count(*) from subscription where status = 'ACTIVE' and cancel_at is not null`),
  ).toBeGreaterThan(0);
  expect(await countsOf('plan', 'price_currency')).toEqual({ KES: 13, USD: 1 });
  expect(await countsOf('demarcation_point', 'status')).toEqual({ AVAILABLE: 38, RETIRED: 2 });
});

test('the demo has a month of the network: sessions that are online, ended for many reasons or in an outage, and usage', async () => {
  const online = await figure('select count(*) from network_session where ended_at is null');
  const inService = await figure(`select count(*) from subscription s where ${isInService}`);
  expect(online / inService).toBeGreaterThan(0.75);
  expect(online).toBeLessThan(inService);
  expect(await figure('select count(*) from radius.radacct where acctstoptime is null')).toBe(online);
  expect(await figure('select count(*) from network_session where calling_station_id is null')).toBe(0);
  const causes = await countsOf('network_session', `coalesce(reason, 'online')`);
  expect(Object.keys(causes).length).toBeGreaterThan(5);
  const together = `select count(*) as n from network_session where reason = 'NAS-Reboot' group by ended_at order by n desc limit 1`;
  expect(await figure(together)).toBeGreaterThan(2);
  expect(await figure('select count(distinct day) from network_usage_day')).toBe(30);
  // Sessions that seem to be older than a change of their subscription would be disconnected by the sweep.
  expect(
    await figure(`select count(*) from network_session n join subscription s on s.id = n.subscription_id
      where n.ended_at is null and n.follows_change_at is distinct from s.network_changed_at`),
  ).toBe(0);
  expect(await figure('select count(*) from network_command')).toBe(0);
  expect(await figure('select count(*) from network_usage u where octets > cap_octets')).toBeGreaterThan(0);
  expect(
    await figure(`select count(*) from network_usage u join billing_cycle c on c.id = u.billing_cycle_id
      where u.octets > u.cap_octets and c.status not in ('ACTIVE', 'OVERDUE')`),
  ).toBe(0);
});

test('the demo has work for the jobs: deliveries, inbound events, an import and a bulk action', async () => {
  const queued = await database.sql<{ url: string; n: string }[]>`
    select w.url, count(*) as n from delivery d join webhook w on w.id = d.webhook_id
    where d.status = 'PENDING' group by w.url`;
  expect(queued).toHaveLength(2);
  // Of twelve received events one is a redelivery.
  expect(await countsOf('inbound_event', 'status')).toEqual({ QUEUED: 11 });
  expect(await countsOf('job', 'status')).toEqual({ RUNNING: 2 });
  expect(await countsOf('saved_view', 'is_shared')).toEqual({ true: 2, false: 2 });
  expect(await countsOf('staff_member', 'role')).toEqual({
    owner: 1,
    admin: 1,
    billing: 1,
    support: 1,
    viewer: 1,
    technician: 1,
  });
});

test('invoices are overdue for days, weeks and over a month', async () => {
  const ages = await countsOf(
    `(select width_bucket(extract(epoch from now() - due_at) / 86400, array[0, 8, 31]) as age from invoice
      where status = 'OPEN') i`,
    'age',
  );
  for (const age of ['1', '2', '3']) expect(ages[age], age).toBeGreaterThan(0);
});

test('the demo emits every event that needs no external system, gateway or network', async () => {
  const emitted = new Set(Object.keys(await countsOf('event', 'type')));
  const silent = eventTypes.filter((type) => !emitted.has(type));
  expect(silent.filter((type) => !type.startsWith('network.'))).toEqual([
    'subscriber.updated',
    'subscriber.deleted',
  ]);
});

test('active subscriptions grow over the year, and less than half as many have ended', async () => {
  const active = (daysAgo: number) =>
    figure(`
      select count(distinct subscription_id) from billing_cycle
      where status <> 'SCHEDULED' and starts_at <= now() - interval '${daysAgo} days'
        and expires_at > now() - interval '${daysAgo} days'`);
  const [then, later, today] = [await active(330), await active(160), await active(0)];
  expect(then).toBeGreaterThan(10);
  expect(later).toBeGreaterThan(then * 1.4);
  expect(today).toBeGreaterThan(later * 1.4);
  const gone = await figure(`select count(*) from subscription where status not in ('PENDING', 'ACTIVE')`);
  expect(gone / today).toBeLessThan(0.5);
});

test('the demo database keeps all invariants', async () => {
  expect(await checkInvariants(database.db)).toEqual([]);
});

test('completed payments equal the invoices, and invoice numbers rise with their dates without a gap', async () => {
  const received = await figure(
    `select sum(amount) from payment where invoice_id is not null and status = 'COMPLETED'`,
  );
  expect(received).toBeGreaterThan(0);
  expect(await figure('select sum(amount_paid + amount_refunded) from invoice')).toBe(received);
  const invoices = await database.sql<{ number: string; at: string }[]>`
    select number, extract(epoch from issued_at) as at from invoice order by number`;
  expect(invoices.map(({ number }) => Number(number.slice(4)))).toEqual(invoices.map((_, i) => i + 1));
  const dates = invoices.map(({ at }) => Number(at));
  expect(dates).toEqual([...dates].sort((a, b) => a - b));
});

test('each subscription in service has one running cycle, a paid invoice and RADIUS rows, and no other user is accepted', async () => {
  const running = await figure(`select count(*) from subscription s where ${isInService}`);
  expect(running).toBeGreaterThan(75);
  expect(await figure(`select count(*) from billing_cycle where status in ('ACTIVE', 'OVERDUE')`)).toBe(
    running,
  );
  expect(
    await figure(`
      select count(*) from subscription s
      join billing_cycle c on c.subscription_id = s.id and c.status in ('ACTIVE', 'OVERDUE')
        and c.expires_at = s.expires_at
      join invoice i on i.billing_cycle_id = c.id and i.status = 'PAID'
      join radius.radcheck r on r.username = s.radius_username and r.attribute = 'Cleartext-Password'
      where ${isInService}`),
  ).toBe(running);
  const admitted = await database.sql<{ username: string }[]>`
    select username from radius.radcheck where username not in (
      select username from radius.radusergroup where groupname = 'suspended') order by 1`;
  const inService = await database.sql<{ username: string }[]>`
    select radius_username as username from subscription s join subscriber p on p.id = s.subscriber_id
    where s.status in ('ACTIVE', 'AWAITING_PAYMENT_FOR_UPGRADE') and p.held_at is null order by 1`;
  expect([...admitted]).toEqual([...inService]);
});

test('all events lie within the last year, and no due work is left', async () => {
  expect(await figure(`select count(*) from event where occurred_at > now()`)).toBe(0);
  expect(await figure(`select count(*) from event where occurred_at < now() - interval '366 days'`)).toBe(0);
  expect(await figure(`select count(distinct occurred_at::date) from event`)).toBeGreaterThan(330);
  const missed = `select count(*) from billing_cycle where status = 'ACTIVE' and expires_at <= now() - interval '5 minutes'
    or status = 'OVERDUE' and grace_ends_at <= now() - interval '5 minutes'`;
  expect(await figure(missed)).toBe(0);
  expect(
    await figure(
      `select count(*) from payment where status = 'PENDING' and expires_at <= now() - interval '5 minutes'`,
    ),
  ).toBe(0);
});

test('every phone number is valid', async () => {
  const rows = await database.sql<{ phone: string }[]>`select phone from subscriber`;
  expect(rows.filter(({ phone }) => !parsePhoneNumberFromString(phone)?.isValid())).toEqual([]);
});

test('the printed credentials are valid, and the credentials file has mode 600', async () => {
  const { accessId, accessSecret, providerId, ownerEmail, ownerPassword } = firstResult.credentials;
  expect(await authenticate(accessId, accessSecret)).toMatchObject({ providerId, livemode: false });
  const [owner] = await database.sql`
    select password from staff_account a join staff_user u on u.id = a.user_id where u.email = ${ownerEmail}`;
  expect(await verifyPassword({ hash: owner?.password, password: ownerPassword ?? '' })).toBe(true);
  expect(statSync(join(dataDir, 'demo-credentials.json')).mode & 0o777).toBe(0o600);
  const secrets = [ownerPassword, accessId, accessSecret];
  const banner = firstStartBanner(firstResult, { publicUrl, dataDir, isTerminal: false });
  for (const shown of [publicUrl, ownerEmail, ...secrets]) expect(banner).toContain(shown);
});

test('a later start prints the path of the credentials file, and the secrets only on a terminal', () => {
  const { ownerPassword, accessSecret } = firstResult.credentials;
  const later = { isNew: false, credentials: firstResult.credentials };
  const kept = firstStartBanner(later, { publicUrl, dataDir, isTerminal: false });
  expect(kept).toContain(join(dataDir, 'demo-credentials.json'));
  for (const secret of [ownerPassword, accessSecret]) expect(kept).not.toContain(secret);
  const seen = firstStartBanner(later, { publicUrl, dataDir, isTerminal: true });
  for (const secret of [ownerPassword, accessSecret]) expect(seen).toContain(secret);
});

test('a start without the credentials file prints the address only', async () => {
  for (const where of [undefined, join(dataDir, 'elsewhere')]) {
    expect(await firstStart({ ...choice, dataDir: where })).toBeNull();
  }
  const banner = firstStartBanner(null, { publicUrl, dataDir, isTerminal: true });
  expect(banner).toContain(publicUrl);
  expect(banner).not.toContain('Password');
});

test('a minute of the simulated network ends the sessions of a customer on hold and updates all others', async () => {
  const { providerId } = firstResult.credentials;
  const [first] = await database.sql`
    select id, subscriber_id from network_session where ended_at is null order by id limit 1`;
  const caller = { type: 'system', name: 'test' } as const;
  await transaction({ providerId, caller, correlationId: 'hold' }, (scope) =>
    suspendSubscriber(scope, { id: first?.subscriber_id, reason: 'Router stolen' }),
  );
  const octets = () => figure('select sum(acctoutputoctets) from radius.radacct');
  const before = await octets();
  await simulateMinute(providerId);
  await processAccounting({ budgetMs: 5_000 });
  const ended = await database.sql`select reason from network_session where id = ${first?.id}`;
  expect([...ended]).toEqual([{ reason: 'Admin-Reset' }]);
  expect(await octets()).toBeGreaterThan(before);
  const silent = `select count(*) from radius.radacct
    where acctstoptime is null and acctupdatetime < now() - interval '1 minute'`;
  expect(await figure(silent)).toBe(0);
  const held = `select count(*) from radius.radacct a join subscription s on s.radius_username = a.username
    join subscriber p on p.id = s.subscriber_id where p.held_at is not null and a.acctstoptime is null`;
  expect(await figure(held)).toBe(0);
});

test('a customer whose hold is lifted is online once, however soon the next minute is', async () => {
  const { providerId } = firstResult.credentials;
  const [held] = await database.sql`
    select id from subscriber where provider_id = ${providerId} and hold_reason = 'Router stolen'`;
  const caller = { type: 'system', name: 'test' } as const;
  await transaction({ providerId, caller, correlationId: 'lift' }, (scope) =>
    activateSubscriber(scope, { id: held?.id }),
  );
  const online = () => figure('select count(*) from radius.radacct where acctstoptime is null');
  const before = await online();
  await simulateMinute(providerId);
  await simulateMinute(providerId);
  expect(await online()).toBeGreaterThan(before);
  const doubled = `select count(*) from (
    select from radius.radacct where acctstoptime is null group by username having count(*) > 1) doubled`;
  expect(await figure(doubled)).toBe(0);
});

test('the routers of the demo obey: a session ends and returns, and a speed is taken', async () => {
  const { providerId } = firstResult.credentials;
  await processAccounting({ budgetMs: 30_000 });
  const standIns = await startStandIns({
    ...{ providerId, origin: publicUrl, log: { warn: () => {} }, payerWaitsMs: 3_600_000 },
  });
  const caller = { type: 'system', name: 'test' } as const;
  const inScope = <T>(act: (scope: WriteScope) => Promise<T>) =>
    transaction({ providerId, caller, correlationId: 'router' }, act);
  const sessions = () => database.sql<{ id: string; user: string; reason: string | null }[]>`
    select id, username as user, reason from network_session where not is_superseded order by id desc`;
  const open = (await sessions()).filter(({ reason }) => reason === null);
  const unregistered = await inScope(async (scope) => {
    const targets = await Promise.all(open.map((session) => findSessionTarget(scope, session)));
    return targets.filter((target) => !target?.nas);
  });
  expect(open.length).toBeGreaterThan(50);
  expect(unregistered).toEqual([]);

  const [ended, kept] = open;
  if (!ended || !kept) throw new Error('no session is open');
  const target = await inScope((scope) => findSessionTarget(scope, kept));
  if (!target?.nas) throw new Error('the session has no server');
  const speed = { downloadSpeedMbps: 3, uploadSpeedMbps: 1 };
  expect(await changeSpeed(target.nas, target.session, speed)).toEqual({ outcome: 'ack' });
  const unknown = { ...target.session, acctSessionId: 'gone' };
  expect(await changeSpeed(target.nas, unknown, speed)).toEqual({ outcome: 'nak', errorCause: 503 });
  expect(await disconnectSession(target.nas, unknown)).toEqual({ outcome: 'nak', errorCause: 503 });

  await inScope((scope) => requestDisconnect(scope, ended));
  await processAccounting({ budgetMs: 30_000 });
  expect((await sessions()).find(({ id }) => id === ended.id)).toMatchObject({ reason: 'Admin-Reset' });
  await eventually(async () => {
    await processAccounting({ budgetMs: 30_000 });
    const now = (await sessions()).filter(({ user, reason }) => user === ended.user && reason === null);
    expect(now).toHaveLength(1);
  });
  standIns.stop();
});

test('a database with a partner or DEMO=0 gets no demo and no credentials of another database', async () => {
  await database.close();
  database = openDatabase(await freshDatabase());
  expect(await firstStart({ ...choice, enabled: false })).toBeNull();
  expect(await everything()).toMatchObject({ 'public.provider': 0 });
  await createPartner({ name: 'Acme Net', email: 'owner@acme.example', livemode: true });
  const before = await everything();
  expect(await firstStart(choice)).toBeNull();
  expect(await everything()).toEqual(before);
});
