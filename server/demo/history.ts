import { DAY_MS, MINUTE_MS, plus } from '../clock.ts';
import type { WriteScope } from '../db/scope.ts';
import { runDue } from '../domain/billing/run.ts';
import { createDemarcationPoint } from '../domain/demarcation-point/create.ts';
import { updateDemarcationPoint } from '../domain/demarcation-point/update.ts';
import { createPlan } from '../domain/plan/create.ts';
import { disablePlan } from '../domain/plan/disable.ts';
import { customerStory, type Offer } from './customer-story.ts';
import { createPeople } from './people.ts';
import { points } from './places.ts';
import { seededRandom } from './random.ts';
import { drawCustomers, HISTORY_DAYS, type Step } from './stories.ts';
import { tariffs } from './tariffs.ts';

const SEED = 20_240_229;
const POINT_RETIRES_DAY = 16;
const TARIFF_LEAVES_DAY = 19;

/**
 * The demo partner's history up to `now`, in the order in which it happened. Everybody and everything is the same
 * each time; only ids and secrets differ.
 */
export function demoHistory(now: Date): Step[] {
  const random = seededRandom(SEED);
  const begin = plus(now, -HISTORY_DAYS * DAY_MS);
  const minute = (minutes: number) => plus(begin, minutes * MINUTE_MS);
  const offer: Offer = {
    tariffs: tariffs.map((tariff) => ({
      ...tariff,
      id: '',
      until: tariff.leavesSale ? minute(TARIFF_LEAVES_DAY * 1_440) : null,
    })),
    points: points.map((point) => ({ ...point, id: '' })),
  };
  const personAt = createPeople(random);
  const steps = [
    ...offerSteps(offer, minute),
    ...drawCustomers(random).flatMap((customer) =>
      customerStory({
        customer,
        person: personAt(customer.home),
        offer,
        random,
        joinedAt: minute(customer.joinsAt),
        now,
      }),
    ),
    { at: now, lanes: [], act: (scope: WriteScope) => runDue(scope, now, Number.POSITIVE_INFINITY) },
  ];
  return steps.sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** Plans and demarcation points come first; later a plan goes off sale and cabinets are retired. */
function offerSteps({ tariffs, points }: Offer, minute: (minutes: number) => Date): Step[] {
  const steps: Step[] = [];
  for (const [i, tariff] of tariffs.entries()) {
    const add = async (scope: WriteScope) => {
      tariff.id = (await createPlan(scope, tariff.input)).id;
    };
    steps.push({ at: minute(i), lanes: [], act: add });
    if (!tariff.until) continue;
    const confirm = tariff.input.planName;
    steps.push({
      at: tariff.until,
      lanes: [],
      act: (scope) => disablePlan(scope, { id: tariff.id, confirm }),
    });
  }
  for (const [i, point] of points.entries()) {
    const add = async (scope: WriteScope) => {
      point.id = (await createDemarcationPoint(scope, point.input)).id;
    };
    steps.push({ at: minute(20 + i), lanes: [], act: add });
    if (!point.retires) continue;
    steps.push({
      at: minute(POINT_RETIRES_DAY * 1_440 + i),
      lanes: [],
      act: (scope) => updateDemarcationPoint(scope, { id: point.id, status: 'RETIRED' }),
    });
  }
  return steps;
}
