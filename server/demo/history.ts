import { sql } from 'drizzle-orm';
import { billingCycle, invoice, payment } from '../../drizzle/schema/billing.ts';
import { demarcationPoint } from '../../drizzle/schema/demarcation-point.ts';
import { plan } from '../../drizzle/schema/plan.ts';
import { provider } from '../../drizzle/schema/provider.ts';
import { subscriber } from '../../drizzle/schema/subscriber.ts';
import { subscription } from '../../drizzle/schema/subscription.ts';
import { MINUTE_MS, plus } from '../clock.ts';
import { DAY_MS } from '../contract/days.ts';
import { createDemarcationPoint } from '../domain/demarcation-point/create.ts';
import { updateDemarcationPoint } from '../domain/demarcation-point/update.ts';
import { createPlan } from '../domain/plan/create.ts';
import { deletePlan } from '../domain/plan/delete.ts';
import { disablePlan } from '../domain/plan/disable.ts';
import { updatePlan } from '../domain/plan/update.ts';
import { scheduledWork } from '../domain/scheduling/due-work.ts';
import { runDue } from '../domain/scheduling/run.ts';
import type { WriteScope } from '../work/scope.ts';
import type { Offer } from './customer-moves.ts';
import { customerSteps, runStep } from './customer-steps.ts';
import { customerTimeline } from './customer-timeline.ts';
import { demoPlans } from './demo-plans.ts';
import { createPeople } from './people.ts';
import { points } from './places.ts';
import { seededRandom } from './random.ts';
import { renewalPayments } from './renewal-payments.ts';
import { type CustomerTimeline, drawCustomers, HISTORY_DAYS, type Step } from './scenarios.ts';
import { registerWebhooks } from './systems.ts';

const SEED = 20_240_229;
const POINT_RETIRES_DAY = 180;
const PRICE_RISES_DAY = 215;
const PLAN_DISCONTINUED_DAY = 290;
/** Late, because each event from then on is delivered when the process is ready. */
const WEBHOOKS_DAY = 362;
/** Days that have a milestone already. Another day would cost one more pass of the billing run. */
const ANALYZE_DAYS = [20, 70, 180];
const REFERENCED_TABLES = [
  provider,
  plan,
  demarcationPoint,
  subscriber,
  subscription,
  billingCycle,
  invoice,
  payment,
];
const MINUTES_A_DAY = 1_440;

export type History = {
  now: Date;
  /** Plans and demarcation points, before the first customer. */
  opening: Step[];
  /** Steps that concern all customers, in order. */
  milestones: Step[];
  timelines: CustomerTimeline[];
};

/**
 * The demo partner's year up to `now`. The same seed gives the same history; only ids and secrets differ.
 * @param seed selects the customers
 */
export function demoHistory(now: Date, seed = SEED): History {
  const random = seededRandom(seed);
  const begin = plus(now, -HISTORY_DAYS * DAY_MS);
  const minute = (minutes: number) => plus(begin, minutes * MINUTE_MS);
  const offer: Offer = {
    demoPlans: demoPlans.map((demoPlan) => ({
      ...demoPlan,
      id: '',
      until: demoPlan.isDiscontinued ? minute(PLAN_DISCONTINUED_DAY * MINUTES_A_DAY) : null,
    })),
    points: points.map((point) => ({ ...point, id: '' })),
  };
  const personAt = createPeople(random);
  const timelines = drawCustomers(random).map((customer) =>
    customerTimeline({
      customer,
      person: personAt(customer.home),
      offer,
      random,
      joinedAt: minute(customer.joinsAt),
      now,
    }),
  );
  const milestones = milestonesOf(offer, minute).sort((a, b) => a.at.getTime() - b.at.getTime());
  return { now, opening: openingOf(offer, minute), milestones, timelines };
}

/**
 * Simulates a history in the scope's transaction, through the verbs that serve requests and the billing run. For one
 * customer, steps, due work and payments run in order of time. Different customers are processed together, as by the
 * test clock.
 * @param onDone called after each step with the number of steps done; an error that it throws fails the step
 * @returns the number of steps, without those of the billing run
 */
