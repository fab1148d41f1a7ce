import { portalRead, portalWrite } from '../operation.ts';
import { accountTest } from '../portal/account-credentials.ts';
import {
  gatewayAccountName,
  gatewayAccountSave,
  gatewayAccountSnapshot,
  gatewayAccounts,
} from '../portal/gateway-account.ts';
import { nothing } from '../primitives.ts';

export const gatewayAccountOperations = {
  list: portalRead({ permission: 'settings:write', input: nothing, output: gatewayAccounts }),
  save: portalWrite({
    permission: 'settings:write',
    input: gatewayAccountSave,
    output: gatewayAccountSnapshot,
  }),
  test: portalWrite({
    permission: 'settings:write',
    input: gatewayAccountName,
    output: accountTest,
  }),
  remove: portalWrite({
    permission: 'settings:write',
    input: gatewayAccountName,
    output: gatewayAccountSnapshot,
  }),
};
