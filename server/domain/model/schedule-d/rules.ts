import type { ErrorKey } from '../../../contract/errors.ts';
import {
  type FloorTerms,
  type FloorTier,
  floorFor,
  MAX_DOWNLOAD_MBPS,
  PLAN_TYPE,
} from '../../../contract/floors.ts';
import type { Minor } from '../../../contract/money.ts';

/** A row of Schedule D in force, with its floor in minor units of the currency. */
export type Floor = FloorTier<Minor>;

/** The rules of Schedule D, each by the error of a request that breaks it. */
type FloorBreach = Extract<
  ErrorKey,
  | 'PLAN_TYPE_NOT_SUPPORTED_VIA_API'
  | 'PLAN_CURRENCY_NOT_SUPPORTED'
  | 'PLAN_SPEED_EXCEEDS_1GBPS'
  | 'PLAN_PRICE_BELOW_FLOOR'
>;

/**
 * The first rule that the terms break, in the order type, currency, speed, floor; null when they pass. Contract: Plan.
 * @param floors the newest first
 * @param price the price in minor units; called only after the currency passed its check
 */
export function breachOf(floors: Floor[], terms: FloorTerms, price: () => Minor): FloorBreach | null {
  if (terms.planType !== PLAN_TYPE) return 'PLAN_TYPE_NOT_SUPPORTED_VIA_API';
  if (!floors.some((f) => f.planType === terms.planType && f.currency === terms.priceCurrency)) {
    return 'PLAN_CURRENCY_NOT_SUPPORTED';
  }
  if (terms.downloadSpeedMbps > MAX_DOWNLOAD_MBPS) return 'PLAN_SPEED_EXCEEDS_1GBPS';
  const floor = floorFor(floors, terms);
  return floor !== null && price() < floor ? 'PLAN_PRICE_BELOW_FLOOR' : null;
}
