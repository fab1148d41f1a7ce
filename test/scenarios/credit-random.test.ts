import { beforeAll, expect, test } from 'vitest';
import { Refusal } from '../../server/contract/errors.ts';
import { createCharge } from '../../server/domain/charge/create.ts';
import { waiveCharge } from '../../server/domain/charge/waive.ts';
import { adjustCredit } from '../../server/domain/credit/adjust.ts';
import { createPayment } from '../../server/domain/payment/create.ts';
import { keepAsCredit } from '../../server/domain/payment/keep-as-credit.ts';
import { simulatePayment } from '../../server/domain/payment/simulate.ts';
import { createRefund } from '../../server/domain/refund/create.ts';
import { runDue } from '../../server/domain/scheduling/run.ts';
import type { WriteScope } from '../../server/work/scope.ts';
import { days, lowFloors, newCustomer, passTime } from '../fixtures/customer.ts';
import { newProvider } from '../fixtures/provider.ts';
import { useDatabase } from '../fixtures/use-database.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';

// Random stories of one subscriber with two subscriptions. `CREDIT_SEED` repeats one.

const database = useDatabase();
const start = new Date('2026-01-15T09:30:00.000Z');
const STORIES = 6;
const STEPS = 30;
beforeAll(() => lowFloors(database.current));

/** Park and Miller's generator: the same story for the same seed, on every machine. */
function drawing(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const refused = (error: unknown) => {
  if (!(error instanceof Refusal)) throw error;
};

async function story(seed: number) {
  const { sql } = database.current;
  const provider = await newProvider(database.current);
  const { subscriberId, subscriptionId } = await newCustomer(provider, database.current, start);
  const draw = drawing(seed);
  const one = <T>(rows: T[]): T | undefined => rows[draw(Math.max(rows.length, 1))];
  const ids = async (from: string) =>
    (await sql.unsafe<{ id: string }[]>(`select id from ${from} order by id`)).map(({ id }) => id);
  const own = `provider_id = '${provider.providerId}'`;
  const amount = () => (1 + draw(6_000)) / 100;
  const ways: ((scope: WriteScope) => Promise<unknown>)[] = [
    (scope) => createPayment(scope, { subscriberId, amount: amount(), currency: 'USD', rail: 'manual' }),
    (scope) => createPayment(scope, { subscriberId, amount: amount(), currency: 'USD', rail: 'simulated' }),
    (scope) => adjustCredit(scope, { id: subscriberId, amount: amount(), currency: 'USD', note: 'Random' }),
    (scope) => adjustCredit(scope, { id: subscriberId, amount: -amount(), currency: 'USD', note: 'Random' }),
    (scope) => createCharge(scope, { subscriberId, description: 'Fee', amount: amount(), currency: 'USD' }),
    (scope) => createPayment(scope, { subscriptionId, rail: draw(2) === 0 ? 'manual' : 'simulated' }),
    async (scope) => {
      const chargeId = one(await ids(`charge where ${own} and status = 'PENDING'`));
      if (chargeId) await createPayment(scope, { chargeId, rail: draw(2) === 0 ? 'manual' : 'simulated' });
    },
    async (scope) => {
      const chargeId = one(await ids(`charge where ${own} and status = 'PENDING'`));
      if (chargeId) await waiveCharge(scope, { subscriberId, chargeId });
    },
    async (scope) => {
      const id = one(
        await ids(`payment where ${own} and rail = 'simulated' and status in ('PENDING', 'EXPIRED')`),
      );
      if (id) await simulatePayment(scope, { id, outcome: draw(4) === 0 ? 'reject' : 'succeed' });
    },
    async (scope) => {
      const id = one(
        await ids(`payment where ${own} and (status = 'COMPLETED' or refund_due or credited_amount > 0)`),
      );
      if (id) await createRefund(scope, { id, amount: amount(), reason: 'REQUESTED' });
    },
    async (scope) => {
      const id = one(await ids(`payment where ${own} and refund_due`));
      if (id) await keepAsCredit(scope, { id });
    },
  ];
  let day = 1;
  for (let step = 0; step < STEPS; step++) {
    day += draw(4) * 0.9;
    await passTime(provider, days(start, day));
    const way = ways[draw(ways.length)];
    await provider.at(days(start, day), async (scope) => way?.(scope)).catch(refused);
    // What became covered is settled within seconds.
    await passTime(provider, days(start, day));
    // Independent of the code: no credit is left beside a first debt that it covers.
    const left = await sql`
      with debt as (
        select subscriber_id, amount_due as amount, case kind when 'UPGRADE' then issued_at else due_at end as due, id from invoice
          where provider_id = ${provider.providerId} and status = 'OPEN'
        union all select subscriber_id, amount, created_at, id from charge
          where provider_id = ${provider.providerId} and status = 'PENDING'
      ), first as (select distinct on (subscriber_id) * from debt order by subscriber_id, due)
      select f.amount, c.balance from first f join credit c on c.subscriber_id = f.subscriber_id and c.currency = 'USD'
      where c.provider_id = ${provider.providerId} and c.balance >= f.amount`;
    expect(left, `CREDIT_SEED=${seed}, step ${step}`).toEqual([]);
    expect(await checkInvariants(database.current.db), `CREDIT_SEED=${seed}, step ${step}`).toEqual([]);
  }
}

const given = process.env.CREDIT_SEED;
const seeds = given ? [Number(given)] : Array.from({ length: STORIES }, (_, i) => 20_260_131 + i * 7_919);

test.each(seeds)(
  'random payments, adjustments, refunds and debts keep the sums of credit (%i)',
  story,
  120_000,
);

test('payments, a refund, an adjustment and a billing run at once: each amount counts once', async () => {
  const provider = await newProvider(database.current);
  for (let round = 0; round < 5; round++) {
    const { subscriberId } = await newCustomer(provider, database.current, start);
    const at = days(start, 28);
    const paid = await provider.at(start, (scope) =>
      createPayment(scope, { subscriberId, amount: 20, currency: 'USD', rail: 'manual' }),
    );
    const onAccount = (scope: WriteScope) =>
      createPayment(scope, { subscriberId, amount: 9, currency: 'USD', rail: 'manual' });
    await Promise.all(
      [
        onAccount,
        onAccount,
        (scope: WriteScope) => createRefund(scope, { id: paid.id, amount: 15, reason: 'REQUESTED' }),
        (scope: WriteScope) =>
          adjustCredit(scope, { id: subscriberId, amount: -6, currency: 'USD', note: 'Race' }),
        (scope: WriteScope) =>
          createCharge(scope, { subscriberId, description: 'Fee', amount: 7, currency: 'USD' }),
        (scope: WriteScope) => runDue(scope, at, 1),
      ].map((work: (scope: WriteScope) => Promise<unknown>) => provider.at(at, work).catch(refused)),
    );
    await passTime(provider, at);
    expect(await checkInvariants(database.current.db)).toEqual([]);
  }
});
