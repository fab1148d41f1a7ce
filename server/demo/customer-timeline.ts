import type { z } from 'zod';
import { MINUTE_MS, plus } from '../clock.ts';
import { DAY_MS } from '../contract/days.ts';
import type { paymentSimulate } from '../contract/payment.ts';
import { type SubscriberCreate, subscriberCreate } from '../contract/subscriber.ts';
import { subscriptionCreate } from '../contract/subscription.ts';
import type { WriteScope } from '../db/scope.ts';
import { createInstallation } from '../domain/installation/create.ts';
import { cancelSubscription } from '../domain/lifecycle/termination/cancel.ts';
import { paymentResource } from '../domain/model/payment/resource.ts';
import { createPayment } from '../domain/payment/create.ts';
import { simulatePayment } from '../domain/payment/simulate.ts';
import { activateSubscriber } from '../domain/subscriber/activate.ts';
import { createSubscriber } from '../domain/subscriber/create.ts';
import { deactivateSubscriber } from '../domain/subscriber/deactivate.ts';
import { suspendSubscriber } from '../domain/subscriber/suspend.ts';
import { terminateSubscriber } from '../domain/subscriber/terminate.ts';
import { createSubscription } from '../domain/subscription/create.ts';
import { editPlanFromExternal } from '../domain/subscription/edit-from-external.ts';
import { migrateOut } from '../domain/subscription/migrate-out.ts';
import { removePlan } from '../domain/subscription/remove-plan.ts';
import { updateSubscription } from '../domain/subscription/update.ts';
import { findForUpdate } from '../state/resource.ts';
import { transition } from '../state/transition.ts';
import type { CreatedRow, CreatedSubscription, DemoPlan, OfferedPlan } from './demo-plans.ts';
import type { DemoPoint } from './places.ts';
import type { Random } from './random.ts';
import type { Customer, CustomerTimeline, Scenario } from './scenarios.ts';
import { sideEvents } from './side-events.ts';

/** What can be ordered. The history sets each id when its row is created. */
export type Offer = {
  demoPlans: OfferedPlan[];
  points: (DemoPoint & { id: string })[];
};

type StoryContext = {
  customer: Customer;
  person: SubscriberCreate;
  offer: Offer;
  random: Random;
  joinedAt: Date;
  now: Date;
};

type Outcome = z.output<typeof paymentSimulate>['outcome'];

const holdReasons = [
  'Router reported stolen',
  'Moving house, asked for a pause',
  'Abusive traffic, waiting for a call back',
  'Payment disputed with the bank',
  'Identity documents missing',
];

const relocation = { kind: 'RELOCATION', feeAmount: 0, feeWaived: false } as const;

