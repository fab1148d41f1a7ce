import type { PendingOverrides } from '../../../../drizzle/schema/subscription.ts';
import type { SubscriptionUpdate } from '../../../contract/subscription.ts';
import { type OverrideField, overrideFields } from '../../../contract/subscription-rules.ts';
import { minorAmount } from '../amount.ts';

/**
 * The overrides that a request states; null removes one. The price is in minor units.
 * @throws VALIDATION_FAILED for more decimals than the currency has
 */
export function statedOverrides(
  input: Pick<SubscriptionUpdate, OverrideField>,
  currency: string,
): PendingOverrides {
  const { priceOverride: price } = input;
  const priceOverride = price == null ? price : minorAmount('priceOverride', price, currency);
  const all = { ...input, priceOverride };
  return Object.fromEntries(
    overrideFields.filter((field) => all[field] !== undefined).map((field) => [field, all[field]]),
  );
}

const NONE: Required<PendingOverrides> = { priceOverride: null, speedOverride: null, durationOverride: null };

/**
 * The overrides in force, replaced by `more` where it has a field. Prices in minor units.
 * @param row null before a subscription exists
 */
export function withOverrides(
  row: Required<PendingOverrides> | null,
  more: PendingOverrides | null,
): Required<PendingOverrides> {
  const { priceOverride, speedOverride, durationOverride } = row ?? NONE;
  return { priceOverride, speedOverride, durationOverride, ...more };
}

/** The overrides that Schedule D judges: its floors depend on the speed. The first one is the field of the refusal. */
const floorFields = ['priceOverride', 'speedOverride'] as const satisfies OverrideField[];

/** The first of the changed overrides that Schedule D judges; undefined where it judges none. Contract: Schedule D. */
export function changedFloorField(changes: PendingOverrides | null): OverrideField | undefined {
  return floorFields.find((field) => changes?.[field] !== undefined);
}

/** The first override in force that Schedule D judges; undefined where price and speed are the plan's. */
export function ownFloorField(overrides: PendingOverrides): OverrideField | undefined {
  return floorFields.find((field) => overrides[field] != null);
}
