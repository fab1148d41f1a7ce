import { expect, test } from 'vitest';
import { paymentResource } from '../../server/domain/model/payment/resource.ts';
import { createPayment } from '../../server/domain/payment/create.ts';
import { simulatePayment } from '../../server/domain/payment/simulate.ts';
import { createRefund } from '../../server/domain/refund/create.ts';
import { deactivateSubscriber } from '../../server/domain/subscriber/deactivate.ts';
import { activateSubscription } from '../../server/domain/subscription/activate.ts';
import { createSubscription } from '../../server/domain/subscription/create.ts';
import { find } from '../../server/state/resource.ts';
import { transition } from '../../server/state/transition.ts';
import { days, lowFloors, newCustomer, passTime } from '../fixtures/customer.ts';
import { customerWithPlans } from '../fixtures/customer-with-plans.ts';
import { newProvider } from '../fixtures/provider.ts';
import { useDatabase } from '../fixtures/use-database.ts';

const database = useDatabase();
const start = new Date('2026-01-15T09:30:00.000Z');

test('a payment of an invoice that is VOID by then is COMPLETED with refundDue and is refunded', async () => {
  await lowFloors(database.current);
  const provider = await newProvider(database.current);
  const { subscriberId, subscriptionId } = await newCustomer(provider, database.current, start);
  await passTime(provider, days(start, 28));
  const { id } = await provider.at(days(start, 28), (scope) =>
    createPayment(scope, { subscriptionId, rail: 'simulated' }),
  );
  // The gateway has taken it up, and is not done yet when service ends.
  await provider.at(days(start, 28), async (scope) =>
    transition(scope, paymentResource, await find(scope, paymentResource, id), 'process'),
  );
  await provider.at(days(start, 28.25), (scope) => deactivateSubscriber(scope, { id: subscriberId }));
  const late = await provider.at(days(start, 28.5), (scope) =>
    simulatePayment(scope, { id, outcome: 'succeed' }),
  );
  expect(late).toMatchObject({ status: 'COMPLETED', refundDue: true });
  const refund = await provider.at(days(start, 29), (scope) =>
    createRefund(scope, { id, reason: 'REQUESTED' }),
  );
  expect(refund).toMatchObject({ amount: 30, status: 'SUCCEEDED' });
  const [kept] = await database.current.sql`
    select p.refund_due, i.status, i.amount_paid, i.amount_refunded from payment p join invoice i on i.id = p.invoice_id
    where p.id = ${id}`;
  expect(kept).toEqual({ refund_due: false, status: 'VOID', amount_paid: '0', amount_refunded: '0' });
});

test('a pending first payment expires when the subscription starts because its plan is free now', async () => {
  const { provider, ada, plan, editPlan } = await customerWithPlans(database.current, start);
  const { id: planId } = await plan(40);
  const { demarcationPointId } = await ada.read(start);
  const made = await provider.at(start, async (scope) => {
    const { id: subscriptionId } = await createSubscription(scope, {
      subscriberId: ada.subscriberId,
      planId,
      demarcationPointId: demarcationPointId ?? '',
    });
    const payment = await createPayment(scope, { subscriptionId, rail: 'simulated' });
    return { subscriptionId, payment };
  });
  await editPlan(0.25, { priceAmount: 0 }, planId);
  await provider.at(days(start, 0.5), (scope) => activateSubscription(scope, { id: made.subscriptionId }));
  const late = await provider.at(days(start, 0.75), (scope) =>
    simulatePayment(scope, { id: made.payment.id, outcome: 'succeed' }),
  );
  expect(late).toMatchObject({ status: 'EXPIRED', refundDue: true });
});

test('a payment that is pending when grace ends expires at that instant, also in a late billing run', async () => {
  await database.current.sql`delete from schedule_d_row`;
  await lowFloors(database.current);
  const provider = await newProvider(database.current);
  const { subscriptionId } = await newCustomer(provider, database.current, start);
  await passTime(provider, days(start, 32.9));
  const { id } = await provider.at(days(start, 32.9), (scope) =>
    createPayment(scope, { subscriptionId, rail: 'simulated' }),
  );
  await passTime(provider, days(start, 40));
  const [ended] = await database.current.sql`select status, updated_at from payment where id = ${id}`;
  expect([ended?.status, new Date(ended?.updated_at)]).toEqual(['EXPIRED', days(start, 33)]);
});
