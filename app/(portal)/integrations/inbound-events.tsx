'use client';

import { createContext, use, useMemo } from 'react';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { QuickViews, viewsOf } from '@/components/table/quick-views.tsx';
import { ResourceTable } from '@/components/table/resource-table.tsx';
import type { TableColumn } from '@/components/table/table-column.ts';
import type { UseList } from '@/components/table/use-list.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { InboundEventSnapshot } from '@/server/contract/integration.ts';
import { inboundEventTabs } from '@/server/contract/portal/long-list-tabs.ts';
import { inboundListOf } from './inbound-list.ts';
import { outcomeNameOf, outcomeOf } from './labels.ts';

/** Events arrive while the page is open. */
const REFRESH_MS = 5_000;

const tabNames = { PROCESSED: outcomeNameOf({ status: 'PROCESSED', reason: null }) };

const columns: TableColumn<InboundEventSnapshot>[] = [
  { key: 'event', title: 'Event', render: ({ event }) => event },
  {
    key: 'status',
    title: 'Status',
    card: 'badge',
    render: (row) => <StatusBadge status={row.status} label={outcomeNameOf(row)} />,
  },
  {
    key: 'externalServiceId',
    title: 'Service',
    from: 'medium',
    render: (row) => row.externalServiceId ?? '–',
  },
  { key: 'outcome', title: 'Outcome', render: outcomeOf },
  {
    key: 'receivedAt',
    title: 'Received',
    sortable: true,
    render: (row) => <TimeText value={row.receivedAt} detail="second" />,
  },
];

/** The integration whose events the table shows. */
const IntegrationId = createContext('');

const useList: UseList<InboundEventSnapshot> = (input, options) => {
  const id = use(IntegrationId);
  return trpc.inboundEvent.listAll.useQuery({ ...input, id }, { ...options, refetchInterval: REFRESH_MS });
};

/** The inbound events of an integration, newest first. */
export function InboundEvents({ integrationId }: { integrationId: string }) {
  const { data } = trpc.inboundEvent.counts.useQuery({ id: integrationId }, { refetchInterval: REFRESH_MS });
  const definition = useMemo(() => inboundListOf(integrationId), [integrationId]);
  return (
    <IntegrationId value={integrationId}>
      <QuickViews
        definition={definition}
        keys={['status']}
        views={viewsOf(inboundEventTabs, data?.counts, tabNames, data?.atLeast)}
      />
      <ResourceTable
        definition={definition}
        columns={columns}
        useList={useList}
        rowHref={(row) => `/integrations/${integrationId}/events/${row.id}`}
        empty={{
          title: 'No events yet',
          description: 'The Setup tab shows the address that the system sends them to.',
        }}
      />
    </IntegrationId>
  );
}
