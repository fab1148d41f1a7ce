import { z } from 'zod';
import {
  providerSnapshot,
  providerUpdate,
  scheduleDList,
  scheduleDPage,
  testClockAdvance,
  testClockSnapshot,
} from '../../contract/provider.ts';
import {
  clockAdvanceProgress,
  clockAdvanceQuery,
  clockAdvances,
  clockEventList,
  clockEventPage,
  clockOutlookQuery,
  clockOutlook as clockOutlookSnapshot,
} from '../../contract/test-clock.ts';
import { getProvider } from '../../domain/provider/read.ts';
import { updateProvider } from '../../domain/provider/update.ts';
import { listScheduleD } from '../../domain/schedule-d/list.ts';
import { advanceProgress, listAdvances } from '../../domain/scheduling/advances.ts';
import { listCaused } from '../../domain/scheduling/events.ts';
import { clockOutlook } from '../../domain/scheduling/outlook.ts';
import { advanceTestClock, getTestClock } from '../../domain/scheduling/test-clock.ts';
import { read, write } from '../handlers.ts';
import { procedure, rest, router } from '../trpc.ts';

const nothing = z.strictObject({});

export const providerRouter = router({
  get: procedure('read')
    .meta(rest('GET', '/v1/provider', 'Read your account'))
    .input(nothing)
    .output(providerSnapshot)
    .query(read(getProvider)),
  /** Portal only. */
  update: procedure('settings:write')
    .input(providerUpdate)
    .output(providerSnapshot)
    .mutation(write(updateProvider)),
  scheduleD: procedure('read')
    .meta(rest('GET', '/v1/schedule-d', 'List the price floors'))
    .input(scheduleDList)
    .output(scheduleDPage)
    .query(read(listScheduleD)),
});

export const testClockRouter = router({
  get: procedure('read')
    .meta(rest('GET', '/v1/test-clock', 'Read the test clock', { errors: ['FORBIDDEN'] }))
    .input(nothing)
    .output(testClockSnapshot)
    .query(read(getTestClock)),
  advance: procedure('clock:write')
    .meta(rest('POST', '/v1/test-clock/advance', 'Advance the test clock', { errors: ['FORBIDDEN'] }))
    .input(testClockAdvance)
    .output(testClockSnapshot)
    .mutation(write(advanceTestClock, { movesClock: true })),
  // Portal only from here on.
  outlook: procedure('read').input(clockOutlookQuery).output(clockOutlookSnapshot).query(read(clockOutlook)),
  advances: procedure('read').input(nothing).output(clockAdvances).query(read(listAdvances)),
  progress: procedure('read')
    .input(clockAdvanceQuery)
    .output(clockAdvanceProgress)
    .query(read(advanceProgress)),
  caused: procedure('read').input(clockEventList).output(clockEventPage).query(read(listCaused)),
});
