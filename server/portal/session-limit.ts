import type { IncomingMessage } from 'node:http';
import { sessionCookies } from '../auth/session-cookie.ts';
import { invalid, type Refusal, refuse } from '../contract/errors.ts';
import { createLimiter, type Limiter } from '../rest/rate-limit.ts';

/** Pages of one session, of which each takes some 20 ms of the thread. Links that are prefetched count as well. */
const pageLimits = { ratePerSecond: 20, burst: 200 };

/** The scripts and styles of pages. */
const FILES = '/_next/static/';

/** More cookies of sessions than a browser has. */
const MAX_TOKENS = 4;

/** The requests that a limit counts by the sessions in their cookies. */
type OfSession = Pick<IncomingMessage, 'headers'>;

/**
 * A limit of the requests of a session. Its token is read from the cookie without a look-up, which takes longer than a refusal: a false
 * one opens nothing.
 * @returns counts a request, or some calls of it, and returns the refusal beyond the limit. Contract: Rate limits.
 */
export function createSessionLimit(limiter: Limiter) {
  return async ({ headers }: OfSession, calls = 1): Promise<Refusal | null> => {
    const tokens = new Set(sessionCookies(headers.cookie).map(({ token }) => token));
    // Which of several is read is the affair of the sign-in's library, so each counts.
    if (tokens.size > MAX_TOKENS) return invalid([{ field: 'cookie', code: 'INVALID_FORMAT' }]);
    for (const token of tokens) {
      for (let call = 0; call < calls; call++) {
        const taken = await limiter.take(token);
        if (!taken.ok) return refuse('RATE_LIMITED', { retryAfter: taken.retryAfterSeconds });
      }
    }
    return null;
  };
}

/** The limit of the pages of a session. Files of pages have none. */
export function createPageLimit(pages: Limiter = createLimiter({ name: 'pages', ...pageLimits })) {
  const limit = createSessionLimit(pages);
  return async (req: OfSession & { url?: string }): Promise<Refusal | null> =>
    isFile(req.url ?? '') ? null : limit(req);
}

/** Whether a path leads to a file once its steps back are taken, as the pages' framework takes them. */
export function isFile(target: string): boolean {
  return URL.canParse(target, 'http://portal') && new URL(target, 'http://portal').pathname.startsWith(FILES);
}
