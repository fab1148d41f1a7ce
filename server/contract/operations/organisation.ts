import { portalRead, portalWrite } from '../operation.ts';
import { logo, logoSet, organisationSnapshot, organisationUpdate } from '../portal/organisation.ts';
import { nothing } from '../primitives.ts';

export const organisationOperations = {
  get: portalRead({ permission: 'read', input: nothing, output: organisationSnapshot }),
  update: portalWrite({
    permission: 'settings:write',
    takesLocalPhone: true,
    input: organisationUpdate,
    output: organisationSnapshot,
  }),
  logo: portalRead({ permission: 'read', input: nothing, output: logo }),
  setLogo: portalWrite({ permission: 'settings:write', input: logoSet, output: logo }),
  removeLogo: portalWrite({ permission: 'settings:write', input: nothing, output: logo }),
};
