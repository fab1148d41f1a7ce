import { APIError } from 'better-auth/api';
import { Refusal } from '../contract/errors.ts';
import { passwordFault } from './password-strength.ts';

/**
 * Requires a new password that is hard to guess. Contract: Accounts.
 * @param about words that are easy to guess for this person, such as the name
 * @throws APIError with a sentence for the person; 503 where too many passwords wait to be checked
 */
export async function requireStrongPassword(password: string, about: readonly string[]): Promise<void> {
  const fault = await passwordFault(password, about).catch(rethrow);
  if (fault) throw tooWeak(fault);
}

/** The refusal of a new password, with a sentence for the person. */
export function tooWeak(message: string): APIError {
  return new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_WEAK', message });
}

/** better-auth answers no other error with a status of its own. */
function rethrow(error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  const { message } = error.body.rejectionReasons[0] ?? {};
  throw new APIError('SERVICE_UNAVAILABLE', { code: error.key, message }, error.headers);
}
