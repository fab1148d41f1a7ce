import { defineMachine } from '../../../state/define-machine.ts';

export const invoiceMachine = defineMachine('invoice', {
  states: ['OPEN', 'PAID', 'VOID'],
  moves: [
    {
      on: 'pay',
      from: 'OPEN',
      to: 'PAID',
      source: 'ours',
      when: 'Its total has been received, or was nothing.',
    },
    { on: 'void', from: 'OPEN', to: 'VOID', source: 'ours', when: 'What it asked for is no longer wanted.' },
  ],
});
