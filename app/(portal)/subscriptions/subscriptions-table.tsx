'use client';

import { Button } from '@mantine/core';
import Link from 'next/link';
import { BalanceDue } from '@/components/format/balance-due.tsx';
import { MoneyText } from '@/components/format/money-text.tsx';
import { namedByService, type OfService } from '@/components/format/service-names.ts';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { ImportLink } from '@/components/table/import-link.tsx';
import type { InitialList } from '@/components/table/list-definition.ts';
import { ListPage } from '@/components/table/list-page.tsx';
import { QuickViews, viewsOf } from '@/components/table/quick-views.tsx';
import type { TableColumn } from '@/components/table/table-column.ts';
import { changedColumn } from '@/components/table/time-columns.tsx';
import { totalsOf } from '@/components/table/totals.tsx';
import { namedListOf } from '@/components/table/use-named-rows.ts';
import { trpc } from '@/components/trpc/client.ts';
import { subscriptionTabs } from '@/server/contract/portal/list-tabs.ts';
import type { SubscriptionWithBalance } from '@/server/contract/subscription.ts';
import { badgeOf } from './badge.ts';
import { subscriptionList } from './list.ts';
import { useBulkActions } from './use-bulk-actions.tsx';

type NamedSubscription = OfService<SubscriptionWithBalance>;

const columns: TableColumn<NamedSubscription>[] = [
  { key: 'subscriber', title: 'Subscriber', render: (row) => row.subscriberName ?? '…' },
  { key: 'plan', title: 'Plan', width: 130, render: (row) => row.planName ?? '…' },
  {
    key: 'status',
    title: 'Status',
    card: 'badge',
    render: (row) => <StatusBadge {...badgeOf(row)} />,
  },
  {
    key: 'price',
    title: 'Price',
    from: 'medium',
    align: 'right',
    render: (row) => <MoneyText {...row.price} />,
  },
  {
    key: 'balanceDue',
    title: 'Balance due',
    align: 'right',
    render: (row) => <BalanceDue amounts={row.balanceDue} />,
  },
  {
    key: 'expiresAt',
    title: 'Paid until',
    from: 'medium',
    sortable: true,
    render: (row) => <TimeText value={row.expiresAt} />,
  },
  {
    key: 'externalReference',
    title: 'Reference',
    from: 'wide',
    render: (row) => row.externalReference ?? '–',
  },
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
    title: 'Username',
    defaultVisible: false,
    render: (row) => (row.radiusUsername ? <span className="mono">{row.radiusUsername}</span> : '–'),
  },
  {
    key: 'isExternal',
    title: 'Origin',
    defaultVisible: false,
    render: (row) => (row.isExternal ? 'External system' : 'Created in Demarc'),
  },
  {
    key: 'createdAt',
    title: 'Created',
    from: 'wide',
    sortable: true,
    card: 'hidden',
    render: (row) => <TimeText value={row.createdAt} detail="day" />,
  },
  changedColumn,
];

const useList = namedListOf(trpc.subscription.listAll, namedByService<SubscriptionWithBalance>());

const useTotals = totalsOf(trpc.subscription.totals, { balanceDue: 'Balance due' });

const viewNames = { owing: 'Balance due', AWAITING_PAYMENT_FOR_UPGRADE: 'Upgrade to pay' };

export function SubscriptionsTable({ initial }: { initial?: InitialList<NamedSubscription> }) {
  const { data: counts } = trpc.subscription.counts.useQuery({});
  const views = viewsOf(subscriptionTabs, counts, viewNames);
  return (
    <ListPage
      actions={
        <>
          <Button component={Link} href="/departures" prefetch={false} variant="default">
            Cancellations
          </Button>
          <ImportLink type="subscriptions" />
        </>
      }
      permission="subscriptions:write"
      create={{ label: 'New subscription', href: '/subscriptions/new' }}
      definition={subscriptionList}
      columns={columns}
      initial={initial}
      useList={useList}
      useTotals={useTotals}
      rowHref={(row) => `/subscriptions/${row.id}`}
      bulkActions={useBulkActions()}
      views={
        <QuickViews
          definition={subscriptionList}
          keys={['status', 'overdue', 'owing', 'ending']}
          views={views}
        />
      }
      empty={{
        title: 'No subscriptions yet',
        description:
          'A subscription puts a subscriber on a plan at a demarcation point. It starts with its first payment.',
      }}
    />
  );
}
