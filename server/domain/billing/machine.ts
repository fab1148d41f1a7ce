import { defineMachine } from '../../state/define-machine.ts';

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
      on: 'close',
      from: ['SCHEDULED', 'ACTIVE', 'OVERDUE'],
      to: 'CLOSED',
      source: 'ours',
      when: 'It is over, or its subscription went out of service before its end.',
    },
  ],
});
