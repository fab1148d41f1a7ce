import { homeFigures } from '../metrics.ts';
import { portalRead } from '../operation.ts';
import { nothing } from '../primitives.ts';

export const homeOperations = {
  figures: portalRead({ permission: 'read', input: nothing, output: homeFigures }),
};
