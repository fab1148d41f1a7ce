import { openInstallationStatuses } from '../../../contract/installation-rules.ts';
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
      from: openInstallationStatuses,
      to: 'ACTIVATED',
      emits: 'installation.updated',
      else: 'installation_terminal',
      source: 'contract',
      when: 'It is installed and its fee settled, in either order, or it is marked as activated.',
    },
    {
      on: 'cancel',
      from: openInstallationStatuses,
      to: 'CANCELLED',
      emits: 'installation.updated',
      else: 'installation_terminal',
      source: 'contract',
      when: 'On request, or when the charge for its fee is cancelled or expires.',
    },
    {
      on: 'abandon',
      from: openInstallationStatuses,
      to: 'ABANDONED',
      emits: 'installation.updated',
      source: 'contract',
      when: 'Its window ended before it was installed.',
    },
    {
      on: 'archive',
      from: openInstallationStatuses,
      to: 'ARCHIVED',
      emits: 'installation.updated',
      source: 'contract',
      when: 'Its subscription goes out of service or is cancelled.',
    },
  ],
});
