import { defineMachine } from '../../../state/define-machine.ts';

export const jobMachine = defineMachine('job', {
  states: ['DRAFT', 'CHECKING', 'CHECKED', 'RUNNING', 'COMPLETED', 'STOPPED'],
  moves: [
    {
      on: 'check',
      from: ['DRAFT', 'CHECKED'],
      to: 'CHECKING',
      source: 'demarc',
      when: 'Requested, with a column for each required field.',
    },
    {
      on: 'finish_check',
      from: 'CHECKING',
      to: 'CHECKED',
      source: 'demarc',
      when: 'Each row was run dry.',
    },
    { on: 'start', from: 'CHECKED', to: 'RUNNING', source: 'demarc', when: 'Requested.' },
    { on: 'complete', from: 'RUNNING', to: 'COMPLETED', source: 'demarc', when: 'Each row has its outcome.' },
    {
      on: 'stop',
      from: 'RUNNING',
      to: 'STOPPED',
      source: 'demarc',
      when: 'Requested, or the person who started it may not do it any more.',
    },
    {
      on: 'correct',
      from: 'CHECKED',
      to: 'CHECKING',
      source: 'demarc',
      when: 'Refused rows of a check are corrected, and checked again.',
    },
    {
      on: 'correct',
      from: 'COMPLETED',
      to: 'RUNNING',
      source: 'demarc',
      when: 'Refused rows of an import are corrected, and tried again.',
    },
    { on: 'stop', from: 'CHECKING', to: 'DRAFT', source: 'demarc', when: 'Requested.' },
    { on: 'resume', from: 'STOPPED', to: 'RUNNING', source: 'demarc', when: 'Requested.' },
  ],
});
