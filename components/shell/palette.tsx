'use client';

import '@mantine/spotlight/styles.layer.css';

import { Group, Kbd } from '@mantine/core';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import classes from './palette.module.css';

const [store, spotlight] = createSpotlight();

/** A long list scrolls by keyboard. Mantine passes this on to its scroll area; only its type lacks it. */
const scrollable = { viewportProps: { tabIndex: 0 } };

export type PaletteEntry = {
  id: string;
  label: string;
  description?: string;
  icon: ReactNode;
  /** Shown at the end, such as a status. */
  aside?: ReactNode;
  /** The keys that run it too, in their order. */
  keys?: string[];
  run: () => void;
};

type PaletteProps = {
  opened: boolean;
  onClose: () => void;
  /** The name of the dialog and of its field. */
  label: string;
  placeholder: string;
  query: string;
  onQueryChange: (query: string) => void;
  /** Groups without entries are left out. */
  groups: { label: string; entries: PaletteEntry[] }[];
  /** Run by Ctrl+Enter; absent where there is no more than is shown. */
  onAll?: (() => void) | undefined;
  /** Shown without any entry. */
  empty: string;
};

/** A dialog that Ctrl+K opens: a search field above entries. A page has one. */
export function Palette({
  opened,
  onClose,
  label,
  placeholder,
  query,
  onQueryChange,
  groups,
  onAll,
  empty,
}: PaletteProps) {
  const filled = groups.filter(({ entries }) => entries.length > 0);

  useEffect(() => {
    if (opened) spotlight.open();
  }, [opened]);

  useFirstOf(filled.flatMap(({ entries }) => entries.map(({ id }) => id)).join());

  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={onQueryChange}
      onSpotlightClose={onClose}
      shortcut={null}
      scrollable
      maxHeight={440}
      radius="md"
      centered={false}
      yOffset="12vh"
      overlayProps={{ backgroundOpacity: 0.45, blur: 0 }}
      transitionProps={{ duration: 0 }}
      classNames={{ action: classes.entry }}
      attributes={{ content: { 'aria-label': label } }}
    >
      <Spotlight.Search
        placeholder={placeholder}
        aria-label={label}
        onKeyDownCapture={(event) => {
          if (!onAll || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.stopPropagation();
          spotlight.close();
          onAll();
        }}
        leftSection={<IconSearch size={18} aria-hidden />}
      />
      <Spotlight.ActionsList {...scrollable}>
        {filled.map(({ label: group, entries }) => (
          <Spotlight.ActionsGroup key={group} label={group}>
            {entries.map(({ id, label: text, description, icon, aside, keys, run }) => (
              <Spotlight.Action
                key={id}
                label={text}
                description={description}
                leftSection={icon}
                rightSection={
                  keys ? (
                    <Group gap={4} aria-hidden>
                      {keys.map((key) => (
                        <Kbd key={key} size="xs">
                          {key}
                        </Kbd>
                      ))}
                    </Group>
                  ) : (
                    aside
                  )
                }
                onClick={run}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {filled.length === 0 && <Spotlight.Empty>{empty}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/**
 * Enter opens the first entry unless another was chosen with the arrow keys. Mantine selects the first entry on input only;
 * results that arrive later would have no selection, or one behind them.
 */
function useFirstOf(entries: string): void {
  useEffect(() => {
    const list = document.getElementById(store.getState().listId);
    if (entries === '' || !list) return;
    const selected = list.querySelector('[data-selected]');
    if (selected && store.getState().selected > 0) return;
    selected?.removeAttribute('data-selected');
    list.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
    store.updateState((state) => ({ ...state, selected: 0 }));
  }, [entries]);
}
