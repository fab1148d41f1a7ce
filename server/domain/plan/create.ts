import type { PlanCreate, PlanSnapshot } from '../../contract/plan.ts';
import { create } from '../../state/record.ts';
import { presentOne } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';
import { planResource } from '../model/plan/resource.ts';
import { mapUniqueViolations } from '../model/unique-violations.ts';
import { planTerms } from './terms.ts';

/**
 * Creates a plan, which is enabled at once. Contract: Plan.
 * @throws the four errors of Schedule D; CONFLICT when another plan has the name
 */
export async function createPlan(scope: WriteScope, input: PlanCreate): Promise<PlanSnapshot> {
  const terms = await planTerms(scope, input);
  const row = await mapUniqueViolations(scope, () =>
    create(scope, planResource, { ...terms, status: 'enabled', isActive: true }, { emits: 'plan.created' }),
  );
  return presentOne(scope, planResource, row);
}
