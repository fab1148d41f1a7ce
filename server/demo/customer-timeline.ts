import { MINUTE_MS, plus } from '../clock.ts';
import { DAY_MS } from '../contract/days.ts';
import { type SubscriberCreate, subscriberCreate } from '../contract/subscriber.ts';
import { createInstallation } from '../domain/installation/create.ts';
import { cancelSubscription } from '../domain/lifecycle/termination/cancel.ts';
import { paymentResource } from '../domain/model/payment/resource.ts';
import { activateSubscriber } from '../domain/subscriber/activate.ts';
import { createSubscriber } from '../domain/subscriber/create.ts';
import { terminateSubscriber } from '../domain/subscriber/terminate.ts';
import { editPlanFromExternal } from '../domain/subscription/edit-from-external.ts';
import { migrateOut } from '../domain/subscription/migrate-out.ts';
import { removePlan } from '../domain/subscription/remove-plan.ts';
import { updateSubscription } from '../domain/subscription/update.ts';
import { findForUpdate } from '../state/resource.ts';
import { transition } from '../state/transition.ts';
import type { WriteScope } from '../work/scope.ts';
import { customerMoves, type MovesContext } from './customer-moves.ts';
import type { OfferedPlan } from './demo-plans.ts';
import type { CustomerTimeline, Scenario } from './scenarios.ts';
import { sideEvents } from './side-events.ts';

import { scriptsOf } from './scripts.ts';
type StoryContext = MovesContext & { person: SubscriberCreate };

/** The steps of one customer from `joinedAt` to `now`, and how the customer pays renewals. */
export function customerTimeline({ person, ...context }: StoryContext): CustomerTimeline {
  const { customer, offer, random, now } = context;
  const timeline: CustomerTimeline = {
    id: '',
    steps: [],
    seed: random.whole(1, 1_000_000),
    latePercent: 12,
    unpaidPeriod: null,
  };
  const moves = customerMoves(timeline, context);
  moves.step(async (scope) => {
    timeline.id = (await createSubscriber(scope, subscriberCreate.parse(person))).id;
  });
  moves.wait(2, 60, MINUTE_MS);
  scriptsOf({ timeline, moves, offer, random, now })[customer.scenario]();
  const first = moves.firstOrdered();
  if (customer.scenario === 'in service' && first) {
    timeline.steps.push(...sideEvents({ timeline, subscription: first, random, since: moves.time(), now }));
    timeline.steps.sort((a, b) => a.at.getTime() - b.at.getTime());
  }
  return timeline;
}
