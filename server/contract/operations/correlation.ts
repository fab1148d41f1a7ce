import { portalRead } from '../operation.ts';
import { correlation, correlationId } from '../portal/correlation.ts';

export const correlationOperations = {
  get: portalRead({ permission: 'read', input: correlationId, output: correlation }),
};
