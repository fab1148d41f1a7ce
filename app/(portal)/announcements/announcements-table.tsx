'use client';

import { Text } from '@mantine/core';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { useDialog } from '@/components/shell/use-dialog.ts';
import type { InitialList } from '@/components/table/list-definition.ts';
import { ListPage } from '@/components/table/list-page.tsx';
import type { TableColumn } from '@/components/table/table-column.ts';
import { createdColumn } from '@/components/table/time-columns.tsx';
import { listOf } from '@/components/table/use-list.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { AnnouncementSnapshot } from '@/server/contract/portal/announcement.ts';
import { badgeOf, kindLabels, progressText } from './labels.ts';
import { announcementList } from './list.ts';

const AnnounceDialog = lazyPart(() => import('./announce-dialog.tsx'), 'AnnounceDialog');

const useList = listOf<AnnouncementSnapshot>(trpc.announcement.list);

const columns: TableColumn<AnnouncementSnapshot>[] = [
  { key: 'kind', title: 'About', render: (row) => kindLabels[row.kind] },
  {
    key: 'text',
    title: 'Text',
    render: (row) => {
      const text = row.sms ?? row.subject ?? row.pageText;
      return (
        <Text size="sm" lineClamp={1} maw={360} title={text ?? undefined}>
          {text}
        </Text>
      );
    },
  },
  {
    key: 'state',
    title: 'State',
    card: 'badge',
    render: (row) => <StatusBadge {...badgeOf(row)} />,
  },
  { key: 'messages', title: 'Messages', from: 'medium', render: progressText },
  { key: 'staff', title: 'By', from: 'wide', render: (row) => row.staffName },
  createdColumn,
];

/** Messages to many subscribers, and announced outages. */
export function AnnouncementsTable({ initial }: { initial?: InitialList<AnnouncementSnapshot> }) {
  const dialog = useDialog();
  const utils = trpc.useUtils();
  return (
    <>
      <ListPage
        permission="emails:write"
        create={{ label: 'Message all subscribers', ...dialog.opener }}
        definition={announcementList}
        columns={columns}
        initial={initial}
        useList={useList}
        rowHref={(row) => `/announcements/${row.id}`}
        empty={{
          title: 'No announcements yet',
          description: (
            <>
              A message to all active subscribers, or to fewer: <Fewer />
            </>
          ),
        }}
      />
      {dialog.isOpen && (
        <AnnounceDialog
          list="subscribers"
          target={{ filter: { status: 'active' } }}
          to={
            <>
              To all active subscribers. For fewer, <Fewer />
            </>
          }
          onDone={() => void utils.announcement.invalidate()}
          onClose={dialog.close}
        />
      )}
    </>
  );
}

/** Where the people of a message are selected. */
function Fewer() {
  return (
    <>
      select rows of <TextLink href="/subscribers">Subscribers</TextLink>,{' '}
      <TextLink href="/subscriptions">Subscriptions</TextLink> or{' '}
      <TextLink href="/demarcation-points">Demarcation points</TextLink>, then choose Message.
    </>
  );
}
