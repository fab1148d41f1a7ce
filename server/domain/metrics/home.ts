import { and, eq, gte } from 'drizzle-orm';
import { type CurrencyMonth, type MonthFigures, monthFigures } from '../../../drizzle/schema/metrics.ts';
import { provider } from '../../../drizzle/schema/provider.ts';
import { sum } from '../../contract/money.ts';
import { type HomeFigures, homeFigures, MONTHS_SHOWN } from '../../contract/portal/metrics.ts';
import { present } from '../../contract/present.ts';
import { may } from '../../contract/roles.ts';
import type { Scope } from '../../work/scope.ts';
import { overdueOf } from '../invoice/ageing.ts';
import { computeMonth, nothing } from './month-figures.ts';
import { lastMonths, type Month } from './months.ts';
import {
  activeSubscribersOf,
  installationsOf,
  integrationsOf,
  onlineOf,
  setupOf,
  webhooksOf,
} from './now.ts';
import { arpuOf, churnOf } from './recurring.ts';
import { monthKey } from './store-months.ts';
import { unmatchedMoneyOf } from './unmatched.ts';

type MonthWithFigures = Month & { isRunning: boolean; figures: MonthFigures };

/**
 * All figures of the home page, by the provider's clock and in its time zone; money for each currency, never summed across
 * them, and none for a person who may not see revenue. `metricDefinitions` explains them. Portal only.
 */
export async function readHome(scope: Scope): Promise<HomeFigures> {
  const [
    months,
    overdue,
    unmatched,
    activeSubscribers,
    online,
    installations,
    webhooks,
    integrations,
    setup,
  ] = await Promise.all([
    readMonths(scope),
    overdueOf(scope),
    unmatchedMoneyOf(scope),
    activeSubscribersOf(scope),
    onlineOf(scope),
    installationsOf(scope),
    webhooksOf(scope),
    integrationsOf(scope),
    setupOf(scope),
  ]);
  const used = new Set([
    ...months.flatMap(({ figures }) => figures.currencies.map(({ currency }) => currency)),
    ...overdue.map(({ currency }) => currency),
    ...unmatched.map(({ currency }) => currency),
  ]);
  const { caller } = scope;
  const seesRevenue = caller.type !== 'staff' || may(caller, 'revenue:read');
  const currencies = [...(seesRevenue ? used : [])].map((currency) => ({
    ...monthsOf(currency, months),
    ...overdueIn(currency, overdue),
    unmatched: unmatched.find((each) => each.currency === currency) ?? null,
  }));
  return present(homeFigures, {
    now: scope.now,
    currencies: currencies.sort((a, b) => b.inService - a.inService || (a.currency < b.currency ? -1 : 1)),
    subscribers: { active: activeSubscribers },
    network: { online, ...months.at(-1)?.figures.traffic },
    installations,
    webhooks,
    integrations,
    setup,
  });
}

/**
 * The months that the page shows and the one before them, oldest first. Stored months are read, and the others are computed.
 * @param isStoredRead false computes all of them, to check the stored ones
 */
export async function readMonths(scope: Scope, { isStoredRead = true } = {}): Promise<MonthWithFigures[]> {
  const { db, providerId, now } = scope;
  const [row] = await db
    .select({ timeZone: provider.timeZone })
    .from(provider)
    .where(eq(provider.id, providerId));
  const months = lastMonths(now, row?.timeZone ?? 'UTC', MONTHS_SHOWN + 1);
  const since = (months[0] as Month).startsAt;
  const rows = isStoredRead
    ? await db
        .select()
        .from(monthFigures)
        .where(and(eq(monthFigures.providerId, providerId), gte(monthFigures.endsAt, since)))
    : [];
  const stored = new Map(rows.map((each) => [monthKey(each), each.figures]));
  return Promise.all(
    months.map(async (month, i) => {
      const isRunning = i === months.length - 1;
      const known = isRunning ? undefined : stored.get(monthKey(month));
      return { ...month, isRunning, figures: known ?? (await computeMonth(scope, month, isRunning)) };
    }),
  );
}

/** The figures of one currency over the shown months. */
function monthsOf(currency: string, months: MonthWithFigures[]) {
  const figuresOf = (month: MonthWithFigures | undefined): CurrencyMonth =>
    month?.figures.currencies.find((each) => each.currency === currency) ?? { currency, ...nothing };
  const shown = months.slice(1).map((month, i) => {
    const figures = figuresOf(month);
    const { name, firstDay, nextFirstDay, isRunning } = month;
    return {
      month: name,
      firstDay,
      nextFirstDay,
      isRunning,
      ...figures,
      netGrowth: figures.started + figures.returned - figures.lost,
      churn: churnOf(figures.lost, figuresOf(months[i]).inService),
    };
  });
  const { mrr, inService } = figuresOf(months.at(-1));
  return { currency, inService, arpu: arpuOf(mrr, inService), months: shown };
}

function overdueIn(currency: string, all: Awaited<ReturnType<typeof overdueOf>>) {
  const overdue = all.filter((each) => each.currency === currency);
  return {
    overdue,
    overdueCount: overdue.reduce((total, { count }) => total + count, 0),
    overdueAmount: sum(...overdue.map(({ amountDue }) => amountDue)),
  };
}
