import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Db, Tx } from '../../server/db/client.ts';
import { databaseError } from '../../server/db/errors.ts';
import { createCharge } from '../../server/domain/charge/create.ts';
import { adjustCredit } from '../../server/domain/credit/adjust.ts';
import { createInstallation } from '../../server/domain/installation/create.ts';
import { billingCycleResource } from '../../server/domain/model/billing-cycle/resource.ts';
import { createPayment } from '../../server/domain/payment/create.ts';
import { createRefund } from '../../server/domain/refund/create.ts';
import { createWebhook } from '../../server/domain/webhook/create.ts';
import { find } from '../../server/state/resource.ts';
import { transitionEach } from '../../server/state/transition.ts';
import { emptyOutbox, type WriteScope } from '../../server/work/scope.ts';
import { flush } from '../../server/work/write-out.ts';
import { days, lowFloors, newCustomer, passTime } from '../fixtures/customer.ts';
import { driverOf } from '../fixtures/driver-of.ts';
import { newProvider } from '../fixtures/provider.ts';
import { useDatabase } from '../fixtures/use-database.ts';
import { checkInvariants, invariants } from './check-invariants.ts';
import { billingTables, constraints, unconstrained, withoutInvariant } from './violations.ts';

// Each invariant is shown to find a violation. A constraint prevents some violations. The test drops it then.

const database = useDatabase();
const start = new Date('2026-01-15T09:30:00.000Z');
let providerId: string;
let cycleId: string;
let ada: Awaited<ReturnType<typeof newCustomer>>;

/** One customer with an open renewal and a pending payment, one whose service ended after grace. */
beforeAll(async () => {
  const { current } = database;
  await lowFloors(current);
  const provider = await newProvider(current);
  const hooked = {
    url: 'https://example.com/',
    headers: [],
    apiVersion: '2026-01-15' as const,
    addresses: [],
  };
  await provider.at(start, (scope) => createWebhook(scope, { ...hooked, events: ['*'] }));
  ada = await newCustomer(provider, current, start);
  providerId = provider.providerId;
  const [cycle] = await current.sql`select id from billing_cycle where status = 'ACTIVE'`;
  cycleId = cycle?.id;
  await newCustomer(provider, current, start, { billingCycleDays: 10, graceDays: 0 });
  const { subscriberId, subscriptionId } = ada;
  await provider.at(days(start, 1), async (scope) => {
    await createInstallation(scope, { subscriptionId, kind: 'INITIAL', feeAmount: 25, feeWaived: false });
    const charge = await createCharge(scope, {
      subscriberId,
      description: 'Router',
      amount: 45,
      currency: 'USD',
    });
    const paid = await createPayment(scope, { chargeId: charge.id, rail: 'manual' });
    await createRefund(scope, { id: paid.id, amount: 5, reason: 'REQUESTED' });
    await adjustCredit(scope, { id: subscriberId, amount: 5, currency: 'KES', note: 'Goodwill' });
  });
  await passTime(provider, days(start, 28));
  await provider.at(days(start, 28), (scope) => createPayment(scope, { subscriptionId, rail: 'simulated' }));
  await current.sql`
    insert into idempotency_key (provider_id, key, fingerprint, status, body, correlation_id, resource_id, created_at)
    values (${provider.providerId}, 'k-1', 'f', 201, '{}', 'c', ${subscriberId}, now())`;
});

/** Thrown to roll back a violation. */
class Undone extends Error {}

/** Runs work, returns the violations it causes, and rolls it back. */
async function violationsAfter(work: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  let found: string[] = [];
  const { db } = database.current;
  await db
    .transaction(async (tx) => {
      await work(tx);
      found = await checkInvariants(tx);
      throw new Undone();
    })
    .catch((error) => {
      if (!(error instanceof Undone)) throw error;
    });
  return found;
}

const run = (on: Db | Tx, statement: string) => driverOf(on).unsafe(statement);

describe.each(constraints)('$name', ({ name, table, breaks, invariant, index }) => {
  test('the database refuses the violation', async () => {
    const broken = violationsAfter(async (tx) => {
      for (const statement of breaks) await run(tx, statement);
    });
    const error = await broken.then(
      () => null,
      (thrown) => databaseError(thrown),
    );
    expect(error?.constraint).toBe(name);
  });

  test('without the constraint the invariant finds the violation', async () => {
    const found = await violationsAfter(async (tx) => {
      await run(tx, index ? `drop index ${name}` : `alter table ${table} drop constraint ${name}`);
      for (const statement of breaks) await run(tx, statement);
    });
    expect(found.map((line) => line.slice(0, invariant.length))).toContain(invariant);
  });
});

