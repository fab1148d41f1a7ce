'use client';

import { ActionIcon } from '@mantine/core';
import { IconBookmark, IconCheck, IconTrash, IconUsers, IconUsersMinus } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { MenuButton } from '@/components/shell/menu-button.tsx';
import { notify } from '@/components/shell/notify.ts';
import { useDialog } from '@/components/shell/use-dialog.ts';
import { toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import { useSavedViews } from './use-saved-views.ts';
import { useStoredViews } from './use-stored-views.ts';

const SaveViewDialog = lazyPart(() => import('./save-view-dialog.tsx'), 'SaveViewDialog');

/** The menu of the saved views of a list. A view is the list's query string, by name. */
export function SavedViews({ list }: { list: string }) {
  const { views, current, present, hrefOf } = useSavedViews(list);
  const naming = useDialog();
  const router = useRouter();
  const utils = trpc.useUtils();
  useStoredViews(list);

  const change = (work: Promise<unknown>) =>
    work.then(
      () => utils.savedView.list.invalidate({ list }),
      (error: unknown) => notify({ color: 'red', message: toApiProblem(error).message }),
    );
  // A view of the list has further fields, which the procedure does not take.
  const save = ({ name, query, isShared }: { name: string; query: string; isShared: boolean }) =>
    change(utils.client.savedView.save.mutate({ list, name, query, isShared }));

  return (
    <>
      <MenuButton
        position="bottom-end"
        width={280}
        button={
          <ActionIcon
            size="lg"
            title={current ? `View: ${current.name}` : 'Views'}
            aria-label="Saved views"
            color={current ? 'brand' : 'gray'}
          >
            <IconBookmark size={18} aria-hidden />
          </ActionIcon>
        }
      >
        {(Menu) => (
          <>
            {views.length > 0 && <Menu.Label>Saved views</Menu.Label>}
            {views.map((view) => (
              <Menu.Item
                key={view.id}
                onClick={() => router.push(hrefOf(view))}
                rightSection={view === current && <IconCheck size={14} aria-hidden />}
              >
                {view.isOwn ? view.name : `${view.name} (shared by ${view.owner})`}
              </Menu.Item>
            ))}
            {views.length > 0 && <Menu.Divider />}
            <Menu.Item {...naming.opener}>Save this view</Menu.Item>
            {current?.isOwn && (
              <Menu.Item
                leftSection={
                  current.isShared ? (
                    <IconUsersMinus size={14} aria-hidden />
                  ) : (
                    <IconUsers size={14} aria-hidden />
                  )
                }
                onClick={() => save({ ...current, isShared: !current.isShared })}
              >
                {current.isShared ? `Stop sharing “${current.name}”` : `Share “${current.name}”`}
              </Menu.Item>
            )}
            {current?.isDeletable && (
              <Menu.Item
                color="var(--mantine-color-red-text)"
                leftSection={<IconTrash size={14} aria-hidden />}
                onClick={() => change(utils.client.savedView.delete.mutate({ id: current.id }))}
              >
                Delete “{current.name}”
              </Menu.Item>
            )}
          </>
        )}
      </MenuButton>
      {naming.isOpen && (
        <SaveViewDialog
          present={current?.isOwn ? current : undefined}
          onClose={naming.close}
          onSave={(name, isShared) => {
            naming.close();
            void save({ name, query: present, isShared });
          }}
        />
      )}
    </>
  );
}
