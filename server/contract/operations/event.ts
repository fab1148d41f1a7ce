import { eventEnvelope, eventId, eventList, eventPage } from '../events.ts';
import { portalRead, rest } from '../operation.ts';
import { eventDeliveries } from '../portal/delivery.ts';
import { eventListAll } from '../portal/events.ts';

export const eventOperations = {
  list: rest('GET', '/v1/events', {
    summary: 'List events',
    description:
      'All events, the newest first, in the newest version of the envelope. With `sort=createdAt` and `createdAfter` a program reads on from where it stopped.',
    sdk: 'events.list',
    permission: 'read',
    input: eventList,
    output: eventPage,
  }),
  listAll: portalRead({ permission: 'read', input: eventListAll, output: eventPage }),
  get: rest('GET', '/v1/events/{id}', {
    summary: 'Read an event',
    description: 'One event, in the newest version of the envelope.',
    sdk: 'events.retrieve',
    permission: 'read',
    input: eventId,
    output: eventEnvelope,
  }),
  deliveries: portalRead({ permission: 'read', input: eventId, output: eventDeliveries }),
};
