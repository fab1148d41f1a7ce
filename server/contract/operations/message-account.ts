import { portalRead, portalWrite } from '../operation.ts';
import { accountTest } from '../portal/account-credentials.ts';
import {
  messageAccountName,
  messageAccountSave,
  messageAccountSnapshot,
  messageAccounts,
} from '../portal/message-account.ts';
import { nothing } from '../primitives.ts';

export const messageAccountOperations = {
  list: portalRead({ permission: 'settings:write', input: nothing, output: messageAccounts }),
  save: portalWrite({
    permission: 'settings:write',
    input: messageAccountSave,
    output: messageAccountSnapshot,
  }),
  test: portalWrite({ permission: 'settings:write', input: messageAccountName, output: accountTest }),
  remove: portalWrite({
    permission: 'settings:write',
    input: messageAccountName,
    output: messageAccountSnapshot,
  }),
};
