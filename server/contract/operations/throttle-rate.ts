import { portalRead, portalWrite } from '../operation.ts';
import { throttleRate, throttleRateSet } from '../portal/throttle-rate.ts';
import { nothing } from '../primitives.ts';

export const throttleRateOperations = {
  get: portalRead({ permission: 'read', input: nothing, output: throttleRate }),
  set: portalWrite({ permission: 'settings:write', input: throttleRateSet, output: throttleRate }),
};
