'use client';

import { StatusBadge } from '@/components/format/status-badge.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { useSession } from '@/components/shell/session-context.tsx';
import type { InitialList } from '@/components/table/list-definition.ts';
import { ListPage } from '@/components/table/list-page.tsx';
import type { TableColumn } from '@/components/table/table-column.ts';
import { namedListOf } from '@/components/table/use-named-rows.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { MailSnapshot } from '@/server/contract/mail.ts';
import { namedBySubscriber, type OfSubscriber } from '../subscribers/subscriber-name.ts';
import { mailOutbox } from './list.ts';
import { useBulkActions } from './use-bulk-actions.tsx';
import { mailKindNames, mailStatusNames } from './words.ts';

type NamedMail = OfSubscriber<MailSnapshot>;

const naming = namedBySubscriber<MailSnapshot>();

const useList = namedListOf(trpc.mail.list, naming);

const columns: TableColumn<NamedMail>[] = [
  { key: 'kind', title: 'About', render: (row) => mailKindNames[row.kind] },
  {
    key: 'subscriber',
    title: 'Subscriber',
    render: (row) => row.subscriberName ?? row.subscriberId ?? 'Staff',
  },
  { key: 'to', title: 'To', render: (row) => row.to },
  {
    key: 'status',
    title: 'Status',
    card: 'badge',
    render: (row) => (
      <StatusBadge status={row.status} label={mailStatusNames[row.status]} reason={row.error} />
    ),
  },
  { key: 'createdAt', title: 'Queued', sortable: true, render: (row) => <TimeText value={row.createdAt} /> },
  { key: 'sentAt', title: 'Sent', sortable: true, render: (row) => <TimeText value={row.sentAt} /> },
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

/** Every mail to subscribers and staff: those that went out, those that wait, and those a sandbox keeps. */
export function MailsTable({ initial }: { initial?: InitialList<NamedMail> }) {
  const { livemode } = useSession().provider;
  return (
    <ListPage
      title="Mails"
      permission="mails:write"
      definition={mailOutbox}
      columns={columns}
      initial={initial}
      useList={useList}
      rowHref={(row) => `/mails/${row.id}`}
      bulkActions={useBulkActions()}
      empty={{
        title: 'No mails yet',
        description: livemode
          ? 'Subscribers get a mail for an invoice, an overdue payment, a suspension and each payment.'
          : 'Mails that subscribers would get are kept here to be read. Nothing leaves a sandbox.',
      }}
    />
  );
}
