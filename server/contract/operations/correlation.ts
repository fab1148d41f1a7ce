import { correlation, correlationId } from '../correlation.ts';
import { portalRead } from '../operation.ts';

export const correlationOperations = {
  get: portalRead({ permission: 'read', input: correlationId, output: correlation }),
};
