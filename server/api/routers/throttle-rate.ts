import { z } from 'zod';
import { throttleRate, throttleRateSet } from '../../contract/throttle-rate.ts';
import { getThrottleRate, setThrottleRate } from '../../domain/provider/throttle-rate.ts';
import { read, write } from '../handlers.ts';
import { procedure, router } from '../trpc.ts';

/** The speed of subscriptions past their data cap. Portal only. */
export const throttleRateRouter = router({
  get: procedure('read').input(z.strictObject({})).output(throttleRate).query(read(getThrottleRate)),
  set: procedure('settings:write')
    .input(throttleRateSet)
    .output(throttleRate)
    .mutation(write(setThrottleRate)),
});
