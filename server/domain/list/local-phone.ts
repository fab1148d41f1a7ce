import { invalid } from '../../contract/errors.ts';
import { parsePhone, phoneSearched } from '../../contract/phone.ts';
import { NO_PHONE } from '../../contract/primitives.ts';
import { arrayParameter, type Element } from '../../db/statement.ts';
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

/** A shorter text has no trigram, so no index would serve its pattern. */
const MIN_ADDRESS_LENGTH = 3;

/** The most words of a search text that are searched in another order. */
const MAX_WORDS = 6;

/** What the search of subscribers compares besides the text itself, as values of the placeholders of `isSubscriberLike`. */
export type SearchValues = { otherPatterns: Element[] | string; addressPattern: string | null };

/** Of a statement without a search. */
export const noSearch: SearchValues = { otherPatterns: '{}', addressPattern: null };

/**
 * What a search text of a list may mean besides itself: the phone number that it is in the organisation's country; for people, also a
 * name with its words apart or the other way round, and an address. Contract: Lists, Portal.
 */
export async function searchValuesOf(scope: Scope, input: object): Promise<SearchValues> {
  const q = 'q' in input ? input.q : undefined;
  if (typeof q !== 'string') return noSearch;
  const isPerson = scope.caller.type === 'staff';
  const phone = await phoneIn(scope, q);
  const patterns = [phone, ...(isPerson ? otherOrders(q) : [])].filter((pattern) => pattern !== null);
  return {
    otherPatterns: arrayParameter(patterns),
    addressPattern: isPerson && q.length >= MIN_ADDRESS_LENGTH ? likePattern(q) : null,
  };
}

async function phoneIn(scope: Scope, q: string): Promise<string | null> {
  if (!/\p{Nd}/u.test(q) || /\p{L}/u.test(q)) return null;
  const phone = phoneSearched(q, await ownCountry(scope));
  return phone && likePattern(phone);
}

/** The words of a name with others between them, beginning with each of them in turn, and in the reverse order. */
function otherOrders(q: string): string[] {
  const words = q.trim().split(/\s+/);
  if (words.length < 2 || words.length > MAX_WORDS) return [];
  const pattern = (ordered: string[]) => `%${ordered.map((word) => likePattern(word).slice(1)).join('')}`;
  const turned = words.map((_, first) => [...words.slice(first), ...words.slice(0, first)]);
  // Two words have one other order; each pattern is a search of the index.
  return [...new Set([...turned, [...words].reverse()].map(pattern))];
}
