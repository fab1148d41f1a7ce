import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { plan } from '../../../drizzle/schema/plan.ts';
import type { PlanSnapshot, planId, planList } from '../../contract/plan.ts';
import { presentOne } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { contains, equals } from '../list/filters.ts';
import { defineList } from '../list/list.ts';
import { findPlan, notDeleted, planResource } from '../model/plan/resource.ts';

/** @throws NOT_FOUND */
export async function getPlan(scope: Scope, { id }: z.output<typeof planId>): Promise<PlanSnapshot> {
  return presentOne(scope, planResource, await findPlan(scope, id));
}

/** Plans that are not deleted. Contract: Lists. */
export const listPlans = defineList<typeof planResource, z.output<typeof planList>>(planResource, {
  always: notDeleted,
  filters: {
    isActive: equals(plan.isActive),
    isDisabled: { where: (value) => sql`(${plan.disabledAt} is not null) = ${value}` },
    currency: equals(plan.priceCurrency),
    q: contains(sql`${plan.planName}`),
  },
  sortable: {
    planName: { text: plan.planName },
    priceAmount: [plan.priceCurrency, plan.priceAmount],
    downloadSpeedMbps: plan.downloadSpeedMbps,
  },
});
