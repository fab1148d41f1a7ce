import { defineMachine } from '../../../state/define-machine.ts';

export const inboundEventMachine = defineMachine('inbound event', {
  states: ['QUEUED', 'PROCESSING', 'PROCESSED', 'IGNORED', 'FAILED'],
  moves: [
    {
      on: 'begin',
      from: 'QUEUED',
      to: 'PROCESSING',
      source: 'spec',
      when: 'It is its turn among the events of its service.',
    },
    { on: 'finish', from: 'PROCESSING', to: 'PROCESSED', source: 'spec', when: 'What it says was done.' },
    {
      on: 'ignore',
      from: 'PROCESSING',
      to: 'IGNORED',
      source: 'spec',
      when: 'It changes nothing: an echo of ours, values as they are, a service we left.',
    },
    {
      on: 'fail',
      from: 'PROCESSING',
      to: 'FAILED',
      source: 'spec',
      when: 'It could not be done; the reason says why. Later events of the service go on.',
    },
    {
      on: 'retry',
      from: 'FAILED',
      to: 'QUEUED',
      source: 'spec',
      when: 'Asked for. It is held against the state of things by then.',
    },
  ],
});
