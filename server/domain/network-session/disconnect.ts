import type { z } from 'zod';
import { refuse } from '../../contract/errors.ts';
import type { NetworkSessionSnapshot, networkSessionId } from '../../contract/network-session.ts';
import { disconnectSession } from '../../radius/coa.ts';
import { find, presentOne } from '../../state/resource.ts';
import { audit } from '../../work/audit.ts';
import type { Scope, WriteScope } from '../../work/scope.ts';
import { networkSessionResource } from '../model/network-session/resource.ts';
import { findSessionTarget } from '../network/session-target.ts';

type Input = z.output<typeof networkSessionId>;

/**
 * Sends a Disconnect-Request to the NAS of a session and waits for its answer. The accounting stop of the NAS ends the
 * session shortly after. Takes up to 5 s; never call it in a transaction. Contract: Network session, RADIUS.
 * @throws NOT_FOUND; CONFLICT for an ended session; SERVICE_UNAVAILABLE if no network server is registered for the address
 *   of the NAS; TIMEOUT without an answer; UPSTREAM_FAILURE when the NAS refuses
 */
export async function requestDisconnect(scope: Scope, { id }: Input): Promise<void> {
  const session = await find(scope, networkSessionResource, id);
  const target = session.endedAt === null ? await findSessionTarget(scope, session) : null;
  if (!target) throw refuse('CONFLICT', { field: 'id', message: 'The session has ended.' });
  if (!target.nas) {
    const message = `No network access server with the address ${target.nasAddress} is registered.`;
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

/** Writes the audit entry of a disconnect. @returns the current session */
export async function auditDisconnect(scope: WriteScope, { id }: Input): Promise<NetworkSessionSnapshot> {
  audit(scope, 'networkSession.disconnect', { type: 'networkSession', id });
  return presentOne(scope, networkSessionResource, await find(scope, networkSessionResource, id));
}
