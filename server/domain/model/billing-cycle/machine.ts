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
      when: 'It is paid and its time has come.',
    },
    {
      on: 'lapse',
      from: 'ACTIVE',
      to: 'OVERDUE',
      emits: 'billing.overdue',
      source: 'spec',
      when: 'It ended and its renewal is not paid; service goes on through the days of grace.',
    },
    {
      on: 'suspend',
      from: 'OVERDUE',
      to: 'SUSPENDED',
      emits: 'billing.suspended',
      source: 'spec',
      when: 'The days of grace are over.',
    },
    {
      on: 'close',
      from: ['SCHEDULED', 'ACTIVE', 'OVERDUE'],
      to: 'CLOSED',
      source: 'ours',
      when: 'It is over and paid for, or its subscription went out of service before its end.',
    },
  ],
});
