'use client';

import type { InitialList } from '@/components/data/list-definition.ts';
import { ListPage } from '@/components/data/list-page.tsx';
import { MoneyText } from '@/components/data/money-text.tsx';
import type { ResourceTableProps } from '@/components/data/resource-table-props.ts';
import { StatusBadge } from '@/components/data/status-badge.tsx';
import type { TableColumn } from '@/components/data/table-column.ts';
import { changedColumn } from '@/components/data/time-columns.tsx';
import { TimeText } from '@/components/data/time-text.tsx';
import { trpc } from '@/components/trpc/client.ts';
import { installationList } from './list.ts';
import type { NamedInstallation } from './names.ts';
import { useBulkActions } from './use-bulk-actions.tsx';
import { useNamed } from './use-named.ts';
import { ViewSwitch } from './view-switch.tsx';
import { kindNames } from './words.ts';

const columns: TableColumn<NamedInstallation>[] = [
  { key: 'subscriber', title: 'Subscriber', render: (row) => row.subscriberName ?? row.subscriberId },
  { key: 'kind', title: 'Kind', render: (row) => kindNames[row.kind] },
  {
    key: 'status',
    title: 'Status',
    sortable: true,
    card: 'badge',
    render: (row) => <StatusBadge status={row.status} />,
  },
  {
    key: 'place',
    title: 'Place',
    defaultVisible: false,
    render: (row) => row.placeName ?? row.demarcationPointId,
  },
  { key: 'address', title: 'Address', render: (row) => row.address ?? '–' },
  {
    key: 'scheduledAt',
    title: 'Appointment',
    sortable: true,
    render: (row) => <TimeText value={row.scheduledAt} empty="None" />,
  },
  { key: 'technician', title: 'Technician', render: (row) => row.technician ?? '–' },
  {
    key: 'fee',
    title: 'Fee',
    align: 'right',
    render: (row) => (row.free ? 'Free' : <MoneyText amount={row.feeAmount} currency={row.currency} />),
  },
  {
    key: 'windowEndsAt',
    title: 'Deadline',
    sortable: true,
    defaultVisible: false,
    render: (row) => <TimeText value={row.windowEndsAt} detail="day" />,
  },
  {
    key: 'installedAt',
    title: 'Installed',
    defaultVisible: false,
    render: (row) => <TimeText value={row.installedAt} />,
  },
  {
    key: 'createdAt',
    title: 'Created',
    sortable: true,
    card: 'hidden',
    render: (row) => <TimeText value={row.createdAt} detail="day" />,
  },
  changedColumn,
];

const useList: ResourceTableProps<NamedInstallation>['useList'] = (input, options) =>
  useNamed(trpc.installation.list.useQuery(input as never, options));

/** The list among the views of installations. */
export function InstallationsTable({ initial }: { initial?: InitialList<NamedInstallation> }) {
  return (
    <ListPage
      title="Installations"
      permission="installations:write"
      create={{ label: 'New installation', href: '/installations/new' }}
      actions={<ViewSwitch />}
      definition={installationList}
      columns={columns}
      initial={initial}
      useList={useList}
      rowHref={(row) => `/installations/${row.id}`}
      bulkActions={useBulkActions()}
      empty={{
        title: 'No installations yet',
        description: 'An installation is work at the place of a subscription, free or for a fee.',
      }}
    />
  );
}
