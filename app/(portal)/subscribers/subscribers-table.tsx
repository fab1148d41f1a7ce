'use client';

import { Box } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { BalanceDue } from '@/components/format/balance-due.tsx';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { bulkAction } from '@/components/table/bulk-action.ts';
import { ImportLink } from '@/components/table/import-link.tsx';
import type { InitialList } from '@/components/table/list-definition.ts';
import { ListPage } from '@/components/table/list-page.tsx';
import { QuickViews, viewsOf } from '@/components/table/quick-views.tsx';
import type { TableColumn } from '@/components/table/table-column.ts';
import { changedColumn, createdColumn } from '@/components/table/time-columns.tsx';
import { listOf } from '@/components/table/use-list.ts';
import { trpc } from '@/components/trpc/client.ts';
import { fullNameOf } from '@/server/contract/full-name.ts';
import { subscriberTabs } from '@/server/contract/portal/list-tabs.ts';
import type { SubscriberSnapshot } from '@/server/contract/subscriber.ts';
import { isErased } from '@/server/contract/subscriber-rules.ts';
import { messageAction } from '../announcements/message-action.tsx';
import { reasonOf } from './labels.ts';
import { subscriberList } from './list.ts';

const columns: TableColumn<SubscriberSnapshot>[] = [
  { key: 'firstName', title: 'Name', sortable: true, width: 165, render: fullNameOf },
  {
    key: 'lastName',
    title: 'Last name',
    sortable: true,
    defaultVisible: false,
    render: (row) => row.lastName,
  },
  {
    key: 'email',
    title: 'Email',
    from: 'wide',
    sortable: true,
    render: (row) => (isErased(row) ? '–' : row.email),
  },
  {
    key: 'phone',
    title: 'Phone',
    from: 'medium',
    render: (row) => (isErased(row) ? '–' : <span className="tabular">{row.phone}</span>),
  },
  {
    key: 'status',
    title: 'Status',
    card: 'badge',
    render: (row) => (
      <Box maw={190} display="flex">
        <StatusBadge status={row.status} reason={reasonOf(row)} />
      </Box>
    ),
  },
  {
    key: 'subscriptionCount',
    title: 'Subscriptions',
    from: 'wide',
    align: 'right',
    render: (row) => <span className="tabular">{row.subscriptionCount}</span>,
  },
  {
    key: 'balanceDue',
    title: 'Balance due',
    align: 'right',
    render: (row) => <BalanceDue amounts={row.balanceDue} />,
  },
  {
    key: 'accountNumber',
    title: 'Account number',
    defaultVisible: false,
    render: (row) => <span className="tabular">{row.accountNumber}</span>,
  },
  {
    key: 'externalUserId',
    title: 'External ID',
    defaultVisible: false,
    render: (row) => row.externalUserId ?? '–',
  },
  {
    key: 'companyName',
    title: 'Company',
    defaultVisible: false,
    render: (row) => row.companyName ?? '–',
  },
  {
    key: 'taxId',
    title: 'Tax number',
    defaultVisible: false,
    render: (row) => row.taxId ?? '–',
  },
  { key: 'city', title: 'City', defaultVisible: false, render: (row) => row.city ?? '–' },
  { ...createdColumn, from: 'medium' },
  changedColumn,
];

const useList = listOf<SubscriberSnapshot>(trpc.subscriber.listAll);

export function SubscribersTable({ initial }: { initial?: InitialList<SubscriberSnapshot> }) {
  const { data: counts } = trpc.subscriber.counts.useQuery({});
  const views = viewsOf(subscriberTabs, counts);
  return (
    <ListPage
      actions={<ImportLink type="subscribers" />}
      permission="subscribers:write"
      create={{ label: 'New subscriber', href: '/subscribers/new' }}
      definition={subscriberList}
      columns={columns}
      initial={initial}
      useList={useList}
      rowHref={(row) => `/subscribers/${row.id}`}
      bulkActions={bulkActions}
      views={<QuickViews definition={subscriberList} keys={['status']} views={views} />}
      empty={{
        title: 'No subscribers yet',
        description: 'A subscriber is a customer. Create the first one, then add a subscription.',
      }}
    />
  );
}

const bulkActions = [
  bulkAction('subscribers.suspend', {
    label: 'Hold',
    icon: <IconPlayerPause size={15} aria-hidden />,
    danger: true,
  }),
  bulkAction('subscribers.activate', {
    label: 'Release',
    icon: <IconPlayerPlay size={15} aria-hidden />,
  }),
  messageAction,
];
