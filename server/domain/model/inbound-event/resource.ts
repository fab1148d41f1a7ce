import { inboundEvent } from '../../../../drizzle/schema/integration.ts';
import { inboundEventSnapshot } from '../../../contract/integration.ts';
import { defineResource, type Row } from '../../../state/resource.ts';
import { inboundEventMachine } from './machine.ts';

export const inboundEventResource = defineResource({
  name: 'inboundEvent',
  object: null,
  table: inboundEvent,
  snapshot: inboundEventSnapshot,
  machine: inboundEventMachine,
});

export type InboundEventRow = Row<typeof inboundEventResource>;
