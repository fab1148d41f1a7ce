import { resendableEmailStatuses } from '../../../contract/portal/email-rules.ts';
import { defineMachine } from '../../../state/define-machine.ts';

export const emailMachine = defineMachine('mail', {
  states: ['QUEUED', 'SENT', 'DELIVERED', 'FAILED', 'UNKNOWN', 'HELD', 'DROPPED'],
  moves: [
    {
      on: 'send',
      from: 'QUEUED',
      to: 'SENT',
      source: 'demarc',
      when: 'The mail server or the gateway accepted it.',
    },
    {
      on: 'deliver',
      from: 'SENT',
      to: 'DELIVERED',
      source: 'demarc',
      when: 'The gateway reports that it has arrived.',
    },
    {
      on: 'bounce',
      from: 'SENT',
      to: 'FAILED',
      source: 'demarc',
      when: 'The gateway reports that it cannot be delivered.',
    },
    {
      on: 'lose',
      from: 'QUEUED',
      to: 'UNKNOWN',
      source: 'demarc',
      when: 'The gateway may have sent it, but its answer did not arrive. It is not sent again by itself.',
    },
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
      on: 'hold',
      from: 'QUEUED',
      to: 'HELD',
      source: 'demarc',
      when: 'Its announcement was paused when it was due to be sent.',
    },
    {
      on: 'resend',
      from: resendableEmailStatuses,
      to: 'QUEUED',
      source: 'demarc',
      when: 'Staff sends it again, or resumes its announcement.',
    },
  ],
});
