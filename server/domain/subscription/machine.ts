import { defineMachine } from '../../state/define-machine.ts';

export const subscriptionMachine = defineMachine('subscription', {
  states: ['PENDING', 'ACTIVE', 'AWAITING_PAYMENT_FOR_UPGRADE', 'INACTIVE', 'CANCELLED', 'MIGRATED_OUT'],
  moves: [
    {
      on: 'start',
      from: 'PENDING',
      to: 'ACTIVE',
      emits: 'subscription.updated',
      source: 'spec',
      when: 'The first payment is collected: the first cycle begins and the network lets the subscriber in.',
    },
    {
      on: 'reactivate',
      from: 'INACTIVE',
      to: 'ACTIVE',
      emits: 'subscription.updated',
      source: 'spec',
      when: 'The reactivation invoice is paid: a fresh cycle begins. Archived subscriptions do not come back.',
    },
    {
      on: 'deactivate',
      from: 'ACTIVE',
      to: 'INACTIVE',
      emits: 'subscription.deactivated',
      source: 'spec',
      when: 'It goes out of service; `inactiveReason` says why.',
    },
    {
      on: 'cancel',
      from: ['PENDING', 'INACTIVE'],
      to: 'CANCELLED',
      emits: 'subscription.updated',
      source: 'spec',
      when: 'Deleted before its first payment, or its subscriber is terminated.',
    },
  ],
});
