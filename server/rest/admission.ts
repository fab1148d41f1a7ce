import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiContext } from '../api/context.ts';
import { refusalOf } from '../api/refusal.ts';
import { isAtCapacity } from '../at-capacity.ts';
import { type AuthenticatedCredential, authenticate } from '../auth/authenticate.ts';
import { checkAgain } from '../check-again.ts';
import { clientAddress } from '../client-address.ts';
import { Refusal, refuse } from '../contract/errors.ts';
import { accountRefusal } from '../domain/model/provider/account-status.ts';
import { ownerOf } from '../networks.ts';
import type { NotTaken, RateLimits, Taken } from './rate-limit.ts';

/**
 * Authenticates the caller, takes one token of the rate limit and announces what is left of it. Contract: Rate limits.
 * @throws UNAUTHORIZED, RATE_LIMITED; FORBIDDEN for an account that the operator suspended or closed
 */
export async function admit(
  req: IncomingMessage,
  res: ServerResponse,
  limits: RateLimits,
  correlationId: string,
): Promise<ApiContext> {
  const authenticated = async () => {
    const found = await credentialOf(req, correlationId);
    if (!found) throw await notAdmitted(req, limits);
    return found;
  };
  const found = await authenticated();
  const context = await admitCredential(req, res, limits, correlationId, found);
  requireActive(found);
  return { ...context, checkAgain: checkAgain(async () => requireActive(await authenticated())) };
}

/** @throws FORBIDDEN for an account that the operator suspended or closed */
function requireActive({ status }: AuthenticatedCredential): void {
  const refusal = accountRefusal(status);
  if (refusal) throw refusal;
}

async function admitCredential(
  req: IncomingMessage,
  res: ServerResponse,
  limits: RateLimits,
  correlationId: string,
  found: AuthenticatedCredential,
): Promise<ApiContext> {
  const limiter = found.livemode ? limits.live : limits.sandbox;
  const taken = limiter.take(found.providerId);
  const answer = taken instanceof Promise ? await taken : taken;
  announce(res, answer);
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

/** Sets the headers of the limit for whatever is answered. A limit that is off has none. */
export function announce(res: ServerResponse, { quota }: Taken): void {
  if (!quota) return;
  res.setHeader('RateLimit-Limit', quota.limit);
  res.setHeader('RateLimit-Remaining', quota.remaining);
  res.setHeader('RateLimit-Reset', quota.resetSeconds);
}

/**
 * As `admit`, for a call that no operation takes, and that anyone may send. `asCounted` counts the others.
 * @returns null for a caller that is not authenticated
 * @throws RATE_LIMITED
 */
export async function identifyCaller(
  req: IncomingMessage,
  res: ServerResponse,
  limits: RateLimits,
  correlationId: string,
): Promise<ApiContext | null> {
  if (req.headers['x-access-id'] === undefined) return null;
  // A fault of the look-up is not that of the path.
  const found = await credentialOf(req, correlationId).catch(() => null);
  return found && admitCredential(req, res, limits, correlationId, found);
}

/**
 * The error of a call that names an account, by an access id or an integration, and did not prove who sends it. It is an entry in
 * the account's request log, so whatever it is refused for, it counts as a failed authentication. A fault of the server does not
 * count: while the database is away, no secret can be checked, and callers would be refused for a minute after it is back.
 * Contract: Request log.
 * @returns the error, or RATE_LIMITED after too many failures from one address
 */
export async function asCounted(req: IncomingMessage, limits: RateLimits, error: unknown): Promise<unknown> {
  const isCountedAlready =
    error instanceof Refusal && (error.key === 'UNAUTHORIZED' || error.key === 'RATE_LIMITED');
  if (isCountedAlready || isFaultOfServer(error)) return error;
  const counted = await notAdmitted(req, limits);
  return counted.key === 'RATE_LIMITED' ? counted : error;
}

/** Whether a call failed for what the server lacks: the database, room, or correct code. */
function isFaultOfServer(error: unknown): boolean {
  return isAtCapacity(error) || (!(error instanceof Refusal) && refusalOf(error, undefined).status >= 500);
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
