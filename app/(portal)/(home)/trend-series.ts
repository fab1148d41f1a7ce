import type { MonthOfCurrency } from '@/server/contract/portal/metrics.ts';
import { formatMoney } from '@/server/contract/texts/format-money.ts';
import { countText, percentText, signed } from './labels.ts';
import { hrefOf } from './links.ts';

type Column = {
  title: string;
  value: (month: MonthOfCurrency, currency: string) => string;
  href?: (month: MonthOfCurrency) => string;
};

export type Trend = {
  title: string;
  kind: 'area' | 'bar';
  /** What the chart draws, each with a colour of the theme. */
  series: { name: string; color: string; of: (month: MonthOfCurrency) => number }[];
  isMoney: boolean;
  /** The columns of the table, besides the month. */
  columns: Column[];
};

export const trends: readonly Trend[] = [
  {
    title: 'MRR',
    kind: 'area',
    isMoney: true,
    series: [{ name: 'MRR', color: 'brand', of: ({ mrr }) => mrr }],
    columns: [
      { title: 'MRR', value: ({ mrr }, currency) => formatMoney(mrr, currency), href: hrefOf.inService },
    ],
  },
  {
    title: 'Subscriptions in service',
    kind: 'area',
    isMoney: false,
    series: [{ name: 'In service', color: 'brand', of: ({ inService }) => inService }],
    columns: [
      { title: 'In service', value: ({ inService }) => countText(inService), href: hrefOf.inService },
      { title: 'Churn', value: ({ churn }) => percentText(churn) },
    ],
  },
  {
    title: 'Collected',
    kind: 'bar',
    isMoney: true,
    series: [
      { name: 'Collected', color: 'brand', of: ({ collected }) => collected },
      { name: 'Refunded', color: 'red', of: ({ refunded }) => -refunded },
    ],
    columns: [
      {
        title: 'Collected',
        value: ({ collected }, currency) => formatMoney(collected, currency),
        href: hrefOf.payments,
      },
      {
        title: 'Refunded',
        value: ({ refunded }, currency) => formatMoney(refunded, currency),
        href: hrefOf.refunds,
      },
    ],
  },
  {
    title: 'Net growth',
    kind: 'bar',
    isMoney: false,
    series: [
      { name: 'New', color: 'brand', of: ({ started }) => started },
      { name: 'Returned', color: 'blue', of: ({ returned }) => returned },
      { name: 'Lost', color: 'red', of: ({ lost }) => -lost },
    ],
    columns: [
      { title: 'New', value: ({ started }) => countText(started), href: hrefOf.started },
      { title: 'Returned', value: ({ returned }) => countText(returned), href: hrefOf.returned },
      { title: 'Lost', value: ({ lost }) => countText(lost), href: hrefOf.lost },
      { title: 'Net', value: ({ netGrowth }) => signed(netGrowth) },
    ],
  },
];
