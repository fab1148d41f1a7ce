'use client';

import { StatusBadge } from '@/components/format/status-badge.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import type { InitialList } from '@/components/table/list-definition.ts';
import { ListPage } from '@/components/table/list-page.tsx';
import type { TableColumn } from '@/components/table/table-column.ts';
import { listOf, type UseList } from '@/components/table/use-list.ts';
import { trpc } from '@/components/trpc/client.ts';
import { bulkActions } from './bulk-actions.tsx';
import { disabledReasonTexts, latencyText, shortUrl, successText } from './labels.ts';
import { type WatchedWebhook, webhookList, withHealth } from './list.ts';

const useWebhooks = listOf<WatchedWebhook>(trpc.webhook.listAll);

const useList: UseList<WatchedWebhook> = (input, options) => {
  const query = useWebhooks(input, options);
  const health = trpc.webhook.health.useQuery();
  const data = query.data && { ...query.data, data: withHealth(query.data.data, health.data) };
  // The rows that the server read with the page are shown until newer ones are loaded.
  return { ...query, data: health.data ? data : (options.initialData ?? data) };
};

const columns: TableColumn<WatchedWebhook>[] = [
  { key: 'url', title: 'Sends to', render: ({ url }) => shortUrl(url) },
  { key: 'description', title: 'Description', from: 'wide', render: ({ description }) => description ?? '–' },
  {
    key: 'status',
    title: 'Status',
    card: 'badge',
    render: ({ status, health }) => <WebhookStatus status={status} health={health} />,
  },
  { key: 'events', title: 'Events', render: ({ events }) => eventsText(events) },
  {
    key: 'recent',
    title: 'Recent success',
    align: 'right',
    render: ({ health }) => <span className="tabular">{health ? successText(health.recent) : '–'}</span>,
  },
  {
    key: 'latency',
    title: 'Latency',
    from: 'medium',
    align: 'right',
    render: ({ health }) => <span className="tabular">{latencyText(health?.recent.latencyMs ?? null)}</span>,
  },
  {
    key: 'pending',
    title: 'Pending',
    from: 'medium',
    align: 'right',
    render: ({ health }) => <span className="tabular">{health?.pending ?? '–'}</span>,
  },
  {
    key: 'failed',
    title: 'Failed',
    align: 'right',
    defaultVisible: false,
    render: ({ health }) => <span className="tabular">{health?.failed ?? '–'}</span>,
  },
  { key: 'apiVersion', title: 'API version', defaultVisible: false, render: ({ apiVersion }) => apiVersion },
  {
    key: 'createdAt',
    title: 'Created',
    sortable: true,
    defaultVisible: false,
    render: ({ createdAt }) => <TimeText value={createdAt} />,
  },
];

/** The state of a webhook. An active webhook whose deliveries fail is shown as failing. */
function WebhookStatus({ status, health }: Pick<WatchedWebhook, 'status' | 'health'>) {
  if (status === 'DISABLED') {
    return (
      <StatusBadge
        status={status}
        reason={health?.disabledReason && disabledReasonTexts[health.disabledReason]}
      />
    );
  }
  const isFailing = Boolean(health?.failingSince);
  return (
    <StatusBadge
      status={status}
      label={isFailing ? 'Failing' : 'Active'}
      tone={isFailing ? 'red' : undefined}
    />
  );
}

function eventsText(events: string[]): string {
  if (events.includes('*')) return 'All';
  const [first, ...others] = events;
  return others.length === 0 ? (first ?? '') : `${first} and ${others.length} more`;
}

/** The list of webhooks. */
export function WebhooksTable({ initial }: { initial?: InitialList<WatchedWebhook> }) {
  return (
    <ListPage
      permission="developers:write"
      create={{ label: 'New webhook', href: '/developers/webhooks/new' }}
      definition={webhookList}
      columns={columns}
      initial={initial}
      useList={useList}
      rowHref={({ id }) => `/developers/webhooks/${id}`}
      bulkActions={bulkActions}
      empty={{
        title: 'No webhooks yet',
        description:
          'A webhook is a URL of yours. Each event that you select is sent there, signed, and retried until it is delivered.',
      }}
    />
  );
}
