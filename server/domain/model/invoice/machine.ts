import { defineMachine } from '../../../state/define-machine.ts';

export const invoiceMachine = defineMachine('invoice', {
  states: ['OPEN', 'PAID', 'VOID'],
  moves: [
    {
      on: 'pay',
      from: 'OPEN',
      to: 'PAID',
      source: 'ours',
      when: 'Its total is received, or is 0.',
    },
    { on: 'void', from: 'OPEN', to: 'VOID', source: 'ours', when: 'Its debt no longer exists.' },
  ],
});
