import { sql } from 'drizzle-orm';
import { billingCycle, invoice, payment } from '../../drizzle/schema/billing.ts';
import { demarcationPoint } from '../../drizzle/schema/demarcation-point.ts';
import { plan } from '../../drizzle/schema/plan.ts';
import { provider } from '../../drizzle/schema/provider.ts';
import { subscriber } from '../../drizzle/schema/subscriber.ts';
import { subscription } from '../../drizzle/schema/subscription.ts';
import { DAY_MS, MINUTE_MS, plus } from '../clock.ts';
import type { WriteScope } from '../db/scope.ts';
import { createDemarcationPoint } from '../domain/demarcation-point/create.ts';
import { updateDemarcationPoint } from '../domain/demarcation-point/update.ts';
import { createPlan } from '../domain/plan/create.ts';
import { deletePlan } from '../domain/plan/delete.ts';
import { disablePlan } from '../domain/plan/disable.ts';
import { updatePlan } from '../domain/plan/update.ts';
import { scheduledWork } from '../domain/scheduling/due-work.ts';
import { runDue } from '../domain/scheduling/run.ts';
import { customerStory, type Offer } from './customer-story.ts';
import { customerSteps, takeStep } from './diaries.ts';
import { renewalPayments } from './habits.ts';
import { createPeople } from './people.ts';
import { points } from './places.ts';
import { seededRandom } from './random.ts';
import { type Diary, drawCustomers, HISTORY_DAYS, type Step } from './stories.ts';
import { tariffs } from './tariffs.ts';

const SEED = 20_240_229;
const POINT_RETIRES_DAY = 180;
const PRICE_RISES_DAY = 215;
const TARIFF_LEAVES_DAY = 290;
/** Days of a turn: to stop on others would cost rounds. */
const LESSON_DAYS = [20, 70, 180];
const REFERRED_TO = [
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
  /** What the partner begins with, before the first customer comes. */
  opening: Step[];
  /** What concerns everybody, in order. */
  turns: Step[];
  diaries: Diary[];
};

/**
 * The demo partner's year up to `now`. Everybody and everything is the same each time; only ids and secrets differ.
 * @param seed another one tells of other people
 */
export function demoHistory(now: Date, seed = SEED): History {
  const random = seededRandom(seed);
  const begin = plus(now, -HISTORY_DAYS * DAY_MS);
  const minute = (minutes: number) => plus(begin, minutes * MINUTE_MS);
  const offer: Offer = {
    tariffs: tariffs.map((tariff) => ({
      ...tariff,
      id: '',
      until: tariff.leavesSale ? minute(TARIFF_LEAVES_DAY * MINUTES_A_DAY) : null,
    })),
    points: points.map((point) => ({ ...point, id: '' })),
  };
  const personAt = createPeople(random);
  const diaries = drawCustomers(random).map((customer) =>
    customerStory({
      customer,
      person: personAt(customer.home),
      offer,
      random,
      joinedAt: minute(customer.joinsAt),
      now,
    }),
  );
  const turns = turnsOf(offer, minute).sort((a, b) => a.at.getTime() - b.at.getTime());
  return { now, opening: openingOf(offer, minute), turns, diaries };
}

/**
 * Plays a history inside the scope's transaction, through the verbs that serve requests and the run that bills: what
 * one customer does, what falls due for them and what they pay takes turns, and what concerns different ones is done
 * together, as the test clock does it.
 * @param onDone told after each step how many are done; what it throws fails the step
 * @returns how many steps it took, those of the billing run not counted
 */
export async function playHistory(
  scope: WriteScope,
  { now, opening, turns, diaries }: History,
  onDone: (steps: number) => void = () => {},
): Promise<number> {
  let done = 0;
  const count = () => onDone(++done);
  const works = [...scheduledWork, renewalPayments(diaries), customerSteps(diaries, count)];
  const passTo = (until: Date) => runDue(scope, until, Number.POSITIVE_INFINITY, { works });
  for (const step of opening) {
    await takeStep(scope, step);
    count();
  }
  for (const step of turns) {
    await passTo(step.at);
    await takeStep(scope, step);
    count();
  }
  await passTo(now);
  return done;
}

function openingOf({ tariffs, points }: Offer, minute: (minutes: number) => Date): Step[] {
  return [
    ...tariffs.map((tariff, i) => ({
      at: minute(i),
      act: async (scope: WriteScope) => {
        tariff.id = (await createPlan(scope, tariff.input)).id;
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

/** Cabinets are retired, a plan becomes dearer for everybody from their next cycle on, and one goes off sale. */
function turnsOf({ tariffs, points }: Offer, minute: (minutes: number) => Date): Step[] {
  const retired = points
    .filter((point) => point.retires)
    .map((point, i) => ({
      at: minute(POINT_RETIRES_DAY * MINUTES_A_DAY + i),
      act: (scope: WriteScope) => updateDemarcationPoint(scope, { id: point.id, status: 'RETIRED' }),
    }));
  const dearer = tariffs
    .filter((tariff) => tariff.risesTo)
    .map((tariff) => ({
      at: minute(PRICE_RISES_DAY * MINUTES_A_DAY),
      act: (scope: WriteScope) =>
        updatePlan(scope, { ...tariff.input, id: tariff.id, priceAmount: tariff.risesTo ?? 0 }),
    }));
  const offSale = tariffs.flatMap((tariff) =>
    tariff.until
      ? [
          {
            at: tariff.until,
            act: (scope: WriteScope) => disablePlan(scope, { id: tariff.id, confirm: tariff.input.planName }),
          },
        ]
      : [],
  );
  return [...lessons(minute), ...trialPlan(minute), ...retired, ...dearer, ...offSale];
}

/**
 * PostgreSQL is made to look at the tables while they grow. Of empty ones it knows nothing, and checks a foreign key by
 * any index that begins with the provider: each check would go over all of the partner's rows.
 */
function lessons(minute: (minutes: number) => Date): Step[] {
  return LESSON_DAYS.map((day) => ({
    at: minute(day * MINUTES_A_DAY),
    act: (scope) => scope.db.execute(sql`analyze ${sql.join(REFERRED_TO, sql`, `)}`),
  }));
}

/** A plan that nobody took is gone again. */
function trialPlan(minute: (minutes: number) => Date): Step[] {
  const confirm = 'Student 15';
  const plan = { id: '' };
  const input = {
    ...(tariffs[0] as (typeof tariffs)[number]).input,
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
