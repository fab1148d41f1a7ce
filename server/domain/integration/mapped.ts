import { and, inArray } from 'drizzle-orm';
import { plan } from '../../../drizzle/schema/plan.ts';
import { invalid, invalidValue } from '../../contract/errors.ts';
import type { Scope } from '../../db/scope.ts';
import { look, owned } from '../../state/resource.ts';
import { demarcationPointResource } from '../demarcation-point/resource.ts';
import { notDeleted, planResource } from '../plan/resource.ts';

type Mapped = { tariffMap: Record<string, string>; defaultDemarcationPointId?: string };

/**
 * What external things are mapped to has to be the provider's own, and there.
 * @throws VALIDATION_FAILED at `tariffMap.KEY` for each such plan, or at `defaultDemarcationPointId`
 */
export async function requireMapped(
  scope: Scope,
  { tariffMap, defaultDemarcationPointId }: Mapped,
): Promise<void> {
  const planIds = [...new Set(Object.values(tariffMap))];
  const found = await scope.db
    .select({ id: plan.id })
    .from(plan)
    .where(and(owned(scope, planResource), notDeleted, inArray(plan.id, planIds)));
  const known = new Set(found.map(({ id }) => id));
  const wrong = Object.entries(tariffMap).filter(([, planId]) => !known.has(planId));
  if (wrong.length > 0) {
    const message = 'There is no such plan.';
    throw invalid(
      wrong.map(([tariff]) => ({ field: `tariffMap.${tariff}`, code: 'INVALID_VALUE', message })),
    );
  }
  if (defaultDemarcationPointId === undefined) return;
  const point = await look(scope, demarcationPointResource, defaultDemarcationPointId, 'share');
  if (point?.status === 'AVAILABLE') return;
  const message = point ? 'The demarcation point is retired.' : 'There is no such demarcation point.';
  throw invalidValue('defaultDemarcationPointId', message);
}
