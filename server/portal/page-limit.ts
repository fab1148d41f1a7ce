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

/**
 * The limit of the pages of a session. Its token is read from the cookie without a look-up: a false one opens no page.
 * @returns the refusal of a request of a session beyond it. Contract: Rate limits.
 */
export function createPageLimit(pages: Limiter = createLimiter({ name: 'pages', ...pageLimits })) {
  return async ({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): Promise<Refusal | null> => {
    if (isFile(url)) return null;
    const tokens = new Set(sessionCookies(headers.cookie).map(({ token }) => token));
    // Which of several is read is the affair of the sign-in's library, so each counts.
    if (tokens.size > MAX_TOKENS) return invalid([{ field: 'cookie', code: 'INVALID_FORMAT' }]);
    for (const token of tokens) {
      const taken = await pages.take(token);
      if (!taken.ok) return refuse('RATE_LIMITED', { retryAfter: taken.retryAfterSeconds });
    }
    return null;
  };
}

/** Whether a path leads to a file once its steps back are taken, as the pages' framework takes them. */
export function isFile(target: string): boolean {
  return URL.canParse(target, 'http://portal') && new URL(target, 'http://portal').pathname.startsWith(FILES);
}
