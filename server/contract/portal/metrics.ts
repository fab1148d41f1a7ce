import { z } from 'zod';
import { installationStatuses } from '../enums.ts';
import { instantOutput, moneyOutput } from '../primitives.ts';
import { ageings } from './invoice-values.ts';

/** The figures of the home page. `metricDefinitions` explains each of them. */

/** The months of the charts, the running one included. */
export const MONTHS_SHOWN = 12;

const rate = z.number().nullable();

/** One month of one currency. Of the running month it is the part until now. */
const monthOfCurrency = z.object({
  /** `YYYY-MM` in the provider's time zone. */
  month: z.string(),
  currency: z.string(),
  /** The first calendar day of the month and of the next one, as the filters of lists take them. */
  firstDay: z.string(),
  nextFirstDay: z.string(),
  isRunning: z.boolean(),
  /** At the end of the month. */
  mrr: moneyOutput('currency'),
  inService: z.int(),
  started: z.int(),
  returned: z.int(),
  lost: z.int(),
  netGrowth: z.int(),
  /** Lost, as a share of the subscriptions in service at the start of the month; null when there were none. */
  churn: rate,
  collected: moneyOutput('currency'),
  payments: z.int(),
  refunded: moneyOutput('currency'),
  refunds: z.int(),
});
export type MonthOfCurrency = z.output<typeof monthOfCurrency>;

const currencyFigures = z.object({
  currency: z.string(),
  /** Null without a subscription in service. */
  arpu: moneyOutput('currency').nullable(),
  /** Oldest first; the last one is running. */
  months: z.array(monthOfCurrency),
  /** Open invoices that are at least one whole day overdue, by age. */
  overdue: z.array(
    z.object({
      ageing: z.enum(ageings),
      currency: z.string(),
      count: z.int(),
      amountDue: moneyOutput('currency'),
    }),
  ),
  overdueCount: z.int(),
  overdueAmount: moneyOutput('currency'),
  /** Receipts without a known subscriber; null where there is none. */
  unmatched: z
    .object({
      currency: z.string(),
      count: z.int(),
      amount: moneyOutput('currency'),
      oldestPaidAt: instantOutput,
    })
    .nullable(),
});
export type CurrencyFigures = z.output<typeof currencyFigures>;

const failing = z.object({ failing: z.int(), total: z.int() });

export const homeFigures = z.object({
  now: instantOutput,
  /** Every currency with a figure, the one with the most subscriptions in service first. */
  currencies: z.array(currencyFigures),
  subscribers: z.object({ active: z.int() }),
  network: z.object({
    online: z.int(),
    /** Octets since the start of the month. */
    download: z.number(),
    upload: z.number(),
  }),
  installations: z.array(z.object({ status: z.enum(installationStatuses), count: z.int() })),
  webhooks: failing,
  integrations: failing,
  /** What a new provider has done. */
  setup: z.object({
    plan: z.boolean(),
    demarcationPoint: z.boolean(),
    subscriber: z.boolean(),
    subscription: z.boolean(),
    webhook: z.boolean(),
  }),
});
export type HomeFigures = z.output<typeof homeFigures>;