/** The steps of one customer from `joinedAt` to `now`, and how the customer pays renewals. */
export function customerTimeline({
  customer,
  person,
  offer,
  random,
  joinedAt,
  now,
}: StoryContext): CustomerTimeline {
  const timeline: CustomerTimeline = {
    id: '',
    steps: [],
    seed: random.whole(1, 1_000_000),
    latePercent: 12,
    unpaidPeriod: null,
  };
  let clock = joinedAt;

  const step = (act: (scope: WriteScope) => Promise<unknown>) => timeline.steps.push({ at: clock, act });
  const wait = (least: number, most: number, unit: number) => {
    clock = plus(clock, random.whole(least * 60, most * 60) * (unit / 60));
  };
  const waitUntil = (at: Date) => {
    if (at > clock) clock = at;
  };
  const daysAgo = (least: number, most: number) =>
    plus(now, -random.whole(least * 1_440, most * 1_440) * MINUTE_MS);

  const onSale = (access: string, currency?: string) =>
    offer.demoPlans.filter(
      (demoPlan) =>
        (demoPlan.access === 'any' || demoPlan.access === access) &&
        (!demoPlan.until || clock < demoPlan.until) &&
        (!currency || demoPlan.input.priceCurrency === currency),
    );
  const alternatives = ({ access, input }: OfferedPlan) =>
    onSale(access === 'any' ? 'WIRELESS' : access, input.priceCurrency).filter(
      (each) => each.input !== input && !each.until && each.weight > 0,
    );
  const monthly = ({ input, until, weight }: OfferedPlan) =>
    input.billingCycleDays === 30 && !until && weight > 0;
  const hasLongGrace = ({ input }: OfferedPlan) => (input.graceDays ?? 0) > 30;
  const upgrades = (demoPlan: OfferedPlan) =>
    alternatives(demoPlan).filter(({ input }) => priceOf(input) > priceOf(demoPlan.input) * 1.2);
  const upgradeable = (demoPlan: OfferedPlan) => monthly(demoPlan) && upgrades(demoPlan).length > 0;
  /** A plan without an alternative for the same access and currency cannot be changed. */
  const changeable = (demoPlan: OfferedPlan) => monthly(demoPlan) && alternatives(demoPlan).length > 0;

  let first: CreatedSubscription | undefined;
  const order = (filter?: (demoPlan: OfferedPlan) => boolean): CreatedSubscription => {
    const point = random.pick(offer.points.filter((at) => at.neighbourhood === customer.home && !at.retires));
    const fitting = onSale(point.input.accessType).filter(filter ?? (() => true));
    const demoPlan = random.weighted(fitting.map((each) => [each.weight, each] as const));
    const made: CreatedSubscription = { id: '', demoPlan };
    first ??= made;
    const terms = filter ? {} : specialTerms(random, demoPlan);
    const externalReference = random.chance(30) ? `ORD-${random.whole(10_000, 99_999)}` : undefined;
    step(async (scope) => {
      const ids = { subscriberId: timeline.id, planId: demoPlan.id, demarcationPointId: point.id };
      const input = subscriptionCreate.parse({ ...ids, ...terms, externalReference });
      made.id = (await createSubscription(scope, input)).id;
    });
    return made;
  };
  const startPayment = (subscription: CreatedRow): CreatedRow => {
    const payment: CreatedRow = { id: '' };
    step(async (scope) => {
      payment.id = (await createPayment(scope, { subscriptionId: subscription.id, rail: 'simulated' })).id;
    });
    return payment;
  };
  const tryToPay = (subscription: CreatedRow, outcome: Outcome) => {
    const payment = startPayment(subscription);
    wait(1, 6, MINUTE_MS);
    step((scope) => simulatePayment(scope, { id: payment.id, outcome }));
  };
  const pay = (subscription: CreatedRow) => {
    if (random.chance(45)) return tryToPay(subscription, 'succeed');
    const reference = transferCode(random);
    step((scope) => createPayment(scope, { subscriptionId: subscription.id, rail: 'manual', reference }));
  };
  const subscribe = (filter?: (demoPlan: OfferedPlan) => boolean): CreatedSubscription => {
    const subscription = order(filter);
    wait(5, 180, MINUTE_MS);
    if (random.chance(8)) {
      tryToPay(subscription, random.pick(['insufficient_funds', 'timeout']));
      wait(10, 120, MINUTE_MS);
    }
    pay(subscription);
    return subscription;
  };
  const deactivate = (...which: CreatedRow[]) => {
    step((scope) => {
      const subscriptionIds = which.map(({ id }) => id);
      return deactivateSubscriber(
        scope,
        which.length > 0 ? { id: timeline.id, subscriptionIds } : { id: timeline.id },
      );
    });
  };
  const hold = () => {
    const reason = random.pick(holdReasons);
    step((scope) => suspendSubscriber(scope, { id: timeline.id, reason }));
  };
  const changePlan = (
    subscription: CreatedSubscription,
    to = random.pick(alternatives(subscription.demoPlan)),
  ) => step((scope) => updateSubscription(scope, { id: subscription.id, planId: to.id }));
  const requestSpeed = (subscription: CreatedSubscription) =>
    step((scope) => {
      const { downloadSpeedMbps, uploadSpeedMbps } = faster(subscription.demoPlan);
      return updateSubscription(scope, {
        id: subscription.id,
        speedOverride: { downloadSpeedMbps, uploadSpeedMbps },
      });
    });
  /** The customer pays this many renewals and no more. Service ends after the grace period. */
  const stopPaying = (renewals: number) => {
    timeline.latePercent = 0;
    timeline.unpaidPeriod = { from: plus(clock, (renewals * 30 + 15) * DAY_MS), until: null };
    return timeline.unpaidPeriod;
  };

  const scripts: Record<Scenario, () => void> = {
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
      step((scope) => cancelSubscription(scope, subscription));
    },
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
      step((scope) => terminateSubscriber(scope, { id: timeline.id }));
    },
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
    'migrated out': () => {
      const subscription = subscribe(monthly);
      wait(20, 120, DAY_MS);
      step((scope) => migrateOut(scope, { id: subscription.id }));
    },
    'plan removed': () => {
      const subscription = subscribe(monthly);
      wait(20, 70, DAY_MS);
      const when = random.chance(50) ? 'cycle_end' : 'immediately';
      step((scope) => removePlan(scope, { id: subscription.id, when }));
    },
    'plan removal pending': () => {
      const subscription = subscribe(monthly);
      waitUntil(daysAgo(0.1, 2));
      step((scope) => removePlan(scope, { id: subscription.id, when: 'cycle_end' }));
    },
    cancelled: () => {
      const subscription = subscribe(monthly);
      wait(20, 90, DAY_MS);
      step((scope) => cancelSubscription(scope, { id: subscription.id }));
    },
    'cancellation pending': () => {
      const subscription = subscribe(monthly);
      timeline.latePercent = 0;
      waitUntil(daysAgo(0.1, 2));
      step((scope) => cancelSubscription(scope, { id: subscription.id }));
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
      pause.until = clock;
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
  };

  step(async (scope) => {
    timeline.id = (await createSubscriber(scope, subscriberCreate.parse(person))).id;
  });
  wait(2, 60, MINUTE_MS);
  scripts[customer.scenario]();
  if (customer.scenario === 'in service' && first) {
    timeline.steps.push(...sideEvents({ timeline, subscription: first, random, since: clock, now }));
    timeline.steps.sort((a, b) => a.at.getTime() - b.at.getTime());
  }
  return timeline;
}

