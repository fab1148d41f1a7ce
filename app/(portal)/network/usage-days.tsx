'use client';

import { Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import chart from '@/components/charts/chart.module.css';
import { ChartOrTable, type ChartView, ChartViewSwitch } from '@/components/charts/chart-or-table.tsx';
import { useChartDrawn } from '@/components/charts/use-chart-drawn.ts';
import { Panel } from '@/components/detail/panel.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { ProblemAlert } from '@/components/shell/problem-alert.tsx';
import { toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { NetworkUsageDays } from '@/server/contract/portal/network-session.ts';
import { bytesOf } from '@/server/contract/texts/bytes.ts';
import { formatDay } from '@/server/contract/texts/format-time.ts';

const UsageChart = lazyPart(() => import('./usage-chart.tsx'), 'UsageChart', <Skeleton height="100%" />);

type Days = NetworkUsageDays['days'];

/** What a subscription transferred on each of the last 30 days. */
export function SubscriptionUsageDays({ id }: { id: string }) {
  return <UsageDays query={trpc.subscription.usageDays.useQuery({ id })} />;
}

/** What all subscriptions of a subscriber transferred on each of the last 30 days. */
export function SubscriberUsageDays({ id }: { id: string }) {
  return <UsageDays query={trpc.subscriber.usageDays.useQuery({ id })} />;
}

type Query = { data?: NetworkUsageDays; error: object | null; refetch: () => unknown };

function UsageDays({ query: { data, error, refetch } }: { query: Query }) {
  const [view, setView] = useState<ChartView>('chart');
  const { ref, isDrawn } = useChartDrawn();
  const days = data?.days ?? [];
  const hasUsage = days.some(({ download, upload }) => download + upload > 0);
  return (
    <Panel title="Data by day" actions={hasUsage && <ChartViewSwitch view={view} onChange={setView} />}>
      {error && <ProblemAlert problem={toApiProblem(error)} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton h={180} />}
      {data && !hasUsage && <Text c="dimmed">No data in the last 30 days.</Text>}
      {hasUsage && <Totals days={days} />}
      {hasUsage && (
        <ChartOrTable
          view={view}
          isDrawn={isDrawn}
          ref={ref}
          chart={<UsageChart days={days} />}
          table={() => <UsageTable days={days} />}
        />
      )}
    </Panel>
  );
}

function Totals({ days }: { days: Days }) {
  const sum = (of: (day: Days[number]) => number) => bytesOf(days.reduce((total, day) => total + of(day), 0));
  return (
    <Text size="sm" c="dimmed" mb="xs" className="tabular">
      {sum(({ download }) => download)} downloaded and {sum(({ upload }) => upload)} uploaded in 30{'\u00a0'}
      days
    </Text>
  );
}

function UsageTable({ days }: { days: Days }) {
  return (
    <table className={chart.table}>
      <caption className={chart.caption}>Data of the last 30 days</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Download</th>
          <th scope="col">Upload</th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ day, download, upload }, i) => (
          <tr key={day}>
            <th scope="row">
              {formatDay(day)}
              {i === 0 && ' until now'}
            </th>
            <td>{bytesOf(download)}</td>
            <td>{bytesOf(upload)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
