import { toMinor } from '../../../server/contract/money.ts';
import type { Database } from '../../../server/db/client.ts';
import { adjustCredit } from '../../../server/domain/credit/adjust.ts';
import { createDemarcationPoint } from '../../../server/domain/demarcation-point/create.ts';
import { lockForSettlement } from '../../../server/domain/lifecycle/payment/lock.ts';
import { cancelSubscription } from '../../../server/domain/lifecycle/termination/cancel.ts';
import { paymentResource } from '../../../server/domain/model/payment/resource.ts';
import { createPayment } from '../../../server/domain/payment/create.ts';
import { readSubscriptionDebt } from '../../../server/domain/payment/debt.ts';
import { keepAsCredit } from '../../../server/domain/payment/keep-as-credit.ts';
import { simulatePayment } from '../../../server/domain/payment/simulate.ts';
import { createPlan } from '../../../server/domain/plan/create.ts';
import { disablePlan } from '../../../server/domain/plan/disable.ts';
import { enablePlan } from '../../../server/domain/plan/enable.ts';
import { updatePlan } from '../../../server/domain/plan/update.ts';
import { createRefund } from '../../../server/domain/refund/create.ts';
import { runDue } from '../../../server/domain/scheduling/run.ts';
import { activateSubscriber } from '../../../server/domain/subscriber/activate.ts';
import { createSubscriber } from '../../../server/domain/subscriber/create.ts';
import { deactivateSubscriber } from '../../../server/domain/subscriber/deactivate.ts';
import { getSubscriber } from '../../../server/domain/subscriber/read.ts';
import { suspendSubscriber } from '../../../server/domain/subscriber/suspend.ts';
import { terminateSubscriber } from '../../../server/domain/subscriber/terminate.ts';
import { activateSubscription } from '../../../server/domain/subscription/activate.ts';
import { createSubscription } from '../../../server/domain/subscription/create.ts';
import { editPlanFromExternal } from '../../../server/domain/subscription/edit-from-external.ts';
import { extendGrace } from '../../../server/domain/subscription/extend-grace.ts';
import { migrateOut } from '../../../server/domain/subscription/migrate-out.ts';
import { getSubscription } from '../../../server/domain/subscription/read.ts';
import { removePlan } from '../../../server/domain/subscription/remove-plan.ts';
import { updateSubscription } from '../../../server/domain/subscription/update.ts';
import { transition } from '../../../server/state/transition.ts';
import { newProvider } from '../../fixtures/provider.ts';
import type { Own, Plan } from './state.ts';

const USD = 'USD';

