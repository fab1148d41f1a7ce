import {
  networkSessionId,
  networkSessionList,
  networkSessionPage,
  networkSessionSnapshot,
} from '../network-session.ts';
import { portalRead, rest } from '../operation.ts';
import { networkSessionCounts, networkSessionListAll } from '../portal/network-session.ts';
import { nothing } from '../primitives.ts';

export const networkSessionOperations = {
  list: rest('GET', '/v1/network-sessions', {
    summary: 'List network sessions',
    description: 'RADIUS sessions, the newest first, with the accounting that was stored before the request.',
    sdk: 'networkSessions.list',
    permission: 'read',
    input: networkSessionList,
    output: networkSessionPage,
  }),
  listAll: portalRead({ permission: 'read', input: networkSessionListAll, output: networkSessionPage }),
  counts: portalRead({ permission: 'read', input: nothing, output: networkSessionCounts }),
  get: portalRead({ permission: 'read', input: networkSessionId, output: networkSessionSnapshot }),
  disconnect: rest('POST', '/v1/network-sessions/{id}/disconnect', {
    summary: 'Disconnect a network session',
    description:
      'Sends a Disconnect-Request to the network server. The answer follows once the server accepted it; the session ends with its accounting, moments later.',
    sdk: 'networkSessions.disconnect',
    permission: 'sessions:write',
    input: networkSessionId,
    output: networkSessionSnapshot,
    hasDryRun: false,
    errors: ['CONFLICT', 'TIMEOUT', 'UPSTREAM_FAILURE', 'SERVICE_UNAVAILABLE'],
  }),
};
