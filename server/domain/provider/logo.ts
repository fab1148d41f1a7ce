import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { organisationLogo } from '../../../drizzle/schema/provider.ts';
import type { Logo, logoSet } from '../../contract/portal/organisation.ts';
import { audit } from '../../work/audit.ts';
import type { Scope, WriteScope } from '../../work/scope.ts';
import { logoOf, logoSizeOf } from '../model/provider/logo.ts';
import { encodeLogo } from './encode-logo.ts';
import { getOrganisation } from './organisation.ts';

/** The logo of the organisation. Portal only. Contract: Logo. */
export async function readLogo(scope: Scope): Promise<Logo> {
  const found = await logoOf(scope);
  if (!found) return { url: null, width: null, height: null };
  const { png, width, height } = found;
  return { url: `data:image/png;base64,${png}`, width, height };
}

/**
 * Replaces the logo of the organisation. Documents and pages that are made later have it. Portal only. Contract: Logo.
 * @throws VALIDATION_FAILED at `image` for what is no PNG or JPEG of at most 16 million pixels and 10,000 on a side
 */
export async function setLogo(scope: WriteScope, { image }: z.output<typeof logoSet>): Promise<Logo> {
  const made = await encodeLogo(scope.providerId, Buffer.from(image, 'base64'));
  const { id: organisationId } = await getOrganisation(scope);
  const row = { ...made, updatedAt: scope.now };
  const before = await logoSizeOf(scope);
  await scope.db
    .insert(organisationLogo)
    .values({ ...row, organisationId, createdAt: scope.now })
    .onConflictDoUpdate({ target: organisationLogo.organisationId, set: row });
  auditLogo(scope, organisationId, before?.version, made.version);
  return readLogo(scope);
}

/** Removes the logo of the organisation. Portal only. Contract: Logo. */
export async function removeLogo(scope: WriteScope): Promise<Logo> {
  const { id } = await getOrganisation(scope);
  const [before] = await scope.db
    .delete(organisationLogo)
    .where(eq(organisationLogo.organisationId, id))
    .returning({ version: organisationLogo.version });
  if (before) auditLogo(scope, id, before.version, undefined);
  return readLogo(scope);
}

function auditLogo(scope: WriteScope, id: string, before = '', after = ''): void {
  const changes = { logo: { before: before || null, after: after || null } };
  audit(scope, 'organisation.update', { type: 'organisation', id }, changes);
}
