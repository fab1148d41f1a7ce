import { event } from '../../../../drizzle/schema/provider.ts';
import { eventEnvelope } from '../../../contract/events.ts';
import { defineResource } from '../../../state/resource.ts';

export const eventResource = defineResource({
  name: 'event',
  object: null,
  table: event,
  // The other fields of an event are in its `body`, which readers return as it is stored.
  snapshot: eventEnvelope.omit({ apiVersion: true, livemode: true, data: true }),
});
