'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { MoneyText } from '@/components/format/money-text.tsx';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import type { InitialList } from '@/components/table/list-definition.ts';
import { ListPage } from '@/components/table/list-page.tsx';
import type { TableColumn } from '@/components/table/table-column.ts';
import { changedColumn } from '@/components/table/time-columns.tsx';
import { listOf, type UseList } from '@/components/table/use-list.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { InstallationSnapshot } from '@/server/contract/installation.ts';
import { kindNames } from './labels.ts';
import { installationList } from './list.ts';
import type { NamedInstallation } from './named-installation.ts';
import { useBulkActions } from './use-bulk-actions.tsx';
import { useNamed } from './use-named-installations.ts';
import { ViewSwitch } from './view-switch.tsx';

const columns: TableColumn<NamedInstallation>[] = [
  { key: 'subscriber', title: 'Subscriber', render: (row) => row.subscriberName ?? '…' },
  { key: 'kind', title: 'Kind', from: 'medium', render: (row) => kindNames[row.kind] },
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
    render: (row) => row.placeName ?? '…',
  },
  { key: 'address', title: 'Address', from: 'medium', width: 220, render: (row) => row.address ?? '–' },
  { key: 'phone', title: 'Phone', from: 'wide', render: (row) => row.phone ?? '–' },
  {
    key: 'scheduledAt',
    title: 'Appointment',
    sortable: true,
    render: (row) => <TimeText value={row.scheduledAt} empty="None" />,
  },
  { key: 'technician', title: 'Technician', from: 'wide', render: (row) => row.technician ?? '–' },
  {
    key: 'fee',
    title: 'Fee',
    from: 'wide',
    align: 'right',
    render: (row) => (row.free ? 'Free' : <MoneyText amount={row.feeAmount} currency={row.currency} />),
  },
  {
    key: 'serialNumber',
    title: 'Serial number',
    defaultVisible: false,
    render: (row) => row.serialNumber ?? '–',
  },
  {
    key: 'macAddress',
    title: 'MAC address',
    defaultVisible: false,
    render: (row) => <span className="mono">{row.macAddress ?? '–'}</span>,
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
    from: 'wide',
    sortable: true,
    card: 'hidden',
    render: (row) => <TimeText value={row.createdAt} detail="day" />,
  },
  changedColumn,
];

const useInstallations = listOf<InstallationSnapshot>(trpc.installation.listAll);

const useList: UseList<NamedInstallation> = (input, { initialData }) =>
  useNamed(useInstallations(input, { initialData, placeholderData: keepPreviousData }));

/** The list among the views of installations. */
export function InstallationsTable({ initial }: { initial?: InitialList<NamedInstallation> }) {
  return (
    <ListPage
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
        description: 'An installation is a visit that connects a subscriber, free or for a fee.',
      }}
    />
  );
}