test.each(unconstrained)('the invariants find the violation: %s', async (_what, breaks, expected) => {
  const found = await violationsAfter(async (tx) => {
    await run(tx, 'alter table audit_entry disable trigger user');
    for (const statement of breaks.split(';')) await run(tx, statement);
  });
  const names = new Set(
    invariants.map(({ name }) => name).filter((name) => found.some((line) => line.startsWith(name))),
  );
  for (const name of expected) expect([...names]).toContain(name);
});

/** Moves a cycle to OVERDUE twice with the same row read. */
async function lapseTwice(tx: Tx, resource: typeof billingCycleResource): Promise<number[]> {
  const scope: WriteScope = {
    ...{
      providerId,
      livemode: false,
      caller: { type: 'system', name: 'scenario' },
      correlationId: randomUUID(),
    },
    ...{ now: days(start, 30), db: tx, outbox: emptyOutbox() },
  };
  const row = await find(scope, resource, cycleId);
  const first = await transitionEach(scope, resource, 'lapse', [{ row }]);
  const second = await transitionEach(scope, resource, 'lapse', [{ row }]);
  await flush(scope);
  return [first.length, second.length];
}

test('a move from an outdated status has no effect; without that check the invariants find it', async () => {
  let moved: number[] = [];
  const guarded = await violationsAfter(async (tx) => {
    moved = await lapseTwice(tx, billingCycleResource);
  });
  expect(moved).toEqual([1, 0]);
  expect(guarded).toEqual([]);

  // A second run without the check moves the row again.
  const found = await violationsAfter(async (tx) => {
    const [first] = await lapseTwice(tx, billingCycleResource);
    await run(tx, `update billing_cycle set status = 'ACTIVE' where id = '${cycleId}'`);
    moved = [first ?? 0, ...(await lapseTwice(tx, billingCycleResource))];
  });
  expect(moved).toEqual([1, 1, 0]);
  expect(found.map((line) => line.split(':')[0])).toContain(
    'the moves of each billingCycle form a chain to its status',
  );
});

test('each invariant has a violation above', () => {
  const seen = new Set([
    ...constraints.map(({ invariant }) => invariant),
    ...unconstrained.flatMap(([, , expected]) => expected),
  ]);
  expect(invariants.map(({ name }) => name).filter((name) => !seen.has(name))).toEqual([]);
});

test('each constraint of the billing tables has an invariant or a reason to have none', async () => {
  // The constraints `…_known` list the values of a column.
  const rows = await database.current.sql<{ name: string }[]>`
    select conname as name from pg_constraint
    where contype = 'c' and conrelid::regclass::text = any(${billingTables}) and conname not like '%\\_known'
    union all
    select i.relname from pg_index x
    join pg_class i on i.oid = x.indexrelid
    join pg_class t on t.oid = x.indrelid and t.relnamespace = 'public'::regnamespace
    where (x.indisunique or x.indisexclusion) and not x.indisprimary and t.relname = any(${billingTables})`;
  const covered = constraints.map(({ name }) => name);
  const names = rows.map(({ name }) => name);
  expect(names.filter((name) => !covered.includes(name)).sort()).toEqual(
    Object.keys(withoutInvariant).sort(),
  );
});

test('each constraint of the list exists', async () => {
  const rows = await database.current.sql<{ table: string; name: string; index: boolean }[]>`
    select conrelid::regclass::text as table, conname as name, false as index from pg_constraint where conrelid <> 0
    union all
    select indrelid::regclass::text, indexrelid::regclass::text, true from pg_index
    where indisunique and indisvalid and not exists (select from pg_constraint where conindid = indexrelid)`;
  const there = rows.map(
    ({ table, name, index }) => `${index ? 'unique index' : 'constraint'} ${name} on ${table}`,
  );
  for (const { table, name, index = false } of constraints)
    expect(there).toContain(`${index ? 'unique index' : 'constraint'} ${name} on ${table}`);
});
