import { refuse } from '../errors.ts';
import { ends } from '../examples/customers.ts';
import { portalRead, rest } from '../operation.ts';
import {
  clockAdvanceProgress,
  clockAdvanceQuery,
  clockAdvances,
  clockEventList,
  clockEventPage,
  clockOutlookQuery,
  clockOutlook as clockOutlookSnapshot,
} from '../portal/test-clock.ts';
import { nothing } from '../primitives.ts';
import { testClockAdvance, testClockSnapshot } from '../provider.ts';

const sandboxOnly = refuse('FORBIDDEN', { message: 'Only sandbox accounts have a test clock.' });

export const testClockOperations = {
  get: rest('GET', '/v1/test-clock', {
    summary: 'Read the test clock',
    description: 'The present instant of a sandbox, and how far it is ahead of real time.',
    sdk: 'testClock.retrieve',
    permission: 'read',
    input: nothing,
    output: testClockSnapshot,
    errors: ['FORBIDDEN'],
    refusals: { FORBIDDEN: sandboxOnly },
  }),
  advance: rest('POST', '/v1/test-clock/advance', {
    summary: 'Advance the test clock',
    description:
      'Moves the clock by at most 400 days and runs everything that falls due on the way, in order, each at its own instant, before it answers. All or nothing. A clock never goes back.',
    sdk: 'testClock.advance',
    timeoutMs: 600_000,
    permission: 'clock:write',
    input: testClockAdvance,
    output: testClockSnapshot,
    errors: ['FORBIDDEN'],
    refusals: { FORBIDDEN: sandboxOnly },
    request: { by: { days: 30 } },
    answer: { now: ends, offsetSeconds: 2_592_000 },
  }),
  outlook: portalRead({ permission: 'read', input: clockOutlookQuery, output: clockOutlookSnapshot }),
  advances: portalRead({ permission: 'read', input: nothing, output: clockAdvances }),
  progress: portalRead({ permission: 'read', input: clockAdvanceQuery, output: clockAdvanceProgress }),
  caused: portalRead({ permission: 'read', input: clockEventList, output: clockEventPage }),
};
