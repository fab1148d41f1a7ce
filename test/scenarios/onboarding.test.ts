import { expect, test } from 'vitest';
import { plus } from '../../server/clock.ts';
import { DAY_MS } from '../../server/contract/days.ts';
import { createDemarcationPoint } from '../../server/domain/demarcation-point/create.ts';
import { createPayment } from '../../server/domain/payment/create.ts';
import { createPlan } from '../../server/domain/plan/create.ts';
import { createSubscriber } from '../../server/domain/subscriber/create.ts';
import { createSubscription } from '../../server/domain/subscription/create.ts';
import { getSubscription } from '../../server/domain/subscription/read.ts';
import { newProvider } from '../fixtures/provider.ts';
import { useDatabase } from '../fixtures/use-database.ts';

const database = useDatabase();
const day = (n: number) => plus(new Date('2026-03-01T08:00:00.000Z'), n * DAY_MS);

test('the first payment brings a new customer online', async () => {
  const { sql } = database.current;
  await sql`
    insert into schedule_d_row (id, plan_type, currency, min_speed_mbps, max_speed_mbps, floor_amount, effective_from, created_at, updated_at)
    values ('sdf_' || gen_random_uuid(), 'RESIDENTIAL', 'USD', 0, 1000, 500, '2020-01-01', now(), now())`;
  const provider = await newProvider(database.current, { taxRate: '0.16' });
  const { subscription, payment } = await provider.at(day(0), async (scope) => {
    const plan = await createPlan(scope, {
      planName: 'Home 20',
      planType: 'RESIDENTIAL',
      downloadSpeedMbps: 20,
      uploadSpeedMbps: 5,
      priceAmount: 29.99,
      priceCurrency: 'USD',
      billingCycleDays: 30,
      graceDays: 3,
    });
    const point = await createDemarcationPoint(scope, { name: 'Cabinet 7', accessType: 'FIBER' });
    const subscriber = await createSubscriber(scope, {
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      phone: '+254712345678',
    });
    const made = await createSubscription(scope, {
      subscriberId: subscriber.id,
      planId: plan.id,
      demarcationPointId: point.id,
    });
    expect(made).toMatchObject({
      status: 'PENDING',
      price: { amount: 29.99, currency: 'USD' },
      radiusUsername: null,
    });
    const paid = await createPayment(scope, { subscriptionId: made.id, rail: 'manual' });
    return { subscription: await getSubscription(scope, { id: made.id }), payment: paid };
  });

  expect(payment).toMatchObject({ status: 'COMPLETED', amount: 34.79, currency: 'USD' });
  expect(subscription).toMatchObject({
    status: 'ACTIVE',
    startedAt: day(0).toISOString(),
    expiresAt: day(30).toISOString(),
    currentCycle: { status: 'ACTIVE', paymentStatus: 'COMPLETED', expiresAt: day(30).toISOString() },
  });
  const events = await sql<
    { type: string }[]
  >`select type from event where provider_id = ${provider.providerId} order by id`;
  expect(events.map((event) => event.type)).toEqual([
    'plan.created',
    'subscriber.created',
    'subscription.created',
    'payment.received',
    'billing.cycle_started',
    'subscription.updated',
  ]);
  const [invoice] = await sql`select * from invoice where provider_id = ${provider.providerId}`;
  expect(invoice).toMatchObject({ number: 'INV-000001', status: 'PAID', total: '3479', amount_paid: '3479' });
  const replies =
    await sql`select attribute, op, value from radius.radreply where username = ${subscription.radiusUsername} order by attribute`;
  expect(replies).toContainEqual({ attribute: 'Mikrotik-Rate-Limit', op: ':=', value: '5M/20M' });
});
