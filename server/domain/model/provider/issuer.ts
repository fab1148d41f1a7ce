import { eq } from 'drizzle-orm';
import { organisation, provider } from '../../../../drizzle/schema/provider.ts';
import { refuse } from '../../../contract/errors.ts';
import type { Issuer } from '../../../documents/invoice-facts.ts';
import type { Scope } from '../../../work/scope.ts';

/**
 * The name and address of the scope's provider, for invoices and emails.
 * @throws NOT_FOUND
 */
export async function issuerOf(
  scope: Pick<Scope, 'db' | 'providerId'>,
): Promise<Issuer & { brandColor: string | null }> {
  const [row] = await scope.db
    .select({ provider, organisation })
    .from(provider)
    .innerJoin(organisation, eq(organisation.id, provider.organisationId))
    .where(eq(provider.id, scope.providerId));
  if (!row) throw refuse('NOT_FOUND');
  const { name, timeZone, livemode } = row.provider;
  return { ...row.organisation, name, timeZone, livemode };
}
