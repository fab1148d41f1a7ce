import type { InvoiceLine } from '../../../../drizzle/schema/billing.ts';
import { plus } from '../../../clock.ts';
import { DAY_MS, daysText } from '../../../contract/days.ts';
import { instantText } from '../../../contract/instant-text.ts';
import { asMinor, type Minor, portion, sum, ZERO } from '../../../contract/money.ts';

type Speed = { downloadSpeedMbps: number; uploadSpeedMbps: number };

/** The terms of one cycle. Price in minor units of the currency, speeds in Mbps. */
export type Terms = {
  planId: string;
  planName: string;
  price: Minor;
  currency: string;
  speed: Speed;
  cycleDays: number;
  graceDays: number;
  /** Megabytes in the cycle (10⁶ bytes); null for no cap. */
  dataCapMb: number | null;
};

export type PlanFields = {
  id: string;
  planName: string;
  priceAmount: Minor;
  priceCurrency: string;
  downloadSpeedMbps: number;
  uploadSpeedMbps: number;
  billingCycleDays: number;
  graceDays: number;
  dataCapMb: number | null;
};

type Overrides = {
  priceOverride: Minor | null;
  speedOverride: Speed | null;
  durationOverride: number | null;
};

/** The terms of a plan with the overrides of a subscription applied. */
export function termsOf(plan: PlanFields, overrides: Overrides): Terms {
  return {
    planId: plan.id,
    planName: plan.planName,
    price: overrides.priceOverride ?? plan.priceAmount,
    currency: plan.priceCurrency,
    speed: overrides.speedOverride ?? {
      downloadSpeedMbps: plan.downloadSpeedMbps,
      uploadSpeedMbps: plan.uploadSpeedMbps,
    },
    cycleDays: overrides.durationOverride ?? plan.billingCycleDays,
    graceDays: plan.graceDays,
    dataCapMb: plan.dataCapMb,
  };
}

/** The columns of a cycle that keep its terms. Its plan, length and grace are in other columns. */
export function fixedTerms({ price, speed, dataCapMb }: Terms) {
  return { termsPrice: price, termsSpeed: speed, termsDataCapMb: dataCapMb };
}

/** The renewal window in ms; half a cycle where that is shorter. */
const RENEWAL_WINDOW_MS = 3 * DAY_MS;

/**
 * The instants of a cycle that starts at `startsAt`: its end and the end of grace. A day is 24 hours in every time zone.
 * Contract: Billing.
 */
export function cyclePeriod(startsAt: Date, terms: Pick<Terms, 'cycleDays' | 'graceDays'>) {
  const expiresAt = plus(startsAt, terms.cycleDays * DAY_MS);
  return { startsAt, expiresAt, graceEndsAt: plus(expiresAt, terms.graceDays * DAY_MS) };
}

/** When the renewal window of a cycle opens. Contract: Billing. */
export function windowOpensAt({ startsAt, expiresAt }: { startsAt: Date; expiresAt: Date }): Date {
  const length = expiresAt.getTime() - startsAt.getTime();
  return plus(expiresAt, -Math.min(RENEWAL_WINDOW_MS, length / 2));
}

/** The length of a cycle in days. */
export function cycleDays({ startsAt, expiresAt }: { startsAt: Date; expiresAt: Date }): number {
  return (expiresAt.getTime() - startsAt.getTime()) / DAY_MS;
}

/** The line and amounts of the invoice of a cycle, in minor units. Tax is rounded once, on the subtotal. */
export function invoiceFor(terms: Terms, period: { startsAt: Date; expiresAt: Date }, taxRate: string) {
  const line: InvoiceLine = {
    description: `${terms.planName}, ${daysText(terms.cycleDays)}`,
    quantity: 1,
    unitAmount: terms.price,
    amount: terms.price,
    currency: terms.currency,
    periodStart: instantText(period.startsAt),
    periodEnd: instantText(period.expiresAt),
  };
  const subtotal = line.amount;
  const tax = portion(subtotal, taxRate);
  return { currency: terms.currency, lines: [line], subtotal, taxRate, tax, total: sum(subtotal, tax) };
}

/** The greatest subtotal whose total, tax included, is at most `total`. Rounding can make an exact one impossible. */
export function netOf(total: Minor, taxRate: string): Minor {
  let low = ZERO;
  let high = total;
  while (low < high) {
    const middle = asMinor(Math.ceil((low + high) / 2));
    if (middle + portion(middle, taxRate) <= total) low = middle;
    else high = asMinor(middle - 1);
  }
  return low;
}
