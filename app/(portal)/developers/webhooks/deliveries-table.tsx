'use client';

import { IconRefresh } from '@tabler/icons-react';
import { createContext, use, useMemo } from 'react';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { bulkAction } from '@/components/table/bulk-action.ts';
import { QuickViews, viewsOf } from '@/components/table/quick-views.tsx';
import { ResourceTable } from '@/components/table/resource-table.tsx';
import type { TableColumn } from '@/components/table/table-column.ts';
import type { UseList } from '@/components/table/use-list.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { DeliverySnapshot } from '@/server/contract/delivery.ts';
import { deliveryTabs } from '@/server/contract/portal/long-list-tabs.ts';
import type { WebhookSnapshot } from '@/server/contract/webhook.ts';
import { deliveryListOf } from './delivery-list.ts';
import { deliveryStatusNames, latencyText, outcomeOf } from './labels.ts';
import { pollWhilePending } from './poll-while-pending.ts';

/** How often the tabs count again while a delivery is pending. */
const REFRESH_MS = 10_000;

const columns: TableColumn<DeliverySnapshot>[] = [
  {
    key: 'eventType',
    title: 'Event',
    render: ({ eventType, test }) => `${eventType}${test ? ' (test)' : ''}`,
  },
  {
    key: 'status',
    title: 'Status',
    card: 'badge',
    render: ({ status }) => <StatusBadge status={status} label={deliveryStatusNames[status]} />,
  },
  {
    key: 'attempts',
    title: 'Attempts',
    align: 'right',
    render: ({ attempts }) => <span className="tabular">{attempts.at(-1)?.number ?? 0}</span>,
  },
  {
    key: 'outcome',
    title: 'Last answer',
    render: ({ attempts }) => {
      const last = attempts.at(-1);
      return last ? outcomeOf(last) : '–';
    },
  },
  {
    key: 'latency',
    title: 'Latency',
    align: 'right',
    render: ({ attempts }) => (
      <span className="tabular">{latencyText(attempts.at(-1)?.latencyMs ?? null)}</span>
    ),
  },
  {
    key: 'nextAttemptAt',
    title: 'Next attempt',
    render: ({ nextAttemptAt }) => <TimeText value={nextAttemptAt} detail="second" />,
  },
  {
    key: 'createdAt',
    title: 'Queued',
    sortable: true,
    render: ({ createdAt }) => <TimeText value={createdAt} detail="second" />,
  },
];

/** The webhook whose deliveries the table shows. */
const WebhookId = createContext('');

const useList: UseList<DeliverySnapshot> = (input, options) => {
  const id = use(WebhookId);
  return trpc.delivery.listAll.useQuery({ ...input, id }, { ...options, refetchInterval: pollWhilePending });
};

/** The deliveries of a webhook. */
export function DeliveriesTable({ webhook }: { webhook: WebhookSnapshot }) {
  const { id } = webhook;
  const mayWrite = useCan('developers:write');
  const { data } = trpc.delivery.counts.useQuery(
    { id },
    { refetchInterval: ({ state }) => (state.data?.counts.PENDING ? REFRESH_MS : false) },
  );
  const definition = useMemo(() => deliveryListOf(id), [id]);
  const bulkFilter = useMemo(() => ({ id }), [id]);
  return (
    <WebhookId value={id}>
      <QuickViews
        definition={definition}
        keys={['status']}
        tab="deliveries"
        views={viewsOf(deliveryTabs, data?.counts, deliveryStatusNames, data?.atLeast)}
      />
      <ResourceTable
        definition={definition}
        columns={columns}
        useList={useList}
        rowHref={(row) => `/developers/webhooks/${id}/deliveries/${row.id}`}
        bulkActions={mayWrite ? bulkActions : undefined}
        bulkFilter={bulkFilter}
        empty={{
          title: 'No deliveries yet',
          description:
            'The events of this webhook appear here as they occur, with each attempt to deliver them.',
        }}
      />
    </WebhookId>
  );
}

const bulkActions = [
  bulkAction('deliveries.resend', {
    label: 'Resend',
    icon: <IconRefresh size={15} aria-hidden />,
    effect: 'Sent at once with the same event id, then retried on the full schedule',
  }),
];
