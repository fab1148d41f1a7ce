import type { CurrencyMonth, MonthFigures } from '../../../drizzle/schema/metrics.ts';
import { ZERO } from '../../contract/money.ts';
import type { Scope } from '../../work/scope.ts';
import { collectedOf } from './collected.ts';
import type { Month } from './months.ts';
import { recurringOf } from './recurring.ts';
import { trafficOf } from './traffic.ts';

/** No figures of a currency. */
export const nothing: Omit<CurrencyMonth, 'currency'> = {
  mrr: ZERO,
  inService: 0,
  started: 0,
  returned: 0,
  lost: 0,
  collected: ZERO,
  payments: 0,
  refunded: ZERO,
  refunds: 0,
};

/**
 * Computes all figures of a month from its rows.
 * @param isRunning whether the month ends now
 */
export async function computeMonth(
  scope: Pick<Scope, 'db' | 'providerId'>,
  month: Pick<Month, 'startsAt' | 'endsAt'>,
  isRunning: boolean,
): Promise<MonthFigures> {
  const [recurring, collected, traffic] = await Promise.all([
    recurringOf(scope, month, isRunning),
    collectedOf(scope, month),
    trafficOf(scope, month),
  ]);
  const byCurrency = new Map<string, CurrencyMonth>();
  for (const figures of [...recurring, ...collected]) {
    const { currency } = figures;
    byCurrency.set(currency, { ...nothing, ...byCurrency.get(currency), ...figures });
  }
  const currencies = [...byCurrency.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1));
  return { currencies, traffic };
}
