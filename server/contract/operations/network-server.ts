import { portalRead, portalWrite } from '../operation.ts';
import {
  networkServer,
  networkServerCreate,
  networkServerId,
  networkServerRemoved,
  networkServers,
} from '../portal/network-server.ts';
import { nothing } from '../primitives.ts';

export const networkServerOperations = {
  list: portalRead({ permission: 'read', input: nothing, output: networkServers }),
  create: portalWrite({ permission: 'settings:write', input: networkServerCreate, output: networkServer }),
  remove: portalWrite({ permission: 'settings:write', input: networkServerId, output: networkServerRemoved }),
};
