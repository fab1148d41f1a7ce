'use client';

import '@mantine/charts/styles.layer.css';

import { AreaChart, BarChart } from '@mantine/charts';
import type { CurrencyFigures } from '@/server/contract/portal/metrics.ts';
import { formatMoney } from '@/server/contract/texts/format-money.ts';
import { compactText, countText, shortMonth } from './labels.ts';
import type { Trend } from './trend-series.ts';

/** A chart of twelve months. The table beside it has the same figures. */
export function TrendChart({ trend, figures }: { trend: Trend; figures: CurrencyFigures }) {
  const { kind, series, isMoney } = trend;
  const data = figures.months.map((month) => ({
    month: shortMonth(month.month),
    ...Object.fromEntries(series.map(({ name, of }) => [name, of(month)])),
  }));
  const common = {
    h: '100%',
    data,
    dataKey: 'month',
    series: series.map(({ name, color }) => ({ name, color: `${color}.6` })),
    withLegend: series.length > 1,
    valueFormatter: (value: number) => (isMoney ? formatMoney(value, figures.currency) : countText(value)),
    yAxisProps: { tickFormatter: compactText, width: 48, allowDecimals: isMoney },
    gridAxis: 'x' as const,
    tickLine: 'none' as const,
  };
  // The chart is hidden from screen readers, so nothing in it may take the focus.
  const quiet = { accessibilityLayer: false };
  return kind === 'area' ? (
    <AreaChart
      {...common}
      curveType="linear"
      withDots={false}
      fillOpacity={0.15}
      strokeWidth={2}
      areaProps={{ isAnimationActive: false }}
      areaChartProps={quiet}
    />
  ) : (
    <BarChart
      {...common}
      type="stacked"
      barProps={{ isAnimationActive: false }}
      barChartProps={{ ...quiet, stackOffset: 'sign' }}
    />
  );
}
