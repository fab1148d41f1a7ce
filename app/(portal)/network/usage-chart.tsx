'use client';

import '@mantine/charts/styles.layer.css';

import { BarChart } from '@mantine/charts';
import type { NetworkUsageDays } from '@/server/contract/portal/network-session.ts';
import { bytesOf } from '@/server/contract/texts/bytes.ts';
import { formatDay } from '@/server/contract/texts/format-time.ts';

/** A chart of the days. The table beside it has the same figures. */
export function UsageChart({ days }: NetworkUsageDays) {
  return (
    <BarChart
      h="100%"
      data={days.map(({ day, download, upload }) => ({
        day: formatDay(day),
        Download: download,
        Upload: upload,
      }))}
      dataKey="day"
      type="stacked"
      series={[
        { name: 'Download', color: 'brand.6' },
        { name: 'Upload', color: 'violet.6' },
      ]}
      withLegend
      valueFormatter={bytesOf}
      yAxisProps={{ tickFormatter: bytesOf, width: 64 }}
      xAxisProps={{ minTickGap: 24, tickFormatter: (day: string) => day.slice(0, -5) }}
      gridAxis="x"
      tickLine="none"
      barProps={{ isAnimationActive: false }}
      // The chart is hidden from screen readers, so nothing in it may take the focus.
      barChartProps={{ accessibilityLayer: false }}
    />
  );
}
