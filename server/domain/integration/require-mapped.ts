import { and, eq, ne, sql } from 'drizzle-orm';
import { integration } from '../../../drizzle/schema/integration.ts';
import { plan } from '../../../drizzle/schema/plan.ts';
import { provider } from '../../../drizzle/schema/provider.ts';
import { allOf, invalidValue, refuse } from '../../contract/errors.ts';
import { isOneOf } from '../../db/statement.ts';
import { owned } from '../../state/resource.ts';
import type { Scope, WriteScope } from '../../work/scope.ts';
import { pointFault } from '../model/demarcation-point/resource.ts';
import { integrationResource, notDeleted as notDeletedIntegration } from '../model/integration/resource.ts';
import { notDeleted, planResource } from '../model/plan/resource.ts';

type Mapped = { tariffMap: Record<string, string>; defaultDemarcationPointId?: string };

/**
 * Requires that the mapped plans and the default demarcation point exist and belong to the provider.
 * @throws VALIDATION_FAILED at `tariffMap.KEY` for each unknown plan, and at `defaultDemarcationPointId`
 */
export async function requireMapped(
  scope: Scope,
  { tariffMap, defaultDemarcationPointId }: Mapped,
): Promise<void> {
  const planIds = [...new Set(Object.values(tariffMap))];
  const found = await scope.db
    .select({ id: plan.id })
    .from(plan)
    .where(and(owned(scope, planResource), notDeleted, isOneOf(plan.id, planIds)));
  const known = new Set(found.map(({ id }) => id));
  const unknown = Object.entries(tariffMap).filter(([, planId]) => !known.has(planId));
  const fault = allOf([
    ...unknown.map(([tariff]) => invalidValue(`tariffMap.${tariff}`, 'There is no such plan.')),
    defaultDemarcationPointId === undefined
      ? undefined
      : await pointFault(scope, defaultDemarcationPointId, 'defaultDemarcationPointId'),
  ]);
  if (fault) throw fault;
}

/** The most characters of the maps of all integrations of an account: one page of a list may have them all. */
const MAX_MAPS = 1024 * 1024;
/** Maps up to this size, in characters, are not counted: a page of them is small. */
const FREE_MAPS = 8 * 1024;

/**
 * Requires that the maps of all integrations of the account are not too long together. Contract: Inbound.
 * @param id of the integration that gets the maps; undefined for a new one
 * @throws VALIDATION_FAILED at `tariffMap`
 */
export async function requireRoomForMaps(
  scope: WriteScope,
  maps: { tariffMap: Record<string, string>; poolMap: Record<string, string> },
  id = '',
): Promise<void> {
  const size = JSON.stringify([maps.tariffMap, maps.poolMap]).length;
  if (size <= FREE_MAPS) return;
  // Of maps that are stored at the same time, the second counts the first.
  await scope.db
    .select({ id: provider.id })
    .from(provider)
    .where(eq(provider.id, scope.providerId))
    .for('no key update');
  const { tariffMap, poolMap } = integration;
  const [others] = await scope.db
    .select({
      size: sql<number>`coalesce(sum(length(${tariffMap}::text) + length(${poolMap}::text)), 0)::int`,
    })
    .from(integration)
    .where(and(owned(scope, integrationResource), notDeletedIntegration, ne(integration.id, id)));
  if ((others?.size ?? 0) + size <= MAX_MAPS) return;
  throw refuse('VALIDATION_FAILED', {
    field: 'tariffMap',
    code: 'OUT_OF_RANGE',
    message: 'The maps of all integrations of an account have at most 1 MiB together.',
  });
}
