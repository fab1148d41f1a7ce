import { eq } from 'drizzle-orm';
import { provider } from '../../../drizzle/schema/provider.ts';
import type { ProviderUpdate } from '../../contract/portal/provider.ts';
import type { ProviderSnapshot } from '../../contract/provider.ts';
import { audit, type Changes } from '../../work/audit.ts';
import type { WriteScope } from '../../work/scope.ts';
import { getProvider, lockProvider } from './read.ts';

/**
 * Sets the tax rate, a decimal share, and the time zone of an account. New invoices have the rate. Issued ones, open ones
 * included, keep their old rate. The zone changes how times are shown, and no instant.
 * @throws NOT_FOUND
 */
export async function updateProvider(scope: WriteScope, input: ProviderUpdate): Promise<ProviderSnapshot> {
  const before = await lockProvider(scope);
  const after = { timeZone: input.timeZone, taxRate: Number(input.taxRate) };
  const changes: Changes = Object.fromEntries(
    (['taxRate', 'timeZone'] as const)
      .filter((field) => after[field] !== before[field])
      .map((field) => [field, { before: before[field], after: after[field] }]),
  );
  if (Object.keys(changes).length === 0) return before;
  await scope.db
    .update(provider)
    // Text keeps every digit of a numeric.
    .set({ ...after, taxRate: String(after.taxRate), updatedAt: scope.now })
    .where(eq(provider.id, scope.providerId));
  audit(scope, 'provider.update', { type: 'provider', id: scope.providerId }, changes);
  return getProvider(scope);
}
