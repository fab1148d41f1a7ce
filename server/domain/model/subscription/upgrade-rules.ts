import type { InvoiceLine } from '../../../../drizzle/schema/billing.ts';
import { HOUR_MS, plus } from '../../../clock.ts';
import { DAY_MS, daysText } from '../../../contract/days.ts';
import { type Minor, portion, share, subtract, sum, ZERO } from '../../../contract/money.ts';

/** The longest time of an upgrade hold, in ms. Contract: Upgrade holds. */
const UPGRADE_PAYMENT_PERIOD_MS = 24 * HOUR_MS;

type Period = { startsAt: Date; expiresAt: Date };

/** The facts that decide the price of an upgrade. Prices in minor units. */
export type Upgrade = {
  now: Date;
  planName: string;
  currency: string;
  /** The running cycle, with its price and the price of the new plan. */
  running: Period & { price: Minor; newPrice: Minor };
  /** The next cycle where it is paid, with its price and the price of the new plan. */
  next: (Period & { price: Minor; newPrice: Minor }) | null;
};

/** Whether a plan change raises the price of a paid cycle and lowers none. */
export function isMoreExpensive({ running, next }: Pick<Upgrade, 'running' | 'next'>): boolean {
  return running.newPrice > running.price && (next === null || next.newPrice >= next.price);
}

/** The deadline of an upgrade hold: 24 hours, or the end of the cycle if that is sooner. Contract: Upgrade holds. */
export function upgradeDeadline(now: Date, { expiresAt }: Pick<Period, 'expiresAt'>): Date {
  const latest = plus(now, UPGRADE_PAYMENT_PERIOD_MS);
  return latest < expiresAt ? latest : expiresAt;
}

/**
 * The lines and amounts of the invoice of an upgrade, in minor units: the price difference for the days left of the
 * running cycle, rounded up to whole days, and in full for a paid next cycle. Tax is rounded once, on the subtotal.
 * Contract: Upgrade holds.
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
      `${left} of ${daysText(days)}`,
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

/** What the invoice of an upgrade has for a paid next cycle: its second line, with the tax on it. In minor units. */
export function nextCyclePart({
  lines,
  total,
  taxRate,
}: Pick<ReturnType<typeof upgradeInvoice>, 'lines' | 'total' | 'taxRate'>): Minor {
  const [running, next] = lines;
  return running && next ? subtract(total, sum(running.amount, portion(running.amount, taxRate))) : ZERO;
}
