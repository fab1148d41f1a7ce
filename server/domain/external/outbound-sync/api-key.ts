import { and, eq, sql } from 'drizzle-orm';
import { externalApiKey } from '../../../../drizzle/schema/outbound-sync.ts';
import { realNow } from '../../../clock.ts';
import { db } from '../../../db/client.ts';
import { fingerprint } from '../../../sealed.ts';
import type { Scope, WriteScope } from '../../../work/scope.ts';
import type { Due } from './claim.ts';

/**
 * Creates the row of an API key if it does not exist. All integrations, of any account, that use the key at one host share it.
 * @returns the id of the row
 */
export async function ensureApiKey(
  scope: WriteScope,
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
): Promise<string> {
  const id = fingerprint(`${new URL(baseUrl).host}\n${apiKey}`);
  await scope.db.insert(externalApiKey).values({ id }).onConflictDoNothing();
  return id;
}

/**
 * The next nonce of an API key, above the nonces of all processes. It is at least the hundredths of a second since 1970,
 * as in Splynx's own libraries, so it exceeds the nonces of any program that used the key before.
 */
export async function nextNonce(keyId: string): Promise<number> {
  const { lastNonce } = externalApiKey;
  const [row] = await db()
    .update(externalApiKey)
    .set({ lastNonce: sql`greatest(${lastNonce} + 1, ${Math.floor(realNow().getTime() / 10)}::bigint)` })
    .where(eq(externalApiKey.id, keyId))
    .returning({ nonce: lastNonce });
  if (!row) throw new Error('the API key has no row');
  return row.nonce;
}

/** Ends the lease of the key, unless it has run out and another attempt holds the key. */
export async function releaseKey(scope: Scope, { keyId, leasedUntil }: Due): Promise<void> {
  if (!leasedUntil) return;
  await scope.db
    .update(externalApiKey)
    .set({ leasedUntil: null })
    .where(and(eq(externalApiKey.id, keyId), eq(externalApiKey.leasedUntil, leasedUntil)));
}
