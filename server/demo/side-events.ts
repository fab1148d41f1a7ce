import { and, asc, eq } from 'drizzle-orm';
import { payment } from '../../drizzle/schema/billing.ts';
import { HOUR_MS, MINUTE_MS, plus } from '../clock.ts';
import { chargeCreate } from '../contract/charge.ts';
import { DAY_MS } from '../contract/days.ts';
import { installationCreate, installationUpdate } from '../contract/installation.ts';
import { cancelCharge } from '../domain/charge/cancel.ts';
import { createCharge } from '../domain/charge/create.ts';
import { waiveCharge } from '../domain/charge/waive.ts';
import { cancelInstallation } from '../domain/installation/cancel.ts';
import { createInstallation } from '../domain/installation/create.ts';
import { updateInstallation } from '../domain/installation/update.ts';
import { createPayment } from '../domain/payment/create.ts';
import { createRefund } from '../domain/refund/create.ts';
import type { WriteScope } from '../work/scope.ts';
import type { CreatedRow, CreatedSubscription } from './demo-plans.ts';
import type { Random } from './random.ts';
import type { CustomerTimeline, Step } from './scenarios.ts';

type SideEventContext = {
  timeline: CustomerTimeline;
  subscription: CreatedSubscription;
  random: Random;
  since: Date;
  now: Date;
};

/** Installations of a customer in service: outcomes and their weights. */
type VisitScenario = 'done' | 'done for a fee' | 'cancelled' | 'abandoned' | 'planned' | 'fee open' | 'none';
const visitScenarios: [number, VisitScenario][] = [
  [26, 'done'],
  [12, 'done for a fee'],
  [7, 'cancelled'],
  [7, 'abandoned'],
  [9, 'planned'],
  [7, 'fee open'],
  [32, 'none'],
];

/** One-time charges and refunds of a customer in service. */
type ChargeScenario =
  | 'paid'
  | 'waived'
  | 'cancelled'
  | 'expired'
  | 'open'
  | 'refunded'
  | 'service fault'
  | 'none';
const chargeScenarios: [number, ChargeScenario][] = [
  [9, 'paid'],
  [6, 'waived'],
  [6, 'cancelled'],
  [12, 'expired'],
  [9, 'open'],
  [10, 'refunded'],
  [8, 'service fault'],
  [44, 'none'],
];

/** The first is a member of the team. */
const technicians = ['Kevin Otieno', 'Faith Wanjiku', 'Brian Mutua', 'Mercy Chebet'];
const goods = [
  ['Mesh router, second floor', 6_500],
  ['Outdoor cable, 40 m', 2_400],
  ['Replacement power supply', 1_200],
  ['Call-out outside working hours', 1_800],
] as const;

/** An amount in the plan's currency; a dollar counts as 100 shillings. */
const priced = ({ demoPlan }: CreatedSubscription, shillings: number) =>
  demoPlan.input.priceCurrency === 'KES' ? shillings : shillings / 100;

/**
 * Installations, one-time charges and refunds of a customer in service.
 * @returns steps between `since` and `now`, not sorted
 */
export function sideEvents(given: SideEventContext): Step[] {
  const { random } = given;
  return [
    ...visitSteps(given, random.weighted(visitScenarios)),
    ...chargeSteps(given, random.weighted(chargeScenarios)),
  ];
}

function visitSteps({ subscription, random, since, now }: SideEventContext, visit: VisitScenario): Step[] {
  if (visit === 'none') return [];
  const created: CreatedRow = { id: '' };
  const isNew = visit === 'planned' || visit === 'fee open';
  const ordered = isNew
    ? later(since, plus(now, -random.whole(300, 4_000) * MINUTE_MS))
    : plus(since, random.whole(10, 90) * MINUTE_MS);
  const appointment = atWork(plus(isNew ? now : ordered, random.whole(30, 100) * HOUR_MS));
  const hasFee = visit === 'done for a fee' || visit === 'fee open';
  const technician = random.pick(technicians);
  const kind = isNew ? random.pick(['REPLACEMENT', 'RELOCATION'] as const) : 'INITIAL';
  const steps: Step[] = [];
  const step = (at: Date, act: Step['act']) => {
    if (at < now) steps.push({ at, act });
  };
  step(ordered, async (scope) => {
    const feeAmount = hasFee ? priced(subscription, 2_500) : 0;
    const scheduledAt = visit === 'fee open' ? undefined : appointment.toISOString();
    const input = { subscriptionId: subscription.id, kind, feeAmount, scheduledAt };
    created.id = (await createInstallation(scope, installationCreate.parse(input))).id;
  });
  if (visit === 'done for a fee') {
    step(plus(ordered, 5 * HOUR_MS), (scope) =>
      createPayment(scope, { installationId: created.id, rail: 'manual' }),
    );
  }
  const update = (at: Date, input: object) =>
    step(at, (scope) => updateInstallation(scope, installationUpdate.parse({ id: created.id, ...input })));
  if (visit !== 'abandoned' && visit !== 'fee open') update(plus(ordered, 8 * HOUR_MS), { technician });
  if (visit === 'done' || visit === 'done for a fee') {
    const installedAt = plus(appointment, random.whole(40, 150) * MINUTE_MS);
    update(plus(installedAt, 5 * MINUTE_MS), {
      installedAt: installedAt.toISOString(),
      ...routerOf(installedAt),
    });
  }
  if (visit === 'cancelled') {
    step(plus(ordered, 20 * HOUR_MS), (scope) => cancelInstallation(scope, { id: created.id }));
  }
  return steps;
}

