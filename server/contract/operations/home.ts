import { portalRead } from '../operation.ts';
import { homeFigures } from '../portal/metrics.ts';
import { today } from '../portal/today.ts';
import { nothing } from '../primitives.ts';

export const homeOperations = {
  figures: portalRead({ permission: 'read', input: nothing, output: homeFigures }),
  today: portalRead({ permission: 'read', input: nothing, output: today }),
};
