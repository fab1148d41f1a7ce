import { throttleRateOperations } from '../../contract/operations/throttle-rate.ts';
import { getThrottleRate, setThrottleRate } from '../../domain/provider/throttle-rate.ts';
import { read, write } from '../handlers.ts';
import { routerOf } from '../trpc.ts';

/** The speed of subscriptions past their data cap. Portal only. */
export const throttleRateRouter = routerOf(throttleRateOperations, {
  get: read(getThrottleRate),
  set: write(setThrottleRate),
});
