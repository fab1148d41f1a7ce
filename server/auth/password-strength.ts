import { MINUTE_MS } from '../clock.ts';
import { refuse } from '../contract/errors.ts';
import { createThreadPool } from '../threads/thread-pool.ts';
import type { PasswordAnswer, PasswordTask } from './password-worker.ts';

/** Minimum and maximum length of a password. Contract: Accounts. */
export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 128;
/** The minimum score of zxcvbn, which is 0 to 4. Contract: Accounts. */
const MIN_SCORE = 3;

/** A password takes some milliseconds, the worst one a tenth of a second, and the first one of a thread the time to load the lists. */
const threads = createThreadPool<PasswordTask, PasswordAnswer>({
  module: 'auth/password-worker',
  threads: 1,
  waiting: 20,
  heapMb: 256,
  taskMs: MINUTE_MS,
  tooMuch: () =>
    refuse('SERVICE_UNAVAILABLE', { message: 'Passwords cannot be checked at the moment.', retryAfter: 60 }),
});

/**
 * The reason why a password is too weak, as a sentence for the person; null for a strong one. To be called after the person has
 * proved who it is, because it takes long. Contract: Accounts.
 * @param about words that are easy to guess for this person, such as the name
 * @throws SERVICE_UNAVAILABLE where too many passwords wait to be checked
 */
export async function passwordFault(password: string, about: readonly string[]): Promise<string | null> {
  if (password.length < MIN_PASSWORD_LENGTH) {
    return `The password needs at least ${MIN_PASSWORD_LENGTH} characters.`;
  }
  if (password.length > MAX_PASSWORD_LENGTH) {
    return `The password may have at most ${MAX_PASSWORD_LENGTH} characters.`;
  }
  const { score, advice } = await threads.run(about.join(), ({ ask }) =>
    ask({ password, about: [...about, 'demarc'] }),
  );
  return score >= MIN_SCORE ? null : ['This password is easy to guess.', ...advice].join(' ');
}
