import { defineMachine } from '../../../state/define-machine.ts';

export const billingCycleMachine = defineMachine('billing_cycle', {
  states: ['SCHEDULED', 'ACTIVE', 'OVERDUE', 'SUSPENDED', 'CLOSED'],
  moves: [
    {
      on: 'start',
      from: 'SCHEDULED',
      to: 'ACTIVE',
      emits: 'billing.cycle_started',
      source: 'spec',
      when: 'It is paid and its start has come.',
    },
    {
      on: 'lapse',
      from: 'ACTIVE',
      to: 'OVERDUE',
      emits: 'billing.overdue',
      source: 'spec',
      when: 'It ended with an unpaid renewal; service continues through grace.',
    },
    {
      on: 'suspend',
      from: 'OVERDUE',
      to: 'SUSPENDED',
      emits: 'billing.suspended',
      source: 'spec',
      when: 'Grace has elapsed.',
    },
    {
      on: 'close',
      from: ['SCHEDULED', 'ACTIVE', 'OVERDUE'],
      to: 'CLOSED',
      source: 'ours',
      when: 'The next cycle starts, or its subscription goes out of service before its end.',
    },
  ],
});
