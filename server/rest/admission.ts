import type { IncomingMessage } from 'node:http';
import type { ApiContext } from '../api/context.ts';
import { type AuthenticatedCredential, authenticate } from '../auth/credentials.ts';
import { clientAddress } from '../client-address.ts';
import { Refusal, refuse } from '../contract/errors.ts';
import { ownerOf } from '../networks.ts';
import type { NotTaken, RateLimits } from './rate-limit.ts';

/**
 * Authenticates the caller and takes one token of the rate limit.
 * @throws UNAUTHORIZED, RATE_LIMITED
 */
export async function admit(
  req: IncomingMessage,
  limits: RateLimits,
  correlationId: string,
): Promise<ApiContext> {
  const found = await credentialOf(req, correlationId);
  if (!found) throw await notAdmitted(req, limits);
  const limiter = found.livemode ? limits.live : limits.sandbox;
  const taken = limiter.take(found.providerId);
  const answer = taken instanceof Promise ? await taken : taken;
  if (!answer.ok) throw await rateLimited(limits, found.providerId, answer);
  return {
    providerId: found.providerId,
    livemode: found.livemode,
    clockOffsetMs: found.clockOffsetMs,
    caller: { type: 'credential', id: found.credentialId, name: found.label },
    correlationId,
    address: clientAddress(req),
  };
}

/**
 * As `admit`, for a call that no operation takes, and that anyone may send. A call that names an account without proof is counted as
 * a failed authentication, because it is an entry in that account's request log.
 * @returns null for a caller that is not authenticated
 * @throws RATE_LIMITED
 */
export async function identify(
  req: IncomingMessage,
  limits: RateLimits,
  correlationId: string,
  namesAccount: boolean,
): Promise<ApiContext | null> {
  if (!namesAccount && req.headers['x-access-id'] === undefined) return null;
  try {
    return await admit(req, limits, correlationId);
  } catch (error) {
    // A fault of the caller's credentials, or of their look-up, is not that of the path.
    if (!(error instanceof Refusal && error.key === 'RATE_LIMITED')) return null;
    throw error;
  }
}

/** The credential of a request's access headers; null when they are missing or wrong. */
export function credentialOf(
  req: IncomingMessage,
  correlationId: string,
): Promise<AuthenticatedCredential | null> {
  const { 'x-access-id': accessId, 'x-access-secret': accessSecret } = req.headers;
  return authenticate(single(accessId), single(accessSecret), {
    address: clientAddress(req),
    correlationId,
  });
}

/** The refusal for a failed authentication: UNAUTHORIZED, or RATE_LIMITED after too many failures from one address. */
export async function notAdmitted(req: IncomingMessage, limits: RateLimits) {
  const owner = ownerOf(clientAddress(req));
  const taken = await limits.failedAuthentication.take(owner);
  return taken.ok ? refuse('UNAUTHORIZED') : rateLimited(limits, owner, taken);
}

/** The refusal RATE_LIMITED, when it may be answered. */
export async function rateLimited(
  { refusals }: RateLimits,
  caller: string,
  { retryAfterSeconds }: NotTaken,
): Promise<Refusal> {
  await refusals.turn(caller);
  return refuse('RATE_LIMITED', { retryAfter: retryAfterSeconds });
}

/** A header that was sent exactly once. */
export function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? undefined : header;
}
