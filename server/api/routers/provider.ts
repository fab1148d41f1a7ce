import { providerOperations } from '../../contract/operations/provider.ts';
import { testClockOperations } from '../../contract/operations/test-clock.ts';
import { getProvider } from '../../domain/provider/read.ts';
import { updateProvider } from '../../domain/provider/update.ts';
import { listScheduleD } from '../../domain/schedule-d/list.ts';
import { advanceProgress, listAdvances } from '../../domain/scheduling/advances.ts';
import { listCaused } from '../../domain/scheduling/events.ts';
import { clockOutlook } from '../../domain/scheduling/outlook.ts';
import { advanceTestClock, getTestClock } from '../../domain/scheduling/test-clock.ts';
import { read, write } from '../handlers.ts';
import { routerOf } from '../trpc.ts';

export const providerRouter = routerOf(providerOperations, {
  get: read(getProvider),
  update: write(updateProvider),
  scheduleD: read(listScheduleD),
});

export const testClockRouter = routerOf(testClockOperations, {
  get: read(getTestClock),
  advance: write(advanceTestClock, { movesClock: true }),
  outlook: read(clockOutlook),
  advances: read(listAdvances),
  progress: read(advanceProgress),
  caused: read(listCaused),
});
