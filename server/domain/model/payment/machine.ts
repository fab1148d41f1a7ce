import { defineMachine } from '../../../state/define-machine.ts';

export const paymentMachine = defineMachine('payment', {
  states: ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED'],
  moves: [
    { on: 'process', from: 'PENDING', to: 'PROCESSING', source: 'spec', when: 'The rail has taken it up.' },
    {
      on: 'complete',
      from: 'PROCESSING',
      to: 'COMPLETED',
      emits: 'payment.received',
      source: 'spec',
      when: 'The money is there.',
    },
    {
      on: 'fail',
      from: 'PROCESSING',
      to: 'FAILED',
      emits: 'payment.failed',
      source: 'spec',
      when: 'Insufficient funds, a time-out, or the rail rejected it.',
    },
    {
      on: 'expire',
      from: 'PENDING',
      to: 'EXPIRED',
      emits: 'payment.expired',
      source: 'spec',
      when: 'Not settled within 24 hours, overtaken by a newer payment, or no longer wanted.',
    },
  ],
});