/** Creates the state of the model in a database: a provider with plans and one subscriber. */
export async function openReal(database: Database, plans: Plan[], start: number) {
  const provider = await newProvider(database);
  let now = new Date(start);
  const act: typeof provider.at = (at, work) => provider.at(at, work);
  const run = <T>(work: Parameters<typeof provider.at<T>>[1]) => act(now, work);
  const made = await run(async (scope) => ({
    plans: await Promise.all(
      plans.map(({ price, days, grace, speed }, i) =>
        createPlan(scope, {
          planName: `Plan ${i}`,
          planType: 'RESIDENTIAL',
          downloadSpeedMbps: speed,
          uploadSpeedMbps: 5,
          priceAmount: price / 100,
          priceCurrency: USD,
          billingCycleDays: days,
          graceDays: grace,
        }),
      ),
    ),
    point: await createDemarcationPoint(scope, { name: 'Cabinet', accessType: 'FIBER' }),
    subscriber: await createSubscriber(scope, {
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      phone: '+254712345678',
    }),
  }));
  const planIds = made.plans.map(({ id }) => id);
  const indexOf = (id: string | null) => (id === null ? null : planIds.indexOf(id));
  const { id: subscriberId } = made.subscriber;
  const subs: string[] = [];
  const payments: string[] = [];
  const deposits: string[] = [];
  const of = (i: number) => ({ id: subs[i] ?? '' });
  const plan = (i: number) => planIds[i] ?? '';
  const minor = (amount: number) => toMinor(amount, USD);
  const own = (given: { priceOverride?: number | null; durationOverride?: number | null }): Partial<Own> => ({
    ...(given.priceOverride === undefined
      ? {}
      : { price: given.priceOverride === null ? null : minor(given.priceOverride) }),
    ...(given.durationOverride === undefined ? {} : { days: given.durationOverride }),
  });

  return {
    subs,
    /** Runs the due work up to an instant. */
    async passTime(until: number) {
      now = new Date(until);
      await run((scope) => runDue(scope, scope.now, Number.POSITIVE_INFINITY));
    },
    async subscribe(i: number) {
      const { id } = await run((scope) =>
        createSubscription(scope, { subscriberId, planId: plan(i), demarcationPointId: made.point.id }),
      );
      subs.push(id);
    },
    async pay(i: number, rail: 'manual' | 'simulated') {
      const { id, amount } = await run((scope) => createPayment(scope, { subscriptionId: of(i).id, rail }));
      if (rail === 'simulated') payments.push(id);
      return minor(amount);
    },
    async deposit(amount: number) {
      const given = { subscriberId, amount: amount / 100, currency: USD, rail: 'manual' as const };
      const { id } = await run((scope) => createPayment(scope, given));
      deposits.push(id);
    },
    adjust: (amount: number) =>
      run((scope) =>
        adjustCredit(scope, { id: subscriberId, amount: amount / 100, currency: USD, note: 'Model' }),
      ),
    giveBack: (nth: number, amount: number) =>
      run((scope) =>
        createRefund(scope, {
          id: deposits[nth % Math.max(deposits.length, 1)] ?? '',
          amount: amount / 100,
          reason: 'REQUESTED',
        }),
      ),
    keep: (i: number) => run((scope) => keepAsCredit(scope, { id: payments[i] ?? '' })),
    /** The credit in minor units. */
    async credit() {
      const { creditBalance } = await run((scope) => getSubscriber(scope, { id: subscriberId }));
      return minor(creditBalance[0]?.amount ?? 0);
    },
    async payRenewal(i: number) {
      const [open] = await database.sql<{ id: string }[]>`
        select id from invoice where subscription_id = ${of(i).id} and kind = 'RENEWAL' and status = 'OPEN'`;
      await run((scope) => createPayment(scope, { invoiceId: open?.id, rail: 'manual' }));
    },
    async settlePayment(i: number, outcome: 'succeed' | 'reject' | 'insufficient_funds') {
      const payment = await run((scope) => simulatePayment(scope, { id: payments[i] ?? '', outcome }));
      return `${payment.status}${payment.refundDue ? ', to be refunded' : ''}`;
    },
    /** The gateway takes up a payment and has not decided it yet. */
    takeUp: (i: number) =>
      run(async (scope) => {
        const { payment } = await lockForSettlement(scope, payments[i] ?? '');
        if (payment.status !== 'PENDING') return payment.status;
        return (await transition(scope, paymentResource, payment, 'process')).status;
      }),
    upgradeNow: (i: number, to: number) =>
      run((scope) => updateSubscription(scope, { ...of(i), planId: plan(to), when: 'now' })),
    extendGrace: (i: number, until: number) =>
      run((scope) => extendGrace(scope, { ...of(i), until: new Date(until) })),
    changePlan: (i: number, to: number) =>
      run((scope) => updateSubscription(scope, { ...of(i), planId: plan(to) })),
    override: (i: number, { price, days }: Partial<Own>) =>
      run((scope) =>
        updateSubscription(scope, {
          ...of(i),
          ...(price === undefined ? {} : { priceOverride: price === null ? null : price / 100 }),
          ...(days === undefined ? {} : { durationOverride: days }),
        }),
      ),
    edit: (i: number, to: number, free: boolean) =>
      run((scope) => editPlanFromExternal(scope, { ...of(i), planId: plan(to), freeImmediateUpgrade: free })),
    remove: (i: number, when: 'cycle_end' | 'immediately') =>
      run((scope) => removePlan(scope, { ...of(i), when })),
    cancel: (i: number) => run((scope) => cancelSubscription(scope, of(i))),
    withdraw: (i: number) => run((scope) => updateSubscription(scope, { ...of(i), cancelAt: null })),
    activate: (i: number) => run((scope) => activateSubscription(scope, of(i))),
    migrateOut: (i: number) => run((scope) => migrateOut(scope, of(i))),
    deactivate: () => run((scope) => deactivateSubscriber(scope, { id: subscriberId })),
    suspend: () => run((scope) => suspendSubscriber(scope, { id: subscriberId })),
    lift: () => run((scope) => activateSubscriber(scope, { id: subscriberId })),
    terminate: () => run((scope) => terminateSubscriber(scope, { id: subscriberId })),
    disable: (i: number) => run((scope) => disablePlan(scope, { id: plan(i), confirm: `Plan ${i}` })),
    editPlan: (i: number, { price, days, grace, speed }: Omit<Plan, 'onSale'>) =>
      run((scope) =>
        updatePlan(scope, {
          id: plan(i),
          planName: `Plan ${i}`,
          planType: 'RESIDENTIAL',
          downloadSpeedMbps: speed,
          uploadSpeedMbps: 5,
          priceAmount: price / 100,
          priceCurrency: USD,
          billingCycleDays: days,
          graceDays: grace,
        }),
      ),
    enable: (i: number) => run((scope) => enablePlan(scope, { id: plan(i) })),

    /** The view of a subscription and its debt, in the form of the model. */
    async read(i: number) {
      const [sub, debt, subscriber] = await run((scope) =>
        Promise.all([
          getSubscription(scope, of(i)),
          readSubscriptionDebt(scope, { subscriptionId: of(i).id }),
          getSubscriber(scope, { id: subscriberId }),
        ]),
      );
      // An invariant compares this speed with the RADIUS rows.
      const [terms] = await database.sql<{ speed: number }[]>`
        select (terms_speed ->> 'downloadSpeedMbps')::int as speed from subscription where id = ${of(i).id}`;
      const at = (iso: string | null) => (iso === null ? null : Date.parse(iso));
      const { currentCycle, pendingUpgrade, pendingOverrides } = sub;
      const serves = sub.status === 'ACTIVE' || sub.status === 'AWAITING_PAYMENT_FOR_UPGRADE';
      return {
        debt: debt.debt ? minor(debt.debt.total) : 0,
        view: {
          status: sub.status,
          reason: sub.inactiveReason,
          archived: sub.archivedAt !== null,
          plan: indexOf(sub.planId),
          nextPlan: indexOf(sub.nextPlanId),
          own: own(sub),
          nextOwn: pendingOverrides && own(pendingOverrides),
          cancelAt: at(sub.cancelAt),
          removalAt: at(sub.planRemovalAt),
          upgrade: pendingUpgrade && {
            plan: indexOf(pendingUpgrade.planId),
            amount: minor(pendingUpgrade.amount),
            until: at(pendingUpgrade.expiresAt),
          },
          ...(serves
            ? {
                price: minor(sub.price.amount),
                speed: terms?.speed,
                until: at(sub.expiresAt),
                graceEnd: at(currentCycle?.graceEndsAt ?? null),
                cycle: currentCycle?.status,
              }
            : {}),
          subscriber: subscriber.status,
          held: subscriber.hold !== null,
        },
      };
    },
  };
}
