import { eventFeedPage, eventFeedQuery } from '../event-feed.ts';
import { eventEnvelope, eventId, eventList, eventPage } from '../events.ts';
import { portalRead, rest } from '../operation.ts';
import { eventDeliveries } from '../portal/delivery.ts';
import { eventListAll } from '../portal/events.ts';

const EXAMPLE_CURSOR = 'MTc2NDE1MjAwMDAwMDAwMC5ldnRfMDE5OWYzYTRjMWUyN2IwYzlkNGU1ZjYwNzE4MjkzYTQ';

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
  feed: rest('GET', '/v1/events/feed', {
    summary: 'Follow events',
    description:
      'All events in the order in which they became visible, the oldest kept first. Whoever follows `meta.next` gets each event once and misses none. With `type` an answer may be empty before the end; `next` moves on.',
    sdk: 'events.feed',
    permission: 'read',
    input: eventFeedQuery,
    output: eventFeedPage,
    timeoutMs: 45_000,
    metaExample: { limit: 20, next: EXAMPLE_CURSOR },
  }),
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
