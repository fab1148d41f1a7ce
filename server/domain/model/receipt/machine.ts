import { defineMachine } from '../../../state/define-machine.ts';

export const receiptMachine = defineMachine('receipt', {
  states: ['UNMATCHED', 'MATCHED'],
  moves: [
    {
      on: 'match',
      from: 'UNMATCHED',
      to: 'MATCHED',
      source: 'contract',
      when: 'What the payer entered, or the payer, names one subscriber.',
    },
    { on: 'assign', from: 'UNMATCHED', to: 'MATCHED', source: 'contract', when: 'Staff assign it.' },
  ],
});
