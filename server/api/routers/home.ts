import { homeOperations } from '../../contract/operations/home.ts';
import { readHome } from '../../domain/metrics/home.ts';
import { readToday } from '../../domain/metrics/today.ts';
import { read } from '../handlers.ts';
import { routerOf } from '../trpc.ts';

/** Portal only. */
export const homeRouter = routerOf(homeOperations, {
  figures: read(readHome, { mayBeStale: true }),
  today: read(readToday),
});
