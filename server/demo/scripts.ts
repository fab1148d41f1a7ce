import { MINUTE_MS, plus } from '../clock.ts';
import { DAY_MS } from '../contract/days.ts';
import { createInstallation } from '../domain/installation/create.ts';
import { cancelSubscription } from '../domain/lifecycle/termination/cancel.ts';
import { paymentResource } from '../domain/model/payment/resource.ts';
import { activateSubscriber } from '../domain/subscriber/activate.ts';
import { terminateSubscriber } from '../domain/subscriber/terminate.ts';
import { editPlanFromExternal } from '../domain/subscription/edit-from-external.ts';
import { migrateOut } from '../domain/subscription/migrate-out.ts';
import { removePlan } from '../domain/subscription/remove-plan.ts';
import { updateSubscription } from '../domain/subscription/update.ts';
import { findForUpdate } from '../state/resource.ts';
import { transition } from '../state/transition.ts';
import type { WriteScope } from '../work/scope.ts';
import type { customerMoves, MovesContext } from './customer-moves.ts';
import type { OfferedPlan } from './demo-plans.ts';
import type { CustomerTimeline, Scenario } from './scenarios.ts';

/** What a script works with. */
type Story = Pick<MovesContext, 'offer' | 'random' | 'now'> & {
  timeline: CustomerTimeline;
  moves: ReturnType<typeof customerMoves>;
};

type Scripts = Partial<Record<Scenario, () => void>>;

const relocation = { kind: 'RELOCATION', feeAmount: 0, feeWaived: false } as const;

/** The moves of each scenario. */
export function scriptsOf(story: Story): Record<Scenario, () => void> {
  return { ...orders(story), ...pauses(story), ...changes(story), ...ends(story) };
}

/** Orders and first payments. */
function orders({ moves, random, now }: Story) {
  const { step, wait, waitUntil, order, startPayment, tryToPay, subscribe, departure } = moves;
  return {
    'in service': () => subscribe(),
    'two subscriptions': () => {
      subscribe();
      wait(3, 11, DAY_MS);
      subscribe();
    },
    'three subscriptions': () => {
      subscribe();
      wait(2, 8, DAY_MS);
      subscribe();
      wait(2, 8, DAY_MS);
      subscribe();
    },
    'awaiting first payment': () => order(),
    'payment pending': () => {
      const subscription = order();
      // A payment expires after 24 hours. This one expires some hours after the end of the history.
      waitUntil(plus(now, -random.whole(20, 16 * 60) * MINUTE_MS));
      startPayment(subscription);
    },
    'payment processing': () => {
      const subscription = order();
      waitUntil(plus(now, -random.whole(5, 90) * MINUTE_MS));
      const payment = startPayment(subscription);
      wait(1, 4, MINUTE_MS);
      step((scope) => beginProcessing(scope, payment.id));
    },
    'payment failed': () => {
      const subscription = order();
      wait(5, 600, MINUTE_MS);
      tryToPay(subscription, random.pick(['insufficient_funds', 'timeout', 'reject']));
    },
    'payment expired': () => {
      const subscription = order();
      wait(5, 600, MINUTE_MS);
      startPayment(subscription);
    },
    'never paid': () => order(),
    'no order': () => {},
    'cancelled before payment': () => {
      const subscription = order();
      wait(0.2, 1.5, DAY_MS);
      const why = departure();
      step((scope) => cancelSubscription(scope, { id: subscription.id, ...why }));
    },
  } satisfies Scripts;
}

/** Service that is held, ended and resumed. */
function pauses({ timeline, moves, random, now }: Story) {
  const {
    step,
    wait,
    waitUntil,
    daysAgo,
    monthly,
    startPayment,
    pay,
    subscribe,
    deactivate,
    hold,
    departure,
  } = moves;
  return {
    'on hold': () => {
      subscribe(monthly);
      waitUntil(daysAgo(1, 3));
      hold();
    },
    'hold lifted': () => {
      subscribe();
      wait(1, 3, DAY_MS);
      hold();
      wait(0.3, 1.2, DAY_MS);
      step((scope) => activateSubscriber(scope, { id: timeline.id }));
    },
    deactivated: () => {
      const subscription = subscribe(monthly);
      wait(20, 110, DAY_MS);
      step((scope) => createInstallation(scope, { subscriptionId: subscription.id, ...relocation }));
      wait(0.2, 3, DAY_MS);
      deactivate();
    },
    'deactivated and reactivated': () => {
      const subscription = subscribe(monthly);
      wait(10, 40, DAY_MS);
      deactivate();
      wait(2, 15, DAY_MS);
      pay(subscription);
    },
    'reactivation unpaid': () => {
      const subscription = subscribe(monthly);
      wait(2, 25, DAY_MS);
      deactivate();
      waitUntil(plus(now, -random.whole(30, 18 * 60) * MINUTE_MS));
      startPayment(subscription);
    },
    'one of two deactivated': () => {
      const first = subscribe(monthly);
      wait(1, 10, DAY_MS);
      subscribe(monthly);
      wait(10, 80, DAY_MS);
      deactivate(first);
    },
    terminated: () => {
      subscribe(monthly);
      wait(20, 130, DAY_MS);
      const why = departure();
      step((scope) => terminateSubscriber(scope, { id: timeline.id, ...why }));
    },
  } satisfies Scripts;
}

