import { gatewayAccountOperations } from '../../contract/operations/gateway-account.ts';
import { listGatewayAccounts } from '../../domain/gateway-account/read.ts';
import { removeGatewayAccount } from '../../domain/gateway-account/remove.ts';
import { saveGatewayAccount } from '../../domain/gateway-account/save.ts';
import { testGatewayAccount } from '../../domain/gateway-account/test.ts';
import { read, trial, write } from '../handlers.ts';
import { routerOf } from '../trpc.ts';

/** Gateway accounts have no route in the REST API: their credentials are entered by staff alone. */
export const gatewayAccountRouter = routerOf(gatewayAccountOperations, {
  list: read(listGatewayAccounts),
  save: write(saveGatewayAccount),
  test: trial(testGatewayAccount),
  remove: write(removeGatewayAccount),
});
