import { eq } from 'drizzle-orm';
import { organisationLogo, provider } from '../../../../drizzle/schema/provider.ts';
import type { Scope } from '../../../work/scope.ts';

type Tenant = Pick<Scope, 'db' | 'providerId'>;

/** The logo of the organisation of the scope's provider, on invoices and the pages of customers; undefined without one. */
export async function logoOf(scope: Tenant) {
  const { png, width, height, version } = organisationLogo;
  const [logo] = await read(scope, { png, width, height, version });
  return logo;
}

/** As `logoOf`, without the pixels. */
export async function logoSizeOf(scope: Tenant) {
  const { width, height, version } = organisationLogo;
  const [logo] = await read(scope, { width, height, version });
  return logo;
}

type Columns = Partial<typeof organisationLogo._.columns>;

function read<C extends Columns>({ db, providerId }: Tenant, columns: C) {
  return db
    .select(columns)
    .from(provider)
    .innerJoin(organisationLogo, eq(organisationLogo.organisationId, provider.organisationId))
    .where(eq(provider.id, providerId));
}
