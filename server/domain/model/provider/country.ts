import { eq } from 'drizzle-orm';
import { organisation, provider } from '../../../../drizzle/schema/provider.ts';
import type { Scope } from '../../../work/scope.ts';

/** The country of the organisation, ISO 3166-1 alpha-2: that of local phone numbers. Null if it is not set. Contract: Values. */
export async function ownCountry(scope: Pick<Scope, 'providerId' | 'db'>): Promise<string | null> {
  const [own] = await scope.db
    .select({ country: organisation.country })
    .from(provider)
    .innerJoin(organisation, eq(organisation.id, provider.organisationId))
    .where(eq(provider.id, scope.providerId));
  return own?.country ?? null;
}
