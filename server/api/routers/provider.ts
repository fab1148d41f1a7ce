import { providerOperations } from '../../contract/operations/provider.ts';
import { testClockOperations } from '../../contract/operations/test-clock.ts';
import { getProvider } from '../../domain/provider/read.ts';
import { updateProvider } from '../../domain/provider/update.ts';
import { listScheduleD } from '../../domain/schedule-d/list.ts';
import { advanceProgress, listAdvances } from '../../domain/scheduling/advances.ts';
import { listCaused } from '../../domain/scheduling/events.ts';
import { clockOutlook } from '../../domain/scheduling/outlook.ts';
import { advanceTestClock, getTestClock } from '../../domain/scheduling/test-clock.ts';
import { env } from '../../env.ts';
import { createFairPlaces } from '../../fair-places.ts';
import { read, write } from '../handlers.ts';
import { routerOf } from '../trpc.ts';

export const providerRouter = routerOf(providerOperations, {
  get: read(getProvider),
  update: write(updateProvider),
  scheduleD: read(listScheduleD),
});

/** An advance holds a slot and a connection for up to fifteen minutes, so half of them stay for other requests. */
const advances = createFairPlaces({
  places: Math.max(1, Math.floor(env.DATABASE_CONNECTIONS / 2)),
  ofOwner: 1,
  waiting: 100,
});

const advance = write(advanceTestClock, { movesClock: true });

export const testClockRouter = routerOf(testClockOperations, {
  get: read(getTestClock),
  advance: (call) => advances.run(call.ctx.providerId, () => advance(call)),
  outlook: read(clockOutlook),
  advances: read(listAdvances),
  progress: read(advanceProgress),
  caused: read(listCaused),
});
