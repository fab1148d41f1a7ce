'use client';

import { StatusBadge } from '@/components/format/status-badge.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import type { InitialList } from '@/components/table/list-definition.ts';
import { ListPage } from '@/components/table/list-page.tsx';
import { QuickViews, viewsOf } from '@/components/table/quick-views.tsx';
import type { TableColumn } from '@/components/table/table-column.ts';
import type { UseList } from '@/components/table/use-list.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { JobSnapshot } from '@/server/contract/portal/job.ts';
import { isAtWork } from '@/server/contract/portal/job-values.ts';
import { jobTabs } from '@/server/contract/portal/list-tabs.ts';
import { useImportTypes } from '../use-import-types.ts';
import { jobKindLabels, jobStatusLabels, jobStatusTones, jobTitle, progressText } from './labels.ts';
import { jobList } from './list.ts';

const POLL_MS = 2_000;

const useList: UseList<JobSnapshot> = (input, options) =>
  trpc.job.list.useQuery(input, {
    ...options,
    refetchInterval: ({ state: { data } }) =>
      data?.data.some(({ status }) => isAtWork(status)) ? POLL_MS : false,
  });

const columns: TableColumn<JobSnapshot>[] = [
  { key: 'title', title: 'Job', render: jobTitle },
  {
    key: 'status',
    title: 'Status',
    card: 'badge',
    render: ({ status }) => (
      <StatusBadge status={status} label={jobStatusLabels[status]} tone={jobStatusTones[status]} />
    ),
  },
  {
    key: 'progress',
    title: 'Progress',
    render: (row) => (
      <span className="tabular" style={{ display: 'inline-block', minWidth: '10rem' }}>
        {progressText(row)}
      </span>
    ),
  },
  { key: 'kind', title: 'Kind', defaultVisible: false, render: ({ kind }) => jobKindLabels[kind] },
  { key: 'staffName', title: 'Runs as', defaultVisible: false, render: ({ staffName }) => staffName },
  {
    key: 'createdAt',
    title: 'Started',
    sortable: true,
    render: ({ createdAt }) => <TimeText value={createdAt} />,
  },
];

/** The jobs of staff, newest first. */
export function JobsTable({ initial }: { initial?: InitialList<JobSnapshot> }) {
  const { data: counts } = trpc.job.counts.useQuery({});
  const mayImport = useImportTypes().length > 0;
  return (
    <ListPage
      permission="read"
      {...(mayImport && { create: { label: 'Import a file', href: '/imports/new' } })}
      definition={jobList}
      views={
        <QuickViews
          definition={jobList}
          keys={['kind']}
          views={viewsOf(jobTabs, counts, { bulk: 'Bulk actions' })}
        />
      }
      columns={columns}
      initial={initial}
      useList={useList}
      rowHref={({ id }) => `/jobs/${id}`}
      empty={{
        title: 'No jobs yet',
        description:
          'Imports run as jobs, and so does what you do with “Select all that match” above a list. A job continues when you leave this page.',
      }}
    />
  );
}
