import { portalRead } from '../operation.ts';
import { homeFigures } from '../portal/metrics.ts';
import { nothing } from '../primitives.ts';

export const homeOperations = {
  figures: portalRead({ permission: 'read', input: nothing, output: homeFigures }),
};
