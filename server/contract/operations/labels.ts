import { portalRead } from '../operation.ts';
import { addresses, labels, labelsQuery, phones } from '../portal/labels.ts';

export const labelsOperations = {
  of: portalRead({ permission: 'read', input: labelsQuery, output: labels }),
  phones: portalRead({ permission: 'read', input: labelsQuery, output: phones }),
  addresses: portalRead({ permission: 'read', input: labelsQuery, output: addresses }),
};
