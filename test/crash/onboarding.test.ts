import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../server/db/client.ts';
import { createPartner } from '../../server/domain/partner/create.ts';
import { loadDefaultScheduleD } from '../../server/domain/schedule-d/load.ts';
import { freshDatabase } from '../fixtures/fresh-database.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';
import { crashSeed, Killable, seeded } from './killable.ts';

const CUSTOMERS = 9;
const KILLS = 9;
const random = seeded(crashSeed());

let database: Database;
let server: Killable;
let headers: Record<string, string>;
let providerId: string;

beforeAll(async () => {
  const url = await freshDatabase();
  database = openDatabase(url);
  await loadDefaultScheduleD();
  const partner = await createPartner({ name: 'Crash', email: 'owner@example.com', livemode: false });
  providerId = partner.providerId;
  headers = {
    'x-access-id': partner.accessId,
    'x-access-secret': partner.accessSecret,
    'content-type': 'application/json',
  };
  server = new Killable('rest-server', { DATABASE_URL: url });
});

afterAll(async () => {
  await server?.kill();
  await database?.close();
});

/** Repeats a request with its key until a process answers. */
async function insist(path: string, key: string, body: object): Promise<Record<string, string>> {
  for (;;) {
    try {
      const response = await fetch((await server.ready()) + path, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': key },
        body: JSON.stringify(body),
      });
      const answer = await response.json();
      // The transaction of a killed process holds its key until PostgreSQL notices.
      if (response.status === 409 && response.headers.get('retry-after')) await sleep(20);
      else {
        expect(response.status, JSON.stringify(answer)).toBe(201);
        return answer.data;
      }
    } catch (error) {
      if (error instanceof Error && error.name === 'AssertionError') throw error;
    }
  }
}

async function onboard(n: number, planId: string): Promise<string[]> {
  const point = await insist('/v1/demarcation-points', `point-${n}`, {
    name: `Point ${n}`,
    accessType: 'FIBER',
  });
  const subscriber = await insist('/v1/subscribers', `subscriber-${n}`, {
    firstName: 'Ada',
    lastName: `Lovelace ${n}`,
    email: `ada${n}@example.com`,
    phone: `+25471234${String(n).padStart(4, '0')}`,
  });
  const subscription = await insist('/v1/subscriptions', `subscription-${n}`, {
    subscriberId: subscriber.id,
    planId,
    demarcationPointId: point.id,
  });
  const payment = await insist('/v1/payments', `payment-${n}`, {
    subscriptionId: subscription.id,
    rail: 'manual',
  });
  return [point, subscriber, subscription, payment].map(({ id }) => id as string);
}

test('killed API processes do each step of the onboarding once', async () => {
  const plan = await insist('/v1/plans', 'plan', {
    planName: 'Home',
    planType: 'RESIDENTIAL',
    downloadSpeedMbps: 10,
    uploadSpeedMbps: 5,
    priceAmount: 100,
    priceCurrency: 'USD',
    billingCycleDays: 30,
  });

  let done = false;
  const killer = (async () => {
    while (!done && server.kills < KILLS) {
      await server.ready();
      await sleep(5 + random() * 120);
      await server.kill();
    }
  })();
  const answered: string[] = [];
  for (let n = 0; n < CUSTOMERS; n += 3) {
    const made = await Promise.all([n, n + 1, n + 2].map((i) => onboard(i, plan.id as string)));
    answered.push(...made.flat());
  }
  done = true;
  await killer;

  const { sql } = database;
  const count = async (table: string, where = 'true') => {
    const [row] = await sql.unsafe(
      `select count(*)::int as n from ${table} where provider_id = $1 and ${where}`,
      [providerId],
    );
    return row?.n;
  };
  expect(server.kills).toBeGreaterThan(3);
  expect(await checkInvariants(database.db)).toEqual([]);
  // The resource of each answer exists once.
  for (const table of [
    'demarcation_point',
    'subscriber',
    'subscription',
    'payment',
    'invoice',
    'billing_cycle',
  ]) {
    expect(await count(table), table).toBe(CUSTOMERS);
  }
  const kept = await sql<
    { resource_id: string }[]
  >`select resource_id from idempotency_key where provider_id = ${providerId}`;
  expect(kept.map((row) => row.resource_id).sort()).toEqual([plan.id, ...answered].sort());
  expect(await count('subscription', `status = 'ACTIVE'`)).toBe(CUSTOMERS);
  // Each committed transition has one event and one audit entry.
  const events = await sql<{ type: string; n: number }[]>`
    select type, count(*)::int as n from event where provider_id = ${providerId} group by type order by type`;
  expect(Object.fromEntries(events.map((row) => [row.type, row.n]))).toEqual({
    'billing.cycle_started': CUSTOMERS,
    'payment.received': CUSTOMERS,
    'plan.created': 1,
    'subscriber.created': CUSTOMERS,
    'subscription.created': CUSTOMERS,
    'subscription.updated': CUSTOMERS,
  });
  expect(await count('audit_entry', `action = 'subscription.start'`)).toBe(CUSTOMERS);
  // The amounts add up and the invoice numbers have no gap.
  const [counts] = await sql`
    select (select sum(amount)::int from payment where provider_id = ${providerId} and status = 'COMPLETED') as paid,
      (select sum(amount_paid)::int from invoice where provider_id = ${providerId}) as invoiced,
      (select count(distinct number)::int from invoice where provider_id = ${providerId}) as numbers,
      (select last_invoice_number::int from provider where id = ${providerId}) as last`;
  expect(counts).toEqual({
    paid: CUSTOMERS * 10_000,
    invoiced: CUSTOMERS * 10_000,
    numbers: CUSTOMERS,
    last: CUSTOMERS,
  });
  // Each user has one password, one rate and access.
  const [network] = await sql`
    select (select count(*)::int from radius.radcheck) as passwords,
      (select count(*)::int from radius.radreply where attribute = 'Mikrotik-Rate-Limit') as rates,
      (select count(*)::int from radius.radusergroup) as groups`;
  expect(network).toEqual({ passwords: CUSTOMERS, rates: CUSTOMERS, groups: 0 });
});
