import { randomBytes } from 'node:crypto';
import { seal } from '../../sealed.ts';

/**
 * A new signing secret and how it is kept. The whole string is the key of the HMAC.
 * Contract: Webhook subscription.
 */
export function newSecret() {
  const secret = `whsec_${randomBytes(32).toString('base64url')}`;
  return { secret, sealedSecret: seal(secret), secretLast4: secret.slice(-4) };
}
