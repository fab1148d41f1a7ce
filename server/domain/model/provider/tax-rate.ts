import { eq } from 'drizzle-orm';
import { provider } from '../../../../drizzle/schema/provider.ts';
import type { Scope } from '../../../work/scope.ts';

/** The tax rate of the provider on each invoice, as a decimal fraction: `0.16` is 16 %. */
export async function taxRateOf(scope: Pick<Scope, 'db' | 'providerId'>): Promise<string> {
  const [row] = await scope.db
    .select({ taxRate: provider.taxRate })
    .from(provider)
    .where(eq(provider.id, scope.providerId));
  return row?.taxRate ?? '0';
}
