import { APIError } from 'better-auth/api';
import { MINUTE_MS, SECOND_MS } from '../clock.ts';

/** How long a failed sign-in counts. */
const WINDOW_MS = 15 * MINUTE_MS;
const MAX_WINDOWS = 100_000;

/**
 * Maximum numbers of failed attempts in a window. The limit of an account is far lower for one address than for all
 * addresses, so that another person cannot lock the owner of the account out.
 */
export const SIGN_IN_LIMITS = { accountFromAddress: 10, address: 50, account: 200 };
/** Each request of a new password sends an email, so all addresses together have a low limit for an account. */
export const RESET_LIMITS = { accountFromAddress: 3, address: 20, account: 5 };

export type SignInThrottle = {
  /**
   * Counts an attempt before its result is known, so that concurrent attempts do not pass.
   * @param account the email address as typed, whether it exists or not
   * @returns 0, or the whole seconds to wait
   */
  begin(account: string, address: string): number;
  /** Removes the attempt: the password was correct. */
  succeed(account: string, address: string): void;
};

/** @param now a time in ms that only moves forward */
export function signInThrottle(now: () => number, maxAttempts = SIGN_IN_LIMITS): SignInThrottle {
  const windows = new Map<string, { count: number; until: number }>();

  function windowOf(key: string) {
    let window = windows.get(key);
    if (!window || window.until <= now()) {
      window = { count: 0, until: now() + WINDOW_MS };
      // A new entry is added at the end, so the map is sorted by expiry and the first entry expires next.
      windows.delete(key);
      windows.set(key, window);
      for (const [first, { until }] of windows) {
        if (until > now() && windows.size <= MAX_WINDOWS) break;
        windows.delete(first);
      }
    }
    return window;
  }

  const limits = (account: string, address: string) =>
    [
      [`pair ${address} ${account}`, maxAttempts.accountFromAddress],
      [`address ${address}`, maxAttempts.address],
      [`account ${account}`, maxAttempts.account],
    ] as const;

  return {
    begin(account, address) {
      const counted = limits(account, address).map(([key, limit]) => ({ window: windowOf(key), limit }));
      const exceeded = counted.filter(({ window, limit }) => window.count >= limit);
      if (exceeded.length > 0) {
        return Math.ceil(Math.max(...exceeded.map(({ window }) => window.until - now())) / SECOND_MS);
      }
      for (const { window } of counted) window.count++;
      return 0;
    },
    succeed(account, address) {
      for (const [key] of limits(account, address)) {
        const window = windows.get(key);
        if (window && window.count > 0) window.count--;
      }
    },
  };
}

/** @throws APIError 429 when there are seconds to wait */
export function requireAttempt(seconds: number): void {
  if (seconds === 0) return;
  const message = 'Too many attempts. Please try again later.';
  throw new APIError('TOO_MANY_REQUESTS', { message }, { 'Retry-After': String(seconds) });
}
