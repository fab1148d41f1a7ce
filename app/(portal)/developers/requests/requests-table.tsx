'use client';

import { StatusBadge } from '@/components/format/status-badge.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { correlationColumn } from '@/components/table/correlation-column.tsx';
import type { InitialList, ListDefinition } from '@/components/table/list-definition.ts';
import { ListPage } from '@/components/table/list-page.tsx';
import { QuickViews } from '@/components/table/quick-views.tsx';
import type { TableColumn } from '@/components/table/table-column.ts';
import { listOf } from '@/components/table/use-list.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { ApiRequestSnapshot } from '@/server/contract/api-request.ts';
import { COUNTED_TO, REQUEST_RETENTION_DAYS } from '@/server/contract/api-request-values.ts';
import { durationText, toneOfHttpStatus } from './labels.ts';
import { NewRequests } from './new-requests.tsx';

const useList = listOf<ApiRequestSnapshot>(trpc.apiRequest.listAll);

const columns: TableColumn<ApiRequestSnapshot>[] = [
  {
    key: 'target',
    title: 'Request',
    render: ({ method, path }) => (
      <span className="mono" style={{ overflowWrap: 'anywhere' }}>
        {method} {path}
      </span>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    card: 'badge',
    render: ({ status, replayed }) => (
      <StatusBadge
        status={String(status)}
        label={replayed ? `${status} · replayed` : status}
        tone={toneOfHttpStatus(status)}
      />
    ),
  },
  { key: 'error', title: 'Error', from: 'medium', render: ({ error }) => error ?? '–' },
  { key: 'callerName', title: 'Key or integration', from: 'wide', render: ({ callerName }) => callerName },
  {
    key: 'createdAt',
    title: 'Received',
    sortable: true,
    render: ({ createdAt }) => <TimeText value={createdAt} detail="second" />,
  },
  {
    key: 'durationMs',
    title: 'Duration',
    align: 'right',
    from: 'medium',
    render: ({ durationMs }) => <span className="tabular">{durationText(durationMs)}</span>,
  },
  { key: 'address', title: 'Address', defaultVisible: false, render: ({ address }) => address || '–' },
  {
    key: 'route',
    title: 'Operation',
    defaultVisible: false,
    render: ({ route }) => (route ? <span className="mono">{route}</span> : '–'),
  },
  {
    key: 'idempotencyKey',
    title: 'Idempotency key',
    defaultVisible: false,
    render: ({ idempotencyKey }) => idempotencyKey ?? '–',
  },
  correlationColumn,
];

type RequestsTableProps = {
  definition: ListDefinition;
  initial?: InitialList<ApiRequestSnapshot>;
  /** The number of refused and failed requests. */
  refused: number;
};

/** The log of API calls. */
export function RequestsTable({ definition, initial, refused }: RequestsTableProps) {
  return (
    <ListPage
      permission="read"
      definition={definition}
      columns={columns}
      initial={initial}
      useList={useList}
      rowHref={({ id }) => `/developers/requests/${id}`}
      actions={<NewRequests definition={definition} newest={initial?.answer.data[0]?.createdAt} />}
      views={
        <QuickViews
          definition={definition}
          keys={['outcome']}
          views={[
            { label: 'All', filters: {} },
            {
              label: 'Refused or failed',
              filters: { outcome: 'refused' },
              count: refused,
              isAtLeast: refused > COUNTED_TO,
            },
          ]}
        />
      }
      empty={{
        title: 'No requests yet',
        description: `The calls of your programs to the API are listed here for ${REQUEST_RETENTION_DAYS} days: every change and every refusal, and a sample of the reads.`,
      }}
    />
  );
}
