'use client';

import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useSession } from '@/components/shell/session-context.tsx';
import type { Opener } from '@/components/shell/use-dialog.ts';
import { may, type Permission } from '@/server/contract/roles.ts';
import { PageHeader } from '../shell/page-header.tsx';
import type { EmptyListProps } from './empty-list.tsx';
import { listTitle } from './list-definition.ts';
import { QuickViews } from './quick-views.tsx';
import { ResourceTable } from './resource-table.tsx';
import type { ResourceTableProps } from './resource-table-props.ts';

type ListPageProps<T> = Omit<ResourceTableProps<T>, 'empty'> & {
  /** The permission to create and change rows. Without it there is no button, and only bulk actions with a permission of their own. */
  permission: Permission;
  /** How a new one is created: on a page of its own, or in a dialog. */
  create?: { label: string } & ({ href: string } | Opener);
  /** Further buttons, which need no permission. */
  actions?: ReactNode;
  /** Between the header and the table, such as `<QuickViews>`. */
  views?: ReactNode;
  empty: Omit<EmptyListProps, 'action'>;
};

/** The page of a list: the header, the button that creates a new one, and the table. */
export function ListPage<T extends { id: string }>(props: ListPageProps<T>) {
  const { permission, create, actions, views, empty, bulkActions, ...table } = props;
  const session = useSession();
  const mayWrite = may(session, permission);
  const offered = bulkActions?.filter((action) =>
    'permission' in action ? may(session, action.permission) : mayWrite,
  );
  const createButton = mayWrite && create && <CreateButton {...create} />;
  return (
    <>
      <PageHeader
        title={listTitle(props.definition)}
        actions={
          (actions || createButton) && (
            <>
              {actions}
              {createButton}
            </>
          )
        }
      />
      {views ?? <QuickViews definition={props.definition} keys={[]} views={[]} />}
      <ResourceTable {...table} bulkActions={offered} empty={{ ...empty, action: createButton }} />
    </>
  );
}

function CreateButton({ label, ...how }: NonNullable<ListPageProps<unknown>['create']>) {
  const icon = <IconPlus size={16} aria-hidden />;
  return 'href' in how ? (
    <Button component={Link} href={how.href} prefetch={false} leftSection={icon}>
      {label}
    </Button>
  ) : (
    <Button {...how} leftSection={icon}>
      {label}
    </Button>
  );
}
