import { eq } from 'drizzle-orm';
import { provider } from '../../../drizzle/schema/provider.ts';
import { refuse } from '../../contract/errors.ts';
import { present } from '../../contract/present.ts';
import { type ProviderSnapshot, providerSnapshot } from '../../contract/provider.ts';
import { changedAt } from '../../state/etag.ts';
import type { Scope, WriteScope } from '../../work/scope.ts';
import { availableRails } from '../external/gateway/accounts.ts';

/**
 * The provider of the scope.
 * @throws NOT_FOUND
 */
export async function getProvider(scope: Scope): Promise<ProviderSnapshot> {
  return snapshotOf(scope, await own(scope));
}

/**
 * As `getProvider`, with a lock until the transaction ends.
 * @throws NOT_FOUND
 */
export async function lockProvider(scope: WriteScope): Promise<ProviderSnapshot> {
  return snapshotOf(scope, await own(scope).for('no key update'));
}

const own = (scope: Scope) => scope.db.select().from(provider).where(eq(provider.id, scope.providerId));

async function snapshotOf(scope: Scope, [row]: (typeof provider.$inferSelect)[]): Promise<ProviderSnapshot> {
  if (!row) throw refuse('NOT_FOUND');
  const rails = (await availableRails(scope)).map(({ name, currencies }) => ({
    name,
    currencies: [...currencies],
  }));
  return changedAt(present(providerSnapshot, { ...row, taxRate: Number(row.taxRate), rails }), row.updatedAt);
}
