'use client';

import { ActionIcon } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { IconBookmark, IconCheck, IconTrash } from '@tabler/icons-react';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { MenuButton } from '@/components/shell/menu-button.tsx';
import { useSession } from '@/components/shell/session-context.tsx';

const SaveViewDialog = lazyPart(() => import('./save-view-dialog.tsx'), 'SaveViewDialog');

type SavedView = { name: string; query: string };

/** Named views of a list. A view is the list's query string; the names are stored in this browser, for each person. */
export function SavedViews({ resource }: { resource: string }) {
  const { user } = useSession();
  const [views, setViews] = useLocalStorage<SavedView[]>({
    key: `demarc.views.${user.id}.${resource}`,
    defaultValue: [],
  });
  const [naming, { open, close }] = useDisclosure(false);
  const router = useRouter();
  const pathname = usePathname();
  const present = viewOf(useSearchParams());
  const current = views.find((view) => view.query === present);

  const save = (name: string) => {
    const others = views.filter((view) => view.name !== name);
    setViews([...others, { name, query: present }].sort((a, b) => a.name.localeCompare(b.name)));
    close();
  };

  return (
    <>
      <MenuButton
        position="bottom-end"
        width={260}
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
                key={view.name}
                onClick={() => router.push(`${pathname}${view.query && `?${view.query}`}`)}
                rightSection={view === current && <IconCheck size={14} aria-hidden />}
              >
                {view.name}
              </Menu.Item>
            ))}
            {views.length > 0 && <Menu.Divider />}
            <Menu.Item onClick={open}>Save this view</Menu.Item>
            {current && (
              <Menu.Item
                color="var(--mantine-color-red-text)"
                leftSection={<IconTrash size={14} aria-hidden />}
                onClick={() => setViews(views.filter((view) => view !== current))}
              >
                Delete “{current.name}”
              </Menu.Item>
            )}
          </>
        )}
      </MenuButton>
      {naming && <SaveViewDialog present={current?.name} onClose={close} onSave={save} />}
    </>
  );
}

/** The query string without the page number, which is not part of a view. */
function viewOf(query: URLSearchParams): string {
  const view = new URLSearchParams(query);
  view.delete('page');
  view.sort();
  return view.toString();
}
