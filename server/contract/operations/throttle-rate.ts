import { portalRead, portalWrite } from '../operation.ts';
import { nothing } from '../primitives.ts';
import { throttleRate, throttleRateSet } from '../throttle-rate.ts';

export const throttleRateOperations = {
  get: portalRead({ permission: 'read', input: nothing, output: throttleRate }),
  set: portalWrite({ permission: 'settings:write', input: throttleRateSet, output: throttleRate }),
};
