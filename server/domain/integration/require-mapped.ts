import { and } from 'drizzle-orm';
import { plan } from '../../../drizzle/schema/plan.ts';
import { allOf, invalidValue } from '../../contract/errors.ts';
import type { Scope } from '../../db/scope.ts';
import { isOneOf } from '../../db/statement.ts';
import { owned } from '../../state/resource.ts';
import { pointFault } from '../model/demarcation-point/resource.ts';
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
