import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { secretsKey } from './secrets-key.ts';

/** Before the cipher text; the key of the cipher and the row it is bound to are not part of the text. */
const MARK = 'bound:';

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

/** Whether a text is one of `seal`'s, for columns that hold clear text as well. */
export function isSealed(text: string): boolean {
  return text.startsWith(MARK);
}

/**
 * What was sealed for this row.
 * @throws Error when it was not sealed, was sealed with another key or for another row, or was tampered with
 */
export function unseal(text: string, row: string): string {
  if (!isSealed(text)) throw new Error('the text is not sealed');
  const sealed = Buffer.from(text.slice(MARK.length), 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key(), sealed.subarray(0, 12)).setAAD(Buffer.from(row));
  decipher.setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString('utf8');
}

/** What tells whether two secrets are the same and does not give them away: HMAC-SHA256 with the secrets key, in hex. */
export function fingerprint(text: string): string {
  return createHmac('sha256', key()).update(text).digest('hex');
}
