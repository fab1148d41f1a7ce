import type { Minor } from '../../contract/money.ts';

/** A row of Schedule D that holds now. Speeds in Mbps, floor in minor units of the currency. */
export type Floor = {
  planType: string;
  currency: string;
  minSpeedMbps: number;
  maxSpeedMbps: number;
  floorAmount: Minor;
};

export const MAX_DOWNLOAD_MBPS = 1_000;

export type PlanTerms = {
  planType: string;
  priceCurrency: string;
  downloadSpeedMbps: number;
  priceAmount: Minor;
};

type FloorBreach =
  | 'PLAN_TYPE_NOT_SUPPORTED_VIA_API'
  | 'PLAN_CURRENCY_NOT_SUPPORTED'
  | 'PLAN_SPEED_EXCEEDS_1GBPS'
  | 'PLAN_PRICE_BELOW_FLOOR';

/** The lowest price for a download speed, or null where Schedule D sets none. A tier takes in its upper bound. */
export function floorFor(floors: Floor[], terms: Omit<PlanTerms, 'priceAmount'>): Minor | null {
  const tier = floors.find(
    (floor) =>
      floor.planType === terms.planType &&
      floor.currency === terms.priceCurrency &&
      terms.downloadSpeedMbps > floor.minSpeedMbps &&
      terms.downloadSpeedMbps <= floor.maxSpeedMbps,
  );
  return tier ? tier.floorAmount : null;
}

/**
 * The first rule that terms break, in the contract's order: type, currency, speed, floor; null when they stand.
 * @param price what the terms cost, in minor units; read only once the currency is known to be one
 */
export function breachOf(
  floors: Floor[],
  terms: Omit<PlanTerms, 'priceAmount'>,
  price: () => Minor,
): FloorBreach | null {
  if (terms.planType !== 'RESIDENTIAL') return 'PLAN_TYPE_NOT_SUPPORTED_VIA_API';
  if (!floors.some((f) => f.planType === terms.planType && f.currency === terms.priceCurrency)) {
    return 'PLAN_CURRENCY_NOT_SUPPORTED';
  }
  if (terms.downloadSpeedMbps > MAX_DOWNLOAD_MBPS) return 'PLAN_SPEED_EXCEEDS_1GBPS';
  const floor = floorFor(floors, terms);
  return floor !== null && price() < floor ? 'PLAN_PRICE_BELOW_FLOOR' : null;
}
