import type { IncomingMessage } from 'node:http';
import type { ApiContext } from '../api/context.ts';
import { requireStaffSession, type StaffSession } from '../auth/staff.ts';
import { limitPerAccount } from '../limit-per-account.ts';
import { createLimiter } from '../rest/rate-limit.ts';
import { requireAccountOfPage } from './account-of-page.ts';
import { createPlacesOfCallers } from './places-of-callers.ts';
import { createSessionLimit } from './session-limit.ts';
import { contextOfRequest, headersOf, sessionLimits } from './trpc.ts';

/** Requests for files in work at a time, of one account and of a person in it: a browser has six connections. */
const MAX_CONCURRENT = { ofAccount: 20, ofPerson: 8 };

/** `Retry-After` in seconds for a request beyond them. */
const RETRY_AFTER = 2;

const limit = createSessionLimit(createLimiter({ name: 'files', ...sessionLimits }));

const places = createPlacesOfCallers();

const ofAccount = limitPerAccount(MAX_CONCURRENT.ofAccount, RETRY_AFTER);
const ofPerson = limitPerAccount(MAX_CONCURRENT.ofPerson, RETRY_AFTER);

/**
 * The session of a request outside tRPC, which counts as a call of it.
 * @throws UNAUTHORIZED, FORBIDDEN; CONFLICT for a page of another account; RATE_LIMITED for too many of the session;
 *   SERVICE_UNAVAILABLE for too many of the address
 */
export async function requireCallOfSession(req: IncomingMessage): Promise<StaffSession> {
  const fault = await limit(req);
  if (fault) throw fault;
  const session = await places.run(req, () => requireStaffSession(headersOf(req)));
  requireAccountOfPage(req, session);
  return session;
}

/**
 * Answers a request of a signed-in person for a file, or with one, within the limits of portal calls.
 * @throws UNAUTHORIZED, FORBIDDEN, CONFLICT; RATE_LIMITED for too many of the session, or too many of the person or the account at a time
 */
export async function withFileRequest(
  req: IncomingMessage,
  correlationId: string,
  answer: (ctx: ApiContext) => Promise<void>,
): Promise<void> {
  const session = await requireCallOfSession(req);
  const { provider, user } = session;
  await ofPerson(`${user.id} ${provider.id}`, () =>
    ofAccount(provider.id, () => answer(contextOfRequest(req, session, correlationId))),
  );
}
