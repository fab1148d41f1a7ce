import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { secretsKeys } from './secrets-key.ts';

/** Prefix of an encrypted text. The text contains neither the key nor the row that it is bound to. */
const MARK = 'bound:';

let kept: ReturnType<typeof secretsKeys> | undefined;
/** Read once: the keys of a process do not change. */
function keys(): ReturnType<typeof secretsKeys> {
  kept ??= secretsKeys();
  return kept;
}

/**
 * Encrypts and authenticates a text for storage (AES-256-GCM) with the secrets key.
 * @param row the id of its row: in another row it cannot be decrypted
 */
export function seal(text: string, row: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keys()[0], nonce).setAAD(Buffer.from(row));
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return MARK + sealed.toString('base64');
}

/**
 * A new secret that signs, in clear and in the form that is stored. The whole string is the key of the HMAC.
 * @param row the id of the webhook or integration. Contract: Webhook subscription; Inbound
 */
export function newSigningSecret(prefix: 'whsec' | 'isec', row: string) {
  const secret = `${prefix}_${randomBytes(32).toString('base64url')}`;
  return { secret, sealedSecret: seal(secret, row), secretLast4: secret.slice(-4) };
}

/** Whether a text was encrypted by `seal`, for columns that also hold plain text. */
export function isSealed(text: string): boolean {
  return text.startsWith(MARK);
}

/**
 * Decrypts a text that was sealed for this row, with the present key or the one before.
 * @throws Error when it is not sealed, was sealed with another key or for another row, or was modified
 */
export function unseal(text: string, row: string): string {
  if (!isSealed(text)) throw new Error('The text is not sealed.');
  const [current, previous] = keys();
  try {
    return open(text, row, current);
  } catch (error) {
    if (!previous) throw error;
    return open(text, row, previous);
  }
}

/** Whether a text that was sealed for this row was sealed with the present key. */
export function isSealedWithPresentKey(text: string, row: string): boolean {
  return opensWith(text, row, keys()[0]);
}

/** Whether a key of 32 bytes decrypts a text that was sealed for this row. */
export function opensWith(text: string, row: string, key: Buffer): boolean {
  try {
    open(text, row, key);
    return true;
  } catch {
    return false;
  }
}

function open(text: string, row: string, key: Buffer): string {
  const sealed = Buffer.from(text.slice(MARK.length), 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAAD(Buffer.from(row));
  decipher.setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString('utf8');
}

/**
 * A fingerprint that shows whether two secrets are equal without revealing them: HMAC-SHA256 with the secrets key, hex.
 */
export function fingerprint(text: string): string {
  return fingerprints(text)[0];
}

/** The fingerprint with the present key, and during a rotation also that with the key before. */
export function fingerprints(text: string): [string, ...string[]] {
  const [current, ...before] = keys();
  const of = (key: Buffer) => createHmac('sha256', key).update(text).digest('hex');
  return [of(current), ...before.flatMap((key) => (key ? [of(key)] : []))];
}
