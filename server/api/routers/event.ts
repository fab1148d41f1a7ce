import { eventDeliveries } from '../../contract/delivery.ts';
import { eventEnvelope, eventId, eventList, eventListAll, eventPage } from '../../contract/events.ts';
import { deliveriesOfEvent } from '../../domain/delivery/of-events.ts';
import { getEvent, listEvents } from '../../domain/event/read.ts';
import { read } from '../handlers.ts';
import { procedure, rest, router } from '../trpc.ts';

export const eventRouter = router({
  list: procedure('read')
    .meta(rest('GET', '/v1/events', 'List events'))
    .input(eventList)
    .output(eventPage)
    .query(read(listEvents)),
  /** Portal only. */
  listAll: procedure('read').input(eventListAll).output(eventPage).query(read(listEvents)),
  get: procedure('read')
    .meta(rest('GET', '/v1/events/{id}', 'Read an event'))
    .input(eventId)
    .output(eventEnvelope)
    .query(read(getEvent)),
  /** Portal only. */
  deliveries: procedure('read').input(eventId).output(eventDeliveries).query(read(deliveriesOfEvent)),
});
