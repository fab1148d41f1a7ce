import { createHash, randomBytes } from 'node:crypto';
import { accessCredential } from '../../../drizzle/schema/provider.ts';
import type { Db, Tx } from '../../db/client.ts';
import { randomText } from '../../random-text.ts';
import { newId } from '../../work/ids.ts';

/** A new credential. The secret is not stored, so it can be shown only now. */
type IssuedCredential = { id: string; accessId: string; accessSecret: string };

/** The stored hash of an access secret. The secret has 256 random bits, so one round of SHA-256 is enough. */
export function hashSecret(accessSecret: string): Buffer {
  return createHash('sha256').update(accessSecret).digest();
}

/**
 * Creates an access id and its secret for a provider.
 * @param now the provider's time
 */
export async function issueCredential(
  on: Db | Tx,
  { providerId, label, now }: { providerId: string; label: string; now: Date },
): Promise<IssuedCredential> {
  const accessId = `ak_${randomText(24)}`;
  const accessSecret = `sk_${randomBytes(32).toString('base64url')}`;
  const id = newId('accessCredential', now);
  await on.insert(accessCredential).values({
    id,
    providerId,
    accessId,
    secretHash: hashSecret(accessSecret).toString('hex'),
    secretLast4: accessSecret.slice(-4),
    label,
    createdAt: now,
    updatedAt: now,
  });
  return { id, accessId, accessSecret };
}
