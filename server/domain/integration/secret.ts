import { createHmac, timingSafeEqual } from 'node:crypto';
import { realNow } from '../../clock.ts';
import { unseal } from '../../sealed.ts';
import type { IntegrationRow } from '../model/integration/resource.ts';

/** The stored columns of an integration without a secret. */
export const noSecret = {
  sealedSecret: null,
  secretLast4: null,
  sealedPreviousSecret: null,
  previousSecretUntil: null,
};

type Secrets = Pick<IntegrationRow, 'id' | 'sealedSecret' | 'sealedPreviousSecret' | 'previousSecretUntil'>;

/** The hash of a signature: SHA-256 at the receiver of the API, SHA-1 from Splynx, which offers no other. */
export type SignatureHash = 'sha256' | 'sha1';

const digestBytes: Record<SignatureHash, number> = { sha256: 32, sha1: 20 };

const HEX = /^[0-9a-f]+$/i;

/**
 * Whether a signature is the hex HMAC of these bytes with the current secret, or with the previous one during the overlap in
 * real time. The comparison takes constant time. Contract: Inbound.
 */
export function isSignedBy(row: Secrets, raw: Buffer, signature: string, hash: SignatureHash): boolean {
  const size = digestBytes[hash];
  const isHex = signature.length === 2 * size && HEX.test(signature);
  const given = isHex ? Buffer.from(signature, 'hex') : Buffer.alloc(size);
  const isOverlap = row.previousSecretUntil !== null && row.previousSecretUntil > realNow();
  const sealed = [row.sealedSecret, isOverlap ? row.sealedPreviousSecret : null];
  const matching = sealed.map((each) => {
    if (each === null) return false;
    const expected = createHmac(hash, unseal(each, row.id)).update(raw).digest();
    return timingSafeEqual(expected, given);
  });
  return matching.includes(true);
}
