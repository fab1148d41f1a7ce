'use client';

import { Collapse, Skeleton, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { humanize } from '@/components/format/status-badge.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { ProblemAlert } from '@/components/shell/problem-alert.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { type Opener, useDialogs } from '@/components/shell/use-dialog.ts';
import { type ListAnswer, listHref } from '@/components/table/list-definition.ts';
import { useRowKeys } from '@/components/table/use-row-keys.ts';
import { toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { InstallationSnapshot } from '@/server/contract/installation.ts';
import type { InstallationAction } from './actions.tsx';
import classes from './board.module.css';
import { BoardCard } from './board-card.tsx';
import { boardColumns, columnInput, endedColumns } from './board-columns.ts';
import { installationList } from './list.ts';
import type { NamedInstallation } from './named-installation.ts';
import { useNamed } from './use-named-installations.ts';

const Dialogs = lazyPart(() => import('./installation-dialogs.tsx'), 'InstallationDialogs');

type Column = (typeof boardColumns)[number];
export type BoardData = Record<string, ListAnswer<NamedInstallation>>;

/** The buttons of an installation, by the dialog that they open. */
type OpensOf = (installation: InstallationSnapshot) => (action: InstallationAction) => Opener;

type BoardProps = {
  /** The open columns, as the server read them. */
  initial?: BoardData;
  /** The provider's time. */
  now: string;
};

/** Installations by state. The menu of a card has its actions. */
export function Board({ initial, now }: BoardProps) {
  const dialogs = useDialogs<{ action: InstallationAction; installation: InstallationSnapshot }>();
  const mayWrite = useCan('installations:write');
  const rootRef = useRef<HTMLElement>(null);
  useRowKeys({ rootRef, searchRef: useRef(null) });
  const opensOf: OpensOf | undefined = mayWrite
    ? (installation) => (action) => dialogs.opens({ action, installation })
    : undefined;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus
    <section ref={rootRef} className={classes.board} aria-label="Installations by state" tabIndex={0}>
      {boardColumns.map((column) => (
        <section key={column.status} className={classes.column} aria-label={humanize(column.status)}>
          <Cards column={column} initial={initial?.[column.status]} now={now} opensOf={opensOf} titled />
        </section>
      ))}
      <Ended now={now} />
      {dialogs.opened && <Dialogs {...dialogs.opened} onClose={dialogs.close} />}
    </section>
  );
}

type CardsProps = {
  column: Column;
  initial?: ListAnswer<NamedInstallation>;
  now: string;
  opensOf?: OpensOf;
  titled?: boolean;
};

function Cards({ column, initial, now, opensOf, titled = false }: CardsProps) {
  const query = useNamed(
    trpc.installation.list.useQuery(columnInput(column), {
      initialData: initial,
      placeholderData: keepPreviousData,
    }),
  );
  const rows = query.data?.data;
  const total = query.data?.meta.total;
  return (
    <>
      {titled && (
        <div className={classes.head}>
          <h2 className={classes.title}>{humanize(column.status)}</h2>
          <span className={`${classes.count} tabular`}>{total ?? ''}</span>
        </div>
      )}
      {query.error ? (
        <ProblemAlert problem={toApiProblem(query.error)} onRetry={() => query.refetch()} />
      ) : !rows ? (
        <div className={classes.cards}>
          <Skeleton h={110} />
          <Skeleton h={110} />
        </div>
      ) : rows.length === 0 ? (
        <div className={classes.nothing}>{nothing[column.status] ?? 'None.'}</div>
      ) : (
        <ul className={classes.cards}>
          {rows.map((row) => (
            <BoardCard key={row.id} installation={row} now={now} opens={opensOf?.(row)} />
          ))}
        </ul>
      )}
      {rows && (total ?? 0) > rows.length && (
        <div className={classes.more}>
          <TextLink href={listOf(column.status)} size="sm">
            All {total} in the list
          </TextLink>
        </div>
      )}
    </>
  );
}

const nothing: Record<string, string> = {
  PENDING_PAYMENT: 'No unpaid fees.',
  AWAITING_INSTALLATION: 'Nothing to install.',
  ACTIVATED: 'Nothing has been installed yet.',
};

function listOf(status: string): string {
  return `${listHref(installationList, { filters: { status } })}&view=list`;
}

/** The final states, collapsed, each with its count. */
function Ended({ now }: { now: string }) {
  const [opened, setOpened] = useState<string | null>(null);
  const counts = trpc.useQueries((t) =>
    endedColumns.map(({ status }) => t.installation.list({ status, limit: 1 })),
  );
  return (
    <section className={classes.column} aria-label="Ended">
      <div className={classes.head}>
        <h2 className={classes.title}>Ended</h2>
        <span className={`${classes.count} tabular`}>
          {counts.every(({ data }) => data)
            ? counts.reduce((n, { data }) => n + (data?.meta.total ?? 0), 0)
            : ''}
        </span>
      </div>
      <div className={classes.fold}>
        {endedColumns.map((column, index) => {
          const isOpened = opened === column.status;
          const Chevron = isOpened ? IconChevronDown : IconChevronRight;
          return (
            <div key={column.status}>
              <UnstyledButton
                className={classes.folded}
                aria-expanded={isOpened}
                onClick={() => setOpened(isOpened ? null : column.status)}
              >
                <span style={{ display: 'flex', gap: 6, alignItems: 'center' }}>
                  <Chevron size={15} aria-hidden />
                  {humanize(column.status)}
                </span>
                <span className={`${classes.count} tabular`}>{counts[index]?.data?.meta.total ?? ''}</span>
              </UnstyledButton>
              <Collapse expanded={isOpened}>{isOpened && <Cards column={column} now={now} />}</Collapse>
            </div>
          );
        })}
      </div>
    </section>
  );
}
