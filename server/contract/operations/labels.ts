import { addresses, labels, labelsQuery } from '../labels.ts';
import { portalRead } from '../operation.ts';

export const labelsOperations = {
  of: portalRead({ permission: 'read', input: labelsQuery, output: labels }),
  addresses: portalRead({ permission: 'read', input: labelsQuery, output: addresses }),
};
