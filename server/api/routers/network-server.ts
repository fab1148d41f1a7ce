import { networkServerOperations } from '../../contract/operations/network-server.ts';
import { createNetworkServer } from '../../domain/network-server/create.ts';
import { listNetworkServers } from '../../domain/network-server/list.ts';
import { removeNetworkServer } from '../../domain/network-server/remove.ts';
import { read, write } from '../handlers.ts';
import { routerOf } from '../trpc.ts';

/** Network access servers. Portal only. */
export const networkServerRouter = routerOf(networkServerOperations, {
  list: read(listNetworkServers),
  create: write(createNetworkServer),
  remove: write(removeNetworkServer),
});