export async function playHistory(
  scope: WriteScope,
  { now, opening, milestones, timelines }: History,
  onDone: (steps: number) => void = () => {},
): Promise<number> {
  let done = 0;
  const count = () => onDone(++done);
  const works = [...scheduledWork, renewalPayments(timelines), customerSteps(timelines, count)];
  const runUntil = (until: Date) => runDue(scope, until, Number.POSITIVE_INFINITY, { works });
  for (const step of opening) {
    await runStep(scope, step);
    count();
  }
  for (const step of milestones) {
    await runUntil(step.at);
    await runStep(scope, step);
    count();
  }
  await runUntil(now);
  return done;
}

function openingOf({ demoPlans, points }: Offer, minute: (minutes: number) => Date): Step[] {
  return [
    ...demoPlans.map((demoPlan, i) => ({
      at: minute(i),
      act: async (scope: WriteScope) => {
        demoPlan.id = (await createPlan(scope, demoPlan.input)).id;
      },
    })),
    ...points.map((point, i) => ({
      at: minute(20 + i),
      act: async (scope: WriteScope) => {
        point.id = (await createDemarcationPoint(scope, point.input)).id;
      },
    })),
  ];
}

/** Retired cabinets, a price rise for running subscriptions, and plans that are disabled or deleted. */
function milestonesOf({ demoPlans, points }: Offer, minute: (minutes: number) => Date): Step[] {
  const retired = points
    .filter((point) => point.retires)
    .map((point, i) => ({
      at: minute(POINT_RETIRES_DAY * MINUTES_A_DAY + i),
      act: (scope: WriteScope) => updateDemarcationPoint(scope, { id: point.id, status: 'RETIRED' }),
    }));
  const expensive = demoPlans
    .filter((demoPlan) => demoPlan.raisedPrice)
    .map((demoPlan) => ({
      at: minute(PRICE_RISES_DAY * MINUTES_A_DAY),
      act: (scope: WriteScope) =>
        updatePlan(scope, { ...demoPlan.input, id: demoPlan.id, priceAmount: demoPlan.raisedPrice ?? 0 }),
    }));
  const offSale = demoPlans.flatMap((demoPlan) =>
    demoPlan.until
      ? [
          {
            at: demoPlan.until,
            act: (scope: WriteScope) =>
              disablePlan(scope, { id: demoPlan.id, confirm: demoPlan.input.planName }),
          },
        ]
      : [],
  );
  const webhooks = { at: minute(WEBHOOKS_DAY * MINUTES_A_DAY), act: registerWebhooks };
  return [...analyzeSteps(minute), ...trialPlan(minute), ...retired, ...expensive, ...offSale, webhooks];
}

/**
 * Runs ANALYZE while the tables grow. Without statistics, PostgreSQL checks a foreign key by any index that begins with
 * the provider, and each check reads all rows of the partner.
 */
function analyzeSteps(minute: (minutes: number) => Date): Step[] {
  return ANALYZE_DAYS.map((day) => ({
    at: minute(day * MINUTES_A_DAY),
    act: (scope) => scope.db.execute(sql`analyze ${sql.join(REFERENCED_TABLES, sql`, `)}`),
  }));
}

/** A plan without customers is created, disabled and deleted. */
function trialPlan(minute: (minutes: number) => Date): Step[] {
  const confirm = 'Student 15';
  const plan = { id: '' };
  const input = {
    ...(demoPlans[0] as (typeof demoPlans)[number]).input,
    planName: confirm,
    downloadSpeedMbps: 15,
  };
  return [
    {
      at: minute(20 * MINUTES_A_DAY),
      act: async (scope) => {
        plan.id = (await createPlan(scope, { ...input, priceAmount: 2_499 })).id;
      },
    },
    { at: minute(70 * MINUTES_A_DAY), act: (scope) => disablePlan(scope, { id: plan.id, confirm }) },
    { at: minute(70 * MINUTES_A_DAY + 5), act: (scope) => deletePlan(scope, { id: plan.id, confirm }) },
  ];
}
