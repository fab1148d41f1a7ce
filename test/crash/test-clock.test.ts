import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plus } from '../../server/clock.ts';
import { DAY_MS } from '../../server/contract/days.ts';
import { type Database, openDatabase } from '../../server/db/client.ts';
import { createCharge } from '../../server/domain/charge/create.ts';
import { createDemarcationPoint } from '../../server/domain/demarcation-point/create.ts';
import { createInstallation } from '../../server/domain/installation/create.ts';
import { cancelSubscription } from '../../server/domain/lifecycle/termination/cancel.ts';
import { createPartner } from '../../server/domain/partner/create.ts';
import { createPayment } from '../../server/domain/payment/create.ts';
import { createPlan } from '../../server/domain/plan/create.ts';
import { createSubscriber } from '../../server/domain/subscriber/create.ts';
import { activateSubscription } from '../../server/domain/subscription/activate.ts';
import { createSubscription } from '../../server/domain/subscription/create.ts';
import { updateSubscription } from '../../server/domain/subscription/update.ts';
import type { WriteScope } from '../../server/work/scope.ts';
import { transaction } from '../../server/work/transaction.ts';
import { lowFloors } from '../fixtures/customer.ts';
import { freshDatabase } from '../fixtures/fresh-database.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';
import { crashSeed, Killable, seeded } from './killable.ts';

/** The targets of the advances, in days after the start. */
const STOPS = [29, 62, 95, 130];
/** The number of kills per advance. */
const KILLS = 2;
/** The maximum time of the server for one advance before a kill, in ms. */
const LONGEST_MS = 700;
const random = seeded(crashSeed());

let database: Database;
let server: Killable;

type Partner = Awaited<ReturnType<typeof createPartner>>;

beforeAll(async () => {
  const url = await freshDatabase();
  database = openDatabase(url);
  await lowFloors(database);
  server = new Killable('rest-server', { DATABASE_URL: url });
});

afterAll(async () => {
  await server?.kill();
  await database?.close();
});

/** [cycle days, grace days, price] of each subscription. */
const terms = [
  [1, 0, 0],
  [7, 2, 0],
  [28, 3, 0],
  [30, 3, 30],
  [30, 0, 30],
  [31, 90, 30],
  [45, 3, 30],
  [90, 10, 30],
] as const;

type World = { partner: Partner; start: Date; ids: Map<string, string> };

/** Creates a partner with subscriptions for each kind of due work, all at one instant. */
async function world(name: string, start: Date): Promise<World> {
  const partner = await createPartner({ name, email: `${name}@example.com`, livemode: false, now: start });
  const ids = new Map<string, string>();
  await actingAt(partner, start, async (scope) => {
    const others = [
      await planOf(scope, [30, 3, 20], 'Other 20'),
      await planOf(scope, [60, 3, 40], 'Other 40'),
    ];
    for (const [n, each] of terms.entries()) {
      const plan = await planOf(scope, each, `Plan ${n}`);
      for (const [k, kind] of (['stays', 'cancelled', 'changed', 'pending'] as const).entries()) {
        const { id, subscriberId } = await attached(scope, plan.id, `${kind}${n}`, 10 * n + k);
        ids.set(`${kind}${n}`, id);
        await createCharge(scope, {
          subscriberId,
          description: 'Router',
          amount: 45,
          currency: 'USD',
          expiresAt: plus(start, n * DAY_MS + 1),
        });
        await createInstallation(scope, {
          subscriptionId: id,
          kind: 'INITIAL',
          feeAmount: 25,
          feeWaived: k === 1,
        });
        if (kind === 'pending') {
          if (each[2] > 0) await createPayment(scope, { subscriptionId: id, rail: 'simulated' });
          continue;
        }
        if (each[2] > 0) await createPayment(scope, { subscriptionId: id, rail: 'manual' });
        else await activateSubscription(scope, { id });
        if (kind === 'cancelled') await cancelSubscription(scope, { id });
        if (kind === 'changed') await updateSubscription(scope, { id, planId: others[n % 2]?.id });
      }
    }
  });
  return { partner, start, ids };
}

const planOf = (
  scope: WriteScope,
  [billingCycleDays, graceDays, price]: readonly number[],
  planName: string,
) =>
  createPlan(scope, {
    planName,
    planType: 'RESIDENTIAL',
    downloadSpeedMbps: 20,
    uploadSpeedMbps: 5,
    priceAmount: price ?? 0,
    priceCurrency: 'USD',
    billingCycleDays: billingCycleDays ?? 30,
    graceDays: graceDays ?? 3,
  });

