import { portalRead, portalWrite } from '../operation.ts';
import {
  accessCredentialCreate,
  accessCredentialId,
  accessCredentialSnapshot,
  accessCredentials,
  accessCredentialWithSecret,
} from '../portal/access-credential.ts';

export const accessCredentialOperations = {
  list: portalRead({ permission: 'read', output: accessCredentials }),
  create: portalWrite({
    permission: 'developers:write',
    input: accessCredentialCreate,
    output: accessCredentialWithSecret,
  }),
  rotate: portalWrite({
    permission: 'developers:write',
    input: accessCredentialId,
    output: accessCredentialWithSecret,
  }),
  revoke: portalWrite({
    permission: 'developers:write',
    input: accessCredentialId,
    output: accessCredentialSnapshot,
  }),
};
