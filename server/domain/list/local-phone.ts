import { invalid } from '../../contract/errors.ts';
import { parsePhone, phoneSearched } from '../../contract/phone.ts';
import { NO_PHONE } from '../../contract/primitives.ts';
import type { Scope } from '../../work/scope.ts';
import { ownCountry } from '../model/provider/country.ts';
import { likePattern } from './like-pattern.ts';

/**
 * The input of a list with its `phone` as it is stored. Contract: Lists.
 * @throws VALIDATION_FAILED (INVALID_FORMAT) for a text that is no phone number in the organisation's country either
 */
export async function withStoredPhone<I extends { phone?: string | undefined }>(
  scope: Scope,
  input: I,
): Promise<I> {
  if (input.phone === undefined) return input;
  const phone = parsePhone(input.phone, await ownCountry(scope));
  if (phone === null) throw invalid([{ field: 'phone', code: 'INVALID_FORMAT', message: NO_PHONE }]);
  return { ...input, phone };
}

/** The pattern of ILIKE for the phone number in the search text of a list; null where it has none. Contract: Lists. */
export async function phonePatternOf(scope: Scope, input: object): Promise<string | null> {
  const q = 'q' in input ? input.q : undefined;
  if (typeof q !== 'string' || !/\p{Nd}/u.test(q) || /\p{L}/u.test(q)) return null;
  const phone = phoneSearched(q, await ownCountry(scope));
  return phone && likePattern(phone);
}
