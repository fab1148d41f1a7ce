/**
 * How Schedule D is looked up. Free of any library and of the unit the amounts are in, so that the check of a plan
 * and the form that shows the floor while it is typed are one rule.
 */

/** A row of Schedule D: a floor for download speeds above one bound, up to and including the other, in Mbps. */
export type FloorTier<Amount extends number = number> = {
  planType: string;
  currency: string;
  minSpeedMbps: number;
  maxSpeedMbps: number;
  floorAmount: Amount;
};

/** What a floor depends on. The cycle's length does not matter. */
export type FloorTerms = { planType: string; priceCurrency: string; downloadSpeedMbps: number };

/** Plans that can be made through the API are of this type. */
export const PLAN_TYPE = 'RESIDENTIAL';

export const MAX_DOWNLOAD_MBPS = 1_000;

/**
 * The lowest price for a download speed, in the unit of the tiers, or null where Schedule D sets none. A tier takes
 * in its upper bound. Contract: Schedule D.
 * @param tiers those in force, the newest first: the first that covers the speed decides
 */
export function floorFor<Amount extends number>(
  tiers: readonly FloorTier<Amount>[],
  terms: FloorTerms,
): Amount | null {
  const tier = tiers.find(
    (row) =>
      row.planType === terms.planType &&
      row.currency === terms.priceCurrency &&
      terms.downloadSpeedMbps > row.minSpeedMbps &&
      terms.downloadSpeedMbps <= row.maxSpeedMbps,
  );
  return tier ? tier.floorAmount : null;
}

/**
 * Rows whose `effectiveFrom` has come, the newest first.
 * @param now the provider's time, ISO 8601 UTC like the rows' own times
 */
export function inForce<R extends { effectiveFrom: string; createdAt: string }>(
  rows: readonly R[],
  now: string,
): R[] {
  const order = (a: string, b: string) => (a < b ? 1 : a > b ? -1 : 0);
  return rows
    .filter((row) => row.effectiveFrom <= now)
    .sort((a, b) => order(a.effectiveFrom, b.effectiveFrom) || order(a.createdAt, b.createdAt));
}
