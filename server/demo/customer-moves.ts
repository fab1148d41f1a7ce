import type { z } from 'zod';
import { MINUTE_MS, plus } from '../clock.ts';
import { DAY_MS } from '../contract/days.ts';
import type { GivenReason } from '../contract/departure.ts';
import type { paymentSimulate } from '../contract/payment.ts';
import { subscriptionCreate } from '../contract/subscription.ts';
import { createPayment } from '../domain/payment/create.ts';
import { simulatePayment } from '../domain/payment/simulate.ts';
import { deactivateSubscriber } from '../domain/subscriber/deactivate.ts';
import { suspendSubscriber } from '../domain/subscriber/suspend.ts';
import { createSubscription } from '../domain/subscription/create.ts';
import { updateSubscription } from '../domain/subscription/update.ts';
import type { WriteScope } from '../work/scope.ts';
import type { CreatedRow, CreatedSubscription, DemoPlan, OfferedPlan } from './demo-plans.ts';
import type { DemoPoint } from './places.ts';
import type { Random } from './random.ts';
import type { Customer, CustomerTimeline } from './scenarios.ts';

/** What can be ordered. The history sets each id when its row is created. */
export type Offer = {
  demoPlans: OfferedPlan[];
  points: (DemoPoint & { id: string })[];
};

export type MovesContext = {
  customer: Customer;
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

/** Why customers leave. Some give no reason. */
const departures: (readonly [weight: number, why: GivenReason])[] = [
  [5, { reason: 'MOVED' }],
  [4, { reason: 'TOO_EXPENSIVE' }],
  [3, { reason: 'OTHER_PROVIDER', note: 'Fibre of another provider is in the building' }],
  [2, { reason: 'QUALITY', note: 'Slow in the evening' }],
  [2, { reason: 'NOT_NEEDED' }],
  [2, {}],
];

/**
 * What a customer of the demo can do, and a clock of the customer that the moves advance. Each move adds its steps to the
 * timeline at the time of the clock, so moves are called in the order in which they happen.
 * @param timeline gets the steps
 */
export function customerMoves(
  timeline: CustomerTimeline,
  { customer, offer, random, joinedAt, now }: MovesContext,
) {
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
  const departure = () => random.weighted(departures);
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

  return {
    /** The customer's time after the moves so far. */
    time: () => clock,
    /** The subscription that was ordered first. */
    firstOrdered: () => first,
    ...{ step, wait, waitUntil, daysAgo },
    ...{ monthly, hasLongGrace, upgrades, upgradeable, changeable },
    ...{ order, startPayment, tryToPay, pay, subscribe, deactivate, hold },
    ...{ changePlan, requestSpeed, stopPaying, departure },
  };
}

function priceOf({ priceAmount = 0 }: OfferedPlan['input']): number {
  return priceAmount;
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
