import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Whether a token or a signature is the expected one, letter for letter. The comparison takes constant time. Decoding first would accept
 * texts with letters that a decoder of hex or base64 leaves out.
 */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}
