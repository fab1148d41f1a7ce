'use client';

import { Button, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import Link from 'next/link';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { PageHeader } from '@/components/shell/page-header.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import type { InitialList } from '@/components/table/list-definition.ts';
import type { BoardData } from './board.tsx';
import { InstallationsTable } from './installations-table.tsx';
import type { NamedInstallation } from './named-installation.ts';
import { useView, ViewSwitch } from './view-switch.tsx';

const Board = lazyPart(() => import('./board.tsx'), 'Board', <Skeleton h={420} />);
const Calendar = lazyPart(() => import('./calendar.tsx'), 'Calendar', <Skeleton h={560} />);

type InstallationsPageProps = {
  /** The provider's time. */
  now: string;
  /** The data that the server read for the requested view. */
  board?: BoardData;
  list?: InitialList<NamedInstallation>;
};

/** Installations as a board, a list or a calendar. */
export function InstallationsPage({ now, board, list }: InstallationsPageProps) {
  const [view] = useView();
  const mayWrite = useCan('installations:write');
  if (view === 'list') return <InstallationsTable initial={list} />;
  return (
    <>
      <PageHeader
        title="Installations"
        actions={
          <>
            <ViewSwitch />
            {mayWrite && (
              <Button
                component={Link}
                href="/installations/new"
                prefetch={false}
                leftSection={<IconPlus size={16} aria-hidden />}
              >
                New installation
              </Button>
            )}
          </>
        }
      />
      {view === 'board' ? <Board initial={board} now={now} /> : <Calendar now={now} />}
    </>
  );
}
