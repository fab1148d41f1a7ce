import { type FloorTier, floorFor } from '@/server/contract/floors.ts';
import { subtractMajor } from '@/server/contract/major-units.ts';
import type { PlanSnapshot } from '@/server/contract/plan.ts';
import { isDisabledPlan } from '@/server/contract/plan-rules.ts';

/** The status of a plan, and its label. */
export function statusOf(plan: Pick<PlanSnapshot, 'disabledAt'>): {
  status: string;
  label: string;
} {
  return isDisabledPlan(plan)
    ? { status: 'disabled', label: 'Disabled' }
    : { status: 'enabled', label: 'Enabled' };
}

/** How far a price is above the floor in major units, below it negative; null where there is no floor. */
export function marginOf(plan: PlanSnapshot, floors: readonly FloorTier[]): number | null {
  const floor = floorFor(floors, plan);
  if (floor === null) return null;
  return subtractMajor(plan.priceAmount, floor);
}
