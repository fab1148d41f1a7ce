import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { lowFloors, newCustomer } from '../../../test/fixtures/customer.ts';
import { newProvider } from '../../../test/fixtures/provider.ts';
import { useDatabase } from '../../../test/fixtures/use-database.ts';
import { DAY_MS } from '../../contract/days.ts';
import { Refusal } from '../../contract/errors.ts';
import { asJob } from '../../db/client.ts';
import { isHeldUp } from '../../work/failures.ts';
import type { WriteScope } from '../../work/scope.ts';
import { transaction } from '../../work/transaction.ts';
import { createPayment } from '../payment/create.ts';
import { drainDue, providersWithDueWork } from './run.ts';
import { advanceTestClock } from './test-clock.ts';

const database = useDatabase();
const CUSTOMERS = 12;
const ROUNDS = 6;

test('two concurrent runs, an advance and payments: all due work is done once', async () => {
  const { sql } = database.current;
  await lowFloors(database.current);
  const provider = await newProvider(database.current);
  const { providerId } = provider;
  const customers: string[] = [];
  for (let n = 0; n < CUSTOMERS; n++) {
    const terms = { billingCycleDays: 10 + (n % 3), graceDays: n % 4 };
    const { subscriptionId } = await newCustomer(provider, database.current, new Date(), terms);
    customers.push(subscriptionId);
  }
  const caller = { type: 'system', name: 'scenario' } as const;
  const act = (work: (scope: WriteScope) => Promise<unknown>, more: { movesClock?: true } = {}) =>
    transaction({ providerId, caller, correlationId: randomUUID(), ...more }, work);
  /** A run that an advance holds up is left to the next one. */
  const run = () =>
    asJob(() => drainDue({ providerId, budgetMs: 60_000 })).catch((error) => {
      if (!isHeldUp(error)) throw error;
    });
  const advance = () => act((scope) => advanceTestClock(scope, { by: { days: 4 } }), { movesClock: true });
  const pay = (subscriptionId: string) =>
    act((scope) => createPayment(scope, { subscriptionId, rail: 'manual' })).then(
      () => 1,
      (error) => {
        // Nothing is due before the window opens.
        if (error instanceof Refusal && error.key === 'CONFLICT') return 0;
        // The advance is at work.
        if (error instanceof Refusal && error.key === 'SERVICE_UNAVAILABLE') return 0;
        throw error;
      },
    );

  let paid = CUSTOMERS;
  for (let round = 0; round < ROUNDS; round++) {
    await sql`update provider set clock_offset_ms = clock_offset_ms + ${4 * DAY_MS} where id = ${providerId}`;
    const payers = customers.filter((_, n) => (n + round) % 2 === 0);
    const results = await Promise.all([
      ...payers.map(pay),
      run().then(() => 0),
      run().then(() => 0),
      advance().then(() => 0),
    ]);
    for (const result of results) paid += result;
  }
  await run();

  expect(await providersWithDueWork()).toEqual([]);
  expect(paid).toBeGreaterThan(CUSTOMERS);
  const [counts] = await sql`
    select count(*) filter (where type = 'payment.received')::int as received,
      count(distinct resource_id) filter (where type = 'billing.cycle_ending')::int as cycles_ending,
      count(*) filter (where type = 'billing.cycle_ending')::int as endings,
      count(distinct resource_id) filter (where type = 'billing.overdue')::int as cycles_overdue,
      count(*) filter (where type = 'billing.overdue')::int as lapses
    from event where provider_id = ${providerId}`;
  expect(counts).toMatchObject({
    received: paid,
    endings: counts?.cycles_ending,
    lapses: counts?.cycles_overdue,
  });
  expect(counts?.lapses).toBeGreaterThan(0);
  const [clock] = await sql`
    select round(clock_offset_ms / 86400000.0)::int as days from provider where id = ${providerId}`;
  expect(clock).toEqual({ days: ROUNDS * 8 });
});
