import { eventOperations } from '../../contract/operations/event.ts';
import { deliveriesOfEvent } from '../../domain/delivery/of-events.ts';
import { getEvent, listEvents } from '../../domain/event/read.ts';
import { followFeed } from '../follow-feed.ts';
import { read } from '../handlers.ts';
import { routerOf } from '../trpc.ts';

export const eventRouter = routerOf(eventOperations, {
  list: read(listEvents),
  listAll: read(listEvents),
  feed: followFeed,
  get: read(getEvent),
  deliveries: read(deliveriesOfEvent),
});
