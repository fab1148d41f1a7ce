import { MINUTE_MS, SECOND_MS } from '../clock.ts';

/** For how long a failed sign-in counts. */
const WINDOW_MS = 15 * MINUTE_MS;
const MOST_HELD = 100_000;

/**
 * Attempts that may fail in a window. An account is closed to one address long before it is closed to all, so that
 * a stranger who guesses does not shut out the person it belongs to.
 */
const most = { accountFromAddress: 10, address: 50, account: 200 };

export type SignInThrottle = {
  /**
   * Counts an attempt before its outcome is known, so that many at once do not slip through.
   * @param account the e-mail address as typed, whether anybody has it or not
   * @returns 0, or after how many whole seconds to try again
   */
  begin(account: string, address: string): number;
  /** Takes the attempt back: it was the right password. */
  succeed(account: string, address: string): void;
};

/** @param now a time in ms that only goes forward */
export function signInThrottle(now: () => number): SignInThrottle {
  const windows = new Map<string, { count: number; until: number }>();

  function windowOf(key: string) {
    let window = windows.get(key);
    if (!window || window.until <= now()) {
      window = { count: 0, until: now() + WINDOW_MS };
      // Set anew, the map stays in order of ending: the first is always the next to go.
      windows.delete(key);
      windows.set(key, window);
      for (const [first, { until }] of windows) {
        if (until > now() && windows.size <= MOST_HELD) break;
        windows.delete(first);
      }
    }
    return window;
  }

  const limits = (account: string, address: string) =>
    [
      [`pair ${address} ${account}`, most.accountFromAddress],
      [`address ${address}`, most.address],
      [`account ${account}`, most.account],
    ] as const;

  return {
    begin(account, address) {
      const open = limits(account, address).map(([key, limit]) => ({ window: windowOf(key), limit }));
      const shut = open.filter(({ window, limit }) => window.count >= limit);
      if (shut.length > 0) {
        return Math.ceil(Math.max(...shut.map(({ window }) => window.until - now())) / SECOND_MS);
      }
      for (const { window } of open) window.count++;
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