/** The simulated rail has no gateway that reports a payment on its way, so this makes the move that such a report makes. */
async function beginProcessing(scope: WriteScope, id: string): Promise<void> {
  await transition(scope, paymentResource, await findForUpdate(scope, paymentResource, id), 'process');
}

function priceOf({ priceAmount = 0 }: OfferedPlan['input']): number {
  return priceAmount;
}

/** A plan change to another currency is refused. */
function sameCurrency(one: OfferedPlan, other: OfferedPlan): boolean {
  return one.input.priceCurrency === other.input.priceCurrency;
}

function faster({ input: { downloadSpeedMbps, uploadSpeedMbps } }: DemoPlan) {
  return { downloadSpeedMbps: downloadSpeedMbps * 1.5, uploadSpeedMbps: uploadSpeedMbps * 1.5 };
}

/** Overrides at creation: 4 % of subscriptions have a longer cycle, 4 % a higher speed. */
function specialTerms(random: Random, demoPlan: DemoPlan) {
  const draw = random.whole(1, 100);
  if (draw <= 4) return { durationOverride: demoPlan.input.billingCycleDays + 15 };
  return draw <= 8 ? { speedOverride: faster(demoPlan) } : {};
}

const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A reference in the form of a mobile money receipt. */
function transferCode(random: Random): string {
  return `T${Array.from({ length: 9 }, () => random.pick([...CODE_LETTERS])).join('')}`;
}
