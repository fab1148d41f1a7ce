import { eq } from 'drizzle-orm';
import { organisation, provider } from '../../../drizzle/schema/provider.ts';
import { refuse } from '../../contract/errors.ts';
import {
  type OrganisationSnapshot,
  type OrganisationUpdate,
  organisationSnapshot,
} from '../../contract/portal/organisation.ts';
import { changedAt } from '../../state/etag.ts';
import { audit, type Changes } from '../../work/audit.ts';
import type { Scope, WriteScope } from '../../work/scope.ts';

/**
 * The organisation of the scope's provider. Its sandbox and its live account share it.
 * @throws NOT_FOUND
 */
export async function getOrganisation(scope: Scope): Promise<OrganisationSnapshot> {
  return snapshotOf(await ofProvider(scope));
}

/**
 * As `getOrganisation`, with a lock until the transaction ends.
 * @throws NOT_FOUND
 */
export async function lockOrganisation(scope: WriteScope): Promise<OrganisationSnapshot> {
  return snapshotOf(await ofProvider(scope).for('no key update', { of: organisation }));
}

function ofProvider(scope: Scope) {
  return scope.db
    .select({ organisation })
    .from(provider)
    .innerJoin(organisation, eq(organisation.id, provider.organisationId))
    .where(eq(provider.id, scope.providerId));
}

function snapshotOf([row]: { organisation: typeof organisation.$inferSelect }[]): OrganisationSnapshot {
  if (!row) throw refuse('NOT_FOUND');
  return changedAt(organisationSnapshot.parse(row.organisation), row.organisation.updatedAt);
}

/** Replaces the details of the organisation. Invoices and emails that are rendered later show them. */
export async function updateOrganisation(
  scope: WriteScope,
  input: OrganisationUpdate,
): Promise<OrganisationSnapshot> {
  const before = await lockOrganisation(scope);
  const fields = Object.keys(before).filter((field) => field !== 'id' && field !== 'name');
  const values: Record<string, unknown> = Object.fromEntries(
    fields.map((field) => [field, input[field as keyof OrganisationUpdate] ?? null]),
  );
  for (const setting of ['supportCollects', 'supportSeesRevenue'] as const)
    values[setting] = input[setting] ?? false;
  const changes: Changes = Object.fromEntries(
    fields
      .filter((field) => values[field] !== before[field as keyof OrganisationSnapshot])
      .map((field) => [
        field,
        { before: before[field as keyof OrganisationSnapshot], after: values[field] ?? null },
      ]),
  );
  if (Object.keys(changes).length === 0) return before;
  await scope.db
    .update(organisation)
    .set({ ...values, updatedAt: scope.now })
    .where(eq(organisation.id, before.id));
  audit(scope, 'organisation.update', { type: 'organisation', id: before.id }, changes);
  return getOrganisation(scope);
}
