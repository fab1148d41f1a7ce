import type { z } from 'zod';
import { DAY_MS, MINUTE_MS, plus } from '../clock.ts';
import type { paymentSimulate } from '../contract/payment.ts';
import { type SubscriberCreate, subscriberCreate } from '../contract/subscriber.ts';
import { subscriptionCreate } from '../contract/subscription.ts';
import type { WriteScope } from '../db/scope.ts';
import { createInstallation } from '../domain/installation/create.ts';
import { cancelSubscription } from '../domain/lifecycle/termination/cancel.ts';
import { createPayment } from '../domain/payment/create.ts';
import { simulatePayment } from '../domain/payment/simulate.ts';
import { activateSubscriber } from '../domain/subscriber/activate.ts';
import { createSubscriber } from '../domain/subscriber/create.ts';
import { deactivateSubscriber } from '../domain/subscriber/deactivate.ts';
import { suspendSubscriber } from '../domain/subscriber/suspend.ts';
import { terminateSubscriber } from '../domain/subscriber/terminate.ts';
import { createSubscription } from '../domain/subscription/create.ts';
import { migrateOut } from '../domain/subscription/migrate-out.ts';
import { removePlan } from '../domain/subscription/remove-plan.ts';
import { updateSubscription } from '../domain/subscription/update.ts';
import { besides } from './besides.ts';
import type { DemoPoint } from './places.ts';
import type { Random } from './random.ts';
import type { Customer, Diary, Fate } from './stories.ts';
import type { Created, Offered, Subscribed, Tariff } from './tariffs.ts';

/** What can be ordered. Ids are filled in when the history has made the thing. */
export type Offer = {
  tariffs: Offered[];
  points: (DemoPoint & { id: string })[];
};

