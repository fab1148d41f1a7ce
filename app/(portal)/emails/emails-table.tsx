'use client';

import { StatusBadge } from '@/components/format/status-badge.tsx';
import { namedBySubscriber, type OfSubscriber } from '@/components/format/subscriber-name.ts';
import { TimeText } from '@/components/format/time-text.tsx';
import { useSession } from '@/components/shell/session-context.tsx';
import type { InitialList } from '@/components/table/list-definition.ts';
import { ListPage } from '@/components/table/list-page.tsx';
import type { TableColumn } from '@/components/table/table-column.ts';
import { namedListOf } from '@/components/table/use-named-rows.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { EmailSnapshot } from '@/server/contract/portal/email.ts';
import { bulkActions } from './bulk-actions.tsx';
import { channelLabels, emailKindLabels, emailStatusLabels } from './labels.ts';
import { emailList } from './list.ts';

type NamedEmail = OfSubscriber<EmailSnapshot>;

const naming = namedBySubscriber<EmailSnapshot>();

const useList = namedListOf(trpc.email.list, naming);

const columns: TableColumn<NamedEmail>[] = [
  { key: 'kind', title: 'About', render: (row) => emailKindLabels[row.kind] },
  {
    key: 'subscriber',
    title: 'Subscriber',
    render: (row) => (row.subscriberId ? (row.subscriberName ?? '…') : 'Staff'),
  },
  { key: 'channel', title: 'Channel', from: 'medium', render: (row) => channelLabels[row.channel] },
  { key: 'to', title: 'To', from: 'medium', render: (row) => row.to },
  {
    key: 'status',
    title: 'Status',
    card: 'badge',
    render: (row) => (
      <StatusBadge status={row.status} label={emailStatusLabels[row.status]} reason={row.error} />
    ),
  },
  { key: 'createdAt', title: 'Queued', sortable: true, render: (row) => <TimeText value={row.createdAt} /> },
  {
    key: 'sentAt',
    title: 'Sent',
    from: 'medium',
    sortable: true,
    render: (row) => <TimeText value={row.sentAt} />,
  },
  {
    key: 'attempts',
    title: 'Attempts',
    align: 'right',
    defaultVisible: false,
    render: (row) => <span className="tabular">{row.attempts}</span>,
  },
  {
    key: 'nextAttemptAt',
    title: 'Next attempt',
    defaultVisible: false,
    render: (row) => <TimeText value={row.nextAttemptAt} />,
  },
];

/** All messages to subscribers and staff, in every status. */
export function EmailsTable({ initial }: { initial?: InitialList<NamedEmail> }) {
  const { livemode, isDemo } = useSession().provider;
  return (
    <ListPage
      permission="emails:write"
      definition={emailList}
      columns={columns}
      initial={initial}
      useList={useList}
      rowHref={(row) => `/emails/${row.id}`}
      bulkActions={bulkActions}
      empty={{
        title: 'No messages yet',
        description:
          livemode || isDemo
            ? 'Subscribers get an email about each invoice, overdue payment, suspension and payment.'
            : 'Messages to subscribers appear here. A sandbox does not send them.',
      }}
    />
  );
}
