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
      source: 'contract',
      when: 'The fee is paid or waived.',
    },
    {
      on: 'activate',
      from: ['PENDING_PAYMENT', 'AWAITING_INSTALLATION'],
      to: 'ACTIVATED',
      emits: 'installation.updated',
      else: 'installation_terminal',
      source: 'contract',
      when: 'It is installed and its fee settled, in either order, or it is marked as activated.',
    },
    {
      on: 'cancel',
      from: ['PENDING_PAYMENT', 'AWAITING_INSTALLATION'],
      to: 'CANCELLED',
      emits: 'installation.updated',
      else: 'installation_terminal',
      source: 'contract',
      when: 'On request, or when the charge for its fee is cancelled or expires.',
    },
    {
      on: 'abandon',
      from: ['PENDING_PAYMENT', 'AWAITING_INSTALLATION'],
      to: 'ABANDONED',
      emits: 'installation.updated',
      source: 'contract',
      when: 'Its window ended before it was installed.',
    },
    {
      on: 'archive',
      from: ['PENDING_PAYMENT', 'AWAITING_INSTALLATION'],
      to: 'ARCHIVED',
      emits: 'installation.updated',
      source: 'contract',
      when: 'Its subscription goes out of service or is cancelled.',
    },
  ],
});
