import { APIError } from 'better-auth/api';
import { SECOND_MS } from '../clock.ts';
import type { Db } from '../db/client.ts';
import { giveBackAttempt, takeAttempt } from '../domain/model/attempts.ts';
import { sleepWithoutPlace } from '../http/places-of-address.ts';
import { ownerOf } from '../networks.ts';

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
  succeed(account: string, address: string): Promise<void>;
};

/** Attempts of an address with too many failures, in ms. */
const TURNS = { everyMs: SECOND_MS, longestMs: 10 * SECOND_MS };

/**
 * Limits failed attempts, in all processes together. An address with too many failures is slowed down instead of refused, because the
 * people behind it, such as those of one office, do not know each other's failures. Contract: Accounts.
 * @param kind what is counted apart from others
 */
export function signInThrottle(db: Db, kind: string, maxAttempts = SIGN_IN_LIMITS): SignInThrottle {
  const keysOf = (account: string, address: string) => {
    const owner = ownerOf(address);
    return {
      pair: [kind, 'pair', owner, account],
      account: [kind, 'account', account],
      address: [kind, 'address', owner],
    } as const;
  };

  return {
    async begin(account, address) {
      const keys = keysOf(account, address);
      const pair = await takeAttempt(db, keys.pair, { max: maxAttempts.accountFromAddress });
      if (!pair.isTaken) return wholeSeconds(pair.waitMs);
      const ofAccount = await takeAttempt(db, keys.account, { max: maxAttempts.account });
      if (!ofAccount.isTaken) {
        await giveBackAttempt(db, keys.pair);
        return wholeSeconds(ofAccount.waitMs);
      }
      const turn = await takeAttempt(db, keys.address, { max: maxAttempts.address, turns: TURNS });
      if (!turn.isTaken) {
        await Promise.all([keys.pair, keys.account].map((key) => giveBackAttempt(db, key)));
        return wholeSeconds(turn.waitMs);
      }
      if (turn.waitMs > 0) await sleepWithoutPlace(turn.waitMs);
      return 0;
    },
    async succeed(account, address) {
      await Promise.all(Object.values(keysOf(account, address)).map((key) => giveBackAttempt(db, key)));
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
