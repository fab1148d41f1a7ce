import type { z } from 'zod';
import { DAY_MS, MINUTE_MS, plus } from '../clock.ts';
import type { paymentSimulate } from '../contract/payment.ts';
import { type SubscriberCreate, subscriberCreate } from '../contract/subscriber.ts';
import { subscriptionCreate } from '../contract/subscription.ts';
import { runDue } from '../domain/billing/run.ts';
import { createPayment } from '../domain/payment/create.ts';
import { simulatePayment } from '../domain/payment/simulate.ts';
import { activateSubscriber } from '../domain/subscriber/activate.ts';
import { createSubscriber } from '../domain/subscriber/create.ts';
import { deactivateSubscriber } from '../domain/subscriber/deactivate.ts';
import { suspendSubscriber } from '../domain/subscriber/suspend.ts';
import { terminateSubscriber } from '../domain/subscriber/terminate.ts';
import { cancelSubscription } from '../domain/subscription/cancel.ts';
import { createSubscription } from '../domain/subscription/create.ts';
import type { DemoPoint } from './places.ts';
import type { Random } from './random.ts';
import { type Customer, type Fate, INVOICES, type Step } from './stories.ts';
import type { Tariff } from './tariffs.ts';

/** What can be ordered. Ids are filled in when the history has made the thing. */
export type Offer = {
  tariffs: (Tariff & { id: string; until: Date | null })[];
  points: (DemoPoint & { id: string })[];
};

type Telling = {
  customer: Customer;
  person: SubscriberCreate;
  offer: Offer;
  random: Random;
  joinedAt: Date;
  now: Date;
};

/** Something that gets its id when its step is done. */
type Made = { id: string };
type Outcome = z.output<typeof paymentSimulate>['outcome'];

const holdReasons = [
  'Router reported stolen',
  'Moving house, asked for a pause',
  'Abusive traffic, waiting for a call back',
  'Payment disputed with the bank',
  'Identity documents missing',
];

/** All that one customer does and has done to them, from the day they come. */
export function customerStory({ customer, person, offer, random, joinedAt, now }: Telling): Step[] {
  const steps: Step[] = [];
  const self: Made = { id: '' };
  let clock = joinedAt;

  const then = (act: Step['act']) => steps.push({ at: clock, lanes: [self], act });
  /** The same for what may issue an invoice. */
  const thenBilled = (act: Step['act']) => steps.push({ at: clock, lanes: [self, INVOICES], act });
  const wait = (least: number, most: number, unit: number) => {
    clock = plus(clock, random.whole(least * 60, most * 60) * (unit / 60));
  };
  const waitUntil = (at: Date) => {
    if (at > clock) clock = at;
  };

  const order = (): Made => {
    const made: Made = { id: '' };
    const point = random.pick(offer.points.filter((at) => at.estate === customer.home && !at.retires));
    const onSale = offer.tariffs.filter(
      ({ access, until }) =>
        (access === 'any' || access === point.input.accessType) && (!until || clock < until),
    );
    const plan = random.weighted(onSale.map((tariff) => [tariff.weight, tariff] as const));
    const terms = specialTerms(random, plan);
    const externalReference = random.chance(30) ? `ORD-${random.whole(10_000, 99_999)}` : undefined;
    then(async (scope) => {
      const ids = { subscriberId: self.id, planId: plan.id, demarcationPointId: point.id };
      const input = subscriptionCreate.parse({ ...ids, ...terms, externalReference });
      made.id = (await createSubscription(scope, input)).id;
    });
    return made;
  };
  const begin = (subscription: Made): Made => {
    const payment: Made = { id: '' };
    thenBilled(async (scope) => {
      payment.id = (await createPayment(scope, { subscriptionId: subscription.id, rail: 'simulated' })).id;
    });
    return payment;
  };
  const tryToPay = (subscription: Made, outcome: Outcome) => {
    const payment = begin(subscription);
    wait(1, 6, MINUTE_MS);
    thenBilled((scope) => simulatePayment(scope, { id: payment.id, outcome }));
  };
  const pay = (subscription: Made) => {
    if (random.chance(45)) return tryToPay(subscription, 'succeed');
    const reference = transferCode(random);
    thenBilled((scope) =>
      createPayment(scope, { subscriptionId: subscription.id, rail: 'manual', reference }),
    );
  };
  const subscribe = (): Made => {
    const subscription = order();
    wait(5, 180, MINUTE_MS);
    if (random.chance(8)) {
      tryToPay(subscription, random.pick(['insufficient_funds', 'timeout']));
      wait(10, 120, MINUTE_MS);
    }
    pay(subscription);
    return subscription;
  };
  const leave = (...which: Made[]) => {
    wait(2, 4, DAY_MS);
    then((scope) => {
      const subscriptionIds = which.map(({ id }) => id);
      return deactivateSubscriber(scope, which.length > 0 ? { id: self.id, subscriptionIds } : self);
    });
  };
  const hold = () => {
    wait(1, 3, DAY_MS);
    const reason = random.pick(holdReasons);
    then((scope) => suspendSubscriber(scope, { id: self.id, reason }));
  };
  const more = () => {
    wait(0.5, 1.5, DAY_MS);
    subscribe();
  };

  const toldBy: Record<Fate, () => void> = {
    served: () => subscribe(),
    'served twice': () => {
      subscribe();
      more();
    },
    'served three times': () => {
      subscribe();
      more();
      more();
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
      clock = plus(clock, DAY_MS);
      then((scope) => runDue(scope, scope.now, Number.POSITIVE_INFINITY));
    },
    'only asked': () => {},
    'changed their mind': () => {
      const subscription = order();
      wait(0.2, 1.5, DAY_MS);
      then((scope) => cancelSubscription(scope, subscription));
    },
    held: () => {
      subscribe();
      hold();
    },
    'was held': () => {
      subscribe();
      hold();
      wait(0.3, 1.2, DAY_MS);
      then((scope) => activateSubscriber(scope, self));
    },
    left: () => {
      subscribe();
      leave();
    },
    'left and came back': () => {
      const subscription = subscribe();
      leave();
      wait(0.5, 2, DAY_MS);
      pay(subscription);
    },
    'left and wants back': () => {
      const subscription = subscribe();
      leave();
      waitUntil(plus(now, -random.whole(30, 18 * 60) * MINUTE_MS));
      begin(subscription);
    },
    'gave up one of two': () => {
      const first = subscribe();
      more();
      leave(first);
    },
    terminated: () => {
      subscribe();
      wait(2, 5, DAY_MS);
      then((scope) => terminateSubscriber(scope, self));
    },
  };

  then(async (scope) => {
    self.id = (await createSubscriber(scope, subscriberCreate.parse(person))).id;
  });
  wait(2, 60, MINUTE_MS);
  toldBy[customer.fate]();
  return steps;
}

/** A few customers have terms of their own: a longer first stretch, or more speed for the same money. */
function specialTerms(random: Random, { input }: Tariff) {
  const luck = random.whole(1, 100);
  if (luck <= 4) return { durationOverride: input.billingCycleDays + 15 };
  if (luck > 8) return {};
  const { downloadSpeedMbps, uploadSpeedMbps } = input;
  return {
    speedOverride: { downloadSpeedMbps: downloadSpeedMbps * 1.5, uploadSpeedMbps: uploadSpeedMbps * 1.5 },
  };
}

const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** What a mobile money receipt looks like. */
function transferCode(random: Random): string {
  return `T${Array.from({ length: 9 }, () => random.pick([...CODE_LETTERS])).join('')}`;
}
