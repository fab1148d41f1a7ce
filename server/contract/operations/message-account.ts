import { portalRead, portalWrite } from '../operation.ts';
import {
  messageAccountName,
  messageAccountSave,
  messageAccountSnapshot,
  messageAccounts,
  messageAccountTest,
} from '../portal/message-account.ts';
import { nothing } from '../primitives.ts';

export const messageAccountOperations = {
  list: portalRead({ permission: 'settings:write', input: nothing, output: messageAccounts }),
  save: portalWrite({
    permission: 'settings:write',
    input: messageAccountSave,
    output: messageAccountSnapshot,
  }),
  test: portalWrite({ permission: 'settings:write', input: messageAccountName, output: messageAccountTest }),
  remove: portalWrite({
    permission: 'settings:write',
    input: messageAccountName,
    output: messageAccountSnapshot,
  }),
};
