import { createHash, hkdfSync } from 'node:crypto';

/** better-auth's settings of its keys. What has no version was encrypted with `secret`. */
type AuthSecrets = { secret: string; secrets: { version: number; value: string }[] };

/**
 * The keys of better-auth, derived from the secrets keys. The first one signs cookies and encrypts second factors; all of them
 * decrypt. The version of a key is a part of its hash, so that it stays the same when another key comes before it.
 * @param keys the present key first
 */
export function authSecrets(keys: readonly (Buffer | undefined)[]): AuthSecrets {
  const secrets = keys.flatMap((key) => (key ? [{ version: versionOf(key), value: derive(key) }] : []));
  return { secret: secrets.at(-1)?.value ?? '', secrets };
}

function derive(key: Buffer): string {
  return Buffer.from(hkdfSync('sha256', key, '', 'demarc staff sessions', 32)).toString('base64');
}

function versionOf(key: Buffer): number {
  return createHash('sha256').update(derive(key)).digest().readUInt32BE() >>> 1;
}
