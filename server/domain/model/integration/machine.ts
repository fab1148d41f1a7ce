import { defineMachine } from '../../../state/define-machine.ts';

export const integrationMachine = defineMachine('integration', {
  states: ['ACTIVE', 'DISABLED', 'deleted'],
  moves: [
    {
      on: 'disable',
      from: 'ACTIVE',
      to: 'DISABLED',
      source: 'ours',
      when: 'Asked for. Senders are told to try again later.',
    },
    { on: 'enable', from: 'DISABLED', to: 'ACTIVE', source: 'ours', when: 'Asked for.' },
    { on: 'delete', from: ['ACTIVE', 'DISABLED'], to: 'deleted', source: 'spec' },
  ],
});
