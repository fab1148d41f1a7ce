import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../server/contract/days.ts';
import { Refusal } from '../../server/contract/errors.ts';
import { type Database, openDatabase } from '../../server/db/client.ts';
import { createDemarcationPoint } from '../../server/domain/demarcation-point/create.ts';
import { createPayment } from '../../server/domain/payment/create.ts';
import { createPlan } from '../../server/domain/plan/create.ts';
import { providersWithDueWork } from '../../server/domain/scheduling/run.ts';
import { createSubscriber } from '../../server/domain/subscriber/create.ts';
import { createSubscription } from '../../server/domain/subscription/create.ts';
import type { WriteScope } from '../../server/work/scope.ts';
import { transaction } from '../../server/work/transaction.ts';
import { lowFloors } from '../fixtures/customer.ts';
import { freshDatabase } from '../fixtures/fresh-database.ts';
import { newProvider } from '../fixtures/provider.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';
import { crashSeed, Killable, seeded } from './killable.ts';

/** The number of customers of each kind. */
const EACH = 28;
/** The number of kills of each run per stage. */
const KILLS = 3;
/** The maximum life of a run in ms, about the duration of one transaction. */
const LONGEST_LIFE_MS = 400;
const random = seeded(crashSeed());

let database: Database;
let providerId: string;
let runs: Killable[];
/** Subscriptions by when their customers pay the first renewal. */
let customers: Record<'paysEarly' | 'paysLate' | 'comesBack' | 'neverPays' | 'hasNoGrace', string[]>;

const act = <T>(work: (scope: WriteScope) => Promise<T>, now?: Date) =>
  transaction(
    { providerId, caller: { type: 'system', name: 'crash' }, correlationId: randomUUID(), now },
    work,
  );

beforeAll(async () => {
  const url = await freshDatabase();
  database = openDatabase(url);
  await lowFloors(database);
  ({ providerId } = await newProvider(database));
  const env = { DATABASE_URL: url, PROVIDER_ID: providerId };
  runs = [new Killable('billing-runner', env), new Killable('billing-runner', env)];
  const group = async (kind: string, graceDays = 3) => {
    const plan = await act((scope) =>
      createPlan(scope, {
        planName: kind,
        planType: 'RESIDENTIAL',
        downloadSpeedMbps: 20,
        uploadSpeedMbps: 5,
        priceAmount: 30,
        priceCurrency: 'USD',
        billingCycleDays: 30,
        graceDays,
      }),
    );
    return act(async (scope) => {
      const point = await createDemarcationPoint(scope, { name: kind, accessType: 'FIBER' });
      const ids: string[] = [];
      for (let n = 0; n < EACH; n++) ids.push(await online(scope, plan.id, point.id, `${kind}${n}`));
      return ids;
    });
  };
  customers = {
    paysEarly: await group('early'),
    paysLate: await group('late'),
    comesBack: await group('back'),
    neverPays: await group('never'),
    hasNoGrace: await group('none', 0),
  };
});

afterAll(async () => {
  for (const run of runs ?? []) await run.kill();
  await database?.close();
});

let phones = 0;

async function online(scope: WriteScope, planId: string, demarcationPointId: string, name: string) {
  const owner = await createSubscriber(scope, {
    firstName: 'Ada',
    lastName: name,
    email: `${name}@example.com`,
    phone: `+2547${String(++phones).padStart(8, '0')}`,
  });
  const { id } = await createSubscription(scope, { subscriberId: owner.id, planId, demarcationPointId });
  await createPayment(scope, { subscriptionId: id, rail: 'manual' });
  return id;
}

/** Pays the debt as soon as there is one, in any state that a killed run left. */
async function pay(subscriptionId: string): Promise<void> {
  for (;;) {
    try {
      await act((scope) => createPayment(scope, { subscriptionId, rail: 'manual' }));
      return;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await sleep(20);
    }
  }
}

async function payAll(ids: string[]): Promise<void> {
  for (const id of ids) await pay(id);
}

/** Waits for a status of the running cycles or of the subscriptions. */
async function untilAll(ids: string[], table: 'billing_cycle' | 'subscription', status: string) {
  const column = table === 'subscription' ? 'id' : 'subscription_id';
  for (;;) {
    const [row] = await database.sql.unsafe(
      `select count(distinct ${column})::int as n from ${table} where ${column} = any($1) and status = $2`,
      [ids, status],
    );
    if (row?.n === ids.length) return;
    await sleep(20);
  }
}

/** Kills a run several times at random moments and lets the last one work. */
async function torment(run: Killable): Promise<void> {
  for (let n = 0; n < KILLS; n++) {
    await run.ready();
    await sleep(random() * LONGEST_LIFE_MS);
    await run.kill();
  }
  await run.ready();
}

/** Moves the clock and runs the due work under kills, while customers act. */
async function stage(day: number, meanwhile: () => Promise<void> = async () => {}): Promise<void> {
  await database.sql`update provider set clock_offset_ms = ${day * DAY_MS} where id = ${providerId}`;
  await Promise.all([...runs.map(torment), meanwhile()]);
  while ((await providersWithDueWork()).length > 0) await sleep(20);
  expect(await checkInvariants(database.db)).toEqual([]);
}

test('killed billing runs renew or suspend each subscription once', async () => {
  const { paysEarly, paysLate, comesBack } = customers;
  await stage(28, () => payAll(paysEarly));
  await stage(31, async () => {
    await untilAll(paysLate, 'billing_cycle', 'OVERDUE');
    await payAll(paysLate);
  });
  await stage(34, async () => {
    await untilAll(comesBack, 'subscription', 'INACTIVE');
    await payAll(comesBack);
  });
  // Renewal window, end and grace of the others in one advance.
  await stage(75);
  expect(runs.map((run) => run.kills)).toEqual([KILLS * 4, KILLS * 4]);

  const all = 5 * EACH;
  const counted = await database.sql<{ type: string; n: number }[]>`
    select type, count(*)::int as n from event where type ~ '^(billing|payment|subscription|subscriber)'
    group by type order by type`;
  expect(Object.fromEntries(counted.map((row) => [row.type, row.n]))).toEqual({
    'billing.cycle_ending': all + 3 * EACH,
    'billing.cycle_started': all + 3 * EACH,
    'billing.overdue': 4 * EACH + 3 * EACH,
    'billing.suspended': 3 * EACH + 3 * EACH,
    'payment.received': all + 3 * EACH,
    'subscriber.activated': EACH,
    'subscriber.created': all,
    'subscriber.suspended': 3 * EACH + 3 * EACH,
    'subscription.created': all,
    'subscription.deactivated': 3 * EACH + 3 * EACH,
    'subscription.updated': all + 3 * EACH,
  });
  const [after] = await database.sql`
    select count(*) filter (where status = 'INACTIVE')::int as ended, count(*)::int as n from subscription`;
  expect(after).toEqual({ ended: all, n: all });
});
