import { networkSessionOperations } from '../../contract/operations/network-session.ts';
import { auditDisconnect, requestDisconnect } from '../../domain/network-session/disconnect.ts';
import {
  countNetworkSessions,
  getNetworkSession,
  listAllNetworkSessions,
  listNetworkSessions,
} from '../../domain/network-session/read.ts';
import { external, read } from '../handlers.ts';
import { routerOf } from '../trpc.ts';

export const networkSessionRouter = routerOf(networkSessionOperations, {
  list: read(listNetworkSessions),
  listAll: read(listAllNetworkSessions),
  counts: read(countNetworkSessions),
  get: read(getNetworkSession),
  disconnect: external(requestDisconnect, auditDisconnect),
});
