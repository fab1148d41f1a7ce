import { ne } from 'drizzle-orm';
import { plan } from '../../../../drizzle/schema/plan.ts';
import { refuse } from '../../../contract/errors.ts';
import { planSnapshot } from '../../../contract/plan.ts';
import { defineResource, findOrNull, type Row } from '../../../state/resource.ts';
import type { Scope } from '../../../work/scope.ts';
import { planMachine } from './machine.ts';

export const planResource = defineResource({
  name: 'plan',
  object: 'plan',
  table: plan,
  snapshot: planSnapshot,
  machine: planMachine,
  derive: (row: typeof plan.$inferSelect) => ({ price: row.priceAmount }),
});

export type PlanRow = Row<typeof planResource>;

/** Excludes deleted plans: reads answer 404 for them. */
export const notDeleted = ne(plan.status, 'deleted');

/**
 * The plan of the scope's provider, with a lock if `lock` is given.
 * @throws NOT_FOUND when there is none or it was deleted
 */
export async function findPlan(scope: Scope, id: string, lock: 'update' | 'none' = 'none'): Promise<PlanRow> {
  const row = await findOrNull(scope, planResource, id, lock);
  if (!row || row.status === 'deleted') throw refuse('NOT_FOUND', { field: 'id' });
  return row;
}
