import { eq } from 'drizzle-orm';
import { organisationLogo, provider } from '../../../../drizzle/schema/provider.ts';
import type { Scope } from '../../../work/scope.ts';

/** The logo of the organisation of the scope's provider, on invoices and the pages of customers; undefined without one. */
export async function logoOf(scope: Pick<Scope, 'db' | 'providerId'>) {
  const [row] = await scope.db
    .select({ logo: organisationLogo })
    .from(provider)
    .innerJoin(organisationLogo, eq(organisationLogo.organisationId, provider.organisationId))
    .where(eq(provider.id, scope.providerId));
  return row?.logo;
}
