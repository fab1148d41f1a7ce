import type { InvoiceLine } from '../../../../drizzle/schema/billing.ts';
import { DAY_MS, HOUR_MS, plus } from '../../../clock.ts';
import { type Minor, portion, share, subtract, sum } from '../../../contract/money.ts';

/** How long an upgrade waits for its payment at most. */
const TIME_TO_PAY_MS = 24 * HOUR_MS;

type Period = { startsAt: Date; expiresAt: Date };

/** What decides what an upgrade costs. Prices in minor units. */
export type Upgrade = {
  now: Date;
  planName: string;
  currency: string;
  /** The running cycle, with the price in force and that of the new plan. */
  running: Period & { price: Minor; newPrice: Minor };
  /** The cycle that follows, where it is paid for already: what it was asked at, and what it would be. */
  next: (Period & { price: Minor; newPrice: Minor }) | null;
};

/** Whether a change of plan makes time that is paid for dearer, and none of it cheaper. */
export function isDearer({ running, next }: Pick<Upgrade, 'running' | 'next'>): boolean {
  return running.newPrice > running.price && (next === null || next.newPrice >= next.price);
}

/** Until when an upgrade can be paid for: 24 hours, or to the cycle's end if that is sooner. Contract: Billing. */
export function upgradeDeadline(now: Date, { expiresAt }: Pick<Period, 'expiresAt'>): Date {
  const latest = plus(now, TIME_TO_PAY_MS);
  return latest < expiresAt ? latest : expiresAt;
}

/**
 * What an upgrade's invoice says and comes to: the difference for the whole days left of the running cycle, rounded up,
 * and in full for a cycle after it that was paid at the old price. Tax is rounded once, on the subtotal.
 * Contract: Billing.
 */
export function upgradeInvoice(upgrade: Upgrade, taxRate: string) {
  const { now, running, next, planName, currency } = upgrade;
  const days = (running.expiresAt.getTime() - running.startsAt.getTime()) / DAY_MS;
  const left = Math.ceil((running.expiresAt.getTime() - now.getTime()) / DAY_MS);
  const line = (description: string, amount: Minor, from: Date, to: Date): InvoiceLine => ({
    description: `Upgrade to ${planName}, ${description}`,
    quantity: 1,
    unitAmount: amount,
    amount,
    currency,
    periodStart: from.toISOString(),
    periodEnd: to.toISOString(),
  });
  const lines = [
    line(
      `${left} of ${days} ${days === 1 ? 'day' : 'days'}`,
      share(subtract(running.newPrice, running.price), left, days),
      now,
      running.expiresAt,
    ),
    ...(next && next.newPrice > next.price
      ? [line('the cycle after', subtract(next.newPrice, next.price), next.startsAt, next.expiresAt)]
      : []),
  ];
  const subtotal = sum(...lines.map(({ amount }) => amount));
  const tax = portion(subtotal, taxRate);
  return { currency, lines, subtotal, taxRate, tax, total: sum(subtotal, tax) };
}
