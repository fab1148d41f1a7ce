import { z } from 'zod';
import {
  networkSessionCounts,
  networkSessionId,
  networkSessionList,
  networkSessionListAll,
  networkSessionPage,
  networkSessionSnapshot,
} from '../../contract/network-session.ts';
import { auditDisconnect, requestDisconnect } from '../../domain/network-session/disconnect.ts';
import {
  countNetworkSessions,
  getNetworkSession,
  listAllNetworkSessions,
  listNetworkSessions,
} from '../../domain/network-session/read.ts';
import { external, read } from '../handlers.ts';
import { procedure, rest, router } from '../trpc.ts';

export const networkSessionRouter = router({
  list: procedure('read')
    .meta(rest('GET', '/v1/network-sessions', 'List network sessions'))
    .input(networkSessionList)
    .output(networkSessionPage)
    .query(read(listNetworkSessions)),
  /** Portal only, like the next. */
  listAll: procedure('read')
    .input(networkSessionListAll)
    .output(networkSessionPage)
    .query(read(listAllNetworkSessions)),
  /** Portal only. */
  counts: procedure('read')
    .input(z.strictObject({}))
    .output(networkSessionCounts)
    .query(read(countNetworkSessions)),
  get: procedure('read')
    .input(networkSessionId)
    .output(networkSessionSnapshot)
    .query(read(getNetworkSession)),
  disconnect: procedure('sessions:write')
    .meta(
      rest('POST', '/v1/network-sessions/{id}/disconnect', 'Disconnect a network session', {
        errors: ['CONFLICT', 'TIMEOUT', 'UPSTREAM_FAILURE', 'SERVICE_UNAVAILABLE'],
        dryRun: false,
        description:
          'Sends a Disconnect-Request to the network server. The answer follows once the server accepted it; the session ends with its accounting, moments later.',
      }),
    )
    .input(networkSessionId)
    .output(networkSessionSnapshot)
    .mutation(external(requestDisconnect, auditDisconnect)),
});
