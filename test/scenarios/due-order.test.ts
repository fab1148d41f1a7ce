import { expect, test } from 'vitest';
import { cancelSubscription } from '../../server/domain/lifecycle/termination/cancel.ts';
import { createPayment } from '../../server/domain/payment/create.ts';
import { createPlan } from '../../server/domain/plan/create.ts';
import { runDue } from '../../server/domain/scheduling/run.ts';
import { createSubscription } from '../../server/domain/subscription/create.ts';
import { days, lowFloors, newCustomer } from '../fixtures/customer.ts';
import { newProvider } from '../fixtures/provider.ts';
import { useDatabase } from '../fixtures/use-database.ts';

const database = useDatabase();
const start = new Date('2026-01-15T09:30:00.000Z');

/**
 * Ada's first subscription is overdue with grace until day 25; her second ends on day 20. Ends of others' cycles fall due
 * before that, more of them than a chunk holds.
 * @returns the events of the subscriber
 */
async function run(chunk?: number): Promise<string[]> {
  const { sql } = database.current;
  await sql`delete from schedule_d_row`;
  await lowFloors(database.current);
  const provider = await newProvider(database.current);
  const runTo = (day: number) =>
    provider.at(days(start, day), (scope) => runDue(scope, scope.now, Number.POSITIVE_INFINITY, { chunk }));
  const ada = await newCustomer(provider, database.current, start, { billingCycleDays: 10, graceDays: 15 });
  const { demarcationPointId } = await ada.read(start);
  await provider.at(start, async (scope) => {
    const plan = await createPlan(scope, {
      planName: 'Twenty days',
      planType: 'RESIDENTIAL',
      downloadSpeedMbps: 20,
      uploadSpeedMbps: 5,
      priceAmount: 30,
      priceCurrency: 'USD',
      billingCycleDays: 20,
      graceDays: 3,
    });
    const { id } = await createSubscription(scope, {
      subscriberId: ada.subscriberId,
      planId: plan.id,
      demarcationPointId: demarcationPointId ?? '',
    });
    await createPayment(scope, { subscriptionId: id, rail: 'manual' });
    await cancelSubscription(scope, { id });
  });
  for (const billingCycleDays of [14, 15, 16, 17, 18]) {
    const { subscriptionId: id } = await newCustomer(provider, database.current, start, { billingCycleDays });
    await provider.at(start, (scope) => cancelSubscription(scope, { id }));
  }
  await runTo(13);
  await runTo(30);
  const events = await sql<{ type: string; day: number }[]>`
    select type, (extract(epoch from occurred_at - ${start.toISOString()}::timestamptz) / 86400)::float as day
    from event where resource_id = ${ada.subscriberId} order by occurred_at, id`;
  return events.map(({ type, day }) => `${day} ${type}`);
}

test.each([1, 2, 3, undefined])(
  'due work is done in order when there is more of it than a chunk (%s)',
  async (chunk) => {
    // In any other order the subscriber would be suspended when the second subscription ends.
    expect(await run(chunk)).toEqual(['0 subscriber.created', '25 subscriber.suspended']);
  },
);
