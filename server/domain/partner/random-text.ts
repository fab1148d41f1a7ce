import { randomBytes } from 'node:crypto';

/** Crockford's base32, lower case: no letter that is taken for another. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** So many random characters of 5 bits each, fit to be read out and typed. */
export function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET[byte & 31]).join('');
}
