import { defineMachine } from '../../../state/define-machine.ts';

export const subscriberMachine = defineMachine('subscriber', {
  states: ['active', 'suspended', 'terminated'],
  moves: [
    {
      on: 'suspend',
      from: 'active',
      to: 'suspended',
      emits: 'subscriber.suspended',
      source: 'spec',
      when: 'A manual hold is set, or the last subscription in service goes out of it.',
    },
    {
      on: 'activate',
      from: 'suspended',
      to: 'active',
      emits: 'subscriber.activated',
      source: 'spec',
      when: 'The hold is lifted and nothing else suspends the subscriber, or a payment brings a subscription back into service and no hold is on.',
    },
    {
      on: 'terminate',
      from: ['active', 'suspended'],
      to: 'terminated',
      emits: 'subscriber.terminated',
      source: 'spec',
      when: 'All their subscriptions end and their network credentials are removed.',
    },
  ],
});
