import { charge } from '../../../../drizzle/schema/charge.ts';
import { chargeSnapshot } from '../../../contract/charge.ts';
import { defineResource, type Row } from '../../../state/resource.ts';
import { chargeMachine } from './machine.ts';

export const chargeResource = defineResource({
  name: 'charge',
  object: 'charge',
  table: charge,
  snapshot: chargeSnapshot,
  machine: chargeMachine,
});

export type ChargeRow = Row<typeof chargeResource>;
