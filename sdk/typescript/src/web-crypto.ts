/**
 * The Web Crypto API: a global everywhere but in Node 18. The name is a variable, so that bundlers for browsers do not
 * follow the import.
 */
export async function webCrypto(): Promise<Crypto> {
  if (globalThis.crypto) return globalThis.crypto;
  const builtin = 'node:crypto';
  return (await import(/* webpackIgnore: true */ /* @vite-ignore */ builtin)).webcrypto;
}

/** A random UUID. `crypto.randomUUID` does not exist on pages without https. */
export async function randomId(): Promise<string> {
  const bytes = (await webCrypto()).getRandomValues(new Uint8Array(16));
  // The version and the variant of RFC 9562.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return hex(bytes).replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
}

/** Bytes as lower-case hex digits. */
export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const utf8 = new TextEncoder();

/** The HMAC-SHA256 of a message, as hex digits. The whole secret, as UTF-8, is the key. */
export async function hmac(secret: string, message: Uint8Array<ArrayBuffer>): Promise<string> {
  const { subtle } = await webCrypto();
  const key = await importKey(subtle, secret, 'sign');
  return hex(new Uint8Array(await subtle.sign('HMAC', key, message)));
}

/** Whether a signature is the HMAC-SHA256 of a message. The comparison takes the same time for any signature. */
export async function isHmac(
  secret: string,
  signature: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const { subtle } = await webCrypto();
  return subtle.verify('HMAC', await importKey(subtle, secret, 'verify'), signature, message);
}

function importKey(subtle: SubtleCrypto, secret: string, usage: 'sign' | 'verify'): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return subtle.importKey('raw', utf8.encode(secret), algorithm, false, [usage]);
}
