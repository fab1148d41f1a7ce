import { MINUTE_MS } from '../clock.ts';
import { type SubscriberCreate, subscriberCreate } from '../contract/subscriber.ts';
import { createSubscriber } from '../domain/subscriber/create.ts';
import { customerMoves, type MovesContext } from './customer-moves.ts';
import type { CustomerTimeline } from './scenarios.ts';
import { scriptsOf } from './scripts.ts';
import { sideEvents } from './side-events.ts';

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
