import {
  type FloorTerms,
  type FloorTier,
  floorFor,
  MAX_DOWNLOAD_MBPS,
  PLAN_TYPE,
} from '../../../contract/floors.ts';
import type { Minor } from '../../../contract/money.ts';

/** A row of Schedule D that holds now, its floor in minor units of the currency. */
export type Floor = FloorTier<Minor>;

type FloorBreach =
  | 'PLAN_TYPE_NOT_SUPPORTED_VIA_API'
  | 'PLAN_CURRENCY_NOT_SUPPORTED'
  | 'PLAN_SPEED_EXCEEDS_1GBPS'
  | 'PLAN_PRICE_BELOW_FLOOR';

/**
 * The first rule that terms break, in the contract's order: type, currency, speed, floor; null when they stand.
 * @param floors the newest first
 * @param price what the terms cost, in minor units; read only once the currency is known to be one
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
