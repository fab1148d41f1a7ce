import { defineMachine } from '../../../state/define-machine.ts';

export const paymentMachine = defineMachine('payment', {
  states: ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED'],
  moves: [
    { on: 'process', from: 'PENDING', to: 'PROCESSING', source: 'contract', when: 'The rail processes it.' },
    {
      on: 'complete',
      from: 'PROCESSING',
      to: 'COMPLETED',
      emits: 'payment.received',
      source: 'contract',
      when: 'The money is received.',
    },
    {
      on: 'fail',
      from: 'PROCESSING',
      to: 'FAILED',
      emits: 'payment.failed',
      source: 'contract',
      when: 'Insufficient funds, a timeout, or a rejection by the rail.',
    },
    {
      on: 'expire',
      from: 'PENDING',
      to: 'EXPIRED',
      emits: 'payment.expired',
      source: 'contract',
      when: 'Not settled within 24 hours, replaced by a newer payment, or its debt no longer exists.',
    },
  ],
});