/** A router that no other visit has, without a draw of `random`. */
function routerOf(installedAt: Date) {
  const digits = (installedAt.getTime() / MINUTE_MS).toString(16).padStart(6, '0').slice(-6).toUpperCase();
  return { serialNumber: `HGU-${digits}`, macAddress: `4C5E0C${digits}` };
}

function chargeSteps(
  { timeline, subscription, random, since, now }: SideEventContext,
  extra: ChargeScenario,
): Step[] {
  if (extra === 'none') return [];
  const created: CreatedRow = { id: '' };
  const [description, shillings] = random.pick(goods);
  const latest = plus(now, -3 * DAY_MS);
  const room = Math.max(0, latest.getTime() - since.getTime());
  const at =
    extra === 'open'
      ? later(since, plus(now, -random.whole(60, 4_000) * MINUTE_MS))
      : plus(since, Math.floor((room * random.whole(10, 90)) / 100));
  const steps: Step[] = [];
  const after = (hours: number, act: Step['act']) => {
    const then = plus(at, hours * HOUR_MS);
    if (then < now) steps.push({ at: then, act });
  };
  if (extra === 'service fault') {
    after(0, (scope) => refundFirst(scope, subscription, priced(subscription, 500)));
    return steps;
  }
  after(0, async (scope) => {
    const expiresAt = extra === 'expired' ? plus(at, 14 * DAY_MS).toISOString() : undefined;
    const amount = priced(subscription, shillings);
    const currency = subscription.demoPlan.input.priceCurrency;
    const input = {
      subscriberId: timeline.id,
      subscriptionId: subscription.id,
      description,
      amount,
      currency,
      expiresAt,
    };
    created.id = (await createCharge(scope, chargeCreate.parse(input))).id;
  });
  const named = () => ({ subscriberId: timeline.id, chargeId: created.id });
  if (extra === 'waived')
    after(20, (scope) => waiveCharge(scope, { ...named(), reason: 'Goodwill after an outage' }));
  if (extra === 'cancelled')
    after(20, (scope) => cancelCharge(scope, { ...named(), reason: 'Returned unopened' }));
  if (extra === 'paid' || extra === 'refunded') {
    const paid: CreatedRow = { id: '' };
    after(26, async (scope) => {
      paid.id = (await createPayment(scope, { chargeId: created.id, rail: 'manual' })).id;
    });
    if (extra === 'refunded') {
      after(70, (scope) => createRefund(scope, { id: paid.id, reason: 'REQUESTED', note: 'Sent back' }));
    }
  }
  return steps;
}

/** Refunds a part of the first payment for two days without service. */
async function refundFirst(scope: WriteScope, { id }: CreatedRow, amount: number): Promise<void> {
  const [first] = await scope.db
    .select({ id: payment.id })
    .from(payment)
    .where(
      and(
        eq(payment.providerId, scope.providerId),
        eq(payment.subscriptionId, id),
        eq(payment.status, 'COMPLETED'),
      ),
    )
    .orderBy(asc(payment.id))
    .limit(1);
  if (!first) return;
  await createRefund(scope, {
    id: first.id,
    amount,
    reason: 'SERVICE_FAULT',
    note: 'Two days without service',
  });
}

/** The same UTC day within the technicians' working hours, 8:00 to 17:00 in Nairobi. */
function atWork(at: Date): Date {
  const hour = new Date(at);
  hour.setUTCHours(5 + (at.getUTCHours() % 10), 0, 0, 0);
  return hour;
}

/** The later of two instants. No side event precedes `since`. */
function later(one: Date, other: Date): Date {
  return one > other ? one : other;
}
