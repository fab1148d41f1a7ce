import { randomInt } from 'node:crypto';

// Without 0, 1, i, l, o, I, L and O, which people confuse when they dictate or type credentials.
const LOWER = '23456789abcdefghjkmnpqrstuvwxyz';
const MIXED = `${LOWER}ABCDEFGHJKLMNPQRSTUVWXYZ`;

/** A network user name: 12 characters, 59 random bits. The database refuses one that is taken. */
export function newUsername(): string {
  return draw(LOWER, 12);
}

/** A network password: 16 characters, 92 random bits. */
export function newPassword(): string {
  return draw(MIXED, 16);
}

function draw(alphabet: string, length: number): string {
  let text = '';
  while (text.length < length) text += alphabet[randomInt(alphabet.length)];
  return text;
}
