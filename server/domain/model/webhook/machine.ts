import { defineMachine } from '../../../state/define-machine.ts';

export const webhookMachine = defineMachine('webhook', {
  states: ['ACTIVE', 'DISABLED', 'deleted'],
  moves: [
    {
      on: 'disable',
      from: 'ACTIVE',
      to: 'DISABLED',
      source: 'spec',
      when: 'Asked for; or it answered 410; or all attempts failed for five days. What is pending waits.',
    },
    {
      on: 'enable',
      from: 'DISABLED',
      to: 'ACTIVE',
      source: 'spec',
      when: 'Asked for. Past failures are forgotten, and what is pending goes on.',
    },
    { on: 'delete', from: ['ACTIVE', 'DISABLED'], to: 'deleted', source: 'spec' },
  ],
});
