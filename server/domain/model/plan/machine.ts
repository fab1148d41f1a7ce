import { defineMachine } from '../../../state/define-machine.ts';

export const planMachine = defineMachine('plan', {
  states: ['enabled', 'disabled', 'deleted'],
  moves: [
    {
      on: 'disable',
      from: 'enabled',
      to: 'disabled',
      emits: 'plan.updated',
      else: 'PLAN_ALREADY_DISABLED',
      source: 'contract',
      when: 'Requested. Running subscriptions keep it; new ones cannot take it.',
    },
    {
      on: 'enable',
      from: 'disabled',
      to: 'enabled',
      emits: 'plan.updated',
      else: 'PLAN_ALREADY_ENABLED',
      source: 'contract',
      when: 'Requested. New subscriptions can take it.',
    },
    {
      on: 'delete',
      from: 'disabled',
      to: 'deleted',
      emits: 'plan.deleted',
      else: 'PLAN_NOT_DISABLED',
      source: 'contract',
      when: 'No subscription that can be in service uses it or has it pending.',
    },
  ],
});
