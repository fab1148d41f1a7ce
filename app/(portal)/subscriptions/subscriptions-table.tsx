'use client';

import { useMemo } from 'react';
import type { InitialList } from '@/components/data/list-definition.ts';
import { ListPage } from '@/components/data/list-page.tsx';
import { MoneyText } from '@/components/data/money-text.tsx';
import type { ResourceTableProps } from '@/components/data/resource-table-props.ts';
import { StatusBadge } from '@/components/data/status-badge.tsx';
import type { TableColumn } from '@/components/data/table-column.ts';
import { TimeText } from '@/components/data/time-text.tsx';
import { trpc } from '@/components/trpc/client.ts';
import { subscriptionList } from './list.ts';
import { type NamedSubscription, namedIn, withNames } from './names.ts';
import { useBulkActions } from './use-bulk-actions.tsx';

const columns: TableColumn<NamedSubscription>[] = [
  { key: 'subscriber', title: 'Subscriber', render: (row) => row.subscriberName ?? row.subscriberId },
  { key: 'plan', title: 'Plan', render: (row) => row.planName ?? row.planId },
  {
    key: 'status',
    title: 'Status',
    card: 'badge',
    render: (row) => <StatusBadge status={row.status} reason={row.inactiveReason} />,
  },
  {
    key: 'price',
    title: 'Price',
    align: 'right',
    render: (row) => <MoneyText {...row.price} />,
  },
  {
    key: 'expiresAt',
    title: 'Paid until',
    sortable: true,
    render: (row) => <TimeText value={row.expiresAt} />,
  },
  { key: 'externalReference', title: 'Reference', render: (row) => row.externalReference ?? '–' },
  {
    key: 'startedAt',
    title: 'Started',
    sortable: true,
    card: 'hidden',
    defaultVisible: false,
    render: (row) => <TimeText value={row.startedAt} detail="day" />,
  },
  {
    key: 'radiusUsername',
    title: 'Network name',
    defaultVisible: false,
    render: (row) => (row.radiusUsername ? <span className="mono">{row.radiusUsername}</span> : '–'),
  },
  {
    key: 'isExternal',
    title: 'Origin',
    defaultVisible: false,
    render: (row) => (row.isExternal ? 'External system' : 'Made here'),
  },
  {
    key: 'createdAt',
    title: 'Created',
    sortable: true,
    card: 'hidden',
    render: (row) => <TimeText value={row.createdAt} detail="day" />,
  },
  {
    key: 'updatedAt',
    title: 'Changed',
    sortable: true,
    defaultVisible: false,
    render: (row) => <TimeText value={row.updatedAt} />,
  },
];

/** Subscriptions carry ids; their names come in one more question. The server's own answer has them already. */
const useList: ResourceTableProps<NamedSubscription>['useList'] = (input, options) => {
  const list = trpc.subscription.list.useQuery(input as never, options);
  const rows = list.data?.data;
  const ids = useMemo(() => namedIn(rows ?? []), [rows]);
  const isNamed = (rows ?? []).every((row) => 'subscriberName' in row);
  const names = trpc.labels.of.useQuery(
    { ids },
    { enabled: ids.length > 0 && !isNamed, placeholderData: (previous) => previous },
  );
  const data = useMemo(
    () => list.data && (isNamed ? list.data : { ...list.data, data: withNames(list.data.data, names.data) }),
    [list.data, isNamed, names.data],
  );
  return { data, error: list.error, isFetching: list.isFetching, refetch: list.refetch };
};

export function SubscriptionsTable({ initial }: { initial?: InitialList<NamedSubscription> }) {
  return (
    <ListPage
      title="Subscriptions"
      permission="subscriptions:write"
      create={{ label: 'New subscription', href: '/subscriptions/new' }}
      definition={subscriptionList}
      columns={columns}
      initial={initial}
      useList={useList}
      rowHref={(row) => `/subscriptions/${row.id}`}
      bulkActions={useBulkActions()}
      empty={{
        title: 'No subscriptions yet',
        description:
          'A subscription puts a subscriber on a plan at a demarcation point. It starts with its first payment.',
      }}
    />
  );
}
