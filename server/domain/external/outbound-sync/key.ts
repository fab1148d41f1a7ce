import { and, eq, sql } from 'drizzle-orm';
import { outwardKey } from '../../../../drizzle/schema/mirror.ts';
import { realNow } from '../../../clock.ts';
import { db } from '../../../db/client.ts';
import type { Scope, WriteScope } from '../../../db/scope.ts';
import { fingerprint } from '../../../sealed.ts';
import type { Due } from './claim.ts';

/**
 * The row of an API key: the same for all integrations, of any account, that use the key at one host.
 * @returns its id
 */
export async function keepKey(
  scope: WriteScope,
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
): Promise<string> {
  const id = fingerprint(`${new URL(baseUrl).host}\n${apiKey}`);
  await scope.db.insert(outwardKey).values({ id }).onConflictDoNothing();
  return id;
}

/**
 * The next nonce of an API key, above all that any process took. Hundredths of a second since 1970, as Splynx's own
 * libraries do, so that it is above the nonces of whatever used the key before.
 */
export async function nextNonce(keyId: string): Promise<number> {
  const { lastNonce } = outwardKey;
  const [taken] = await db()
    .update(outwardKey)
    .set({ lastNonce: sql`greatest(${lastNonce} + 1, ${Math.floor(realNow().getTime() / 10)}::bigint)` })
    .where(eq(outwardKey.id, keyId))
    .returning({ nonce: lastNonce });
  if (!taken) throw new Error('the API key has no row');
  return taken.nonce;
}

/** Lets another attempt use the key, unless the lease has run out and the key is another's already. */
export async function releaseKey(scope: Scope, { keyId, leasedUntil }: Due): Promise<void> {
  if (!leasedUntil) return;
  await scope.db
    .update(outwardKey)
    .set({ leasedUntil: null })
    .where(and(eq(outwardKey.id, keyId), eq(outwardKey.leasedUntil, leasedUntil)));
}
