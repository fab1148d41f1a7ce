import type { LateRejection } from '../../../contract/change-rejections.ts';
import type { Minor } from '../../../contract/money.ts';
import type { PlanRow } from '../plan/resource.ts';
import { breachOf, type Floor } from '../schedule-d/rules.ts';

/**
 * Why a plan cannot become the plan of a subscription; null when it can. One check for a request, an issued renewal, the
 * end of a cycle and a paid upgrade. Contract: Terms of a cycle, Upgrade holds.
 */
export function planRejection({ status }: Pick<PlanRow, 'status'>): LateRejection | null {
  return status === 'enabled' ? null : 'PLAN_DISABLED';
}

/**
 * Why Schedule D no longer allows the terms of an accepted change; null when it does. Only the floor is checked again,
 * because plan types, currencies and speeds are checked when a plan is written. Contract: Terms of a cycle, Schedule D.
 * @param floors the newest first
 * @param price the price in minor units
 */
export function floorRejection(
  floors: Floor[],
  { planType, priceCurrency }: Pick<PlanRow, 'planType' | 'priceCurrency'>,
  speed: { downloadSpeedMbps: number },
  price: Minor,
): LateRejection | null {
  const { downloadSpeedMbps } = speed;
  const breach = breachOf(floors, { planType, priceCurrency, downloadSpeedMbps }, () => price);
  return breach === 'PLAN_PRICE_BELOW_FLOOR' ? 'SCHEDULE_D_FLOOR' : null;
}
