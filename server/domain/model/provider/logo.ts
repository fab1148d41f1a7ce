import { eq } from 'drizzle-orm';
import { organisationLogo, provider } from '../../../../drizzle/schema/provider.ts';
import type { Scope } from '../../../work/scope.ts';

type Tenant = Pick<Scope, 'db' | 'providerId'>;

const { png, width, height, version } = organisationLogo;

/** The logo of the organisation of the scope's provider, on invoices and the pages of customers; undefined without one. */
export async function logoOf({ db, providerId }: Tenant) {
  const [logo] = await db
    .select({ png, width, height, version })
    .from(organisationLogo)
    .innerJoin(provider, eq(provider.organisationId, organisationLogo.organisationId))
    .where(eq(provider.id, providerId));
  return logo;
}

/** As `logoOf`, without the pixels. */
export async function logoSizeOf({ db, providerId }: Tenant) {
  const [logo] = await db
    .select({ width, height, version })
    .from(organisationLogo)
    .innerJoin(provider, eq(provider.organisationId, organisationLogo.organisationId))
    .where(eq(provider.id, providerId));
  return logo;
}
