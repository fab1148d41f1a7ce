import { APIError } from 'better-auth/api';
import { MINUTE_MS, SECOND_MS } from '../clock.ts';
import { ownerOf } from '../networks.ts';

/** How long a failed sign-in counts. */
const WINDOW_MS = 15 * MINUTE_MS;
const MAX_WINDOWS = 100_000;

/**
 * Maximum numbers of failed attempts in a window. The limit of an account is far lower for one address than for all
 * addresses, so that another person cannot lock the owner of the account out.
 */
const SIGN_IN_LIMITS = { accountFromAddress: 10, address: 50, account: 200 };
/** Each request of a new password sends an email, so all addresses together have a low limit for an account. */
export const RESET_LIMITS = { accountFromAddress: 3, address: 20, account: 5 };

export type SignInThrottle = {
  /**
   * Counts an attempt before its result is known, so that concurrent attempts do not pass.
   * @param account the email address as typed, whether it exists or not
   * @returns 0, or the whole seconds to wait
   */
  begin(account: string, address: string): Promise<number>;
  /** Removes the attempt: the password was correct. */
  succeed(account: string, address: string): void;
};

/** The time between two attempts of an address with too many failures, in ms. */
const PACE_MS = SECOND_MS;
/** The longest that an attempt waits for its turn, in ms. */
const MAX_TURN_MS = 10 * SECOND_MS;

type Time = { now: () => number; sleep: (ms: number) => Promise<unknown> };

/**
 * Limits failed attempts. An address with too many failures is slowed down instead of refused, because the people behind it, such
 * as those of one office, do not know each other's failures. Contract: Accounts.
 * @param time a time in ms that only moves forward, and a pause in ms
 */
export function signInThrottle(time: Time, maxAttempts = SIGN_IN_LIMITS): SignInThrottle {
  const { now, sleep } = time;
  const windows = new Map<string, { count: number; until: number; nextTurn: number }>();

  function windowOf(key: string) {
    let window = windows.get(key);
    if (!window || window.until <= now()) {
      window = { count: 0, until: now() + WINDOW_MS, nextTurn: 0 };
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

  const keysOf = (account: string, address: string) => {
    const owner = ownerOf(address);
    return { pair: `pair ${owner} ${account}`, account: `account ${account}`, address: `address ${owner}` };
  };

  return {
    async begin(account, address) {
      const keys = keysOf(account, address);
      const [pair, ofAccount, ofAddress] = [
        windowOf(keys.pair),
        windowOf(keys.account),
        windowOf(keys.address),
      ];
      const full = [
        ...(pair.count >= maxAttempts.accountFromAddress ? [pair] : []),
        ...(ofAccount.count >= maxAttempts.account ? [ofAccount] : []),
      ];
      if (full.length > 0) return wholeSeconds(Math.max(...full.map(({ until }) => until)) - now());
      const turn = ofAddress.count < maxAttempts.address ? 0 : Math.max(ofAddress.nextTurn - now(), 0);
      if (turn > MAX_TURN_MS) return wholeSeconds(turn);
      ofAddress.nextTurn = now() + turn + PACE_MS;
      for (const window of [pair, ofAccount, ofAddress]) window.count++;
      if (turn > 0) await sleep(turn);
      return 0;
    },
    succeed(account, address) {
      for (const key of Object.values(keysOf(account, address))) {
        const window = windows.get(key);
        if (window && window.count > 0) window.count--;
      }
    },
  };
}

const wholeSeconds = (ms: number) => Math.ceil(ms / SECOND_MS);

/** @throws APIError 429 when there are seconds to wait */
export function requireAttempt(seconds: number): void {
  if (seconds === 0) return;
  const message = 'Too many attempts. Please try again later.';
  throw new APIError('TOO_MANY_REQUESTS', { message }, { 'Retry-After': String(seconds) });
}
