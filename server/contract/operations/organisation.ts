import { portalRead, portalWrite } from '../operation.ts';
import { organisationSnapshot, organisationUpdate } from '../portal/organisation.ts';
import { nothing } from '../primitives.ts';

export const organisationOperations = {
  get: portalRead({ permission: 'read', input: nothing, output: organisationSnapshot }),
  update: portalWrite({
    permission: 'settings:write',
    takesLocalPhone: true,
    input: organisationUpdate,
    output: organisationSnapshot,
  }),
};
