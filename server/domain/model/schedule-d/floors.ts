import { sql } from 'drizzle-orm';
import { type Refusal, refuse } from '../../../contract/errors.ts';
import { type FloorTerms, floorFor } from '../../../contract/floors.ts';
import { asMinor, type Minor, toMajor, ZERO } from '../../../contract/money.ts';
import { formatMoney } from '../../../contract/texts/format-money.ts';
import type { Scope } from '../../../work/scope.ts';
import { breachOf, type Floor } from './rules.ts';

/**
 * The rows of Schedule D in force at the scope's instant for a plan type and currency. The newest comes first, so the
 * first row that covers a speed decides, and the tiers of older tables do not matter. Contract: Schedule D.
 */
export async function floorsInForce(scope: Scope, planType: string, currency: string): Promise<Floor[]> {
  const rows = await scope.db.execute<{ min: string; max: string; floor: string }>(sql`
    select min_speed_mbps as min, max_speed_mbps as max, floor_amount as floor
    from schedule_d_row
    where plan_type = ${planType} and currency = ${currency} and effective_from <= ${scope.now.toISOString()}
    order by effective_from desc, created_at desc, min_speed_mbps`);
  return rows.map((row) => ({
    planType,
    currency,
    minSpeedMbps: Number(row.min),
    maxSpeedMbps: Number(row.max),
    floorAmount: asMinor(Number(row.floor)),
  }));
}

/**
 * Refuses terms that Schedule D does not allow. Contract: Plan, Schedule D.
 * @param price the price in minor units; called only after the currency passed its check
 * @param field the field of the refusal for a price below the floor
 * @throws PLAN_TYPE_NOT_SUPPORTED_VIA_API, PLAN_CURRENCY_NOT_SUPPORTED, PLAN_SPEED_EXCEEDS_1GBPS, PLAN_PRICE_BELOW_FLOOR
 */
export async function requireFloor(
  scope: Scope,
  terms: FloorTerms,
  price: () => Minor,
  field = 'priceAmount',
): Promise<void> {
  const refusal = await floorRefusal(scope, terms, price, field);
  if (refusal) throw refusal;
}

/** The refusal of terms that Schedule D does not allow; null where they pass. The parameters are those of `requireFloor`. */
export async function floorRefusal(
  scope: Scope,
  terms: FloorTerms,
  price: () => Minor,
  field: string,
): Promise<Refusal | null> {
  const floors = await floorsInForce(scope, terms.planType, terms.priceCurrency);
  const breach = breachOf(floors, terms, price);
  if (breach === null) return null;
  if (breach !== 'PLAN_PRICE_BELOW_FLOOR') return refuse(breach);
  const floor = toMajor(floorFor(floors, terms) ?? ZERO, terms.priceCurrency);
  return refuse(breach, {
    field,
    message: `The floor for ${terms.downloadSpeedMbps} Mbps is ${formatMoney(floor, terms.priceCurrency)}.`,
    details: { floorAmount: floor, currency: terms.priceCurrency },
  });
}

/** The floors in force at an instant, the newest first. */
export type FloorsAt = (at: Date) => Floor[];

/** Reads all rows of Schedule D in force by `until` once, for decisions at any instant up to it. */
export async function readFloors(scope: Scope, until: Date): Promise<FloorsAt> {
  const rows = await scope.db.execute<
    Record<'type' | 'currency' | 'min' | 'max' | 'floor' | 'since', string>
  >(sql`
    select plan_type as type, currency, min_speed_mbps as min, max_speed_mbps as max, floor_amount as floor,
      (extract(epoch from effective_from) * 1000)::bigint as since
    from schedule_d_row where effective_from <= ${until.toISOString()}
    order by effective_from desc, created_at desc, min_speed_mbps`);
  const floors = rows.map((row) => ({
    since: Number(row.since),
    planType: row.type,
    currency: row.currency,
    minSpeedMbps: Number(row.min),
    maxSpeedMbps: Number(row.max),
    floorAmount: asMinor(Number(row.floor)),
  }));
  return (at) => floors.filter(({ since }) => since <= at.getTime());
}
