import { resendableEmailStatuses } from '../../../contract/portal/email-rules.ts';
import { defineMachine } from '../../../state/define-machine.ts';

export const emailMachine = defineMachine('mail', {
  states: ['QUEUED', 'SENT', 'FAILED', 'HELD', 'DROPPED'],
  moves: [
    { on: 'send', from: 'QUEUED', to: 'SENT', source: 'demarc', when: 'The mail server accepted it.' },
    {
      on: 'fail',
      from: 'QUEUED',
      to: 'FAILED',
      source: 'demarc',
      when: 'The mail server rejected it permanently, or every attempt failed.',
    },
    {
      on: 'drop',
      from: 'QUEUED',
      to: 'DROPPED',
      source: 'demarc',
      when: 'It was no longer true when it was due to be sent.',
    },
    {
      on: 'resend',
      from: resendableEmailStatuses,
      to: 'QUEUED',
      source: 'demarc',
      when: 'Staff sends it again.',
    },
  ],
});
