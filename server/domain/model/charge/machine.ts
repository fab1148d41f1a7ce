import { defineMachine } from '../../../state/define-machine.ts';

export const chargeMachine = defineMachine('charge', {
  states: ['PENDING', 'PAID', 'WAIVED', 'REFUNDED', 'CANCELLED'],
  moves: [
    { on: 'pay', from: 'PENDING', to: 'PAID', source: 'spec', when: 'A payment for it is completed.' },
    {
      on: 'waive',
      from: 'PENDING',
      to: 'WAIVED',
      else: 'CHARGE_NOT_WAIVABLE',
      source: 'spec',
      when: 'Nobody has to pay it any more. An installation whose fee it is goes on.',
    },
    {
      on: 'cancel',
      from: 'PENDING',
      to: 'CANCELLED',
      else: 'CHARGE_NOT_CANCELLABLE',
      source: 'spec',
      when: 'By hand, past `expiresAt`, or because its installation or its subscriber ended; an installation whose fee it is ends with it.',
    },
    {
      on: 'refund',
      from: 'PAID',
      to: 'REFUNDED',
      source: 'spec',
      when: 'All that was paid for it has been given back.',
    },
  ],
});
