import { event } from '../../../../drizzle/schema/provider.ts';
import { eventEnvelope } from '../../../contract/events.ts';
import { defineResource } from '../../../state/resource.ts';

export const eventResource = defineResource({
  name: 'event',
  object: null,
  table: event,
  snapshot: eventEnvelope,
});
