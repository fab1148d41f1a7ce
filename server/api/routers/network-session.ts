import {
  networkSessionId,
  networkSessionList,
  networkSessionPage,
  networkSessionSnapshot,
} from '../../contract/network-session.ts';
import { getNetworkSession, listNetworkSessions } from '../../domain/network-session/read.ts';
import { procedure, rest, router } from '../trpc.ts';
import { read } from '../work.ts';

export const networkSessionRouter = router({
  list: procedure('read')
    .meta(rest('GET', '/v1/network-sessions', 'List network sessions'))
    .input(networkSessionList)
    .output(networkSessionPage)
    .query(read(listNetworkSessions)),
  get: procedure('read')
    .input(networkSessionId)
    .output(networkSessionSnapshot)
    .query(read(getNetworkSession)),
});
