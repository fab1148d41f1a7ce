import type { Metadata } from 'next';
import {
  type MetricName,
  metricDefinitions,
  monthsDefinition,
} from '@/server/contract/portal/metric-definitions.ts';
import classes from '../docs.module.css';
import { ReferenceTable } from '../reference-table.tsx';

export const metadata: Metadata = { title: 'Figures' };

export default function MetricsPage() {
  return (
    <>
      <h1>Figures</h1>
      <p className={classes.lead}>What each figure of the home page counts. {monthsDefinition}</p>
      <ReferenceTable
        label="Figures"
        columns={['Figure', 'Time', 'Counts']}
        rows={(Object.keys(metricDefinitions) as MetricName[]).map((metric) => ({
          id: metric,
          cells: [
            metricDefinitions[metric].title,
            metricDefinitions[metric].period,
            metricDefinitions[metric].meaning,
          ],
        }))}
      />
      <p>Each number of the home page links to the list that it counts.</p>
    </>
  );
}
