import { portalRead } from '../operation.ts';
import { addresses, labels, labelsQuery } from '../portal/labels.ts';

export const labelsOperations = {
  of: portalRead({ permission: 'read', input: labelsQuery, output: labels }),
  addresses: portalRead({ permission: 'read', input: labelsQuery, output: addresses }),
};
