import { z } from 'zod';
import {
  networkServer,
  networkServerCreate,
  networkServerId,
  networkServerRemoved,
  networkServers,
} from '../../contract/network-server.ts';
import { createNetworkServer } from '../../domain/network-server/create.ts';
import { listNetworkServers } from '../../domain/network-server/list.ts';
import { removeNetworkServer } from '../../domain/network-server/remove.ts';
import { read, write } from '../handlers.ts';
import { procedure, router } from '../trpc.ts';

/** Network access servers. Portal only. */
export const networkServerRouter = router({
  list: procedure('read').input(z.strictObject({})).output(networkServers).query(read(listNetworkServers)),
  create: procedure('settings:write')
    .input(networkServerCreate)
    .output(networkServer)
    .mutation(write(createNetworkServer)),
  remove: procedure('settings:write')
    .input(networkServerId)
    .output(networkServerRemoved)
    .mutation(write(removeNetworkServer)),
});
