import { pendingChargeStatuses } from '../../../contract/charge-rules.ts';
import { defineMachine } from '../../../state/define-machine.ts';

export const chargeMachine = defineMachine('charge', {
  states: ['PENDING', 'PAID', 'WAIVED', 'REFUNDED', 'CANCELLED'],
  moves: [
    {
      on: 'pay',
      from: pendingChargeStatuses,
      to: 'PAID',
      source: 'contract',
      when: 'Its payment completes.',
    },
    {
      on: 'waive',
      from: pendingChargeStatuses,
      to: 'WAIVED',
      else: 'CHARGE_NOT_WAIVABLE',
      source: 'contract',
      when: 'It is waived. An installation whose fee it is continues.',
    },
    {
      on: 'cancel',
      from: pendingChargeStatuses,
      to: 'CANCELLED',
      else: 'CHARGE_NOT_CANCELLABLE',
      source: 'contract',
      when: 'On request, past `expiresAt`, or when its installation or subscriber ends. An installation whose fee it is ends too.',
    },
    {
      on: 'refund',
      from: 'PAID',
      to: 'REFUNDED',
      source: 'contract',
      when: 'Its payment is refunded in full.',
    },
  ],
});
