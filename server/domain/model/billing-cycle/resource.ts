import { billingCycle } from '../../../../drizzle/schema/billing.ts';
import { billingCycleSnapshot } from '../../../contract/billing-cycle.ts';
import { defineResource, type Row } from '../../../state/resource.ts';
import { billingCycleMachine } from './machine.ts';

export const billingCycleResource = defineResource({
  name: 'billingCycle',
  object: 'billing_cycle',
  table: billingCycle,
  snapshot: billingCycleSnapshot,
  machine: billingCycleMachine,
});

export type BillingCycleRow = Row<typeof billingCycleResource>;
