import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { plan } from '../../../drizzle/schema/plan.ts';
import type { PlanSnapshot, planDuplicate } from '../../contract/plan.ts';
import { isOneOf } from '../../db/statement.ts';
import { create } from '../../state/record.ts';
import { presentOne } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';
import { findPlan, notDeleted, planResource } from '../model/plan/resource.ts';
import { copyName } from '../model/plan/rules.ts';
import { requireFloor } from '../model/schedule-d/floors.ts';
import { mapUniqueViolations } from '../model/unique-violations.ts';

/** The number of copies of one plan that get a generated name. */
const MAX_COPIES = 1_000;

/**
 * Creates a plan with the fields of another one, which may be disabled. Contract: Plan.
 * @throws NOT_FOUND; the four errors of Schedule D, as the source's fields stand today; CONFLICT for a name in use
 */
export async function duplicatePlan(
  scope: WriteScope,
  { id, planName }: z.output<typeof planDuplicate>,
): Promise<PlanSnapshot> {
  // The lock keeps two concurrent copies from getting the same name.
  const source = await findPlan(scope, id, 'update');
  await requireFloor(scope, source, () => source.priceAmount);
  const { id: _id, providerId: _p, createdAt: _c, updatedAt: _u, ...fields } = source;
  const copy = {
    ...fields,
    planName: planName ?? (await freeName(scope, source.planName)),
    status: 'enabled' as const,
    isActive: true,
    disabledAt: null,
  };
  const row = await mapUniqueViolations(scope, () =>
    create(scope, planResource, copy, { emits: 'plan.created' }),
  );
  return presentOne(scope, planResource, row);
}

async function freeName(scope: WriteScope, name: string): Promise<string> {
  const candidates = Array.from({ length: MAX_COPIES }, (_, i) => copyName(name, i + 1));
  const taken = await scope.db
    .select({ planName: plan.planName })
    .from(plan)
    .where(and(eq(plan.providerId, scope.providerId), notDeleted, isOneOf(plan.planName, candidates)));
  const names = new Set(taken.map((row) => row.planName));
  return candidates.find((candidate) => !names.has(candidate)) ?? copyName(name, MAX_COPIES + 1);
}
