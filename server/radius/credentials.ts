import { randomInt } from 'node:crypto';

// People read these out on the telephone and type them into routers: no 0, 1, i, l, o, and no capital I or O.
const LOWER = '23456789abcdefghjkmnpqrstuvwxyz';
const MIXED = `${LOWER}ABCDEFGHJKLMNPQRSTUVWXYZ`;

/** A network user name, 12 characters. Unlikely to be taken (59 random bits); the database refuses one that is. */
export function newUsername(): string {
  return draw(LOWER, 12);
}

/** A network password, 16 characters, 92 random bits. */
export function newPassword(): string {
  return draw(MIXED, 16);
}

function draw(alphabet: string, length: number): string {
  let text = '';
  while (text.length < length) text += alphabet[randomInt(alphabet.length)];
  return text;
}
