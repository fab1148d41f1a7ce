import { ne } from 'drizzle-orm';
import { integration } from '../../../../drizzle/schema/integration.ts';
import { refuse } from '../../../contract/errors.ts';
import { type IntegrationWithSecret, integrationSnapshot } from '../../../contract/integration.ts';
import { defineResource, findOrNull, presentOne, type Row } from '../../../state/resource.ts';
import type { Scope } from '../../../work/scope.ts';
import { integrationMachine } from './machine.ts';

export const integrationResource = defineResource({
  name: 'integration',
  object: null,
  table: integration,
  snapshot: integrationSnapshot,
  machine: integrationMachine,
});

export type IntegrationRow = Row<typeof integrationResource>;

/** Excludes deleted integrations: reads answer 404 for them. */
export const notDeleted = ne(integration.status, 'deleted');

/**
 * Finds an integration of the provider.
 * @throws NOT_FOUND for an unknown or deleted id
 */
export async function findIntegration(
  scope: Scope,
  id: string,
  lock: 'update' | 'none' = 'none',
): Promise<IntegrationRow> {
  const row = await findOrNull(scope, integrationResource, id, lock);
  if (!row || row.status === 'deleted') throw refuse('NOT_FOUND', { field: 'id' });
  return row;
}

/** The snapshot of an integration with its secret, for the answers of create and rotate. */
export async function presentWithSecret(
  scope: Scope,
  row: IntegrationRow,
  secret: string | null,
): Promise<IntegrationWithSecret> {
  return { ...(await presentOne(scope, integrationResource, row)), secret };
}