export type Telling = {
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

/** All that one customer does and has done to them, from the day they come; how they pay for renewals beside it. */
export function customerStory({ customer, person, offer, random, joinedAt, now }: Telling): Diary {
  const diary: Diary = {
    id: '',
    steps: [],
    seed: random.whole(1, 1_000_000),
    latePercent: 12,
    paysNot: null,
  };
  let clock = joinedAt;

  const then = (act: (scope: WriteScope) => Promise<unknown>) => diary.steps.push({ at: clock, act });
  const wait = (least: number, most: number, unit: number) => {
    clock = plus(clock, random.whole(least * 60, most * 60) * (unit / 60));
  };
  const waitUntil = (at: Date) => {
    if (at > clock) clock = at;
  };
  const daysAgo = (least: number, most: number) =>
    plus(now, -random.whole(least * 1_440, most * 1_440) * MINUTE_MS);

  const onSale = (access: string, currency?: string) =>
    offer.tariffs.filter(
      (tariff) =>
        (tariff.access === 'any' || tariff.access === access) &&
        (!tariff.until || clock < tariff.until) &&
        (!currency || tariff.input.priceCurrency === currency),
    );
  const others = ({ access, input }: Offered) =>
    onSale(access === 'any' ? 'WIRELESS' : access, input.priceCurrency).filter(
      (each) => each.input !== input && !each.until,
    );
  const monthly = ({ input, until }: Offered) => input.billingCycleDays === 30 && !until;
  /** A plan that is the only one of its kind leads to no other. */
  const changeable = (tariff: Offered) => monthly(tariff) && others(tariff).length > 0;

  let first: Subscribed | undefined;
  const order = (suits?: (tariff: Offered) => boolean): Subscribed => {
    const point = random.pick(offer.points.filter((at) => at.estate === customer.home && !at.retires));
    const fitting = onSale(point.input.accessType).filter(suits ?? (() => true));
    const tariff = random.weighted(fitting.map((each) => [each.weight, each] as const));
    const made: Subscribed = { id: '', tariff };
    first ??= made;
    const terms = suits ? {} : specialTerms(random, tariff);
    const externalReference = random.chance(30) ? `ORD-${random.whole(10_000, 99_999)}` : undefined;
    then(async (scope) => {
      const ids = { subscriberId: diary.id, planId: tariff.id, demarcationPointId: point.id };
      const input = subscriptionCreate.parse({ ...ids, ...terms, externalReference });
      made.id = (await createSubscription(scope, input)).id;
    });
    return made;
  };
  const begin = (subscription: Created): Created => {
    const payment: Created = { id: '' };
    then(async (scope) => {
      payment.id = (await createPayment(scope, { subscriptionId: subscription.id, rail: 'simulated' })).id;
    });
    return payment;
  };
  const tryToPay = (subscription: Created, outcome: Outcome) => {
    const payment = begin(subscription);
    wait(1, 6, MINUTE_MS);
    then((scope) => simulatePayment(scope, { id: payment.id, outcome }));
  };
  const pay = (subscription: Created) => {
    if (random.chance(45)) return tryToPay(subscription, 'succeed');
    const reference = transferCode(random);
    then((scope) => createPayment(scope, { subscriptionId: subscription.id, rail: 'manual', reference }));
  };
  const subscribe = (suits?: (tariff: Offered) => boolean): Subscribed => {
    const subscription = order(suits);
    wait(5, 180, MINUTE_MS);
    if (random.chance(8)) {
      tryToPay(subscription, random.pick(['insufficient_funds', 'timeout']));
      wait(10, 120, MINUTE_MS);
    }
    pay(subscription);
    return subscription;
  };
  const leave = (...which: Created[]) => {
    then((scope) => {
      const subscriptionIds = which.map(({ id }) => id);
      return deactivateSubscriber(
        scope,
        which.length > 0 ? { id: diary.id, subscriptionIds } : { id: diary.id },
      );
    });
  };
  const hold = () => {
    const reason = random.pick(holdReasons);
    then((scope) => suspendSubscriber(scope, { id: diary.id, reason }));
  };
  const changePlan = (subscription: Subscribed, to = random.pick(others(subscription.tariff))) =>
    then((scope) => updateSubscription(scope, { id: subscription.id, planId: to.id }));
  const askForMore = (subscription: Subscribed) =>
    then((scope) => {
      const { downloadSpeedMbps, uploadSpeedMbps } = faster(subscription.tariff);
      return updateSubscription(scope, {
        id: subscription.id,
        speedOverride: { downloadSpeedMbps, uploadSpeedMbps },
      });
    });
  /** Pays nothing more after so many renewals, and loses service with the days of grace. */
  const stopPaying = (renewals: number) => {
    diary.latePercent = 0;
    diary.paysNot = { from: plus(clock, (renewals * 30 + 15) * DAY_MS), until: null };
    return diary.paysNot;
  };

  const toldBy: Record<Fate, () => void> = {
    served: () => subscribe(),
    'served twice': () => {
      subscribe();
      wait(3, 11, DAY_MS);
      subscribe();
    },
    'served three times': () => {
      subscribe();
      wait(2, 8, DAY_MS);
      subscribe();
      wait(2, 8, DAY_MS);
      subscribe();
    },
    'waiting to pay': () => order(),
    'paying now': () => {
      const subscription = order();
      // Late enough to be open still for some hours.
      waitUntil(plus(now, -random.whole(20, 16 * 60) * MINUTE_MS));
      begin(subscription);
    },
    'payment failed': () => {
      const subscription = order();
      wait(5, 600, MINUTE_MS);
      tryToPay(subscription, random.pick(['insufficient_funds', 'timeout', 'reject']));
    },
    'payment expired': () => {
      const subscription = order();
      wait(5, 600, MINUTE_MS);
      begin(subscription);
    },
    'never paid': () => order(),
    'only asked': () => {},
    'changed their mind': () => {
      const subscription = order();
      wait(0.2, 1.5, DAY_MS);
      then((scope) => cancelSubscription(scope, subscription));
    },
    held: () => {
      subscribe(monthly);
      waitUntil(daysAgo(1, 3));
      hold();
    },
    'was held': () => {
      subscribe();
      wait(1, 3, DAY_MS);
      hold();
      wait(0.3, 1.2, DAY_MS);
      then((scope) => activateSubscriber(scope, { id: diary.id }));
    },
    left: () => {
      const subscription = subscribe(monthly);
      wait(20, 110, DAY_MS);
      then((scope) => createInstallation(scope, { subscriptionId: subscription.id, ...relocation }));
      wait(0.2, 3, DAY_MS);
      leave();
    },
    'left and came back': () => {
      const subscription = subscribe(monthly);
      wait(10, 40, DAY_MS);
      leave();
      wait(2, 15, DAY_MS);
      pay(subscription);
    },
    'left and wants back': () => {
      const subscription = subscribe(monthly);
      wait(2, 25, DAY_MS);
      leave();
      waitUntil(plus(now, -random.whole(30, 18 * 60) * MINUTE_MS));
      begin(subscription);
    },
    'gave up one of two': () => {
      const first = subscribe(monthly);
      wait(1, 10, DAY_MS);
      subscribe(monthly);
      wait(10, 80, DAY_MS);
      leave(first);
    },
    terminated: () => {
      subscribe(monthly);
      wait(20, 130, DAY_MS);
      then((scope) => terminateSubscriber(scope, { id: diary.id }));
    },
    'changed plan': () => {
      const subscription = subscribe(changeable);
      wait(10, 60, DAY_MS);
      changePlan(subscription);
    },
    'changes plan': () => {
      const subscription = subscribe(changeable);
      waitUntil(daysAgo(0.1, 2));
      changePlan(subscription);
    },
    'chose what went off sale': () => {
      const leaving = offer.tariffs.find(({ until }) => until) as Offered;
      const off = leaving.until as Date;
      waitUntil(plus(off, -random.whole(150, 240) * DAY_MS));
      const subscription = subscribe((tariff) => monthly(tariff) && sameCurrency(tariff, leaving));
      waitUntil(plus(off, -random.whole(10, 70) * 60 * MINUTE_MS));
      changePlan(subscription, leaving);
    },
    'own terms': () => {
      const subscription = subscribe(monthly);
      wait(10, 60, DAY_MS);
      askForMore(subscription);
    },
    'own terms to come': () => {
      const subscription = subscribe(monthly);
      waitUntil(daysAgo(0.1, 2));
      askForMore(subscription);
    },
    'asked too much': () => {
      const subscription = subscribe(monthly);
      wait(5, 30, DAY_MS);
      then((scope) => updateSubscription(scope, { id: subscription.id, priceOverride: 1 }));
    },
    'moved out': () => {
      const subscription = subscribe(monthly);
      wait(20, 120, DAY_MS);
      then((scope) => migrateOut(scope, { id: subscription.id }));
    },
    'plan removed': () => {
      const subscription = subscribe(monthly);
      wait(20, 70, DAY_MS);
      const when = random.chance(50) ? 'cycle_end' : 'immediately';
      then((scope) => removePlan(scope, { id: subscription.id, when }));
    },
    'plan to be removed': () => {
      const subscription = subscribe(monthly);
      waitUntil(daysAgo(0.1, 2));
      then((scope) => removePlan(scope, { id: subscription.id, when: 'cycle_end' }));
    },
    cancelled: () => {
      const subscription = subscribe(monthly);
      wait(20, 90, DAY_MS);
      then((scope) => cancelSubscription(scope, { id: subscription.id }));
    },
    cancelling: () => {
      const subscription = subscribe(monthly);
      diary.latePercent = 0;
      waitUntil(daysAgo(0.1, 2));
      then((scope) => cancelSubscription(scope, { id: subscription.id }));
    },
    'stopped paying': () => {
      subscribe(monthly);
      stopPaying(random.whole(0, 2));
    },
    'paid too late': () => {
      const subscription = subscribe(monthly);
      const pause = stopPaying(random.whole(0, 1));
      // The cycle ends 15 days on, and no plan has more than ten days of grace.
      waitUntil(plus(pause.from, 26 * DAY_MS));
      wait(0.5, 9, DAY_MS);
      pay(subscription);
      pause.until = clock;
    },
    'in grace': () => {
      subscribe(monthly);
      stopPaying(0);
    },
  };

  then(async (scope) => {
    diary.id = (await createSubscriber(scope, subscriberCreate.parse(person))).id;
  });
  wait(2, 60, MINUTE_MS);
  toldBy[customer.fate]();
  if (customer.fate === 'served' && first) {
    diary.steps.push(...besides({ diary, subscription: first, random, since: clock, now }));
    diary.steps.sort((a, b) => a.at.getTime() - b.at.getTime());
  }
  return diary;
}

/** Nobody changes to a plan in another currency. */
function sameCurrency(one: Offered, other: Offered): boolean {
  return one.input.priceCurrency === other.input.priceCurrency;
}

function faster({ input: { downloadSpeedMbps, uploadSpeedMbps } }: Tariff) {
  return { downloadSpeedMbps: downloadSpeedMbps * 1.5, uploadSpeedMbps: uploadSpeedMbps * 1.5 };
}

/** A few customers have terms of their own: a longer first stretch, or more speed for the same money. */
function specialTerms(random: Random, tariff: Tariff) {
  const luck = random.whole(1, 100);
  if (luck <= 4) return { durationOverride: tariff.input.billingCycleDays + 15 };
  return luck <= 8 ? { speedOverride: faster(tariff) } : {};
}

const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** What a mobile money receipt looks like. */
function transferCode(random: Random): string {
  return `T${Array.from({ length: 9 }, () => random.pick([...CODE_LETTERS])).join('')}`;
}
