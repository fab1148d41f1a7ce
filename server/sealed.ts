import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { secretsKey } from './secrets-key.ts';

/** Before the cipher text, so that what is sealed can be told from plain text. */
const MARK = 'bound:';
/** What was sealed before seals were bound to their row. */
const UNBOUND = 'sealed:';

let kept: Buffer | undefined;
/** Read once: the key stays the same for as long as the process lives. */
function key(): Buffer {
  kept ??= secretsKey();
  return kept;
}

/**
 * A text that must not lie in clear at rest, encrypted and authenticated (AES-256-GCM) with the secrets key.
 * @param row the id of the row it is kept in: moved into another row it does not open
 */
export function seal(text: string, row: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key(), nonce).setAAD(Buffer.from(row));
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return MARK + sealed.toString('base64');
}

/**
 * What was sealed for this row; a text that was not sealed is given back as it is.
 * @throws Error when it was sealed with another key or for another row, or tampered with
 */
export function unseal(text: string, row: string): string {
  const mark = [MARK, UNBOUND].find((each) => text.startsWith(each));
  if (mark === undefined) return text;
  const sealed = Buffer.from(text.slice(mark.length), 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key(), sealed.subarray(0, 12));
  if (mark === MARK) decipher.setAAD(Buffer.from(row));
  decipher.setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString('utf8');
}

const opened = new Map<string, string>();
const MOST_OPENED = 10_000;

/**
 * As `unseal`, for the secrets that requests and deliveries need again and again: this process remembers what it opened.
 * A sealed text never opens to anything else, so there is nothing to forget when a secret changes.
 * @throws Error as `unseal`
 */
export function unsealOnce(text: string, row: string): string {
  const key = `${row} ${text}`;
  const known = opened.get(key);
  if (known !== undefined) return known;
  const clear = unseal(text, row);
  if (opened.size >= MOST_OPENED) opened.clear();
  opened.set(key, clear);
  return clear;
}
