'use client';

import { SegmentedControl, Skeleton, VisuallyHidden } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import classes from './chart.module.css';

export type ChartView = 'chart' | 'table';

type ChartViewSwitchProps = { view: ChartView; onChange: (view: ChartView) => void };

/** Chooses between a chart and the table of its figures. */
export function ChartViewSwitch({ view, onChange }: ChartViewSwitchProps) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="Show as"
      data={[
        { value: 'chart', label: 'Chart' },
        { value: 'table', label: 'Table' },
      ]}
      value={view}
      onChange={(value) => onChange(value as ChartView)}
    />
  );
}

type ChartOrTableProps = {
  view: ChartView;
  /** Whether the chart is loaded and drawn, as `useChartDrawn` says. */
  isDrawn: boolean;
  ref?: Ref<HTMLDivElement>;
  chart: ReactNode;
  /** The figures, for the table and for screen readers beside the chart. There a link would take the focus unseen. */
  table: (isLinked: boolean) => ReactNode;
};

/** A chart or the table of its figures. Screen readers read the table in both views. */
export function ChartOrTable({ view, isDrawn, ref, chart, table }: ChartOrTableProps) {
  if (view === 'table') return <div className={classes.scroll}>{table(true)}</div>;
  return (
    <>
      <div className={classes.chart} ref={ref} aria-hidden>
        {isDrawn ? chart : <Skeleton height="100%" />}
      </div>
      <VisuallyHidden>{table(false)}</VisuallyHidden>
    </>
  );
}
