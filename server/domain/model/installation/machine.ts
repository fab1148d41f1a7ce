import { defineMachine } from '../../../state/define-machine.ts';

export const installationMachine = defineMachine('installation', {
  states: [
    'PENDING_PAYMENT',
    'AWAITING_INSTALLATION',
    'ACTIVATED',
    'COMPLETED',
    'CANCELLED',
    'ABANDONED',
    'ARCHIVED',
  ],
  moves: [
    {
      on: 'settle',
      from: 'PENDING_PAYMENT',
      to: 'AWAITING_INSTALLATION',
      emits: 'installation.updated',
      source: 'spec',
      when: 'The fee is paid or waived.',
    },
    {
      on: 'activate',
      from: ['PENDING_PAYMENT', 'AWAITING_INSTALLATION'],
      to: 'ACTIVATED',
      emits: 'installation.updated',
      else: 'installation_terminal',
      source: 'spec',
      when: 'It is installed and the fee is settled, in whichever order, or it is marked done.',
    },
    {
      on: 'cancel',
      from: ['PENDING_PAYMENT', 'AWAITING_INSTALLATION'],
      to: 'CANCELLED',
      emits: 'installation.updated',
      else: 'installation_terminal',
      source: 'spec',
      when: 'By hand, or because the charge for its fee was cancelled or expired.',
    },
    {
      on: 'abandon',
      from: ['PENDING_PAYMENT', 'AWAITING_INSTALLATION'],
      to: 'ABANDONED',
      emits: 'installation.updated',
      source: 'spec',
      when: 'Its window ended and nobody had installed it.',
    },
    {
      on: 'archive',
      from: ['PENDING_PAYMENT', 'AWAITING_INSTALLATION'],
      to: 'ARCHIVED',
      emits: 'installation.updated',
      source: 'spec',
      when: 'Its subscription went out of service or was cancelled.',
    },
  ],
});
