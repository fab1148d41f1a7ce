import {
  accessCredentialCreate,
  accessCredentialId,
  accessCredentialSnapshot,
  accessCredentials,
  accessCredentialWithSecret,
} from '../access-credential.ts';
import { portalRead, portalWrite } from '../operation.ts';

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
