import { retryableInboundEventStatuses } from '../../../contract/inbound-event-rules.ts';
import { defineMachine } from '../../../state/define-machine.ts';

export const inboundEventMachine = defineMachine('inbound event', {
  states: ['QUEUED', 'PROCESSING', 'PROCESSED', 'IGNORED', 'FAILED'],
  moves: [
    {
      on: 'begin',
      from: 'QUEUED',
      to: 'PROCESSING',
      source: 'contract',
      when: 'Every earlier event of its service is done.',
    },
    { on: 'finish', from: 'PROCESSING', to: 'PROCESSED', source: 'contract', when: 'Its change is applied.' },
    {
      on: 'ignore',
      from: 'PROCESSING',
      to: 'IGNORED',
      source: 'contract',
      when: 'It changes nothing: an echo of an own write, unchanged values, or a service that moved out.',
    },
    {
      on: 'fail',
      from: 'PROCESSING',
      to: 'FAILED',
      source: 'contract',
      when: 'Its change is refused; `reason` says why. Later events of the service continue.',
    },
    {
      on: 'retry',
      from: retryableInboundEventStatuses,
      to: 'QUEUED',
      source: 'contract',
      when: 'Requested. It is checked against the current state.',
    },
  ],
});
