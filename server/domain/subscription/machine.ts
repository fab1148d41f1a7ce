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
      on: 'removePlan',
      from: 'ACTIVE',
      to: 'INACTIVE',
      emits: 'subscription.plan_removed',
      source: 'spec',
      when: 'Its plan is taken away, at once or at the end of the cycle; `subscription.deactivated` follows.',
    },
    {
      on: 'cancel',
      from: ['PENDING', 'INACTIVE'],
      to: 'CANCELLED',
      emits: 'subscription.updated',
      source: 'spec',
      when: 'Deleted before its first payment or not paid for in 30 days, or its subscriber is terminated.',
    },
    {
      on: 'migrateOut',
      from: 'INACTIVE',
      to: 'MIGRATED_OUT',
      emits: 'subscription.updated',
      source: 'spec',
      when: 'It moves to another system; one in service goes out of it first.',
    },
  ],
});
