import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { realNow } from '../../clock.ts';
import { seal, unseal } from '../../sealed.ts';
import type { IntegrationRow } from '../model/integration/resource.ts';

/** A new secret of an integration and how it is kept. The whole string is the key of the HMAC. Contract: Inbound. */
export function newSecret(integrationId: string) {
  const secret = `isec_${randomBytes(32).toString('base64url')}`;
  return { secret, sealedSecret: seal(secret, integrationId), secretLast4: secret.slice(-4) };
}

/** How an integration without any secret is kept; a revoked one does not come back. */
export const noSecret = {
  sealedSecret: null,
  secretLast4: null,
  sealedPreviousSecret: null,
  previousSecretUntil: null,
};

type Secrets = Pick<IntegrationRow, 'id' | 'sealedSecret' | 'sealedPreviousSecret' | 'previousSecretUntil'>;

/**
 * Whether a signature is the hex HMAC-SHA256 of exactly these bytes under the secret, or under the one before within its
 * overlap of real time. A signature under none takes as long as any.
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
