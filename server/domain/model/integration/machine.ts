import { defineMachine } from '../../../state/define-machine.ts';

export const integrationMachine = defineMachine('integration', {
  states: ['ACTIVE', 'DISABLED', 'deleted'],
  moves: [
    {
      on: 'disable',
      from: 'ACTIVE',
      to: 'DISABLED',
      source: 'demarc',
      when: 'Requested. Senders get 503 and retry.',
    },
    { on: 'enable', from: 'DISABLED', to: 'ACTIVE', source: 'demarc', when: 'Requested.' },
    { on: 'delete', from: ['ACTIVE', 'DISABLED'], to: 'deleted', source: 'contract' },
  ],
});
