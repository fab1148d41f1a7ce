import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { secretsKey } from './secrets-key.ts';

/** Before the cipher text, so that what is sealed can be told from plain text. */
const MARK = 'sealed:';

/** A text that must not lie in clear at rest, encrypted and authenticated (AES-256-GCM) with the secrets key. */
export function seal(text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', secretsKey(), nonce);
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return MARK + sealed.toString('base64');
}

/**
 * What was sealed; a text that was not is given back as it is.
 * @throws Error when it was sealed with another key, or tampered with
 */
export function unseal(text: string): string {
  if (!text.startsWith(MARK)) return text;
  const sealed = Buffer.from(text.slice(MARK.length), 'base64');
  const decipher = createDecipheriv('aes-256-gcm', secretsKey(), sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString('utf8');
}