/** Changes of plan, speed and price. */
function changes({ moves, random, now, offer }: Story) {
  const {
    step,
    wait,
    waitUntil,
    daysAgo,
    monthly,
    upgrades,
    upgradeable,
    changeable,
    subscribe,
    changePlan,
    requestSpeed,
  } = moves;
  return {
    'plan change applied': () => {
      const subscription = subscribe(changeable);
      wait(10, 60, DAY_MS);
      changePlan(subscription);
    },
    'plan change pending': () => {
      const subscription = subscribe(changeable);
      waitUntil(daysAgo(0.1, 2));
      changePlan(subscription);
    },
    'plan change rejected': () => {
      const leaving = offer.demoPlans.find(({ until }) => until) as OfferedPlan;
      const off = leaving.until as Date;
      waitUntil(plus(off, -random.whole(150, 240) * DAY_MS));
      const subscription = subscribe((demoPlan) => monthly(demoPlan) && sameCurrency(demoPlan, leaving));
      waitUntil(plus(off, -random.whole(10, 70) * 60 * MINUTE_MS));
      changePlan(subscription, leaving);
    },
    'upgrade awaits payment': () => {
      const subscription = subscribe(upgradeable);
      waitUntil(plus(now, -random.whole(30, 16 * 60) * MINUTE_MS));
      const to = random.pick(upgrades(subscription.demoPlan));
      step((scope) => {
        const change = { id: subscription.id, planId: to.id, freeImmediateUpgrade: false };
        return editPlanFromExternal(scope, change);
      });
    },
    'override applied': () => {
      const subscription = subscribe(monthly);
      wait(10, 60, DAY_MS);
      requestSpeed(subscription);
    },
    'override pending': () => {
      const subscription = subscribe(monthly);
      waitUntil(daysAgo(0.1, 2));
      requestSpeed(subscription);
    },
    'override rejected': () => {
      const subscription = subscribe(monthly);
      wait(5, 30, DAY_MS);
      step((scope) => updateSubscription(scope, { id: subscription.id, priceOverride: 1 }));
    },
  } satisfies Scripts;
}

/** Service that ends, and renewals that are not paid. */
function ends({ timeline, moves, random }: Story) {
  const { step, wait, waitUntil, daysAgo, monthly, hasLongGrace, pay, subscribe, stopPaying, departure } =
    moves;
  return {
    'migrated out': () => {
      const subscription = subscribe(monthly);
      wait(20, 120, DAY_MS);
      step((scope) => migrateOut(scope, { id: subscription.id }));
    },
    'plan removed': () => {
      const subscription = subscribe(monthly);
      wait(20, 70, DAY_MS);
      const when = random.chance(50) ? 'cycle_end' : 'immediately';
      const why = departure();
      step((scope) => removePlan(scope, { id: subscription.id, when, ...why }));
    },
    'plan removal pending': () => {
      const subscription = subscribe(monthly);
      waitUntil(daysAgo(0.1, 2));
      const why = departure();
      step((scope) => removePlan(scope, { id: subscription.id, when: 'cycle_end', ...why }));
    },
    cancelled: () => {
      const subscription = subscribe(monthly);
      wait(20, 90, DAY_MS);
      const why = departure();
      step((scope) => cancelSubscription(scope, { id: subscription.id, ...why }));
    },
    'cancellation pending': () => {
      const subscription = subscribe(monthly);
      timeline.latePercent = 0;
      waitUntil(daysAgo(0.1, 2));
      const why = departure();
      step((scope) => cancelSubscription(scope, { id: subscription.id, ...why }));
    },
    'grace expired': () => {
      subscribe(monthly);
      stopPaying(random.whole(0, 2));
    },
    'paid after grace': () => {
      const subscription = subscribe(monthly);
      const pause = stopPaying(random.whole(0, 1));
      // The cycle ends 15 days on, and no plan has a grace period longer than ten days.
      waitUntil(plus(pause.from, 26 * DAY_MS));
      wait(0.5, 9, DAY_MS);
      pay(subscription);
      pause.until = moves.time();
    },
    'in grace': () => {
      subscribe(monthly);
      stopPaying(0);
    },
    'overdue for weeks': () => {
      subscribe(hasLongGrace);
      stopPaying(0);
    },
    'overdue for over a month': () => {
      subscribe(hasLongGrace);
      stopPaying(0);
    },
  } satisfies Scripts;
}

/** The simulated rail has no gateway that reports a payment on its way, so this makes the move that such a report makes. */
async function beginProcessing(scope: WriteScope, id: string): Promise<void> {
  await transition(scope, paymentResource, await findForUpdate(scope, paymentResource, id), 'process');
}

/** A plan change to another currency is refused. */
function sameCurrency(one: OfferedPlan, other: OfferedPlan): boolean {
  return one.input.priceCurrency === other.input.priceCurrency;
}
