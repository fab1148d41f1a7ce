'use client';

import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import chart from '@/components/charts/chart.module.css';
import { ChartOrTable, type ChartView, ChartViewSwitch } from '@/components/charts/chart-or-table.tsx';
import { useChartDrawn } from '@/components/charts/use-chart-drawn.ts';
import { Panel } from '@/components/detail/panel.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import type { CurrencyFigures } from '@/server/contract/portal/metrics.ts';
import { CountLink } from './figure.tsx';
import classes from './home.module.css';
import { monthName } from './labels.ts';
import { type Trend, trends } from './trend-series.ts';

const Chart = lazyPart(() => import('./trend-chart.tsx'), 'TrendChart', <Skeleton height="100%" />);

/** Twelve months of one currency, as charts or as tables. */
export function Trends({ figures }: { figures: CurrencyFigures }) {
  const [view, setView] = useState<ChartView>('chart');
  const { ref, isDrawn } = useChartDrawn();
  return (
    <section aria-label="Twelve months" ref={ref}>
      <div className={classes.headingRow}>
        <h2 className={classes.heading}>Twelve months</h2>
        <ChartViewSwitch view={view} onChange={setView} />
      </div>
      <div className={classes.trends}>
        {trends.map((trend) => (
          <Panel key={trend.title} title={`${trend.title} by month`}>
            <ChartOrTable
              view={view}
              isDrawn={isDrawn}
              chart={<Chart trend={trend} figures={figures} />}
              table={(isLinked) => <TrendTable trend={trend} figures={figures} isLinked={isLinked} />}
            />
          </Panel>
        ))}
      </div>
    </section>
  );
}

type TrendTableProps = { trend: Trend; figures: CurrencyFigures; isLinked: boolean };

function TrendTable({ trend, figures, isLinked }: TrendTableProps) {
  return (
    <table className={chart.table}>
      <caption className={chart.caption}>
        {trend.title} by month{trend.isMoney && `, in ${figures.currency}`}
      </caption>
      <thead>
        <tr>
          <th scope="col">Month</th>
          {trend.columns.map(({ title }) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {figures.months.toReversed().map((month) => (
          <tr key={month.month}>
            <th scope="row">
              {monthName(month.month)}
              {month.isRunning && ' until now'}
            </th>
            {trend.columns.map(({ title, value, href }) => (
              <td key={title}>
                {isLinked && href ? (
                  <CountLink href={href(month)}>{value(month, figures.currency)}</CountLink>
                ) : (
                  value(month, figures.currency)
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
