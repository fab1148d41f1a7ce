/**
 * The look-up of floors in Schedule D. It imports no library and works in any unit, so that the server and the form
 * share one rule.
 */

/** A row of Schedule D: the floor for download speeds above `minSpeedMbps`, up to and including `maxSpeedMbps`. */
export type FloorTier<Amount extends number = number> = {
  planType: string;
  currency: string;
  minSpeedMbps: number;
  maxSpeedMbps: number;
  floorAmount: Amount;
};

/** What a floor depends on. The length of the cycle does not matter. Contract: Schedule D. */
export type FloorTerms = { planType: string; priceCurrency: string; downloadSpeedMbps: number };

/** The type of plans that the API creates. */
export const PLAN_TYPE = 'RESIDENTIAL';

export const MAX_DOWNLOAD_MBPS = 1_000;

/**
 * The lowest price for a download speed, in the unit of the tiers; null without a floor. A tier includes its upper
 * bound. Contract: Schedule D.
 * @param tiers rows in force, newest first: the first that covers the speed decides
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
