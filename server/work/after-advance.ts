import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs, SECOND_MS } from '../clock.ts';
import { isAdvanceRefusal, isClockFree } from './provider-clock.ts';

/** The longest wait of a request for the end of an advance, in ms. */
const LONGEST_MS = 15 * SECOND_MS;

/** How often it is checked whether an advance has ended, in ms. */
const CHECK_MS = SECOND_MS / 4;

/** Requests of one account that wait at a time in this process. */
const MAX_WAITING = 100;

/** Resolves when the advance has ended. */
type Advance = { ended: Promise<void>; waiting: number };

/** The advances whose end requests wait for, by provider. */
const advances = new Map<string, Advance>();

/**
 * Does the work of a request, and does it again once an advance of the test clock has ended that refused it. All requests of an account
 * wait by one look at the clock, without a slot or a connection. Contract: Time.
 * @throws SERVICE_UNAVAILABLE where the advance takes long, or too many requests of the account wait; whatever `work` throws
 */
export async function afterAdvance<T>(providerId: string, work: () => Promise<T>): Promise<T> {
  const until = monotonicMs() + LONGEST_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isAdvanceRefusal(error) || !(await endsUntil(until, providerId))) throw error;
    }
  }
}

async function endsUntil(until: number, providerId: string): Promise<boolean> {
  const advance = advances.get(providerId) ?? follow(providerId);
  if (advance.waiting >= MAX_WAITING) return false;
  advance.waiting++;
  const timer = new AbortController();
  try {
    const left = Math.max(0, until - monotonicMs());
    const tooLong = sleep(left, false, { signal: timer.signal }).catch(() => false);
    return await Promise.race([advance.ended.then(() => true), tooLong]);
  } finally {
    timer.abort();
    advance.waiting--;
  }
}

function follow(providerId: string): Advance {
  const advance: Advance = { waiting: 0, ended: Promise.resolve() };
  const check = async () => {
    do await sleep(CHECK_MS);
    while (advance.waiting > 0 && !(await isClockFree(providerId)));
  };
  // While the database is away, the work itself fails for it.
  advance.ended = check()
    .catch(() => {})
    .finally(() => advances.delete(providerId));
  advances.set(providerId, advance);
  return advance;
}
