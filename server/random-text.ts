import { randomBytes } from 'node:crypto';

/** Crockford's base32 in lower case, without characters that look alike. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Random characters of 5 bits each, easy to read out and to type. */
export function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET[byte & 31]).join('');
}