async function attached(scope: WriteScope, planId: string, name: string, n: number) {
  const point = await createDemarcationPoint(scope, { name: 'Cabinet', accessType: 'FIBER' });
  const owner = await createSubscriber(scope, {
    firstName: 'Ada',
    lastName: name,
    email: `${name}@example.com`,
    phone: `+2547${String(n).padStart(8, '0')}`,
  });
  return createSubscription(scope, { subscriberId: owner.id, planId, demarcationPointId: point.id });
}

function actingAt<T>(
  { providerId }: Partner,
  now: Date,
  work: (scope: WriteScope) => Promise<T>,
): Promise<T> {
  const origin = {
    providerId,
    caller: { type: 'system' as const, name: 'crash' },
    correlationId: randomUUID(),
  };
  return transaction({ ...origin, now }, work);
}

/** Advances the clock to a day. The request is repeated with its key until it is answered. */
async function advance({ partner, start }: World, day: number, disturb: () => Promise<void>): Promise<void> {
  let answered = false;
  const request = async () => {
    while (!answered) {
      try {
        const response = await fetch(`${await server.ready()}/v1/test-clock/advance`, {
          method: 'POST',
          headers: {
            'x-access-id': partner.accessId,
            'x-access-secret': partner.accessSecret,
            'content-type': 'application/json',
            'idempotency-key': `advance-${day}`,
          },
          body: JSON.stringify({ to: plus(start, day * DAY_MS) }),
        });
        const text = await response.text();
        // The transaction of a killed process holds its key until PostgreSQL notices.
        if (response.status === 409) await sleep(20);
        else {
          expect(response.status, text).toBe(200);
          answered = true;
        }
      } catch (error) {
        if (error instanceof Error && error.name === 'AssertionError') throw error;
      }
    }
  };
  await Promise.all([request(), disturb()]);
}

async function undisturbed(): Promise<void> {}

async function killRepeatedly(): Promise<void> {
  for (let n = 0; n < KILLS; n++) {
    await server.ready();
    await sleep(random() * LONGEST_MS);
    await server.kill();
  }
}

/** Runs the year of a partner. Some customers pay at fixed instants of the provider's time. */
async function runYear(of: World, disturb: () => Promise<void>): Promise<void> {
  const pay = (name: string, day: number) =>
    actingAt(of.partner, plus(of.start, day * DAY_MS), (scope) =>
      createPayment(scope, { subscriptionId: of.ids.get(name), rail: 'manual' }),
    );
  for (const stop of STOPS) {
    await advance(of, stop, disturb);
    if (stop === 29) for (const name of ['stays3', 'changed3', 'stays4', 'stays5']) await pay(name, stop);
    if (stop === 62) for (const name of ['stays5', 'stays6']) await pay(name, stop);
    if (stop === 95) for (const name of ['changed3', 'stays4', 'stays5']) await pay(name, stop);
  }
}

const tables = [
  'subscriber',
  'subscription',
  'billing_cycle',
  'invoice',
  'payment',
  'charge',
  'installation',
];

/** The final state of a partner without random values: ids, names, numbers and real times. */
async function outcome({ partner }: World): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const table of ['event', ...tables]) {
    const column = table === 'event' ? 'body' : 'to_jsonb(t)::text';
    const rows = await database.sql.unsafe<{ text: string }[]>(
      `select ${column} as text from ${table} t where provider_id = $1`,
      [partner.providerId],
    );
    found[table] = rows.map(({ text }) => withoutRandomValues(text)).sort();
  }
  return found;
}

function withoutRandomValues(text: string): string {
  return text
    .replaceAll(/\b([a-z]{3,4})_[0-9a-z]{26,32}\b/g, '$1')
    .replaceAll(/PAY-[0-9A-Z]{10}|INV-\d+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '')
    .replaceAll(
      /"(radiusUsername|radius_username|accountNumber|account_number|network_changed_at)": ?"[^"]*"/g,
      '$1',
    );
}

test('killed and repeated advances of the test clock have the same effects as uninterrupted ones', async () => {
  const start = new Date(Math.floor(Date.now() / 1_000) * 1_000);
  const [control, killed] = [await world('control', start), await world('killed', start)];
  await runYear(control, undisturbed);
  expect(server.kills).toBe(0);
  await runYear(killed, killRepeatedly);
  expect(server.kills).toBe(KILLS * STOPS.length);
  expect(await checkInvariants(database.db)).toEqual([]);
  const [expected, actual] = [await outcome(control), await outcome(killed)];
  expect(expected.event?.length).toBeGreaterThan(800);
  for (const [table, rows] of Object.entries(expected)) expect(actual[table], table).toEqual(rows);
});
