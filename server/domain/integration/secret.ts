import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { realNow } from '../../clock.ts';
import { seal, unseal } from '../../sealed.ts';
import type { IntegrationRow } from '../model/integration/resource.ts';

/** A new secret and its stored columns. The whole string is the HMAC key. Contract: Inbound. */
export function newSecret(integrationId: string) {
  const secret = `isec_${randomBytes(32).toString('base64url')}`;
  return { secret, sealedSecret: seal(secret, integrationId), secretLast4: secret.slice(-4) };
}

/** The stored columns of an integration without a secret. */
export const noSecret = {
  sealedSecret: null,
  secretLast4: null,
  sealedPreviousSecret: null,
  previousSecretUntil: null,
};

type Secrets = Pick<IntegrationRow, 'id' | 'sealedSecret' | 'sealedPreviousSecret' | 'previousSecretUntil'>;

/**
 * Whether a signature is the hex HMAC-SHA256 of these bytes with the current secret, or with the previous one during the
 * overlap in real time. The comparison takes constant time. Contract: Inbound.
 */
export function isSignedBy(row: Secrets, raw: Buffer, signature: string): boolean {
  const given = /^[0-9a-f]{64}$/i.test(signature) ? Buffer.from(signature, 'hex') : Buffer.alloc(32);
  const isOverlap = row.previousSecretUntil !== null && row.previousSecretUntil > realNow();
  const sealed = [row.sealedSecret, isOverlap ? row.sealedPreviousSecret : null];
  const matching = sealed.map((each) => {
    if (each === null) return false;
    const expected = createHmac('sha256', unseal(each, row.id)).update(raw).digest();
    return timingSafeEqual(expected, given);
  });
  return matching.includes(true);
}
