import { openCycleStatuses } from '../../../contract/billing-cycle-rules.ts';
import { defineMachine } from '../../../state/define-machine.ts';

export const billingCycleMachine = defineMachine('billing_cycle', {
  states: ['SCHEDULED', 'ACTIVE', 'OVERDUE', 'SUSPENDED', 'CLOSED'],
  moves: [
    {
      on: 'start',
      from: 'SCHEDULED',
      to: 'ACTIVE',
      emits: 'billing.cycle_started',
      source: 'contract',
      when: 'It is paid and its start is reached.',
    },
    {
      on: 'lapse',
      from: 'ACTIVE',
      to: 'OVERDUE',
      emits: 'billing.overdue',
      source: 'contract',
      when: 'It ended with an unpaid renewal; service continues through grace.',
    },
    {
      on: 'suspend',
      from: 'OVERDUE',
      to: 'SUSPENDED',
      emits: 'billing.suspended',
      source: 'contract',
      when: 'Grace has elapsed.',
    },
    {
      on: 'close',
      from: openCycleStatuses,
      to: 'CLOSED',
      source: 'demarc',
      when: 'The next cycle starts, or its subscription goes out of service before its end.',
    },
  ],
});
