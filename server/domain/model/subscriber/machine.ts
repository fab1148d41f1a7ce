import { unterminatedStatuses } from '../../../contract/subscriber-rules.ts';
import { defineMachine } from '../../../state/define-machine.ts';

export const subscriberMachine = defineMachine('subscriber', {
  states: ['active', 'suspended', 'terminated'],
  moves: [
    {
      on: 'suspend',
      from: 'active',
      to: 'suspended',
      emits: 'subscriber.suspended',
      source: 'contract',
      when: 'A manual hold is set, or the last subscription in service ends.',
    },
    {
      on: 'activate',
      from: 'suspended',
      to: 'active',
      emits: 'subscriber.activated',
      source: 'contract',
      when: 'The hold is lifted while a subscription is in service, or a payment restores service without a hold.',
    },
    {
      on: 'terminate',
      from: unterminatedStatuses,
      to: 'terminated',
      emits: 'subscriber.terminated',
      source: 'contract',
      when: 'All subscriptions end and network credentials are removed.',
    },
  ],
});
