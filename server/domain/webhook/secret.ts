import { randomBytes } from 'node:crypto';
import { seal } from '../../sealed.ts';

/**
 * A new signing secret, in clear and in the form that is stored. The whole string is the key of the HMAC.
 * Contract: Webhook subscription.
 */
export function newSecret(webhookId: string) {
  const secret = `whsec_${randomBytes(32).toString('base64url')}`;
  return { secret, sealedSecret: seal(secret, webhookId), secretLast4: secret.slice(-4) };
}
