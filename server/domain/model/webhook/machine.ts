import { defineMachine } from '../../../state/define-machine.ts';

export const webhookMachine = defineMachine('webhook', {
  states: ['ACTIVE', 'DISABLED', 'deleted'],
  moves: [
    {
      on: 'disable',
      from: 'ACTIVE',
      to: 'DISABLED',
      source: 'contract',
      when: 'Requested, or it answered 410, or all attempts failed for five days. Pending deliveries wait.',
    },
    {
      on: 'enable',
      from: 'DISABLED',
      to: 'ACTIVE',
      source: 'contract',
      when: 'Requested. The failure count is cleared and pending deliveries continue.',
    },
    { on: 'delete', from: ['ACTIVE', 'DISABLED'], to: 'deleted', source: 'contract' },
  ],
});
