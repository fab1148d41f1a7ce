import { eq } from 'drizzle-orm';
import { provider } from '../../../drizzle/schema/provider.ts';
import { refuse } from '../../contract/errors.ts';
import { present } from '../../contract/present.ts';
import { type ProviderSnapshot, providerSnapshot } from '../../contract/provider.ts';
import type { Scope } from '../../work/scope.ts';
import { availableRails } from '../external/gateway/accounts.ts';

/**
 * The provider of the scope.
 * @throws NOT_FOUND
 */
export async function getProvider(scope: Scope): Promise<ProviderSnapshot> {
  const [row] = await scope.db.select().from(provider).where(eq(provider.id, scope.providerId));
  if (!row) throw refuse('NOT_FOUND');
  const rails = (await availableRails(scope)).map(({ name, currencies }) => ({
    name,
    currencies: [...currencies],
  }));
  return present(providerSnapshot, { ...row, taxRate: Number(row.taxRate), rails });
}
