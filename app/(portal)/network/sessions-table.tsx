'use client';

import { Anchor } from '@mantine/core';
import Link from 'next/link';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { namedBySubscriber, type OfSubscriber } from '@/components/format/subscriber-name.ts';
import { TimeText } from '@/components/format/time-text.tsx';
import type { InitialList } from '@/components/table/list-definition.ts';
import { ListPage } from '@/components/table/list-page.tsx';
import { QuickViews, viewsOf } from '@/components/table/quick-views.tsx';
import type { TableColumn } from '@/components/table/table-column.ts';
import { namedListOf } from '@/components/table/use-named-rows.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { NetworkSessionSnapshot } from '@/server/contract/network-session.ts';
import { networkSessionTabs } from '@/server/contract/portal/list-tabs.ts';
import { bytesOf } from '@/server/contract/texts/bytes.ts';
import { endReason } from '@/server/contract/texts/end-reason.ts';
import { bulkActions } from './bulk-actions.tsx';
import { sessionState } from './labels.ts';
import { sessionList } from './list.ts';

type NamedSession = OfSubscriber<NetworkSessionSnapshot>;

const naming = namedBySubscriber<NetworkSessionSnapshot>();

const useList = namedListOf(trpc.networkSession.listAll, naming);

const columns: TableColumn<NamedSession>[] = [
  { key: 'subscriber', title: 'Subscriber', render: (row) => row.subscriberName ?? '…' },
  {
    key: 'status',
    title: 'Status',
    card: 'badge',
    render: (row) => <StatusBadge {...sessionState(row)} reason={endReason(row.reason)} />,
  },
  {
    key: 'username',
    title: 'Username',
    from: 'medium',
    render: (row) => <span className="mono">{row.username}</span>,
  },
  {
    key: 'ipAddress',
    title: 'IP address',
    render: (row) => <span className="mono">{row.ipAddress ?? '–'}</span>,
  },
  {
    key: 'nasIpAddress',
    title: 'Network server',
    from: 'wide',
    render: (row) => row.nasName ?? <span className="mono">{row.nasIpAddress ?? '–'}</span>,
  },
  {
    key: 'callingStationId',
    title: 'MAC address',
    defaultVisible: false,
    render: (row) => <span className="mono">{row.callingStationId ?? '–'}</span>,
  },
  {
    key: 'ipv6',
    title: 'IPv6',
    defaultVisible: false,
    render: (row) => (
      <span className="mono">
        {row.framedIpv6Address ?? row.framedIpv6Prefix ?? row.delegatedIpv6Prefix ?? '–'}
      </span>
    ),
  },
  {
    key: 'outputOctets',
    title: 'Download',
    align: 'right',
    render: (row) => <span className="tabular">{bytesOf(row.outputOctets)}</span>,
  },
  {
    key: 'inputOctets',
    title: 'Upload',
    from: 'medium',
    align: 'right',
    render: (row) => <span className="tabular">{bytesOf(row.inputOctets)}</span>,
  },
  {
    key: 'startedAt',
    title: 'Started',
    from: 'medium',
    sortable: true,
    render: (row) => <TimeText value={row.startedAt} />,
  },
  { key: 'endedAt', title: 'Ended', from: 'wide', render: (row) => <TimeText value={row.endedAt} /> },
];

/** The list of network sessions. */
export function SessionsTable({ initial }: { initial?: InitialList<NamedSession> }) {
  const { data: counts } = trpc.networkSession.counts.useQuery({});
  const views = viewsOf(networkSessionTabs, counts);
  return (
    <ListPage
      permission="sessions:write"
      definition={sessionList}
      columns={columns}
      initial={initial}
      useList={useList}
      rowHref={(row) => `/network/${row.id}`}
      bulkActions={bulkActions}
      views={<QuickViews definition={sessionList} keys={['active', 'throttled']} views={views} />}
      empty={{
        title: 'No sessions yet',
        description: (
          <>
            Sessions appear once FreeRADIUS writes accounting to this database. Register your network servers
            in the{' '}
            <Anchor component={Link} href="/settings/network" prefetch={false} underline="always">
              network settings
            </Anchor>
            .
          </>
        ),
      }}
    />
  );
}
