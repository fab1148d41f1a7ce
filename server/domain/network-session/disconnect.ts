import type { z } from 'zod';
import { refuse } from '../../contract/errors.ts';
import type { NetworkSessionSnapshot, networkSessionId } from '../../contract/network-session.ts';
import type { Scope, WriteScope } from '../../db/scope.ts';
import { audit } from '../../events/audit.ts';
import { disconnectSession } from '../../radius/coa.ts';
import { find, presentOne } from '../../state/resource.ts';
import { networkSessionResource } from '../model/network-session/resource.ts';
import { targetOf } from '../network/nas.ts';

type Input = z.output<typeof networkSessionId>;

/**
 * Asks the NAS of a session to end it, and returns once it agreed: its accounting ends the session shortly after. Takes
 * up to 5 s; never call it inside a transaction. Contract: Network session, RADIUS.
 * @throws NOT_FOUND; CONFLICT for a session that has ended, SERVICE_UNAVAILABLE where no server with the address of its
 *   NAS is known, TIMEOUT when the NAS does not answer, UPSTREAM_FAILURE when it refuses
 */
export async function askToDisconnect(scope: Scope, { id }: Input): Promise<void> {
  const session = await find(scope, networkSessionResource, id);
  const target = session.endedAt === null ? await targetOf(scope, session) : null;
  if (!target) throw refuse('CONFLICT', { field: 'id', message: 'The session has ended.' });
  if (!target.nas) {
    const message = `No network access server with the address ${target.session.nasIpAddress} is known.`;
    throw refuse('SERVICE_UNAVAILABLE', { message, retryAfter: 60 });
  }
  const answer = await disconnectSession(target.nas, target.session);
  if (answer.outcome === 'timeout') {
    throw refuse('TIMEOUT', { message: 'The network access server did not answer within five seconds.' });
  }
  if (answer.outcome === 'nak') {
    const cause = answer.errorCause === null ? '' : ` (Error-Cause ${answer.errorCause})`;
    throw refuse('UPSTREAM_FAILURE', { message: `The network access server refused${cause}.` });
  }
}

/** Notes who had a session ended. @returns the session as it is by now */
export async function noteDisconnected(scope: WriteScope, { id }: Input): Promise<NetworkSessionSnapshot> {
  audit(scope, 'network_session.disconnect', { type: 'networkSession', id });
  return presentOne(scope, networkSessionResource, await find(scope, networkSessionResource, id));
}
